"""Versions of rows that people read as a record: the version that holds now, or at a position.

A version holds from the event that made it (``known_from``) until the one that made the next
(``known_until``), which is empty while it stands.
"""

from typing import LiteralString


def holding(known: int | None, row: LiteralString = "") -> LiteralString:
    """Return the condition of the versions that hold now, or held at the position ``%(known)s``.

    ``row`` is what the statement calls their table, where it has to.

    >>> holding(None), holding(None, "f")
    ('known_until IS NULL', 'f.known_until IS NULL')
    >>> holding(7)
    '(known_from <= %(known)s AND (known_until IS NULL OR known_until > %(known)s))'
    """
    of: LiteralString = f"{row}." if row else ""
    if known is None:
        return f"{of}known_until IS NULL"
    return (
        f"({of}known_from <= %(known)s "
        f"AND ({of}known_until IS NULL OR {of}known_until > %(known)s))"
    )
