"""A simulated table of craps."""
