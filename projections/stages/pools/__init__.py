"""Jackpots in double entry: what goes in, what is won, paid, moved and held against them.

Modules know only those of the layers below their own:

- ``stage``        the two stages, before the judge and behind; ``queries`` what people ask
- ``due``          the agenda's runner: who judges what waits; ``corrections`` which act is undone
                   how; ``figures`` statements, explanations, reconciliation, from rows
- ``intake``       judged rounds, plays, transfers, the concession's end and the cover
- ``checks``       prizes that are claimed, triggers, readings, stated increments
- ``moves``        stakes, awards, acts; what a pool held when, and what comes late of it
- ``books``        pools, journal, rows, look-ups; the agenda and the matters that wait

Words: a *prize* is won, an *award* is a prize in the books; a *matter* waits for its *term*, when
all devices must have spoken; a device *states* what a stake added, and a display is *read*.

Decisions, each with its test: ``DECISIONS.md`` beside this file.
Rules: jackpots.md; regulatory.md 3 and 4.11.
"""

from projections.stages.pools.books.lookups import Booked
from projections.stages.pools.books.rows import read_booked
from projections.stages.pools.stage import PoolBooking, Pools

__all__ = ["Booked", "PoolBooking", "Pools", "read_booked"]
