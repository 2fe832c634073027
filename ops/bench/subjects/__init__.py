"""Benchmarks one by one: a module a subject of ``razao bench``."""
