"""The books of the jackpot pools: state, journal, rows, look-ups."""
