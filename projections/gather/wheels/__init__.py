"""Games of a wheel: records from events."""
