"""Measures of machines: contadores, meters, returns."""
