"""Judging: what replay says is due, the verdicts on what was paid, settlements of debts."""
