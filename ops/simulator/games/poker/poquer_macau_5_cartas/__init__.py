"""A simulated table of póquer macau 5 cartas."""
