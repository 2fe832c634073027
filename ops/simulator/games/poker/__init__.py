"""Poker between players, simulated."""
