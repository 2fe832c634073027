"""The stages of the pipeline, each a package with its tables in SQL beside it."""
