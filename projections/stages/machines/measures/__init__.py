"""What is measured of machines: contadores, meters, returns."""
