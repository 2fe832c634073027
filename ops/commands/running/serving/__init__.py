"""The parts of ``razao serve``: threads, logs, patience, a standby, a replica."""
