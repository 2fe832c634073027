"""What is measured: a module a subject of ``razao bench``."""
