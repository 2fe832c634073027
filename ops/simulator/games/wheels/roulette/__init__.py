"""A simulated table of roulette."""
