"""The two roulettes: the coup, the cloth and the wheels they share."""
