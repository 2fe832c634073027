"""Findings about the log: refusals at the door, gaps, checkpoints, events no stage could fold."""
