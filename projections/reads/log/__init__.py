"""The log as people ask for it: events as told, sources and their keys, the trail of readings."""
