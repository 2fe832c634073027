"""The faults of a table of chemin de fer, and the findings that each must lead to."""
