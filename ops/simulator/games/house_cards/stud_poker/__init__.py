"""A simulated table of stud poker."""
