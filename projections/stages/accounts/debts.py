"""Debts that rounds leave, and their settlements: own stakes first, then prizes.

A stake that did not lose was never the house's, so that handing it back after the fact moves no
receita; what a settlement pays beyond such stakes is a prize, and the receita falls by that.
"""

from typing import Final

import msgspec
from msgspec import Struct, field

from projections.base.rows import Schema, Writes

WHOLE: Final = 0
"""The seat of a settlement that names none: it is of the whole round."""


class RoundDebt(Struct, kw_only=True):
    """A round's stakes that were not handed back, and its settlements."""

    own: dict[int, int] = field(default_factory=dict[int, int])
    """Seat to stakes that did not lose and were not handed back."""
    settled: dict[int, int] = field(default_factory=dict[int, int])
    """Seat to the sum settled after the fact."""
    booked: int = 0
    """Of what was settled, what the receita bears."""

    @property
    def borne(self) -> int:
        """The sum settled beyond the players' own stakes.

        >>> RoundDebt(own={1: 10, 2: 5}, settled={1: 30}).borne
        20
        >>> RoundDebt(own={1: 10, 2: 5}, settled={1: 4, 0: 12}).borne
        1
        """
        given = {seat: min(self.settled.get(seat, 0), own) for seat, own in self.own.items()}
        left = sum(self.own.values()) - sum(given.values())
        whole = min(self.settled.get(WHOLE, 0), left)
        return sum(self.settled.values()) - sum(given.values()) - max(0, whole)


class RoundDebts:
    """Debts of the page's rounds, and of those before where they are asked for."""

    def __init__(self) -> None:
        """Begin with nothing due."""
        self._touched: dict[str, RoundDebt] = {}
        self._read: Schema | None = None

    def load(self, schema: Schema) -> None:
        """Remember where debts are read."""
        self._read = schema

    def leave(self, round_id: str, own: dict[int, int], *, again: bool) -> int:
        """Note the stakes that a judged round leaves; return what the receita bears more."""
        if not own and not again:
            return 0
        debt = self._of(round_id)
        if debt.own == own:
            return 0
        debt.own = own
        return self._more(round_id, debt)

    def settle(self, round_id: str, seat: int | None, amount: int) -> int:
        """Note a settlement of a round; return what the receita bears more."""
        debt = self._of(round_id)
        key = WHOLE if seat is None else seat
        debt.settled[key] = debt.settled.get(key, 0) + amount
        return self._more(round_id, debt)

    def _more(self, round_id: str, debt: RoundDebt) -> int:
        self._touched[round_id] = debt
        more = debt.borne - debt.booked
        debt.booked += more
        return more

    def _of(self, round_id: str) -> RoundDebt:
        found = self._touched.get(round_id)
        if found is not None or self._read is None:
            return found or RoundDebt()
        row = self._read.cursor.execute(
            self._read.query("SELECT state FROM {s}.round_debt WHERE round = %s"), (round_id,)
        ).fetchone()
        return RoundDebt() if row is None else msgspec.json.decode(row[0], type=RoundDebt)

    def flush(self, writes: Writes) -> None:
        """Gather the rows that the page writes."""
        writes.replace(
            "round_debt",
            "round",
            ("round", "state"),
            [
                (name, msgspec.json.encode(debt).decode())
                for name, debt in sorted(self._touched.items())
            ],
        )
        self._touched.clear()
