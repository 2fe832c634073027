"""Games of dice: records from events."""
