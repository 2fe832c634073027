"""Faults of a table of póquer não bancado: seats, caves, limits, the mão, the house's fees."""
