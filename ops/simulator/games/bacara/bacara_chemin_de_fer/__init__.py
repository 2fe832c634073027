"""A simulated table of bacará chemin de fer."""
