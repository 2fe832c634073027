"""Rounds put together from their events, now and as known."""
