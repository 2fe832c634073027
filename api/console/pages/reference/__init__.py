"""Pages of reference: reports, rules in force, the state of the service."""
