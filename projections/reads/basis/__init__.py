"""The basis of an answer: position and time, rules in force, events that no stage could fold."""
