"""A casino's office: its papers of a day, and the keys of its people."""
