"""Findings about the log: refusals at the door, gaps in chains, contradicting checkpoints."""
