"""What a house installs is understood by the programs that it is for; a missing tool is told."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from ops.settings import Settings
from tests.fixtures.elsewhere import certificates

DEPLOY = Path(__file__).parents[3] / "ops" / "deploy"
SYSTEMD = DEPLOY / "systemd"
EXPOSURE_MAX = 15
"""Tenths, as `systemd-analyze security` reckons: 1.5 of 10, "OK" and nothing exposed."""


def run(*command: str | Path, **how: Any) -> str:
    """Run a tool and return what it wrote; fail with that if it is not content."""
    program = shutil.which(command[0])
    if program is None:
        pytest.skip(f"{command[0]} is not on this machine: apt-get install it")
    done = subprocess.run(
        [program, *command[1:]], check=False, capture_output=True, text=True, **how
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def units(tmp_path: Path) -> list[Path]:
    """Copy the units, their programs where they are on this machine."""
    folder = tmp_path / "units"
    folder.mkdir()
    for unit in SYSTEMD.glob("razao*.*"):
        text = unit.read_text()
        text = re.sub(r"\nExecStart=\S+", f"\nExecStart={shutil.which('true')}", text)
        (folder / unit.name).write_text(text.replace("file:/opt/razao", "file:/usr/share"))
    return sorted(path for path in folder.iterdir() if path.suffix in {".service", ".timer"})


def test_systemd_understands_the_units(tmp_path: Path) -> None:
    """No unknown directive, no missing unit: `systemd-analyze verify` writes nothing of ours."""
    told = run("systemd-analyze", "verify", *units(tmp_path))
    assert "razao" not in told, told


def test_each_timer_has_its_service_and_a_fixed_hour() -> None:
    """Each fires once a day, made up for after a night switched off; the guide enables it."""
    timers = sorted(SYSTEMD.glob("*.timer"))
    assert [one.stem for one in timers] == ["razao-backup", "razao-fecho"]
    for one in timers:
        assert one.with_suffix(".service").exists()
        assert re.search(r"^OnCalendar=\*-\*-\* \d\d:\d\d:00$", one.read_text(), re.MULTILINE)
        assert "\nPersistent=true\n" in one.read_text()
        for guide in ("GUIA.md", "GUIDE.md"):
            enabled = re.search(
                r"^systemctl enable .*$", (DEPLOY / guide).read_text(), re.MULTILINE
            )
            assert enabled is not None
            assert one.name in enabled[0], guide


@pytest.mark.parametrize("name", ["razao.service", "razao-backup.service", "razao-fecho.service"])
def test_the_services_are_shut_in(tmp_path: Path, name: str) -> None:
    """Their exposure, as systemd reckons it, stays low."""
    (unit,) = (path for path in units(tmp_path) if path.name == name)
    run("systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSURE_MAX}", unit)


def test_the_service_is_given_settings_that_are() -> None:
    """Each RAZAO_ word of a file is a setting."""
    known = {f"RAZAO_{name.upper()}" for name in Settings.model_fields}
    for path in DEPLOY.rglob("*"):
        if path.is_file() and path.suffix not in {".py", ".pyc"}:
            said = set(re.findall(r"\bRAZAO_[A-Z_]+", path.read_text()))
            assert said <= known, path.name


def test_prometheus_understands_its_configuration(tmp_path: Path) -> None:
    """With the files that it names in place."""
    authority = certificates(tmp_path).authority
    text = (DEPLOY / "prometheus" / "prometheus.yml").read_text()
    (tmp_path / "key").write_text("razao_x")
    text = text.replace("/etc/razao/ca.crt", str(authority))
    text = text.replace("/etc/razao/prometheus.key", str(tmp_path / "key"))
    (tmp_path / "prometheus.yml").write_text(text)
    shutil.copy(DEPLOY / "prometheus" / "alerts.yml", tmp_path)
    run("promtool", "check", "config", tmp_path / "prometheus.yml")


@pytest.mark.parametrize("name", ["nginx/razao.conf", "compose/nginx.conf"])
def test_nginx_understands_its_configuration(tmp_path: Path, name: str) -> None:
    """With certificates where it names them."""
    made = certificates(tmp_path)
    text = (DEPLOY / name).read_text()
    for folder in ("/etc/razao", "/run/secrets"):
        text = text.replace(f"{folder}/server.crt", str(made.certificate))
        text = text.replace(f"{folder}/server.key", str(made.key))
    (tmp_path / "razao.conf").write_text(text.replace("server razao:8008", "server 127.0.0.1:8008"))
    (tmp_path / "nginx.conf").write_text(
        f"pid {tmp_path}/nginx.pid; error_log stderr;\n"
        f"events {{}} http {{ include {tmp_path}/razao.conf; access_log off; }}\n"
    )
    run("nginx", "-t", "-q", "-p", tmp_path, "-c", tmp_path / "nginx.conf")


def test_chrony_understands_its_configuration() -> None:
    """It prints what it read, and stops at a word that it does not know."""
    told = run("chronyd", "-p", "-f", DEPLOY / "chrony" / "razao.conf")
    assert "makestep 1.0 3" in told


def test_compose_understands_its_file(tmp_path: Path) -> None:
    """Services, networks and secrets fit together; nothing but 443 is reached from outside."""
    text = (DEPLOY / "compose" / "compose.yaml").read_text()
    (tmp_path / "compose.yaml").write_text(text)
    told = run("docker-compose", "-f", tmp_path / "compose.yaml", "config", cwd=tmp_path)
    assert "razao_servico@postgres" in told
    assert text.count("ports:") == told.count("ports:") == 1
    assert 'ports: ["443:443"]' in text
