"""A simulated table of desafio ao casino."""
