"""Findings told elsewhere: who wants to know of which, where, and how the messages get there."""
