"""Games of a wheel: the roulettes, boule, roda da sorte."""
