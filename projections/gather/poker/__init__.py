"""Poker between players: records from events."""
