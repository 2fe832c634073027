"""Commands of figures: accounts, actas, exports, findings, jackpots, machines."""
