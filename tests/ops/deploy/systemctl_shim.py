"""Systemctl where there is no systemd: starts what a unit says, with what the unit gives it.

Understood: EnvironmentFile, Environment with %d, LoadCredential, StateDirectory, ExecStart. The
sandbox is systemd's own business; ``systemd-analyze`` looks at it.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(os.environ.get("HERE", "/nowhere"))
BINARIES, CLUSTER = json.loads(os.environ.get("SERVER", '["", ""]'))
NOTHING = {"daemon-reload", "enable", "--now", "razao-backup.timer", "razao-fecho.timer"}


def unit_of(name: str) -> list[tuple[str, str]]:
    """Return the directives of an installed unit, in order."""
    lines = (HERE / "etc/systemd" / name).read_text().splitlines()
    return [(key, value) for key, sign, value in (one.partition("=") for one in lines) if sign]


def start(name: str) -> None:
    """Start a service; wait for its end if it has one."""
    credentials = HERE / "credentials" / name
    credentials.mkdir(parents=True, exist_ok=True)
    environment = {"PATH": f"{BINARIES}:/usr/bin:/bin"}
    command: list[str] = []
    oneshot = False
    for key, value in unit_of(name):
        if key == "LoadCredential":
            one, _, path = value.partition(":")
            shutil.copyfile(path, credentials / one)
            (credentials / one).chmod(0o400)
        elif key == "StateDirectory":
            (HERE / "var" / value).mkdir(mode=0o700, exist_ok=True)
        elif key == "Environment":
            pairs = shlex.split(value.replace("%d", str(credentials)))
            environment |= dict(pair.split("=", 1) for pair in pairs)
        elif key == "EnvironmentFile":
            pairs = [shlex.split(line)[0] for line in Path(value).read_text().splitlines()]
            environment |= dict(pair.split("=", 1) for pair in pairs)
        elif key == "ExecStart":
            command = shlex.split(value)
        elif key == "Type":
            oneshot = value == "oneshot"
    with (HERE / f"{name}.log").open("a") as log:
        if oneshot:
            done = subprocess.run(command, check=False, env=environment, stdout=log, stderr=log)
            if done.returncode:
                sys.exit(f"{name}: {(HERE / f'{name}.log').read_text()}")
            return
        process = subprocess.Popen(
            command, env=environment, stdout=log, stderr=log, start_new_session=True
        )
    (HERE / f"{name}.pid").write_text(str(process.pid))


def stop(name: str) -> None:
    """End a service and wait until it is gone."""
    number = int((HERE / f"{name}.pid").read_text())
    os.kill(number, 15)
    while Path(f"/proc/{number}").exists() and b"Z" not in _state(number):
        time.sleep(0.1)


def _state(number: int) -> bytes:
    return Path(f"/proc/{number}/stat").read_bytes().rpartition(b")")[2][:3]


def watch() -> None:
    """Start Prometheus on the configuration that was installed."""
    command = [
        "prometheus", f"--config.file={HERE}/etc/prometheus/prometheus.yml",
        f"--storage.tsdb.path={HERE}/metrics", f"--web.listen-address={os.environ['WATCH']}",
    ]  # fmt: skip
    with (HERE / "prometheus.log").open("a") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
    (HERE / "prometheus.pid").write_text(str(process.pid))


def main(arguments: list[str]) -> None:
    """Do what was asked; an unknown word is an error."""
    verb, *names = arguments
    for name in [one for one in names if one not in NOTHING] or [""]:
        unit = name if "." in name else f"{name}.service"
        if (verb, name) == ("restart", "postgresql"):
            pg_ctl = [f"{BINARIES}/pg_ctl", "-D", f"{CLUSTER}/data", "-w", "-l", f"{CLUSTER}/log"]
            subprocess.run([*pg_ctl, "restart"], check=True, user="postgres", cwd="/")
        elif (verb, name) == ("restart", "prometheus"):
            watch()
        elif (verb, name) == ("restart", "chrony"):
            for file in (HERE / "etc/chrony/conf.d").iterdir():
                subprocess.run(["chronyd", "-p", "-f", file], check=True)  # noqa: S607 - the machine's
        elif (verb, name) == ("reload", "nginx"):
            subprocess.run([HERE / "bin/nginx"], check=True)
        elif verb in {"start", "enable"}:
            start(unit)
        elif verb == "stop":
            stop(unit)
        elif verb not in NOTHING:
            sys.exit(f"systemctl {' '.join(arguments)}: not understood")


if __name__ == "__main__":
    main(sys.argv[1:])
