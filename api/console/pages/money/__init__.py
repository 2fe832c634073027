"""Pages of money: jackpots, contadores, reconciliation."""
