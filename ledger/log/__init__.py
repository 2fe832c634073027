"""The log as a whole: its root and order, its tree as stored, the files kept beside it."""
