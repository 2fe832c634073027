"""Which currency and which law a casino has: what it declares in, and what its rate is by.

A casino's own are those of its registration. Of what no registered casino is named for, they are
those of the first casino registered; in a ledger without any, of the first table opened.
"""

from msgspec import Struct

from ledger.events.registry import CasinoRegistered
from ledger.events.tables import TableOpened
from projections.base.rows import Schema, Writes


class Home(Struct, frozen=True, kw_only=True):
    """A currency and a profile."""

    currency: str
    profile: str


class Homes:
    """The home of each casino, as known so far; bounded by how many casinos there are."""

    def __init__(self) -> None:
        """Begin with no casino registered and no table opened."""
        self._of: dict[str, Home] = {}
        """In the order of registration."""
        self._first_opening: Home | None = None
        self._new: list[tuple[str, int, str, str]] = []

    def load(self, schema: Schema) -> None:
        """Read registrations and openings from their rows."""
        execute = schema.cursor.execute
        rows = execute(
            schema.query("SELECT casino, currency, profile FROM {s}.home ORDER BY position")
        ).fetchall()
        self._of = {
            casino: Home(currency=currency, profile=profile) for casino, currency, profile in rows
        }
        row = execute(
            schema.query(
                "SELECT state::json ->> 'currency', state::json ->> 'profile' "
                "FROM {s}.table_state ORDER BY opened LIMIT 1"
            )
        ).fetchone()
        if row is not None:
            self._first_opening = Home(currency=row[0], profile=row[1])

    def register(self, position: int, payload: CasinoRegistered) -> None:
        """Take a registration; the first of a name holds."""
        if payload.casino in self._of:
            return
        self._of[payload.casino] = Home(currency=payload.currency, profile=payload.profile)
        self._new.append((payload.casino, position, payload.currency, payload.profile))

    def flush(self, writes: Writes) -> None:
        """Gather the rows that the page writes."""
        writes.copy("home", ("casino", "position", "currency", "profile"), self._new)
        self._new.clear()

    def open(self, payload: TableOpened) -> None:
        """Take an opening; the first of all holds."""
        if self._first_opening is None:
            self._first_opening = Home(currency=payload.currency, profile=payload.profile)

    def of(self, casino: str | None) -> Home | None:
        """Return a casino's home; None where nothing has said any yet."""
        return self._of.get(casino or "") or next(iter(self._of.values()), self._first_opening)

    def currency(self, casino: str | None) -> str | None:
        """Return a casino's currency; None where nothing has said any yet."""
        home = self.of(casino)
        return None if home is None else home.currency
