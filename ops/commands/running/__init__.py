"""Commands that run an installation: database, server, rebuild, benchmarks."""
