"""One module a modalidade; none knows another."""
