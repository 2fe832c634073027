"""Work that remains: the agenda of an event, and matters that wait in a pool."""
