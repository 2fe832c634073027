"""Games of a wheel, simulated."""
