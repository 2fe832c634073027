"""Bingo's sessions and the acta that the law wants of each jogada, with its gate.

Rules: acta_de_bingo.md; BI R58-R61.
"""

from projections.stages.actas.stage import Actas

__all__ = ["Actas"]
