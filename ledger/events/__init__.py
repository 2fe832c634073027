"""The vocabulary: every kind of event, by family."""

from ledger.events.base import Payload

KINDS: dict[str, type[Payload]] = {}
