"""A simulated table of punto banco."""
