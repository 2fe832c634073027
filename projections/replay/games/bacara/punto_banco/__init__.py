"""The coup of the bacarás in which the casino holds the bank."""
