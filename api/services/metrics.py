"""Counters and gauges, in the text form that Prometheus reads."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily

BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

Figures = float | Mapping[tuple[str, ...], float] | None
"""A gauge's figure, or one by its labels; None where nobody knows."""
GAUGES: Final[Mapping[str, tuple[str, Sequence[str]]]] = {
    "ready": ("1 if events are taken and questions answered by figures that follow.", ()),
    "ledger_position": ("The newest event's position.", ()),
    "door_closed": ("1 if the door takes nothing until the service is started anew.", ()),
    "door_waiting_events": ("Events that wait to be recorded.", ()),
    "door_waiting_requests": ("Submissions that wait for a thread at the door.", ()),
    "gate_waiting_requests": ("Rooms that wait for an answer of the gate.", ()),
    "projection_position": ("Up to where the projections are true.", ()),
    "projection_lag_events": ("Events that the projections have not reached.", ()),
    "projection_halted": ("1 if the projections stopped or the database is away.", ()),
    "projection_clock_age_seconds": ("Since the newest tick that is folded.", ()),
    "events_set_aside": ("Events that a stage could not fold, and what rests on them.", ()),
    "checkpoint_age_seconds": ("Age of the last signed checkpoint.", ()),
    "unpublished": ("1 if checkpoints are not signed, or lack witnesses or stamps.", ()),
    "notices_waiting": ("Messages about findings that no destination took yet.", ()),
    "notices_failing": ("Destinations that take no messages about findings.", ()),
    "database_up": ("1 if the database answers.", ()),
    "database_answer_seconds": ("How long the database took to answer.", ()),
    "database_bytes": ("Size of the database.", ()),
    "database_replicas": ("Replicas and backups that follow the database now.", ()),
    "readers_waiting": ("Questions that wait for a connection to the database.", ()),
    "disk_free_bytes": ("Room where the installation writes.", ("written",)),
    "disk_total_bytes": ("Size of the disk where the installation writes.", ("written",)),
    "disk_short": ("1 if the disk is nearly full, or takes no more files.", ("written",)),
    "clock_tick_age_seconds": ("Since the ledger's clock last ticked by this process.", ()),
    "clock_synchronised": ("1 if something disciplines the machine's clock.", ()),
    "backup_age_seconds": ("Age of the newest backup.", ()),
    "source_behind_seconds": (
        "From the latest time that a source spoke of to the ledger's clock.",
        ("source",),
    ),
    "source_astray": ("1 if a source's clock is found to go wrong.", ("source",)),
    "place_silent": ("1 if nothing is heard of a place that is to be open.", ("place", "source")),
}
"""What is looked at when somebody asks, without ``razao_``."""


class Metrics:
    """The counters of one app, in a registry of their own.

    A gauge of which nothing is known has no figure: an alarm must not take 0 for an answer.
    """

    def __init__(self) -> None:
        """Count from nothing."""
        self.registry = CollectorRegistry()
        self.seconds = Histogram(
            "razao_request_seconds",
            "Time from a request's head to the end of its answer.",
            ("operation", "status"),
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.segments = Counter(
            "razao_segments", "Segments submitted.", ("outcome",), registry=self.registry
        )
        self.events = Counter(
            "razao_events_recorded", "Events recorded over HTTP.", registry=self.registry
        )
        self.gate = Counter(
            "razao_gate_answers",
            "Answers of the gate between jogadas.",
            ("answer",),
            registry=self.registry,
        )

    def text(self, now: Mapping[str, Figures]) -> bytes:
        """Return all figures in Prometheus's text form, with the gauges as they are now."""
        looked = CollectorRegistry()
        looked.register(_Looked(now))
        return generate_latest(self.registry) + generate_latest(looked)


class _Looked:
    """The gauges at one moment, as the library collects them."""

    def __init__(self, now: Mapping[str, Figures]) -> None:
        self._now = now

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield every gauge with the figures that are known."""
        for name, (told, labels) in GAUGES.items():
            gauge = GaugeMetricFamily(f"razao_{name}", told, labels=labels)
            found = self._now.get(name)
            for values, figure in found.items() if isinstance(found, Mapping) else [((), found)]:
                if figure is not None:
                    gauge.add_metric(values, figure)
            yield gauge
