"""Each alarm rings for what it is for, and for nothing less: played by Prometheus's own tool."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from api.services.metrics import GAUGES, Figures, Metrics

ALERTS = Path(__file__).parents[3] / "ops" / "deploy" / "prometheus" / "alerts.yml"
TOLD: dict[str, Any] = {"capture_output": True}
PLAYED: dict[str, tuple[str, str, str, str]] = {
    # Its series, values a minute apart that ring, values that do not, and when it is asked.
    "RazaoDown": ('up{job="razao"}', "0x60", "1x60", "5m"),
    "RazaoNotReady": ("razao_ready", "0x60", "1x60", "5m"),
    "RazaoDoorClosed": ("razao_door_closed", "1x60", "0x60", "5m"),
    "RazaoDoorCrowded": ("razao_door_waiting_requests", "33x60", "32x60", "5m"),
    "RazaoRefusing": ('razao_segments_total{outcome="gap"}', "0+5x60", "0+1x60", "15m"),
    "RazaoHalted": ("razao_projection_halted", "1x60", "0x60", "5m"),
    "RazaoLate": ("razao_projection_lag_events", "10001x60", "10000x60", "10m"),
    "RazaoFollowsNothing": ("razao_projection_clock_age_seconds", "181x60", "180x60", "5m"),
    "RazaoEventSetAside": ("razao_events_set_aside", "1x60", "0x60", "5m"),
    "RazaoCheckpointOld": ("razao_checkpoint_age_seconds", "301x60", "300x60", "10m"),
    "RazaoUnpublished": ("razao_unpublished", "1x60", "0x60", "10m"),
    "RazaoGateSlow": ('razao_gate_answers_total{answer="behind"}', "0+1x60", "3x60", "10m"),
    "RazaoDatabaseSlow": ("razao_database_answer_seconds", "2x60", "1x60", "10m"),
    "RazaoReplicaGone": ("razao_database_replicas", "1x20 0x40", "1x60", "45m"),
    "RazaoDiskShort": ('razao_disk_short{written="RAZAO_HOME"}', "1x60", "0x60", "5m"),
    # 100 MB a minute of 100 GB, and a thousandth of that
    "RazaoDiskFilling": (
        'razao_disk_free_bytes{written="RAZAO_HOME"}',
        "100000000000-100000000x200",
        "100000000000-100000x200",
        "3h",
    ),
    "RazaoClockStands": ("razao_clock_tick_age_seconds", "91x60", "90x60", "5m"),
    "RazaoClockUndisciplined": ("razao_clock_synchronised", "0x60", "1x60", "30m"),
    "RazaoBackupOld": ("razao_backup_age_seconds", "93601x60", "93600x60", "5m"),
    "RazaoPlaceSilent": (
        'razao_place_silent{place="RA-01",source="mesa-ra"}',
        "1x60",
        "0x60",
        "10m",
    ),
    "RazaoSourceAstray": ('razao_source_astray{source="mesa-ra"}', "1x60", "0x60", "10m"),
}


def test_every_alarm_is_played_and_asks_for_figures_that_we_give() -> None:
    """No rule without its case, and no figure that the service never shows."""
    text = ALERTS.read_text()
    assert set(re.findall(r"alert: (\w+)", text)) == set(PLAYED)
    given = Metrics().text({}).decode()
    for figure in set(re.findall(r"\brazao_\w+", text)):
        assert f"# TYPE {figure} " in given, figure


def promtool() -> str:
    """Return the tool's place, or skip with a word on how to get it."""
    return shutil.which("promtool") or pytest.skip("no promtool: apt-get install prometheus")


def test_prometheus_understands_the_alarms() -> None:
    """Every expression is one, and every text has its labels."""
    done = subprocess.run(
        [promtool(), "check", "rules", ALERTS], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_prometheus_understands_every_figure() -> None:
    """Each gauge with a figure, each counter counted: it complains of no name, unit or label."""
    metrics = Metrics()
    metrics.seconds.labels(operation="submitEvents", status="200").observe(0.004)
    metrics.segments.labels(outcome="recorded").inc()
    metrics.events.inc()
    metrics.gate.labels(answer="go").inc()
    now: dict[str, Figures] = {
        name: {tuple(f"a {label}" for label in labels): 1.0} if labels else 1.0
        for name, (_, labels) in GAUGES.items()
    }
    text = metrics.text(now)
    done = subprocess.run([promtool(), "check", "metrics"], check=False, input=text, **TOLD)
    assert (done.returncode, done.stdout + done.stderr) == (0, b"")
    bad = text.replace(b"razao_ready", b"razao_ready_total")
    done = subprocess.run([promtool(), "check", "metrics"], check=False, input=bad, **TOLD)
    assert b"razao_ready_total" in done.stderr, "a tool that complains of nothing"


def rings(folder: Path, alarm: str, series: str, values: str, at: str) -> bool:
    """Tell whether an alarm rings: the tool is told that it does not, and complains if it does."""
    case: dict[str, Any] = {
        "rule_files": [str(ALERTS)],
        "tests": [
            {
                "interval": "1m",
                "input_series": [{"series": series, "values": values}],
                "alert_rule_test": [{"eval_time": at, "alertname": alarm, "exp_alerts": []}],
            }
        ],
    }
    path = folder / "case.yml"
    path.write_text(json.dumps(case))  # YAML understands it
    done = subprocess.run(
        [promtool(), "test", "rules", path], check=False, capture_output=True, text=True
    )
    told = done.stdout + done.stderr
    assert done.returncode == 0 or "got:[" in told.replace(" ", "").replace("\n", ""), told
    return done.returncode != 0


@pytest.mark.deep
@pytest.mark.parametrize("alarm", list(PLAYED))
def test_an_alarm_rings_for_its_fault_alone(tmp_path: Path, alarm: str) -> None:
    """With the figures of the fault it rings; with the nearest ones that are sound it is silent."""
    series, ill, sound, at = PLAYED[alarm]
    assert rings(tmp_path, alarm, series, ill, at)
    assert not rings(tmp_path, alarm, series, sound, at)
