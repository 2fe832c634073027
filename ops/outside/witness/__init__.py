"""The witness: a small service of somebody else, who cosigns that a log only grows (C2SP)."""
