"""A casino's nights from a seed: what its devices would sign, and faults on request.

- ``terminal``, ``party``      one event as a terminal sends it; who sends events, through the days
- ``tables``, ``table_book``   what happens at every table, and the book kept beside its game
- ``games``                    the parties: every game, machines, bingo, the pools' office
- ``pools``                    a table's jackpot as the rules describe it
- ``floor``                    the office around them: schedules, clocks, the day's close, tax
- ``roster``, ``casino``       who plays, and all of them together; ``plan`` spreads faults
- ``courier``                  takes what parties say to the door: in bursts, late, repeated
- ``rehearsal``, ``outside``   a ledger in this process, or behind a server that rehearses
- ``manifest``, ``catalogue``  what was planted, the score, and the codes a fault leads to
- ``night``, ``origin``        a run as people ask for it, and where its ledger begins
- ``store_faults``             what somebody with all rights does to the store, in copies

A party is made of a ``Place`` and of faults by occasion; ``gaming_day`` tells its events in order.
What must be found is then in ``planted``, and in no event. The same seed gives the same nights.

Payments are computed here from the rules' own words: nothing is taken from replay or projections.
"""
