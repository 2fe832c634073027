"""Who may say a kind, as somebody reads who builds a device: the matrix in words."""

from typing import Final

from msgspec import Struct

from ledger.roles import Role
from projections.authority.matrix import VERSION, row_of

_ABOUT: Final = {
    "P": "its own places",
    "R": "rounds at its own places",
    "Q": "its pools",
    "C": "its casino",
    "L": "anything of the ledger",
    "O": "itself",
    "S": "the service's own",
}
_OTHERWISE: Final = {
    "W": "recorded, without effect",
    "F": "recorded, in effect, with a finding",
    "door": "refused at the door",
    "-": "",
}


class Speaker(Struct, frozen=True):
    """A role that may say a kind."""

    role: Role
    about: tuple[str, ...]
    condition: str | None
    """A word of the matrix: on what the event says it depends."""


class Speakers(Struct, frozen=True, kw_only=True):
    """The roles that may say a kind, and the second person that it needs."""

    matrix: str
    by: tuple[Speaker, ...]
    second: str
    """Who must agree, or may confirm."""
    act: str
    """The authority's act that it names."""
    otherwise: str
    """What becomes of it from anybody else."""


def speakers_of(kind: str) -> Speakers | None:
    """Return who may say a kind; None where the matrix has no row of it.

    >>> speakers_of("link-lost/1").by[0].about
    ('its own places', 'its pools')
    """
    row = row_of(kind)
    if row is None:
        return None
    return Speakers(
        matrix=VERSION,
        by=tuple(
            Speaker(role, tuple(_ABOUT[one] for one in cell.about), cell.condition)
            for role, cells in sorted(row.cells.items())
            for cell in cells
        ),
        second=row.second.lstrip("!"),
        act=row.act,
        otherwise=_OTHERWISE.get(row.otherwise, row.otherwise.lstrip("=")),
    )
