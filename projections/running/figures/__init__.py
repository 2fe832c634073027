"""Figures proved: the service states them, anybody counts them again, what was altered is kept."""
