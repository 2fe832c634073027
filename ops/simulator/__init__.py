"""A casino's nights from a seed: what its devices would sign, and faults on request.

- ``parties``  who sends events: ``terminal`` one event as it is sent, ``party`` one through the
  days, ``fault`` how a fault is told, ``table`` what happens at every table, ``counted`` and
  ``table_book`` its money and the book beside its game, ``guests`` who sits there, ``pools`` its
  jackpot, ``floor`` the office around them all, ``manifest`` what was planted and the score
- ``kit``      cards, shoes, tiles
- ``games``    the parties: every game by families, machines, bingo, the pools' office
- ``night``    ``roster`` who plays, ``casino`` all of them together and ``plan`` of their faults,
  ``catalogue`` the codes a fault leads to, ``courier`` what brings events to the door,
  ``rehearsal`` and ``outside`` the ledger here or behind a server, ``night`` a run as people ask
  for it, ``origin`` where its ledger begins, ``store_faults`` what is done to the store, in copies

A party is made of a ``Place`` and of faults by occasion; ``gaming_day`` tells its events in order.
What must be found is then in ``planted``, and in no event. The same seed gives the same nights.

Payments are computed here from the rules' own words: nothing is taken from replay or projections.
Decisions, each with its test: ``DECISIONS.md`` beside this file.
"""
