"""Commands of the log: checkpoints, verification, keys, the vocabulary's schema."""
