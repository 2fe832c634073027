"""Games whose bank a player may hold, simulated."""
