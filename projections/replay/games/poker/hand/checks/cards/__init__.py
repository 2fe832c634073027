"""Faults of a hand's cards: shuffled, dealt, burned, exposed, impossible."""
