"""The floor as people ask for it: the house, its morning, tables, rounds, actas of bingo."""
