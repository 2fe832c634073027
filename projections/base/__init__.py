"""Base of all stages: events, values handed on, rows, parameters, times."""
