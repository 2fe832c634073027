"""The verbs of the command line, a module each, by subject; loaded only when asked for."""
