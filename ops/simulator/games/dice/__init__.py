"""Games of dice, simulated."""
