"""A simulated table of cussec."""
