"""The PostgreSQL under a ledger: found, started, migrated."""
