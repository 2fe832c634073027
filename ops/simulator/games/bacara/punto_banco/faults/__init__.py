"""The faults of both kinds of ponto e banca, and the findings that each must lead to."""
