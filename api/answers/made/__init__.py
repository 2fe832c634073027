"""Files that take long: the papers of a month, and whatever is made while one goes on."""
