"""The read side: figures and verdicts rebuilt from the events alone; can be thrown away."""
