"""Commands of the law: its rules, and records settled again."""
