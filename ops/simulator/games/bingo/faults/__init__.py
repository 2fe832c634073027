"""What can be planted in a simulated bingo room."""
