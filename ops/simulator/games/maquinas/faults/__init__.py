"""What can be planted in a simulated hall of machines."""
