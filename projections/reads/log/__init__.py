"""The log as people ask for it: events as told, sources and their keys, who read what."""
