"""What devices say of the pools, held against the books."""
