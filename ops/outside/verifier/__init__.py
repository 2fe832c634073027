"""The one file that checks a bundle without the ledger: ``razao_verify``."""

from pathlib import Path


def program_text() -> bytes:
    """Return the verifier's text, as each bundle holds it."""
    return Path(__file__).with_name("razao_verify.py").read_bytes()
