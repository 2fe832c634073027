"""The conformance kit: what a device sent, explained; golden vectors for who writes one."""
