"""Commands that play a ledger: the demonstration, simulated nights, real hands."""
