"""Statements of devices and people about the pools, held against the books."""
