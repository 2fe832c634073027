"""Faults of access: events by sources whose role forbids them."""
