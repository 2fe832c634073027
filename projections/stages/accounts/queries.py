"""Finance's questions about the accounts: tables by day with both results, tax on a period.

Read-only, as known now or at a position of the log. Amounts are minor units.
Rules: contabilidade_de_mesa.md (table day, tax); regulatory.md 5.2.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from psycopg.rows import tuple_row

from projections.base.gaming_day import hours_of
from projections.base.parameter_book import ParameterBook
from projections.base.rows import Schema
from projections.base.versions import holding
from projections.stages.accounts.casino_terms import CasinoTerms
from projections.stages.accounts.tables.queries import Row, TableQueries
from projections.stages.accounts.tax import (
    CATEGORIES,
    EVERYWHERE,
    SHARES,
    TAX,
    DayRate,
    in_order,
    is_taxed,
    rates_of,
    shares_of,
    single,
    tax_at,
    weights_of,
)
from projections.stages.parameters.stage import read_book

_FIRST: Final = "0001-01-01"
_LAST: Final = "9999-12-31"


class RevenueDay(Struct, frozen=True, kw_only=True):
    """The revenue of a gaming day in a category and a currency, for one reason."""

    casino: str
    day: str
    currency: str
    category: str
    reason: str
    amount: int
    entries: int
    first: int
    last: int
    """Positions."""


class TaxSpan(Struct, frozen=True, kw_only=True):
    """Gaming days that are taxed together: as declared, or those that nobody has declared yet."""

    first: str
    last: str
    tax_name: str
    category: str | None
    """None: all."""
    currency: str
    """Of all its amounts; entries in another are in a span of their own."""
    days: tuple[str, ...]
    """Those with an entry."""
    bases: Mapping[str, int]
    """Category to its base, by the entries known."""
    base: int
    rate_ppm: int | None
    """None where neither a parameter nor the profile's law gives one: then nothing is computed; and
    where the days have several rates."""
    rate_known: int | None
    """Position of the parameter that gives the rate; None where the law does."""
    rates: tuple[DayRate, ...]
    """Each rate with its days, and what gives it."""
    tax: int | None
    shares: Mapping[str, int]
    """How the tax due is divided; nothing where nothing says how."""
    declared: int | None = None
    """Position of the declaration."""
    declared_base: int | None = None
    declared_tax: int | None = None
    declared_shares: Mapping[str, int] = {}
    """How the declaration divides its tax; nothing where it does not say."""
    base_then: int | None = None
    """What the events gave for the base when it was declared."""
    findings: tuple[str, ...] = ()
    """Codes of the faults found in the declaration that stand."""


class Adjustment(Struct, frozen=True, kw_only=True):
    """An amount of a day before, booked on a day of the period because it came late."""

    position: int
    day: str
    """On which it is booked."""
    of_day: str
    """Which it is of."""
    category: str
    reason: str
    amount: int
    currency: str
    place: str | None
    round: str | None


class TaxPaper(Struct, frozen=True, kw_only=True):
    """A casino's tax on a period: base, rate, tax and parts, the declared beside the due."""

    casino: str
    profiles: tuple[str, ...]
    currency: str
    """The casino's, in which declarations are."""
    first: str
    last: str
    revenue: tuple[RevenueDay, ...]
    spans: tuple[TaxSpan, ...]
    adjustments: tuple[Adjustment, ...]
    day_ends: str = ""
    """The hour of the day after at which the last gaming day ends, and by whose clocks."""
    foreign: tuple[str, ...] = ()
    """Tables whose play is in another currency, with it: their money stands in lines of its own."""

    @property
    def currencies(self) -> list[str]:
        """Every currency of the period, the casino's own first."""
        found = {one.currency for one in (*self.revenue, *self.spans, *self.adjustments)}
        return sorted(found, key=lambda one: (one != self.currency, one))

    @property
    def bases(self) -> dict[str, int]:
        """All the period's revenue, by currency."""
        sums = dict.fromkeys(self.currencies, 0)
        for one in self.revenue:
            sums[one.currency] += one.amount
        return sums


class AccountQueries(TableQueries):
    """Questions about the accounts over one connection, as known now or at a position."""

    def revenue(self, first: str | None = None, last: str | None = None) -> list[RevenueDay]:
        """Return the revenue of a span of days, by casino, currency, category, reason."""
        rows = self._many(
            "SELECT r.casino, r.day::text, coalesce(r.currency, c.currency, %(home)s) AS currency, "
            "r.category, r.reason, sum(r.amount) AS amount, count(*) AS entries, "
            "min(r.position) AS first, max(r.position) AS last FROM {s}.revenue AS r "
            "LEFT JOIN {s}.home AS c ON c.casino = r.casino "
            "AND (%(known)s::bigint IS NULL OR c.position <= %(known)s) "
            "WHERE r.day BETWEEN %(first)s AND %(last)s "
            "AND (%(known)s::bigint IS NULL OR r.position <= %(known)s) "
            "GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5",
            {"first": first or _FIRST, "last": last or _LAST, "home": self._currency()},
        )
        return [msgspec.convert(row, RevenueDay) for row in rows]

    def papers(
        self, first: str | None = None, last: str | None = None, casino: str | None = None
    ) -> list[TaxPaper]:
        """Return the tax of each casino on the gaming days from one to another."""
        declared = self._declared(first, last)
        journal = self.revenue(*_reach(first, last, declared))
        late = self._adjustments(first, last)
        book = self._book()
        names = {one.casino for one in journal} | {one["casino"] for one in declared}
        papers = [
            self._paper(name, (first, last), journal, declared, late, book)
            for name in sorted(names)
            if casino in (None, name)
        ]
        return [one for one in papers if one.revenue or one.spans]

    def tax_events(
        self, first: str | None = None, last: str | None = None, casino: str | None = None
    ) -> int:
        """Return how many events a paper stands on: entries of its days, and declarations."""
        everywhere = casino in (None, EVERYWHERE)
        declared = [
            one for one in self._declared(first, last) if everywhere or one["casino"] == casino
        ]
        begin, end = _reach(first, last, declared)
        rows = self._many(
            "SELECT count(*) AS events FROM (SELECT position FROM {s}.revenue "
            "WHERE day BETWEEN %(first)s AND %(last)s "
            "AND (%(casino)s::text IS NULL OR casino = %(casino)s) "
            "AND (%(known)s::bigint IS NULL OR position <= %(known)s) "
            "UNION SELECT * FROM unnest(%(declared)s::bigint[])) AS one",
            {
                "first": begin,
                "last": end,
                "casino": None if everywhere else casino,
                "declared": [one["position"] for one in declared],
            },
        )
        return rows[0]["events"]

    def _paper(
        self,
        casino: str,
        period: tuple[str | None, str | None],
        journal: Sequence[RevenueDay],
        declared: Sequence[Row],
        late: Sequence[Row],
        book: ParameterBook,
    ) -> TaxPaper:
        first, last = period
        mine = [one for one in journal if casino in (EVERYWHERE, one.casino)]
        within = tuple(
            one
            for one in mine
            if one.casino == casino and (first or _FIRST) <= one.day <= (last or _LAST)
        )
        said = [
            _declared_span(row, _taxed(mine, book, row["position"]))
            for row in declared
            if row["casino"] == casino
        ]
        profiles, terms = self._profiles(casino), self._terms_of(casino)
        currency = "" if terms is None else terms.currency
        covers = [row for row in declared if row["casino"] in (casino, EVERYWHERE)]
        rest = _undeclared(
            casino,
            _taxed(within, book, _before(self._known)),
            covers,
            book,
            None if terms is None else terms.profile,
            self._known,
        )
        days = [one.day for one in within] or [
            str(row[end]) for row in covers for end in ("first_day", "last_day")
        ]
        end = last or max(days, default="")
        return TaxPaper(
            casino=casino,
            profiles=profiles,
            currency=currency,
            first=first or min(days, default=""),
            last=end,
            revenue=within,
            spans=tuple(sorted(said + rest, key=lambda one: one.currency != currency)),
            adjustments=tuple(
                msgspec.convert({name: row[name] for name in _ADJUSTMENT}, Adjustment)
                for row in late
                if row["casino"] == casino
            ),
            day_ends=str(hours_of(book, casino, end, _before(self._known))),
            foreign=self._foreign(casino, currency, period),
        )

    def _foreign(
        self, casino: str, currency: str, period: tuple[str | None, str | None]
    ) -> tuple[str, ...]:
        """Return the tables of a period whose currency is not the casino's, or one of several."""
        rows = self._many(
            "SELECT DISTINCT t.place, t.currency FROM {s}.table_day AS t "
            "JOIN {s}.table_state AS s USING (opened) WHERE t.day BETWEEN %(first)s AND %(last)s "
            "AND s.state::json ->> 'casino' = %(casino)s AND t.currency <> %(currency)s "
            "AND (%(known)s::bigint IS NULL OR opened <= %(known)s) ORDER BY 1, 2",
            {
                "casino": casino,
                "currency": currency,
                "first": period[0] or _FIRST,
                "last": period[1] or _LAST,
            },
        )
        return tuple(f"{row['place']} ({row['currency']})" for row in rows)

    def _declared(self, first: str | None, last: str | None) -> list[Row]:
        """Return declarations of days of the period, each with the faults found in it.

        One that was made before anything said its casino's currency is in the one it has since.
        """
        rows = self._many(
            "SELECT t.*, ARRAY(SELECT DISTINCT code FROM {s}.finding AS f "  # noqa: S608 - nothing in it is given
            "WHERE f.code IN ('TAX-BASE', 'TAX-SPLIT') AND t.position = ANY(f.positions) "
            f"AND {holding(self._known, 'f')} ORDER BY code) AS codes "
            "FROM {s}.tax_declared AS t "
            "WHERE t.first_day <= %(last)s AND t.last_day >= %(first)s "
            f"AND {holding(self._known, 't')} ORDER BY t.position",
            {"first": first or _FIRST, "last": last or _LAST},
        )
        for row in rows:
            if row["currency"] is None:
                terms = self._terms_of(row["casino"])
                row["currency"] = "" if terms is None else terms.currency
        return rows

    def _adjustments(self, first: str | None, last: str | None) -> list[Row]:
        """Return the entries booked in the period that are of a day before their booking.

        A round says its day itself, a table's own entry (quebra, fees by the session) is of the
        table's; any other is of the day that its late event claimed. A machine's late plays are in
        the close of the next day, and stand beside the close they missed.
        """
        return self._many(
            "SELECT r.casino, r.position, r.day::text, r.amount, "
            "coalesce(r.currency, c.currency, %(home)s) AS currency, "
            "r.category, r.reason, r.place, "
            "r.round, coalesce(split_part(r.round, '/', 2), q.day, l.claimed::text) AS of_day "
            "FROM {s}.revenue AS r LEFT JOIN {s}.late AS l USING (position) "
            "LEFT JOIN (SELECT known_from, place, min(day)::text AS day FROM {s}.table_day "
            "GROUP BY 1, 2) AS q ON r.reason IN ('quebra', 'shortage', 'session') "
            "AND q.known_from = r.position AND q.place = r.place "
            "LEFT JOIN {s}.home AS c ON c.casino = r.casino "
            "AND (%(known)s::bigint IS NULL OR c.position <= %(known)s) "
            "WHERE r.day BETWEEN %(first)s AND %(last)s "
            "AND coalesce(split_part(r.round, '/', 2), q.day, l.claimed::text) < r.day::text "
            "AND (%(known)s::bigint IS NULL OR r.position <= %(known)s) "
            "UNION ALL "
            "SELECT m.casino, l.position, l.booked::text, m.more, "
            "coalesce((SELECT c.currency FROM {s}.home AS c WHERE c.casino = m.casino "
            "AND (%(known)s::bigint IS NULL OR c.position <= %(known)s)), "
            "%(home)s), 'maquinas', 'receita_bruta', m.machine, NULL, m.day::text "
            # What each version adds, on the day on which its last late event is booked.
            "FROM (SELECT *, late_rb - lag(late_rb, 1, 0::numeric) "
            "OVER (PARTITION BY machine, day ORDER BY known_from) AS more FROM {s}.machine_close "
            "WHERE %(known)s::bigint IS NULL OR known_from <= %(known)s) AS m "
            "JOIN {s}.late AS l ON l.position = m.late[cardinality(m.late)] "
            "WHERE m.more <> 0 AND l.booked BETWEEN %(first)s AND %(last)s "
            "ORDER BY 1, 2, 7, 6",
            {"first": first or _FIRST, "last": last or _LAST, "home": self._currency()},
        )

    def _profiles(self, casino: str) -> tuple[str, ...]:
        """Return a casino's profiles: its own, or those of its tables."""
        rows = self._many(
            "SELECT profile FROM {s}.casino WHERE (%(casino)s = '*' OR "
            "casino = %(casino)s) AND (%(known)s::bigint IS NULL OR position <= %(known)s)",
            {"casino": casino},
        ) or self._many(
            "SELECT DISTINCT state::json ->> 'profile' AS profile FROM {s}.table_state "
            "WHERE (%(casino)s = '*' OR state::json ->> 'casino' = %(casino)s) "
            "AND (%(known)s::bigint IS NULL OR opened <= %(known)s)",
            {"casino": casino},
        )
        return tuple(sorted({row["profile"] for row in rows}))

    def _terms_of(self, casino: str) -> CasinoTerms | None:
        """Return a casino's currency and law, as ``CasinoTerms`` has them."""
        rows = self._many(
            "SELECT currency, profile FROM {s}.home "
            "WHERE %(known)s::bigint IS NULL OR position <= %(known)s "
            "ORDER BY casino <> %(casino)s, position LIMIT 1",
            {"casino": casino},
        ) or self._many(
            "SELECT state::json ->> 'currency' AS currency, state::json ->> 'profile' AS profile "
            "FROM {s}.table_state "
            "WHERE %(known)s::bigint IS NULL OR opened <= %(known)s ORDER BY opened LIMIT 1",
            {},
        )
        return (
            CasinoTerms(currency=rows[0]["currency"], profile=rows[0]["profile"]) if rows else None
        )

    def _currency(self) -> str:
        """Return the currency of what names none; nothing where nothing says one yet."""
        terms = self._terms_of(EVERYWHERE)
        return "" if terms is None else terms.currency

    def _book(self) -> ParameterBook:
        with self._connection.cursor(row_factory=tuple_row) as cursor:
            return read_book(Schema(cursor, self._schema))


_ADJUSTMENT: Final = Adjustment.__struct_fields__


def _bases(entries: Sequence[RevenueDay]) -> dict[str, int]:
    """Return the base by category, in the order of the law's words."""
    sums: dict[str, int] = {}
    for one in entries:
        sums[one.category] = sums.get(one.category, 0) + one.amount
    return in_order(sums, CATEGORIES)


def _reach(first: str | None, last: str | None, declared: Sequence[Row]) -> tuple[str, str]:
    """Return a period's days, extended to all days of the declarations within."""
    begin = min([first or _FIRST, *(str(one["first_day"]) for one in declared)])
    return begin, max([last or _LAST, *(str(one["last_day"]) for one in declared)])


def _by_day(entries: Sequence[RevenueDay]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for one in entries:
        sums[one.day] = sums.get(one.day, 0) + one.amount
    return sums


def _taxed(entries: Sequence[RevenueDay], book: ParameterBook, before: int) -> list[RevenueDay]:
    """Return the entries that are of their days' bases, as known before a position."""
    return [
        one
        for one in entries
        if is_taxed(book, one.casino, one.day, (one.category, one.reason), before)
    ]


def _declared_span(row: Row, journal: Sequence[RevenueDay]) -> TaxSpan:
    """Return a declaration beside what the entries of its days give, at the rates held to it."""
    first, last = str(row["first_day"]), str(row["last_day"])
    mine = [
        one
        for one in journal
        if first <= one.day <= last
        and row["category"] in (None, one.category)
        and row["currency"] == one.currency
    ]
    bases = _by_day(mine)
    rates = msgspec.json.decode(row["rates"], type=tuple[DayRate, ...])
    weights: Mapping[str, int] = {}
    if row["tax_name"] == TAX:
        weights = shares_of(msgspec.json.decode(row["weights"]))
    due = tax_at(bases, rates, weights)
    return TaxSpan(
        first=first,
        last=last,
        tax_name=row["tax_name"],
        category=row["category"],
        currency=row["currency"],
        days=tuple(sorted(bases)),
        bases=_bases(mine),
        base=due.base,
        rate_ppm=row["rate_ppm"],
        rate_known=single(rates).known,
        rates=rates,
        tax=due.tax,
        shares=in_order(due.shares, SHARES),
        declared=row["position"],
        declared_base=row["declared_base"],
        declared_tax=row["declared_tax"],
        declared_shares=in_order(
            msgspec.json.decode(row["declared_shares"], type=dict[str, int]), SHARES
        ),
        base_then=row["base_then"],
        findings=tuple(row["codes"]),
    )


def _before(known: int | None) -> int:
    """Return the position before which everything is known."""
    return (1 << 62) if known is None else known + 1


def _undeclared(
    casino: str,
    within: Sequence[RevenueDay],
    declared: Sequence[Row],
    book: ParameterBook,
    profile: str | None,
    known: int | None,
) -> list[TaxSpan]:
    """Return the days that no declaration of the special tax covers, as one declaration.

    A span for each currency: declarations are in the casino's, so of another all is left.
    """
    rest = [
        one
        for one in within
        if not any(
            row["tax_name"] == TAX
            and str(row["first_day"]) <= one.day <= str(row["last_day"])
            and row["category"] in (None, one.category)
            and row["currency"] == one.currency
            for row in declared
        )
    ]
    before = _before(known)
    spans: list[TaxSpan] = []
    for currency in dict.fromkeys(one.currency for one in rest):
        mine = [one for one in rest if one.currency == currency]
        bases = _by_day(mine)
        first, last = min(bases), max(bases)
        rates = rates_of(book, TAX, casino, profile, first=first, last=last, before=before)
        due = tax_at(bases, rates, weights_of(book, TAX, casino, day=last, before=before))
        spans.append(
            TaxSpan(
                first=first,
                last=last,
                tax_name=TAX,
                category=None,
                currency=currency,
                days=tuple(sorted(bases)),
                bases=_bases(mine),
                base=due.base,
                rate_ppm=single(rates).ppm,
                rate_known=single(rates).known,
                rates=rates,
                tax=due.tax,
                shares=in_order(due.shares, SHARES),
            )
        )
    return spans
