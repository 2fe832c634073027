"""The log carried outside while the service runs: checkpoints signed, witnesses asked."""
