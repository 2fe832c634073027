"""Readings of machines that only print or export their counters: a file and its mapping."""
