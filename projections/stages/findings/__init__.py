"""Findings: one list of everything that is wrong."""
