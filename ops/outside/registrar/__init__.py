"""Registrars, devices and people on machines of their own: they make keys, ask, and agree."""
