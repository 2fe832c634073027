"""Nights in a casino from a seed: what its devices would sign, and faults on request.

- ``terminal``  one event as a terminal sends it; the manifest of planted faults; signing
- ``tables``    what happens at every table
- ``pools``     a jackpot as the rules describe it, and the acts that open it
- one module a game: ``roleta_americana``, ``poquer_sem_descarte``

A table is made of a ``Place`` (terminal, place, day, start, seed); ``night(rounds)`` yields its
events in order, ``sign`` makes segments of them, ``sign_counted`` with the approvals of those
who count a float, ``in_order`` joins several tables by time.
``faults`` says by round number what is to be done wrong, one of the game's ``FAULTS``; what must be
found is then in ``planted``, and in no event. The same seed gives the same night.

Nothing here is taken from replay or from projections.
"""

from ops.simulator.pools import Pool, open_pool, sem_descarte_terms
from ops.simulator.poquer_sem_descarte import PoquerSemDescarte
from ops.simulator.roleta_americana import RoletaAmericana
from ops.simulator.tables import Place, Table
from ops.simulator.terminal import Planted, Said, in_order, sign, sign_counted

__all__ = [
    "Place",
    "Planted",
    "Pool",
    "PoquerSemDescarte",
    "RoletaAmericana",
    "Said",
    "Table",
    "in_order",
    "open_pool",
    "sem_descarte_terms",
    "sign",
    "sign_counted",
]
