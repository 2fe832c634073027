"""The files people take: exports, how many rows each has, exports as once known."""
