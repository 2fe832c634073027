"""A simulated table of póquer sem descarte."""
