"""Reviews: disputes and their decisions, and the adoption of a version of the rules."""
