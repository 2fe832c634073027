"""The games' finding codes, a module a family."""
