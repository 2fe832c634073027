"""How money moves in the pools: stakes, awards, late money."""
