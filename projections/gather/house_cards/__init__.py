"""Card games against the house: records from events."""
