"""The verbs of the command line, a module each; loaded only when asked for."""
