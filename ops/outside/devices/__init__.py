"""Devices of other makers: the wire guide."""
