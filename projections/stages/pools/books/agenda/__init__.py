"""What is still to be done: an event's agenda, and matters that wait."""
