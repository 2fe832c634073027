"""Counters and gauges, in the text form that Prometheus reads."""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Metrics:
    """The counters of one app, in a registry of their own."""

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
        self.position = Gauge(
            "razao_ledger_position", "The newest event's position.", registry=self.registry
        )
        self.projected = Gauge(
            "razao_projection_position",
            "Up to where the projections are true.",
            registry=self.registry,
        )
        self.lag = Gauge(
            "razao_projection_lag_events",
            "Events that the projections have not reached.",
            registry=self.registry,
        )
        self.halted = Gauge(
            "razao_projection_halted",
            "1 if the projections stopped at an event.",
            registry=self.registry,
        )
        self.checkpoint_age = Gauge(
            "razao_checkpoint_age_seconds",
            "Age of the last signed checkpoint.",
            registry=self.registry,
        )

    def text(self) -> bytes:
        """Return everything in Prometheus's text form."""
        return generate_latest(self.registry)
