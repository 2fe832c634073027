"""Poker between players, and the order of its hands."""
