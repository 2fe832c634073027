"""What the stage of authority remembers: sources, posts, parts played, acts that wait."""
