"""Routes about things to be decided: findings, cases of players, and rounds asked otherwise."""
