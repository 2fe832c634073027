"""A simulated night: the casino, who takes part, what is sent and told."""
