"""Mah-jong, simulated."""
