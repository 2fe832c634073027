"""Rules that games of several families share: cards, dice, tiles, bets."""
