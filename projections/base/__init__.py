"""What the stages of the pipeline share: events, what is handed on, rows, parameters, times."""
