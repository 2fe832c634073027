"""The accounts of a gaming day: tables by count and by rounds, revenue by day, and their tax.

Rules: contabilidade_de_mesa.md.
"""

from projections.stages.accounts.stage import Accounts

__all__ = ["Accounts"]
