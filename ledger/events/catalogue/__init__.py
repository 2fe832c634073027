"""The vocabulary as somebody reads it who builds a device: entries, examples, JSON Schema."""
