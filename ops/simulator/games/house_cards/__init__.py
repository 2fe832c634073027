"""Card games against the house, simulated."""
