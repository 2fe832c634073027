"""Puts the parts together and keeps them running: command line, server, benchmarks."""
