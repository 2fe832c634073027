"""Documents for people, set by typst: PDF/A, in Portuguese, the same bytes for the same content."""
