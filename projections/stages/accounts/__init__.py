"""What a gaming day made: each table's day by count and by rounds, revenue by day, and their tax.

Rules: contabilidade_de_mesa.md.
"""

from projections.stages.accounts.stage import Accounts

__all__ = ["Accounts"]
