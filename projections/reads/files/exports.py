"""Whole tables of the projections, for files: what each is called, its columns and its filters.

An export is read in one transaction, so that all of it was true at one position, and streams: it
holds no more than a page in memory and is never cut.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, Literal, LiteralString

import psycopg
from msgspec import Struct, field
from psycopg import sql
from psycopg.rows import tuple_row

from projections.base.store import APPLICATION
from projections.base.versions import holding
from projections.reads.basis.unproved import Unproved, unproved
from projections.reads.files import from_events
from projections.reads.files.exports_as_known import INSTEAD, Then, awards, statements
from projections.reads.files.ledger_days import GENERAL_LEDGER, OWED
from projections.reads.files.worked_out import (
    Whole,
    WorkOut,
    closing_told,
    holds_told,
    retention_told,
    seeing_all,
    sources_told,
)
from projections.reads.machines import lists as machine_lists
from projections.running.runner import LIVE
from projections.stages.accounts.tables.queries import TABLE_DAYS
from projections.stages.pools.queries import HOURS_READ, POSTINGS

Kind = Literal["text", "integer", "money", "time", "day", "list"]
Value = str | int | None
PAGE: Final = 2_000


class Column(Struct, frozen=True):
    """One column of an export."""

    name: str
    kind: Kind = "text"
    """``money`` is minor units; the currency stands in a column of its own where it varies."""


class Filter(Struct, frozen=True):
    """A filter that narrows an export."""

    condition: LiteralString
    """With the filter's name as its parameter."""
    kind: Literal["text", "integer", "day", "time"] = "text"


class Export(Struct, frozen=True, kw_only=True):
    """A table that can be had as a file."""

    name: str
    title: Mapping[str, str]
    """``pt`` and ``en``."""
    table: LiteralString = ""
    """What stands after FROM; ``{s}`` is the schema. Nothing where rows are worked out."""
    columns: tuple[Column, ...]
    order: LiteralString
    """By which columns its rows stand."""
    filters: Mapping[str, Filter] = field(default_factory=dict[str, Filter])
    versions: bool = False
    """Whether its rows have versions: then it can be had as it was known at a position."""
    journal: bool = False
    """Whether its rows are written once, each at a position: it can be had as known at one, too,
    and its table says how by ``%(known)s``."""

    then: Then | None = None
    """What gives its rows as known at a position, where its table has only those of now."""

    tell: from_events.Tell | None = None
    """What gives the columns that stand in its events alone; its table has them empty."""

    work_out: WorkOut | None = None
    """What gives all of its rows, where no table has them: nobody knows their count before."""

    @property
    def instead(self) -> str:
        """Of an export without versions: the exports that tell the figure of then."""
        return "" if self.takes_known else INSTEAD.get(self.name, "")

    @property
    def takes_known(self) -> bool:
        """Whether the export can be asked as known at a position."""
        return self.versions or self.journal or self.then is not None


def _columns(text: str) -> tuple[Column, ...]:
    """Return columns from ``name:kind`` words; text has no kind.

    >>> [(one.name, one.kind) for one in _columns("round stake:money")]
    [('round', 'text'), ('stake', 'money')]
    """
    found: list[Column] = []
    for word in text.split():
        name, _, kind = word.partition(":")
        found.append(Column(name, kind or "text"))  # type: ignore[arg-type]
    return tuple(found)


_PLACE: Final = Filter("place = %(place)s")
_CASINO: Final = Filter("casino = %(casino)s")
_GAME: Final = Filter("game = %(game)s")
_DAYS: Final = {
    "day": Filter("day = %(day)s", "day"),
    "from": Filter("day >= %(from)s", "day"),
    "to": Filter("day <= %(to)s", "day"),
}
_TIMES: Final = {
    "since": Filter("at >= %(since)s", "time"),
    "until": Filter("at < %(until)s", "time"),
}
_CODE: Final = Filter("code = %(code)s")
_ROUND: Final = Filter("round = %(round)s")
_STATE: Final = Filter("state = %(state)s")
_MACHINE: Final = Filter("machine = %(place)s")
_POOL: Final = Filter("pool = %(pool)s")

_OF_ACCOUNTS: Final[LiteralString] = (
    "coalesce(-sum(amount) FILTER (WHERE account = 'J1'), 0) AS base, "
    "coalesce(-sum(amount) FILTER (WHERE account = 'J2'), 0) AS accumulated, "
    "coalesce(-sum(amount) FILTER (WHERE account = 'J3'), 0) AS reserve, "
    "coalesce(-sum(amount) FILTER (WHERE account = 'J4'), 0) AS overflow, "
    "coalesce(-sum(amount) FILTER (WHERE account = 'J6'), 0) AS won_unpaid, "
    "coalesce(-sum(amount) FILTER (WHERE account = 'J7'), 0) AS in_transit, "
    "coalesce(-sum(amount) FILTER (WHERE account = 'J8'), 0) AS carried, "
    "coalesce(-sum(amount) FILTER (WHERE starts_with(account, 'J9')), 0) AS charity, "
    "coalesce(-sum(amount) FILTER (WHERE account IN ('J1', 'J2', 'J3', 'J4', 'J6', 'J7', 'J8') "
    "OR starts_with(account, 'J9')), 0) AS held, max(position) AS last "
)
"""A pool's held value from the journal, credits positive (MAQ R21)."""


def _currency(row: LiteralString) -> LiteralString:
    """Return the SQL of a row's currency: its own, else its casino's by the accounts."""
    return (
        f"coalesce({row}.currency, "  # noqa: S608 - nothing in it is given
        f"(SELECT h.currency FROM {{s}}.home AS h ORDER BY h.casino <> {row}.casino, h.position "
        "LIMIT 1), (SELECT s.state::json ->> 'currency' FROM {s}.table_state AS s "
        "ORDER BY s.opened LIMIT 1)) AS currency"
    )


_UNTIL: Final[LiteralString] = "(%(known)s::bigint IS NULL OR position <= %(known)s)"
"""What of a journal was known at the position that was asked for."""


def _journal(table: LiteralString) -> LiteralString:
    return f"(SELECT * FROM {{s}}.{table} WHERE {_UNTIL}) AS journal"  # noqa: S608 - our own words


_DEBTS: Final[LiteralString] = (
    "(SELECT one.*, amount - settled AS owed FROM (SELECT 'dispute' AS kind, d.dispute AS debt, "
    "d.decided AS position, d.case_file::json ->> 'machine' AS place, "
    "d.case_file::json -> 'rounds' ->> 0 AS round, d.seat, d.paid AS amount, "
    "(SELECT coalesce(sum(x.amount), 0) FROM {s}.settlement AS x "
    "WHERE x.dispute = d.dispute AND x.part <> 'over') AS settled, NULL::text AS currency "
    "FROM {s}.dispute AS d WHERE d.state = 'decided' AND d.paid > 0 "
    "UNION ALL SELECT 'finding', f.id, f.known_from, f.place, f.round, f.seat, -f.amount, "
    "(SELECT coalesce(sum(x.amount), 0) FROM {s}.settlement AS x "
    "WHERE x.finding = f.id AND x.part <> 'over'), f.currency FROM {s}.finding AS f "
    "WHERE f.known_until IS NULL AND f.amount < 0 AND f.state NOT IN ('void', 'remedied')) AS one "
    "WHERE amount > settled) AS debt"
)
"""What decided cases give, and what findings say was not paid, less what was paid of it since. A
finding of a round in dispute stands beside the case: they are one debt if the case is about it."""
_OF_ENTRY: Final = _currency("r")
_OF_DECLARATION: Final = _currency("t")

EXPORTS: Final[Mapping[str, Export]] = {
    export.name: export
    for export in (
        Export(
            name="history",
            title={"pt": "Histórico dos eventos", "en": "History of events"},
            table=_journal("history"),
            columns=_columns(
                "position:integer at:time day:day kind source place round:integer seat:integer "
                "player amount:money currency"
            ),
            order="position",
            filters={
                "place": _PLACE,
                "kind": Filter("kind = %(kind)s"),
                "source": Filter("source = %(source)s"),
                "player": Filter("player = %(player)s"),
                **_DAYS,
                **_TIMES,
            },
            journal=True,
        ),
        Export(
            name="rounds",
            title={"pt": "Veredictos das jogadas", "en": "Verdicts of rounds"},
            table="{s}.verdict",
            columns=_columns(
                "round place day:day game state stake:money due:money paid:money currency "
                "known_from:integer known_until:integer"
            ),
            order="known_from, round",
            filters={"place": _PLACE, "game": _GAME, **_DAYS, "state": _STATE},
            versions=True,
        ),
        Export(
            name="findings",
            title={"pt": "Constatações", "en": "Findings"},
            table="{s}.finding",
            columns=_columns(
                "id code severity rule place round seat:integer bet:integer expected recorded "
                "amount:money currency state origin positions:list facts known_from:integer "
                "known_until:integer"
            ),
            order="known_from, id",
            filters={
                "code": _CODE,
                "severity": Filter("severity = %(severity)s"),
                "place": _PLACE,
                "round": _ROUND,
                "state": _STATE,
            },
            versions=True,
        ),
        Export(
            name="schedule",
            title={"pt": "Lugares que deviam falar", "en": "Places that should speak"},
            table="{s}.scheduled",
            columns=_columns(
                "position:integer day:day place source category casino opens closes "
                "heartbeat:integer heard:integer silent:integer withdrawn:integer"
            ),
            order="position",
            filters={"place": _PLACE, **_DAYS, "source": Filter("source = %(source)s")},
        ),
        Export(
            name="parameters",
            title={"pt": "Parâmetros, com os seus actos", "en": "Parameters, with their acts"},
            table=(
                "(SELECT known AS position, scope, name AS parameter, value, since, "
                "CASE WHEN %(known)s::bigint IS NULL OR until <= %(known)s THEN until END "
                "AS until, act FROM {s}.parameter "
                "WHERE %(known)s::bigint IS NULL OR known <= %(known)s) AS parameters"
            ),
            columns=_columns("position:integer scope parameter value since until:integer act"),
            order="position, scope, parameter",
            journal=True,
        ),
        Export(
            name="sources",
            title={"pt": "Fontes e chaves", "en": "Sources and keys"},
            columns=_columns(
                "source role casino person key since:integer not_after keys:integer living "
                "revoked last:integer seq:integer at:time astray"
            ),
            order="source",
            filters={"casino": _CASINO},
            work_out=sources_told,
        ),
        Export(
            name="closing",
            title={"pt": "Fecho: o que cada dia de jogo pede", "en": "Closing, day by day"},
            columns=_columns("day:day subject state done:integer of:integer"),
            order="day",
            filters=_DAYS,
            work_out=closing_told,
        ),
        Export(
            name="holds",
            title={
                "pt": "Retenção das mesas e dos pagadores, com o esperado",
                "en": "Hold of tables and dealers, beside what is expected",
            },
            columns=_columns(
                "day:day by name game currency rounds:integer staked:money won:money due:money "
                "apart:integer share_ppm:integer band_ppm:integer expected_rounds:integer "
                "expected_ppm:integer expected_band_ppm:integer"
            ),
            order="day, by, name",
            filters={"place": _PLACE, **_DAYS},
            work_out=holds_told,
        ),
        Export(
            name="retention",
            title={
                "pt": "Conservação: eventos de cada classe e dia",
                "en": "Retention: events of each class and day",
            },
            columns=_columns(
                "day:day retention events:integer held:integer leaving:integer until:day"
            ),
            order="day, retention",
            filters=_DAYS,
            work_out=retention_told,
        ),
        Export(
            name="adoptions",
            title={"pt": "Regras adoptadas", "en": "Rules adopted"},
            table=_journal("adoption"),
            columns=_columns("position:integer effective:integer rules matrix since source act"),
            order="position",
            journal=True,
        ),
        Export(
            name="readings",
            title={"pt": "Quem leu o quê", "en": "Who read what"},
            table=from_events.READINGS,
            columns=_columns(
                "position:integer at:time person purpose count:integer since until subject"
            ),
            order="position",
            filters=_TIMES,
            journal=True,
            tell=from_events.reading,
        ),
        Export(
            name="corrections",
            title={"pt": "Correcções, antes e depois", "en": "Corrections, before and after"},
            table=from_events.CORRECTIONS,
            columns=_columns(
                "position:integer at:time day:day source place target kind reason "
                "effective:integer before after"
            ),
            order="position",
            filters={"place": _PLACE, **_DAYS, **_TIMES},
            journal=True,
            tell=from_events.correction,
        ),
        Export(
            name="equipment",
            title={
                "pt": "Equipamento: bolas, dados, baralhos, baralhadores, selos",
                "en": "Equipment: balls, dice, decks, shufflers, seals",
            },
            table=from_events.EQUIPMENT,
            columns=_columns(
                "position:integer at:time day:day place source kind item id replaced reason "
                "count:integer seal witnesses act"
            ),
            order="position",
            filters={"place": _PLACE, **_DAYS, **_TIMES},
            journal=True,
            tell=from_events.equipment,
        ),
        Export(
            name="late-events",
            title={"pt": "Eventos atrasados", "en": "Late events"},
            table=_journal("late"),
            columns=_columns("position:integer closing:integer claimed:day booked:day"),
            order="position",
            filters={
                "day": Filter("booked = %(day)s", "day"),
                "from": Filter("booked >= %(from)s", "day"),
                "to": Filter("booked <= %(to)s", "day"),
            },
            journal=True,
        ),
        Export(
            name="disputes",
            title={"pt": "Reclamações", "en": "Disputes"},
            table="{s}.dispute",
            columns=_columns(
                "dispute opened:integer subject seat:integer complainant amount:money due state "
                "answered:integer decided:integer decision paid:money overdue"
            ),
            order="opened",
            filters={"state": _STATE},
        ),
        Export(
            name="bingo-sessions",
            title={"pt": "Sessões de bingo", "en": "Bingo sessions"},
            table=(
                "(SELECT s.session, s.place, s.day, s.variant, s.mode, s.started, s.opened, "
                "CASE WHEN %(known)s::bigint IS NULL OR s.closed <= %(known)s THEN s.ended END "
                "AS ended, "
                "CASE WHEN %(known)s::bigint IS NULL OR s.closed <= %(known)s THEN s.closed END "
                "AS closed, "
                "CASE WHEN %(known)s::bigint IS NULL THEN s.jogadas ELSE (SELECT "
                "count(DISTINCT a.round) FROM {s}.acta AS a WHERE a.session = s.opened "
                "AND a.known_from <= %(known)s) END AS jogadas FROM {s}.session AS s "
                "WHERE %(known)s::bigint IS NULL OR s.opened <= %(known)s) AS sessions"
            ),
            columns=_columns(
                "session place day:day variant:integer mode started ended jogadas:integer "
                "opened:integer closed:integer"
            ),
            order="opened",
            filters={"place": _PLACE, **_DAYS},
            journal=True,
        ),
        Export(
            name="actas",
            title={"pt": "Actas de bingo, jogada a jogada", "en": "Bingo actas by jogada"},
            table=(
                "(SELECT a.round, a.place, a.day, a.state, a.cards, a.collected, a.linha, a.bingo, "
                "a.additional, a.progressive, a.tax, a.currency, a.ended, a.annulled, s.session, "
                "a.known_from, a.known_until, (a.jogada::json ->> 'opened')::bigint AS opened, "
                "(a.jogada::json ->> 'closed')::bigint AS closed FROM {s}.acta AS a "
                "JOIN {s}.session AS s ON s.opened = a.session) AS acta"
            ),
            columns=_columns(
                "round place day:day state cards:integer collected:money linha:money bingo:money "
                "additional:money progressive:money tax:money currency ended annulled "
                "session opened:integer closed:integer known_from:integer known_until:integer"
            ),
            order="known_from, round",
            filters={"place": _PLACE, **_DAYS, "round": _ROUND},
            versions=True,
        ),
        Export(
            name="table-days",
            title={"pt": "Apuramento das mesas", "en": "Results of tables"},
            table=TABLE_DAYS,
            columns=_columns(
                "place day:day game currency abertura:money reforcos:money retornos:money "
                "drop_counted:money fecho:money resultado:money by_rounds:money owed:money "
                "quebra:money cagnotte:money cagnotte_counted:money settlements:money "
                "rounds:integer settled "
                "positions:list opened:integer known_from:integer known_until:integer"
            ),
            order="opened, known_from",
            filters={"place": _PLACE, "game": _GAME, **_DAYS},
            versions=True,
        ),
        Export(
            name="chips",
            title={"pt": "Fichas em circulação", "en": "Chips in circulation"},
            table=(
                "(SELECT m.position, m.of AS event, m.day, m.casino, m.place, m.reason, m.amount, "  # noqa: S608 - written here
                + _currency("m")
                + " FROM {s}.chip_move AS m WHERE "
                + _UNTIL
                + ") AS move"
            ),
            columns=_columns(
                "position:integer event:integer day:day casino place reason amount:money currency"
            ),
            order="position, event",
            filters={"casino": _CASINO, "place": _PLACE, **_DAYS},
            journal=True,
        ),
        Export(
            name="settlements",
            title={"pt": "Acertos pagos depois", "en": "Payments after the fact"},
            table=_journal("settlement"),
            columns=_columns(
                "position:integer line:integer of:integer event day:day casino place round "
                "seat:integer dispute finding part amount:money currency means slip"
            ),
            order="position, line",
            filters={"casino": _CASINO, "place": _PLACE, **_DAYS, "round": _ROUND},
            journal=True,
        ),
        Export(
            name="debts",
            title={"pt": "Dívidas a jogadores por acertar", "en": "Debts to players not yet paid"},
            table=_DEBTS,
            columns=_columns(
                "kind debt position:integer place round seat:integer amount:money settled:money "
                "owed:money currency"
            ),
            order="position, debt",
            filters={"place": _PLACE, "round": _ROUND},
        ),
        Export(
            name="revenue",
            title={"pt": "Receita por lançamento", "en": "Revenue, entry by entry"},
            table=(
                "(SELECT r.position, r.line, r.day, r.casino, r.category, r.reason, r.amount, "  # noqa: S608 - written here
                + _OF_ENTRY
                + ", r.place, r.round FROM {s}.revenue AS r WHERE "
                + _UNTIL
                + ") AS entry"
            ),
            columns=_columns(
                "position:integer line:integer day:day casino category reason amount:money "
                "currency place round"
            ),
            order="position, line",
            filters={
                "casino": _CASINO,
                "place": _PLACE,
                **_DAYS,
                "round": _ROUND,
                "category": Filter("category = %(category)s"),
            },
            journal=True,
        ),
        Export(
            name="revenue-days",
            title={"pt": "Receita por dia", "en": "Revenue by day"},
            table=(
                "(SELECT r.day, r.casino, r.category, "  # noqa: S608 - written here
                + _OF_ENTRY
                + ", sum(r.amount) AS amount, min(r.position) AS first, "
                "max(r.position) AS last FROM {s}.revenue AS r WHERE "
                + _UNTIL
                + " GROUP BY 1, 2, 3, 4) AS days"
            ),
            columns=_columns(
                "day:day casino category amount:money currency first:integer last:integer"
            ),
            order="day, casino, category, currency",
            filters={"casino": _CASINO, **_DAYS, "category": Filter("category = %(category)s")},
            journal=True,
        ),
        Export(
            name="tax",
            title={"pt": "Imposto declarado e apurado", "en": "Tax declared and computed"},
            table=(
                "(SELECT t.position, t.known_from, t.known_until, t.casino, "  # noqa: S608 - written here
                "t.first_day, t.last_day, t.tax_name, t.category, "
                + _OF_DECLARATION
                + ", t.declared_base, t.base, t.rate_ppm, t.rates, t.declared_tax, t.tax, "
                "t.declared_shares, t.shares FROM {s}.tax_declared AS t) AS declaration"
            ),
            columns=_columns(
                "position:integer casino first_day:day last_day:day tax_name category currency "
                "declared_base:money base:money rate_ppm:integer rates "
                "declared_tax:money tax:money declared_shares shares "
                "known_from:integer known_until:integer"
            ),
            order="position, known_from",
            filters={
                "casino": _CASINO,
                "from": Filter("last_day >= %(from)s", "day"),
                "to": Filter("first_day <= %(to)s", "day"),
            },
            versions=True,
        ),
        Export(
            name="contadores",
            title={"pt": "Contadores das máquinas por dia", "en": "Machines' counters by day"},
            table=machine_lists.CLOSES,
            columns=_columns(
                "machine day:day casino closing:integer cj:money cg:money je:integer rb:money "
                "de:money be:money pa:money cc:money bp:money pap:money pam:money ccm:money "
                "sc:money de_n:money de_c:money cc_m:money cc_c:money pap_m:money pap_h:money "
                "receita:money late_rb:money late:list totals device known_from:integer "
                "known_until:integer"
            ),
            order="day, machine, known_from",
            filters={"place": _MACHINE, **_DAYS},
            versions=True,
        ),
        Export(
            name="contadores-by-denomination",
            title={
                "pt": "Contadores por máquina, dia e denominação",
                "en": "Counters by machine, day and denomination",
            },
            table=machine_lists.COUNTERS,
            columns=_columns(
                "machine day:day denomination:money closed cj:money cg:money je:integer rb:money "
                "de:money be:money pa:money cc:money bp:money pap:money pam:money ccm:money "
                "interdicted:integer first:integer last:integer"
            ),
            order="machine, day, denomination",
            filters={"place": _MACHINE, **_DAYS},
        ),
        Export(
            name="meter-variance",
            title={"pt": "Contadores: aparelho e eventos", "en": "Meters beside events"},
            table=machine_lists.VARIANCES,
            columns=_columns(
                "position:integer machine day:day at counter device:integer events:integer "
                "voided:integer difference:integer first:integer play"
            ),
            order="position, counter",
            filters={"place": _MACHINE, **_DAYS},
        ),
        Export(
            name="meter-readings",
            title={"pt": "Leituras dos contadores", "en": "Readings of meters"},
            table=_journal("meter_reading"),
            columns=_columns(
                "position:integer machine day:day at era:integer why denomination:money marks"
            ),
            order="position",
            filters={"place": _MACHINE, **_DAYS},
            journal=True,
        ),
        Export(
            name="machine-voids",
            title={"pt": "Jogadas anuladas nas máquinas", "en": "Voided plays of machines"},
            table="{s}.machine_void",
            columns=_columns(
                "position:integer machine day:day play returned:money effective withdrawn:integer"
            ),
            order="position",
            filters={"place": _MACHINE, **_DAYS},
        ),
        Export(
            name="tickets",
            title={"pt": "Bilhetes codificados", "en": "Tickets"},
            table=machine_lists.TICKETS,
            columns=_columns(
                "ticket state amount:money owed:money issued:integer issued_at taken:integer "
                "taken_at taken_by until"
            ),
            order="ticket",
            filters={"state": _STATE},
        ),
        Export(
            name="hand-pays",
            title={"pt": "Pagamentos manuais", "en": "Hand payments"},
            table=machine_lists.HAND_PAYS,
            columns=_columns(
                "subject machine day:day category due:money paid:money means slip open "
                "play:integer slips:list"
            ),
            order="first, subject",
            filters={"place": _MACHINE, **_DAYS},
        ),
        Export(
            name="machine-boxes",
            title={"pt": "Recolhas das máquinas", "en": "Machines' boxes"},
            table=machine_lists.BOXES,
            columns=_columns(
                "position:integer machine day:day notes_expected:money notes:money "
                "tickets_expected:money tickets:money tolerance:money since:integer"
            ),
            order="position",
            filters={"place": _MACHINE, **_DAYS},
        ),
        Export(
            name="postings",
            title={"pt": "Diário dos jackpots", "en": "Jackpot journal"},
            table=f"(SELECT * FROM {POSTINGS} WHERE {_UNTIL}) AS journal",  # noqa: S608 - our own words
            columns=_columns(
                "position:integer line:integer at:time day:day pool account amount:money reason "
                "round seat:integer bet:integer"
            ),
            order="position, line",
            filters={"pool": _POOL, **_DAYS, "round": _ROUND},
            journal=True,
        ),
        Export(
            name="pool-statements",
            title={"pt": "Extractos dos jackpots", "en": "Jackpot statements"},
            table=(
                "(SELECT day.*, pool.currency, moved.closing - moved.movement AS opening, "  # noqa: S608 - our own words
                "moved.closing, moved.shown, display_off AS difference, "
                "cover.held, cover.declared AS cover, read.display_at, read.controller_at "
                "FROM {s}.pool_day AS day JOIN {s}.pool AS pool USING (pool) "
                "JOIN (SELECT pool, day, movement, (sum(movement) OVER days) AS closing, "
                "(sum(movement - hidden) OVER days) AS shown "
                "FROM (SELECT pool, day, hidden, "
                "declared::numeric + base + increments + voided + wins + resets + transfers "
                "+ corrections "
                "+ ended AS movement FROM {s}.pool_day) AS one "
                "WINDOW days AS (PARTITION BY pool ORDER BY day)) AS moved "
                "ON moved.pool = day.pool AND moved.day = day.day "
                "LEFT JOIN {s}.cover_day AS cover ON cover.day = day.day "
                "AND cover.casino = pool.casino "
                f"LEFT JOIN ({HOURS_READ}) AS read ON read.pool = day.pool AND read.day = day.day"
                ") AS statement"
            ),
            columns=_columns(
                "pool day:day currency opening:money declared:money base:money increments:money "
                "voided:money wins:money resets:money transfers:money corrections:money "
                "ended:money closing:money shown:money residue:integer stakes:integer "
                "staked:money rates display:money display_at:time difference:money "
                "controller:money controller_at:time held:money cover:money first:integer "
                "last:integer"
            ),
            order="pool, day",
            filters={"pool": _POOL, **_DAYS},
            then=statements,
        ),
        Export(
            name="liabilities",
            title={"pt": "Responsabilidades dos jackpots", "en": "Jackpot liabilities"},
            table=(
                "(SELECT pool, min(currency) AS currency, "
                "min(status) FILTER (WHERE %(known)s::bigint IS NULL) AS status, "
                + _OF_ACCOUNTS
                + "FROM {s}.posting JOIN {s}.pool USING (pool) WHERE "
                + _UNTIL
                + " GROUP BY pool) AS held"
            ),
            columns=_columns(
                "pool currency status base:money accumulated:money reserve:money overflow:money "
                "won_unpaid:money in_transit:money carried:money charity:money held:money "
                "last:integer"
            ),
            order="pool",
            filters={"pool": _POOL},
            journal=True,
        ),
        Export(
            name="jackpot-awards",
            title={"pt": "Prémios acumulados pagos e devidos", "en": "Jackpot prizes"},
            table="{s}.award",
            columns=_columns(
                "award position:integer pool day:day place round seat:integer combination "
                "amount:money from_pool:money from_house:money paid:money owed:money standing"
            ),
            order="position, award",
            filters={"pool": _POOL, **_DAYS, "round": _ROUND},
            then=awards,
        ),
        Export(
            name="pool-readings",
            title={"pt": "Leituras de visores e controladores", "en": "Display readings"},
            table="{s}.pool_reading",
            columns=_columns(
                "position:integer at day:day pool source name amount:money ledger:money agrees why "
                "withdrawn:integer"
            ),
            order="position, source",
            filters={"pool": _POOL, **_DAYS},
        ),
        Export(
            name="trial-balance",
            title={"pt": "Balancete dos jackpots", "en": "Jackpot trial balance"},
            table=(
                "(SELECT pool, account, sum(amount) AS amount FROM {s}.posting WHERE "  # noqa: S608 - written here
                + _UNTIL
                + " GROUP BY pool, account) AS balance"
            ),
            columns=_columns("pool account amount:money"),
            order="pool, account",
            filters={"pool": _POOL},
            journal=True,
        ),
        Export(
            name="posting-days",
            title={
                "pt": "Diário dos jackpots para a contabilidade, por dia e conta",
                "en": "Jackpot journal for the general ledger, by day and account",
            },
            table=(
                "(SELECT day, coalesce(pool.currency, "  # noqa: S608 - written here
                # A cover is of no pool: it is in the currency of the casino that its account names.
                "(SELECT c.currency FROM {s}.casino AS c "
                "WHERE c.casino = split_part(account, ':', 2))) AS currency, account, "
                "coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS debit, "
                "coalesce(-sum(amount) FILTER (WHERE amount < 0), 0) AS credit, "
                "count(*) AS postings, min(position) AS first, max(position) AS last "
                "FROM {s}.posting LEFT JOIN {s}.pool USING (pool) WHERE "
                + _UNTIL
                + " GROUP BY 1, 2, 3) AS ledger_day"
            ),
            columns=_columns(
                "day:day currency account debit:money credit:money postings:integer "
                "first:integer last:integer"
            ),
            order="day, currency, account",
            filters=_DAYS,
            journal=True,
        ),
        Export(
            name="general-ledger",
            title={
                "pt": "Diário para a contabilidade, por dia e conta",
                "en": "Journal for the general ledger, by day and account",
            },
            table=GENERAL_LEDGER,
            columns=_columns(
                "day:day casino currency journal account debit:money credit:money "
                "postings:integer first:integer last:integer"
            ),
            order="day, casino, currency, journal, account",
            filters={"casino": _CASINO, **_DAYS},
            journal=True,
        ),
        Export(
            name="owed",
            title={
                "pt": "Responsabilidades da casa: acumulados, bilhetes, reclamações decididas",
                "en": "Liabilities of the house: pools, tickets, decided disputes",
            },
            table=OWED,
            columns=_columns("kind subject amount:money currency since:integer"),
            order="kind, subject",
            filters={},
            journal=True,
        ),
    )
}
"""By name, as addresses and commands say it."""


class Opened(Struct, frozen=True, kw_only=True):
    """An export being read."""

    export: Export
    filters: Mapping[str, str | int]
    known: int | None
    position: int
    """Everything is true up to this event."""
    link: str
    """The link of that event, in hex: its source's chain up to it; empty before the first."""
    rows: Iterator[Sequence[Any]]
    """In the order of ``export.columns``."""
    unproved: Unproved = Unproved()
    """What is not proved of all that is exported."""


@contextmanager
def opened(
    connection: psycopg.Connection[Any],
    export: Export,
    filters: Mapping[str, str | int],
    known: int | None = None,
    *,
    whole: Whole | None = None,
) -> Generator[Opened]:
    """Begin to read an export, in the connection's transaction or one of its own.

    ``filters`` are values of ``export.filters``; ``known`` asks for the versions that held at a
    position, without it those that hold now. ``whole`` is left out where the connection itself
    sees all houses.
    """
    with connection.transaction(), connection.cursor(row_factory=tuple_row) as head:
        row = head.execute(
            _live(
                "SELECT t.notification_id, ledger.link_at(t.notification_id) "
                "FROM {s}.tracking AS t WHERE t.application_name = %(name)s"
            ),
            {"name": APPLICATION},
        ).fetchone()
        position, link = (0, b"") if row is None else row
        with connection.cursor(name="export", row_factory=tuple_row) as cursor:
            cursor.itersize = PAGE
            rows: Iterator[Sequence[Any]] = iter(cursor)
            if export.work_out is not None:
                told = export.work_out(connection, whole or seeing_all(connection), filters)
                names = [one.name for one in export.columns]
                rows = ([one.get(name) for name in names] for one in told)
            elif known is not None and export.then is not None:
                rows = export.then(connection, [one.name for one in export.columns], filters, known)
            else:
                values = {**filters, "known": known}
                cursor.execute(_live(_statement(export, filters, known)), values)
            if export.tell is not None:
                names = [one.name for one in export.columns]
                rows = from_events.filled(connection, names, rows, export.tell)
            yield Opened(
                export=export,
                filters=filters,
                known=known,
                position=position,
                link=bytes(link).hex(),
                rows=rows,
                unproved=unproved(connection, known),
            )


def export_rows(
    connection: psycopg.Connection[Any],
    name: str,
    filters: Mapping[str, str | int],
    known: int | None = None,
) -> list[dict[str, Any]]:
    """Return an export's rows by the names of its columns; whole numbers are such."""
    export = EXPORTS[name]
    whole = [one.kind in ("integer", "money") for one in export.columns]
    with opened(connection, export, filters, known) as reading:
        return [
            {
                column.name: int(value) if number and value is not None else value
                for column, number, value in zip(export.columns, whole, values, strict=True)
            }
            for values in reading.rows
        ]


def _statement(
    export: Export, filters: Mapping[str, str | int], known: int | None
) -> LiteralString:
    conditions: list[LiteralString] = [export.filters[name].condition for name in filters]
    if export.versions:
        conditions.append(holding(known))
    names: LiteralString = ", ".join(one.name for one in export.columns)  # type: ignore[assignment]
    where: LiteralString = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    # All of it is written out above; what a caller gives goes in as parameters.
    return f"SELECT {names} FROM {export.table}{where} ORDER BY {export.order}"  # noqa: S608 - our own names


def _live(text: LiteralString) -> sql.Composed:
    return sql.SQL(text).format(s=sql.Identifier(LIVE))
