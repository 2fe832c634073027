"""Jackpots in double entry: what goes in, what is won, paid, moved and held against them.

- ``journal``      accounts, postings, a statement's columns
- ``state``        a pool as it stands; ``awards_state`` an award
- ``books``        all pools with their journal, and how a posting changes them; ``written`` what
                   stands of rounds, acts and days; ``turn`` what an event leaves to be done
- ``moments``      what a pool held when; ``timeline`` by all devices' times, ``lateness`` what
                   comes late, ``waiting`` what is judged when all must have spoken
- ``stakes``       a stake's share, exactly in and exactly out; ``carried`` void stud rounds' bets
- ``awards``       won, paid, refused, reset; ``linked`` shares of several casinos,
                   ``reimbursed`` what they paid each other of them
- ``tables``       judged rounds; ``plays`` machines; ``claims`` prizes outside rounds
- ``acts``         opened, funded, adjusted, taken down; ``transfers``, ``endings``, ``must_hit``
- ``readings``     displays and controllers beside the ledger; ``reread`` those corrected;
                   ``statements`` what devices say that stakes added
- ``corrections``  which act is undone how
- ``figures``      statements, explanations, reconciliation: functions over rows
- ``stage``        the stage; ``rows`` its tables

Rules: jackpots.md; regulatory.md 3 and 4.11.
"""

from projections.stages.pools.books.lookups import Booked
from projections.stages.pools.books.rows import read_booked
from projections.stages.pools.stage import Pools

__all__ = ["Booked", "Pools", "read_booked"]
