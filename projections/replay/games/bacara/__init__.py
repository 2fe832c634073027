"""The bacarás: two hands of cards, and which is nearer to nine."""
