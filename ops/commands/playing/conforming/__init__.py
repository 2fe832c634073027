"""The rehearsal ledger of ``razao conform``, and the service that listens for a device."""
