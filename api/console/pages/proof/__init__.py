"""Pages of proof: verification, sources and keys, the trail of readings."""
