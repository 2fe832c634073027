"""The services of the app: its connections, keys and counters beside the ledger."""
