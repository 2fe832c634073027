"""The faults of a simulated bingo room."""
