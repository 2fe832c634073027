"""The stages of the pipeline, each a module or a package."""
