"""The memory of the stage authority: sources, posts, parts played, acts that wait."""
