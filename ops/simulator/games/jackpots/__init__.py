"""The office of the jackpot pools, simulated."""
