"""Chips in circulation, a liability: what was given out and has not come back.

Rules: contabilidade_de_mesa.md (chips; table day, postings). What a sale or a redemption moves is
booked here, against cash; what play moves, a stake lost or a prize paid, stands in the table days.
Chips for chips, of another colour or value, move nothing. What is taken back elsewhere is of the
table that is named, in its currency.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from ledger.events.base import Payload
from ledger.events.registry import OpeningDeclared
from ledger.events.tables import ChipsRedeemed, ChipsSold
from projections.base.event import ClosedRound, Event
from projections.base.produced import Produced, Settled
from projections.base.rows import Schema, Writes
from projections.stages.accounts.casino_terms import TermsOfCasinos
from projections.stages.accounts.tables.openings import Openings
from projections.stages.accounts.tables.table_day import TableDay

FOR_CHIPS: Final = (ChipsSold, ChipsRedeemed)
SUBJECT: Final = "chips"
"""Of a declaration: chips that were in circulation when the ledger began, by casino."""
EXCHANGED: Final = "chips"
"""Means of giving chips for chips."""
DECLARED, SOLD, REDEEMED, SETTLED = "declared", "sold", "redeemed", "settled"
OWED: Final = "owed"
"""Players' stakes that did not lose and that a round left in the tray."""


class Move(Struct, frozen=True, kw_only=True):
    """Chips that an event puts into circulation or takes out; of a correction the difference."""

    position: int
    of: int
    """Position of the event that says it; another one than ``position`` where that corrects it."""
    day: str
    casino: str
    currency: str | None
    """None where nothing has said one yet: then it is the one its casino has since."""
    place: str | None
    reason: str
    """``declared``, ``sold``, ``redeemed``, ``settled`` or ``owed``."""
    amount: int


class ChipMoves:
    """Moves of this page; nothing else is kept in memory."""

    def __init__(self, openings: Openings, terms: TermsOfCasinos) -> None:
        """Begin with no move; tables and casinos say whose chips they are."""
        self._openings = openings
        self._terms = terms
        self._moves: list[Move] = []
        self._read: Schema | None = None

    def load(self, schema: Schema) -> None:
        """Remember where moves are read that a correction changes."""
        self._read = schema

    def take(self, event: Event, payload: Payload, produced: Produced) -> None:
        """Book the chips that an event moves."""
        amount = moved_by(payload)
        if not amount:
            return
        named = payload.table if isinstance(payload, ChipsRedeemed) else None
        table = self._openings.last(named) or self._openings.last(event.place)
        casino = table.casino if table is not None else produced.casino
        currency = table.currency if table is not None else None
        if isinstance(payload, OpeningDeclared):
            casino = payload.name
        self._moves.append(
            Move(
                position=event.position,
                of=event.position,
                day=produced.day or event.day or event.at[:10],
                casino=casino,
                currency=currency or self._terms.currency(casino),
                place=event.place,
                reason=_reason(payload),
                amount=amount,
            )
        )

    def settled(self, parts: Sequence[Settled]) -> None:
        """Book the chips that payments after the fact hand over, less those taken back.

        They leave the cage, so they are of no table's float.
        """
        sums: dict[int, int] = {}
        for part in parts:
            if part.means == EXCHANGED:
                sums[part.of] = sums.get(part.of, 0) + part.amount
        for part in {one.of: one for one in parts}.values():
            if not sums.get(part.of):
                continue
            casino = self._casino_of(part)
            self._moves.append(
                Move(
                    position=part.position,
                    of=part.of,
                    day=part.day,
                    casino=casino,
                    currency=part.currency or self._terms.currency(casino),
                    place=None,
                    reason=SETTLED,
                    amount=sums[part.of],
                )
            )

    def owe(self, closed: ClosedRound, table: TableDay, more: int, at: tuple[int, str]) -> None:
        """Book players' stakes that a round leaves in the tray, or that have left it.

        ``at`` is the position that makes it known, and its accounting day.
        """
        position, day = at
        self._moves.append(
            Move(
                position=position,
                of=closed.opened,
                day=day,
                casino=table.casino,
                currency=table.currency,
                place=table.place,
                reason=OWED,
                amount=-more,
            )
        )

    def _casino_of(self, part: Settled) -> str:
        table = self._openings.last(part.place)
        return table.casino if table is not None else part.casino

    def correct(
        self, event: Event, target: Event, instead: Payload | None, produced: Produced
    ) -> None:
        """Book the difference that a correction makes, where its approval takes effect."""
        was = self._booked(target.position)
        more = (moved_by(instead) if instead is not None else 0) - sum(one.amount for one in was)
        if not more:
            return
        if not was:  # it had moved nothing, so that nothing stands of it
            right = msgspec.structs.replace(target, position=event.position, payload=instead)
            self.take(right, right.payload, produced)
            self._moves[-1] = msgspec.structs.replace(self._moves[-1], of=target.position)
            return
        day = produced.day or event.at[:10]
        self._moves.append(
            msgspec.structs.replace(was[0], position=event.position, day=day, amount=more)
        )

    def _booked(self, of: int) -> list[Move]:
        """Return the moves booked of an event, in order."""
        assert self._read is not None
        rows = self._read.cursor.execute(
            self._read.query(
                "SELECT position, of, day::text, casino, currency, place, reason, amount "
                "FROM {s}.chip_move WHERE of = %s ORDER BY position"
            ),
            (of,),
        ).fetchall()
        written = [Move(**dict(zip(_COLUMNS, row, strict=True))) for row in rows]
        return written + [one for one in self._moves if one.of == of]

    def flush(self, writes: Writes) -> None:
        """Write the page's moves."""
        writes.copy("chip_move", _COLUMNS, [msgspec.structs.astuple(one) for one in self._moves])
        self._moves.clear()


_COLUMNS: Final = Move.__struct_fields__


def moved_by(payload: Any) -> int:
    """Return the chips that an event puts into circulation; negative where it takes some out.

    >>> moved_by(ChipsSold(amount=500, means="cash")), moved_by(ChipsSold(amount=5, means="chips"))
    (500, 0)
    >>> moved_by(ChipsRedeemed(amount=200, means="cash"))
    -200
    """
    match payload:
        case OpeningDeclared(values=values):
            return values.get("amount", sum(values.values()))
        case ChipsSold(means=means, amount=amount) if means != EXCHANGED:
            return amount
        case ChipsRedeemed(means=means, amount=amount) if means != EXCHANGED:
            return -amount
        case _:
            return 0


def _reason(payload: Payload) -> str:
    if isinstance(payload, OpeningDeclared):
        return DECLARED
    return SOLD if isinstance(payload, ChipsSold) else REDEEMED
