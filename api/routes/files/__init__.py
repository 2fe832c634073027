"""Routes that hand out files: whole tables, and proofs."""
