"""What the app works with, and keeps beside the ledger."""
