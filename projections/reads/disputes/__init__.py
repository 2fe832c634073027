"""Disputes as people open them: the window of a claim, and a case with all that was said of it."""
