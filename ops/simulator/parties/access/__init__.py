"""Faults of access: events by sources whose role forbids them, parts of a case in one hand."""
