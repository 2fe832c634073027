"""The routes, a module a subject."""
