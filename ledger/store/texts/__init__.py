"""What people write, and who they are: erasable, beside the ledger, which has the commitments."""
