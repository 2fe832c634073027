"""Póquer hold'em: two own cards, five common ones, the best five of the seven.

Rules: Portaria 1/2017, Anexo, Póquer não bancado, regras gerais R1-R66, and Omaha e Hold'em O1-O75;
Portaria 217/2007, n. 1-94.
"""

from projections.replay.betting import HandRecord


class HoldemRecord(
    HandRecord,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    gc=False,
    tag="poquer_holdem",
    tag_field="game",
):
    """One hand of hold'em."""
