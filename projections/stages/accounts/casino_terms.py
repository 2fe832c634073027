"""A casino's currency, which its declarations are in, and its profile, which gives its tax rate.

Both come from the casino's registration; an unregistered casino has those of the first registered
one, and in a ledger without registrations those of the first table opened.
"""

from msgspec import Struct

from ledger.events.registry import CasinoRegistered
from ledger.events.tables import TableOpened
from projections.base.rows import Schema, Writes


class CasinoTerms(Struct, frozen=True, kw_only=True):
    """Currency and profile of a casino."""

    currency: str
    profile: str


class TermsOfCasinos:
    """The terms of every casino known so far; bounded by how many casinos there are."""

    def __init__(self) -> None:
        """Begin with no casino registered and no table opened."""
        self._of: dict[str, CasinoTerms] = {}
        """In the order of registration."""
        self._first_opening: CasinoTerms | None = None
        self._registered: dict[str, int] = {}
        """Casino to the position of its registration."""
        self._new: list[tuple[str, int, str, str]] = []
        self._again: dict[str, tuple[str, int, str, str]] = {}
        """Registrations of this page's corrections."""

    @property
    def casinos(self) -> list[str]:
        """The registered casinos, in the order of their registration."""
        return list(self._of)

    def load(self, schema: Schema) -> None:
        """Read registrations and openings from their rows."""
        execute = schema.cursor.execute
        rows = execute(
            schema.query("SELECT casino, currency, profile, position FROM {s}.home ORDER BY 4")
        ).fetchall()
        self._of = {
            casino: CasinoTerms(currency=currency, profile=profile)
            for casino, currency, profile, _ in rows
        }
        self._registered = {casino: position for casino, _, _, position in rows}
        row = execute(
            schema.query(
                "SELECT state::json ->> 'currency', state::json ->> 'profile' "
                "FROM {s}.table_state ORDER BY opened LIMIT 1"
            )
        ).fetchone()
        if row is not None:
            self._first_opening = CasinoTerms(currency=row[0], profile=row[1])

    def register(self, position: int, payload: CasinoRegistered) -> None:
        """Note a casino's registration; the first of a name holds."""
        if payload.casino in self._of:
            return
        self._of[payload.casino] = CasinoTerms(currency=payload.currency, profile=payload.profile)
        self._new.append((payload.casino, position, payload.currency, payload.profile))
        self._registered[payload.casino] = position

    def correct(self, position: int, payload: CasinoRegistered) -> None:
        """Let a casino's registration be from here on as it is corrected."""
        if self._registered.get(payload.casino) != position:
            return
        self._of[payload.casino] = CasinoTerms(currency=payload.currency, profile=payload.profile)
        row = (payload.casino, position, payload.currency, payload.profile)
        self._again[payload.casino] = row

    def flush(self, writes: Writes) -> None:
        """Gather the rows that the page writes."""
        columns = ("casino", "position", "currency", "profile")
        writes.copy("home", columns, self._new)
        writes.replace("home", "casino", columns, list(self._again.values()))
        self._new.clear()
        self._again.clear()

    def open(self, payload: TableOpened) -> None:
        """Note a table's opening; the first of all holds."""
        if self._first_opening is None:
            self._first_opening = CasinoTerms(currency=payload.currency, profile=payload.profile)

    def of(self, casino: str | None) -> CasinoTerms | None:
        """Return a casino's terms; None before any registration or opening."""
        return self._of.get(casino or "") or next(iter(self._of.values()), self._first_opening)

    def currency(self, casino: str | None) -> str | None:
        """Return a casino's currency; None before any registration or opening."""
        terms = self.of(casino)
        return None if terms is None else terms.currency
