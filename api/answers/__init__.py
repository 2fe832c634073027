"""The shapes of what is answered: JSON, files, papers, problems."""
