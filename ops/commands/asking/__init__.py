"""Commands that ask the ledger: events, rounds, cases, parameters, one word for all of them."""
