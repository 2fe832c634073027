"""What ``razao conform`` stands on: a rehearsal ledger of its own, and a service that listens."""
