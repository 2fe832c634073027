"""Papers of finance: tables, tax, a gaming day's record, a machine's counters."""
