"""Who watches the log from outside: witnesses that cosign, monitors that compare."""
