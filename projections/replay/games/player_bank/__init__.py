"""Games whose bank a player may hold, and the jogada they share."""
