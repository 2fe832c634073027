"""The write side: what happened, signed, in order, for ever."""
