"""Bingo: records from events."""
