"""Games whose bank a player may hold: records from events."""
