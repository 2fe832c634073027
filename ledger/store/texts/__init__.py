"""Erasable texts beside the ledger: words and names of people, of which it has the commitments."""
