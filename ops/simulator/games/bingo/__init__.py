"""Bingo, simulated."""
