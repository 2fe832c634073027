"""A simulated table of holdem."""
