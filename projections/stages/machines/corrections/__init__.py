"""Machines' events and readings that were corrected later."""
