"""Re-runs games from cards, dice, balls, stakes and decisions, and trusts no recorded payment.

Pure: of ours it imports how money is reckoned and written, of others msgspec, and nothing else.

- ``record``      what a round's record holds in every game
- ``settlement``  what each stake is worth, and why, in Portuguese and English
- ``codes``       every finding: severity, rule, text
- ``games``       one module a modalidade: its record, ``settle``, ``verify``, its rule numbers
- ``profiles``    the values in which countries differ
- ``registry``    which games there are; ``verify`` compares payments with settlements
- ``asked``       records as lines of JSON, and what if one fact had been another
- ``rulebook``    the law by rule number: its words, and how the code stands to each rule
"""
