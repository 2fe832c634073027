"""Benchmarks: what Razão does beside its physical limit and its peer, in one run.

``frame`` runs the rows in turn, round by round, and says what was reached; ``casino`` has the
private server and the ledgers that rows work on; every other module is a subject.
"""
