"""The verification of a whole log from its stored bytes, and who could sign where."""
