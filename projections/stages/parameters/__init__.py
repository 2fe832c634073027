"""Parameters: each value in force from a time, known from a position."""
