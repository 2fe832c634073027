"""What is to be decided: findings, cases of players, and rounds asked otherwise."""
