"""What an answer rests on: position and time, rules in force, events that no stage could fold."""
