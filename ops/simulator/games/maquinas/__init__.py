"""A hall of gaming machines, simulated."""
