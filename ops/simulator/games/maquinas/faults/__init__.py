"""The faults of a simulated hall of machines."""
