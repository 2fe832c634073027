"""Cards, shoes and tiles of the simulated games."""
