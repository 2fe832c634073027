"""Papers about what is wrong and what is disputed."""
