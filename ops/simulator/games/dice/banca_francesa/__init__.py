"""A simulated table of banca francesa."""
