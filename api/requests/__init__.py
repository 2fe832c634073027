"""The parts of a request: callers, addresses, bodies."""
