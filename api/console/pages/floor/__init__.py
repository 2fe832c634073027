"""Pages of the floor: events, a round again, game and table, actas of bingo."""
