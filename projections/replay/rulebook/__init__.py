"""The law by rule number: its own words, and how this program stands to each rule, once.

- ``*.toml``     the words, a file a source; ``**`` stands around those that decide
- ``book``       chapters and rules as values
- ``citation``   the rules that a text such as ``RA R16, R20; CF R13-14`` names
- ``general``    the account of rules that are of no one game
- ``table``      every rule once, with the account each game gives of it

A rule has one name: the chapter's code and its number there, as ``NB R65``, ``001 n.7``,
``Art. 3 VII``, ``M5 A10 b``.
"""
