"""Facts that several games take from events in the same way."""
