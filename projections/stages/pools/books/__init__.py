"""The jackpots' books, and the parts that they are put together from; each module takes its own.

- ``now``       the event at hand, the clock, parameters
- ``pool``      a pool as it stands, and all pools; ``moments`` their balances and changes in time
- ``journal``   postings and pools' days, in the ``accounts`` of regulatory.md 3.2
- ``records``   awards, rounds, acts, transfers, covers and readings, at hand or by ``lookups``
- ``findings``  faults by subject
- ``agenda``    the work that an event leaves, and the matters that wait in a pool
- ``as_known``  versions; ``rows`` how all of it is read and written
"""
