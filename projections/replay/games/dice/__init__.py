"""Games of dice: banca francesa, craps, cussec."""
