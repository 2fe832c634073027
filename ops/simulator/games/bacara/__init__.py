"""The bacarás, simulated."""
