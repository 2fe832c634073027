"""Chips in circulation, and what finance asks about them."""
