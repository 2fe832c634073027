"""Which currency the revenue is in, and which rate holds for a period.

The table in escudos takes 2 400.00, the one in patacas 1 000.00: nothing adds them. The tax is 10 %
of 2 400.00, 240.00; at 15 %, 360.00, of which 180 State, 54, 36 thrice and 18.
"""

from typing import Any

import pytest

from ledger.events.base import Value
from ledger.events.outcomes import BallLanded
from ledger.events.registry import CasinoRegistered, ParameterSet
from ledger.events.reviews import Correction, TaxShare
from ledger.events.rounds import (
    BetPlaced,
    BetsClosed,
    BetsOpened,
    Payout,
    RoundClosed,
    RoundOpened,
)
from ledger.events.tables import TableOpened
from projections.base.parameter_book import ParameterBook
from projections.reads.files.exports import EXPORTS
from projections.reads.files.exports import opened as opened_export
from projections.running.building import rebuild
from projections.running.runner import Runner
from projections.stages.accounts.casino_terms import TermsOfCasinos
from projections.stages.accounts.queries import AccountQueries, TaxPaper
from projections.stages.accounts.tax import SHARES, rates_of
from tests.fixtures.casino import AT, DAY, Casino, older_door, plain_enrolment
from tests.projections.stages.accounts.test_accounts import declared, end_day, table_opened
from tests.projections.stages.machines.hall import Hall, play

NOON = "2026-11-21T12:00:00.000000Z"
"""When finance declares: the day after."""
ESCUDOS, PATACAS = "RA-01", "RA-02"


def registered(name: str = "c-1", currency: str = "CVE") -> CasinoRegistered:
    return CasinoRegistered(casino=name, operator="o", currency=currency, profile="cv-2017@1")


def coup(casino: Casino, place: str, number: int, stake: int) -> None:
    """Play a coup that the bank wins."""
    for payload in (
        RoundOpened(),
        BetsOpened(),
        BetPlaced(bet=1, seat=1, chance="pleno", selection="17", amount=stake),
        BetsClosed(),
        BallLanded(number=18, colour="encarnado"),
        RoundClosed(),
    ):
        casino.say(f"mesa-{place}", payload, round_id=f"{place}/{DAY}/{number}")


def opened(casino: Casino, place: str, currency: str) -> None:
    casino.say(f"mesa-{place}", table_opened(currency=currency, count=None), place=place)


def floor(casino: Casino) -> None:
    """Play both tables of one casino of escudos."""
    casino.say("direccao", registered())
    for place, currency, stake in ((ESCUDOS, "CVE", 240_000), (PATACAS, "MOP", 100_000)):
        casino.installation.send(
            plain_enrolment(casino.installation, f"mesa-{place}", "table", "c-1")
        )
        opened(casino, place, currency)
        coup(casino, place, 1, stake)


def declare(house: Casino, **others: Any) -> int:
    """Close the day; declare the 2 400.00 of casino c-1 in escudos, and 240.00 in its parts."""
    end_day(house, others.get("last", DAY))
    return house.say("financas", declared(**{"casino": "c-1", **others}), at=NOON).position


def taxed(casino: Casino) -> list[tuple[str, int | None, str | None]]:
    casino.project()
    rows = casino.rows(
        "SELECT code, amount, currency FROM {s}.finding "
        "WHERE known_until IS NULL AND starts_with(code, 'TAX-') ORDER BY code, amount"
    )
    return [(row["code"], row["amount"], row["currency"]) for row in rows]


def paper(casino: Casino) -> TaxPaper:
    casino.project()
    with casino.reading() as connection:
        (found,) = AccountQueries(connection).papers(casino="c-1")
    return found


def split(amounts: tuple[int, ...]) -> tuple[TaxShare, ...]:
    return tuple(TaxShare(to=to, amount=one) for to, one in zip(SHARES, amounts, strict=True))


FIFTEEN = {"tax": 36_000, "shares": split((18_000, 5_400, 3_600, 3_600, 3_600, 1_800))}


# --- currencies ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("base", "tax", "found"),
    [
        (240_000, 24_000, []),
        # Who adds patacas to escudos declares 1 000.00 that is not there.
        (340_000, 24_000, [("TAX-BASE", 100_000, "CVE")]),
    ],
)
def test_a_declaration_is_of_the_casinos_own_currency(
    casino: Casino, base: int, tax: int, found: list[Any]
) -> None:
    """Held against the escudos alone; what is wrong with it is in escudos."""
    floor(casino)
    declare(casino, base=base, tax=tax)
    assert taxed(casino) == found


def test_money_of_another_currency_has_a_line_of_its_own_undeclared(casino: Casino) -> None:
    """2 400.00 CVE declared; 1 000.00 MOP by itself, at the same 10 %, in no declaration."""
    floor(casino)
    position = declare(casino)
    found = paper(casino)
    assert (found.currency, found.bases) == ("CVE", {"CVE": 240_000, "MOP": 100_000})
    own, other = found.spans
    assert (own.currency, own.base, own.declared) == ("CVE", 240_000, position)
    assert (other.currency, other.base, other.tax, other.declared) == ("MOP", 100_000, 10_000, None)
    assert found.foreign == (f"{PATACAS} (MOP)",)


def test_a_late_payment_is_in_the_currency_its_round_was_played_in(casino: Casino) -> None:
    """A table that went on in patacas pays an escudo round late: escudos go out."""
    casino.say("direccao", registered())
    opened(casino, ESCUDOS, "CVE")
    coup(casino, ESCUDOS, 1, 240_000)
    opened(casino, ESCUDOS, "MOP")
    coup(casino, ESCUDOS, 2, 100_000)
    late = Payout(seat=1, bets=(1,), amount=1_000)
    casino.say(f"mesa-{ESCUDOS}", late, round_id=f"{ESCUDOS}/{DAY}/1")
    casino.project()
    rows = casino.rows("SELECT currency, amount FROM {s}.revenue ORDER BY position")
    assert [(row["currency"], row["amount"]) for row in rows] == [
        ("CVE", 240_000), ("MOP", 100_000), ("CVE", -1_000),
    ]  # fmt: skip


def test_without_a_registered_casino_the_first_opening_says_the_currency(casino: Casino) -> None:
    """Then a declaration is in escudos, though most of the money is not."""
    opened(casino, ESCUDOS, "CVE")
    coup(casino, ESCUDOS, 1, 240_000)
    opened(casino, PATACAS, "MOP")
    coup(casino, PATACAS, 1, 900_000)
    declare(casino, casino=None)
    assert taxed(casino) == []


def test_a_casino_has_the_currency_it_was_first_registered_with() -> None:
    """Its own, whatever is said of it later; of what no casino is named for, the first one's."""
    terms = TermsOfCasinos()
    assert terms.of("c-1") is None
    terms.open(TableOpened(profile="p", game="g", options={}, currency="EUR", records=()))
    terms.open(TableOpened(profile="p", game="g", options={}, currency="USD", records=()))
    assert [one.currency for name in ("c-1", None) if (one := terms.of(name))] == ["EUR", "EUR"]
    said = (registered(), registered("c-2", "MOP"), registered("c-1", "XTS"))
    for position, payload in enumerate(said, 1):
        terms.register(position, payload)
    found = [terms.of(name) for name in ("c-1", "c-2", "c-3", "*", None)]
    assert [one.currency for one in found if one] == ["CVE", "MOP", "CVE", "CVE", "CVE"]


def exported(casino: Casino, name: str) -> list[tuple[Any, ...]]:
    """Return casino, currency and amount, or base, of an export's rows."""
    with (
        casino.reading() as connection,
        opened_export(connection, EXPORTS[name], {}) as file,
    ):
        names = [column.name for column in file.export.columns]
        figure = "base" if name == "tax" else "amount"
        columns = [names.index(one) for one in ("casino", "currency", figure)]
        return [tuple(row[one] for one in columns) for row in file.rows]


def test_money_played_before_any_currency_was_known_is_in_its_casinos(casino: Casino) -> None:
    """A machine of c-2 plays before anything says a currency: when c-2 is of Macau, so is its 1.00.

    The first casino registered is of escudos, and none of it: the declaration and the paper agree.
    """
    hall = Hall(casino)
    casino.installation.send(plain_enrolment(casino.installation, "mq-01", "machine", "c-2"))
    hall.open()
    hall.say(play())
    hall.end_day()
    casino.say("direccao", registered("c-1", "CVE"))
    casino.say("direccao", registered("c-2", "MOP"))
    casino.project()
    assert [row["currency"] for row in casino.rows("SELECT currency FROM {s}.revenue")] == [None]
    declare(casino, casino="c-2", base=100, tax=10, shares=())
    declare(casino, casino="c-1", base=0, tax=0, shares=())
    assert taxed(casino) == []
    with casino.reading() as connection:
        (found,) = AccountQueries(connection).papers(casino="c-2")
    (span,) = found.spans
    assert (found.currency, found.bases, span.currency) == ("MOP", {"MOP": 100}, "MOP")
    assert (span.base, span.base_then, span.declared_base) == (100, 100, 100)
    assert [exported(casino, name) for name in ("revenue", "revenue-days", "tax")] == [
        [("c-2", "MOP", 100)],
        [("c-2", "MOP", 100)],
        [("c-2", "MOP", 100), ("c-1", "CVE", 0)],
    ]


def test_revenue_is_of_the_house_it_was_made_in_whoever_signs(casino: Casino) -> None:
    """An officer of no house agrees that a late payment of 10.00 was none: they are c-1's again."""
    floor(casino)
    wrong = casino.say(
        f"mesa-{ESCUDOS}", Payout(seat=1, bets=(1,), amount=1_000), round_id=f"{ESCUDOS}/{DAY}/1"
    )
    withdrawn = Correction(
        target=f"{wrong.source}:{wrong.first}", link=wrong.link, replacement=None, reason="erro"
    )
    casino.approve("chefe", casino.say("fiscal", withdrawn))
    casino.project()
    rows = casino.rows("SELECT casino, currency, amount FROM {s}.revenue ORDER BY position")
    assert [tuple(row.values()) for row in rows] == [
        ("c-1", "CVE", 240_000),
        ("c-1", "MOP", 100_000),
        ("c-1", "CVE", -1_000),
        ("c-1", "CVE", 1_000),
    ]
    declare(casino)
    assert taxed(casino) == []


def test_a_declaration_before_any_currency_is_in_the_one_its_casino_has_since(
    casino: Casino,
) -> None:
    """Declared when nothing said one, and paid in patacas later: the escudo paper has its 1.00."""
    hall = Hall(casino)
    hall.open()
    hall.say(play())
    hall.end_day()
    declare(casino, casino=None, base=100, tax=0, shares=())
    assert taxed(casino) == []  # no law is known either, so no tax
    opened(casino, ESCUDOS, "CVE")
    opened(casino, PATACAS, "MOP")
    coup(casino, PATACAS, 1, 100_000)
    casino.project()
    with casino.reading() as connection:
        (found,) = AccountQueries(connection).papers(DAY, DAY)
    own, *rest = found.spans
    assert (own.currency, own.base, own.base_then) == ("CVE", 100, 100)
    assert exported(casino, "tax") == [("*", "CVE", 100)]
    assert [(one.currency, one.day) for one in found.adjustments] == []
    # The day was closed: what was played after it is the next day's, in its own currency.
    assert rest == []


@pytest.mark.recorded
@pytest.mark.parametrize("page", [1, pytest.param(7, marks=pytest.mark.deep)])
def test_currencies_are_the_same_whatever_the_page_and_after_restarts(
    casino: Casino, page: int
) -> None:
    """Each projection is a restart: casinos and openings are read again; a rebuild agrees."""
    floor(casino)
    casino.project(page=page)
    casino.say("financas", declared(casino="c-1"))
    casino.project(page=page)
    coup(casino, PATACAS, 2, 500)
    coup(casino, ESCUDOS, 2, 300)
    declare(casino, base=240_300, tax=24_030, shares=())
    assert taxed(casino) == [
        ("TAX-BASE", -300, "CVE"),
        ("TAX-BASE", -30, "CVE"),
        ("TAX-BASE", None, "CVE"),
        ("TAX-SPLIT", None, "CVE"),
    ]
    with Runner(casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(casino.conninfo) == digests


# --- the rate ------------------------------------------------------------------------------------


def parameter(casino: Casino, name: str, value: Value, since: str, scope: str = "*") -> int:
    """Set a parameter; return the position at which it takes effect."""
    setting = ParameterSet(scope=scope, name=name, value=value, since=since, reason="law")
    return casino.approve("direccao", casino.say("financas", setting)).position


def rate_set(casino: Casino, ppm: int, since: str, name: str = "imposto_especial_ppm") -> int:
    return parameter(casino, name, ppm, since)


@pytest.mark.parametrize(
    ("since", "others", "found"),
    [
        # In force from the day after: the day declared is still taxed at 10 %.
        ("2026-11-21T00:00:00.000000Z", {}, []),
        (
            "2026-11-21T00:00:00.000000Z",
            FIFTEEN,
            [("TAX-BASE", 12_000, "CVE"), ("TAX-SPLIT", None, "CVE")],
        ),
        # In force on the day: 15 %.
        (AT, FIFTEEN, []),
        (AT, {}, [("TAX-BASE", -12_000, "CVE"), ("TAX-SPLIT", None, "CVE")]),
        # Of two days each bears its own: what was made on the first, 10 %.
        ("2026-11-21T00:00:00.000000Z", {"last": "2026-11-21"}, []),
        (
            "2026-11-21T00:00:00.000000Z",
            {**FIFTEEN, "last": "2026-11-21"},
            [("TAX-BASE", 12_000, "CVE"), ("TAX-SPLIT", None, "CVE")],
        ),
    ],
)
def test_a_gaming_day_is_taxed_at_its_own_rate(
    casino: Casino, since: str, others: dict[str, Any], found: list[Any]
) -> None:
    """All are declared at noon of the day after, when the new rate holds already."""
    floor(casino)
    rate_set(casino, 150_000, since)
    declare(casino, **others)
    assert taxed(casino) == found


SEVEN = "2026-11-21T07:00:00.000000Z"
"""Six in the morning in Cape Verde."""


@pytest.mark.parametrize(
    ("since", "others", "found"),
    [
        # In force before the cut-off, after UTC's midnight: the 20th is taxed at 15 %.
        ("2026-11-21T06:59:59.999999Z", FIFTEEN, []),
        (
            "2026-11-21T06:59:59.999999Z",
            {},
            [("TAX-BASE", -12_000, "CVE"), ("TAX-SPLIT", None, "CVE")],
        ),
        # From the cut-off on, it is the next day's.
        (SEVEN, {}, []),
    ],
)
def test_a_gaming_day_ends_at_its_casinos_cut_off(
    casino: Casino, since: str, others: dict[str, Any], found: list[Any]
) -> None:
    """Cut-off at six in Cape Verde, an hour behind UTC; both papers' rates follow it."""
    floor(casino)
    parameter(casino, "day_cutoff", "06:00", AT, scope="c-1")
    parameter(casino, "zone", "Atlantic/Cape_Verde", AT)
    rate_set(casino, 150_000, since)
    due = [(one.currency, one.rate_ppm) for one in paper(casino).spans]
    expected = 100_000 if since == SEVEN else 150_000
    assert due == [("CVE", expected), ("MOP", expected)]
    declare(casino, **others)
    assert taxed(casino) == found
    papers = paper(casino)
    assert [one.rate_ppm for one in papers.spans] == [expected, expected]
    assert papers.day_ends == "06:00 Atlantic/Cape_Verde"


def test_an_equal_rate_set_later_is_not_the_one_a_declaration_was_held_to(casino: Casino) -> None:
    """10 % by the law, then 10 % by a parameter: the paper names what gave the rate when declared.

    Nothing is found either way; what is not declared yet is by the newer of the two.
    """
    floor(casino)
    first = declare(casino)
    position = rate_set(casino, 100_000, AT)
    second = declare(casino)
    assert taxed(casino) == []
    spans = {one.declared: one for one in paper(casino).spans}
    assert [one.rate_ppm for one in spans.values()] == [100_000] * 3
    assert spans[first].rate_known is None  # the law's
    assert spans[second].rate_known == position
    assert spans[None].rate_known == position


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("2026-02-30", "2026-02-30"),
        (DAY, "2026-11-xx"),
        ("2026-11-21", DAY),
        ("2026-W47-5", DAY),  # the same Friday as a week's day: a date, and none of the log's
    ],
)
def test_a_declaration_of_no_days_is_a_finding_and_stops_nothing(
    casino: Casino, first: str, last: str
) -> None:
    """Recorded by an older door, so the fold goes on: no such days to compare it with."""
    floor(casino)
    with older_door():
        casino.say("financas", declared(casino="c-1", first=first, last=last), at=NOON)
    assert taxed(casino) == [("TAX-BASE", None, None)]
    own, _ = paper(casino).spans
    assert (own.declared, own.base) == (None, 240_000)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("imposto_especial_ppm", -100_000),
        ("imposto_especial_ppm", 1_000_001),
        # Its amount would be more than the database's integers hold.
        ("imposto_especial_ppm", 2**53 - 1),
        ("imposto_reparticao", {"estado": -5, "turismo": 5}),
    ],
)
def test_what_can_be_no_tax_counts_as_none_and_stops_nothing(
    casino: Casino, name: str, value: Value
) -> None:
    """Below zero, above the whole, parts that divide nothing: the law's 10 % in its six parts."""
    floor(casino)
    parameter(casino, name, value, AT)
    declare(casino)
    assert taxed(casino) == []
    own, other = paper(casino).spans
    assert (own.tax, other.tax, sum(other.shares.values())) == (24_000, 10_000, 10_000)


def test_a_paper_of_nothing_but_a_declaration_is_of_all_its_days(casino: Casino) -> None:
    """Declared of two days in which nothing was made: the paper is of both, not of the first."""
    casino.say("direccao", registered())
    declare(casino, last="2026-11-21", base=0, tax=0, shares=())
    assert taxed(casino) == []
    found = paper(casino)
    assert (found.first, found.last) == (DAY, "2026-11-21")


def test_a_rate_set_after_the_declaration_does_not_accuse_it(casino: Casino) -> None:
    """Who declared could not know it, and the paper keeps the rate that was held to it."""
    floor(casino)
    declare(casino)
    rate_set(casino, 150_000, AT)
    assert taxed(casino) == []
    own, other = paper(casino).spans
    assert (own.rate_ppm, own.tax) == (100_000, 24_000)
    assert (other.rate_ppm, other.tax) == (150_000, 15_000)  # not declared yet


@pytest.mark.parametrize(
    ("ppm", "tax", "found"),
    [
        (None, 14_400, []),
        (None, 99, []),
        (60_000, 14_400, []),
        (60_000, 14_399, [("TAX-BASE", -1, "CVE")]),
    ],
)
def test_another_tax_is_assessed_where_its_rate_was_set(
    casino: Casino, ppm: int | None, tax: int, found: list[Any]
) -> None:
    """6 % of 2 400.00 is 144.00; the special tax's 10 % is no rate of a contrapartida."""
    floor(casino)
    if ppm is not None:
        rate_set(casino, ppm, AT, "contrapartida_ppm")
    declare(casino, tax_name="contrapartida", tax=tax, shares=())
    assert taxed(casino) == found


def test_the_laws_rate_holds_where_its_profile_does() -> None:
    """10 % in Cape Verde; elsewhere, and where no profile is known, nothing is computed."""
    found = [
        rates_of(ParameterBook(), "imposto_especial", "c-1", profile, first=DAY, last=DAY, before=9)
        for profile in ("cv-2017@1", "pt-2007@1", None)
    ]
    assert [one.ppm for (one,) in found] == [100_000, None, None]


# --- the split -----------------------------------------------------------------------------------


def test_the_declared_split_stands_beside_the_due(casino: Casino) -> None:
    """Ten escudos moved from the State to education: both divisions are kept, and one is due."""
    floor(casino)
    said = (11_000, 3_600, 2_400, 2_400, 2_400, 2_200)
    declare(casino, shares=split(said))
    own, other = paper(casino).spans
    assert tuple(own.declared_shares.values()) == said
    assert list(own.declared_shares) == list(own.shares) == list(SHARES)
    assert tuple(own.shares.values()) == (12_000, 3_600, 2_400, 2_400, 2_400, 1_200)
    assert own.findings == ("TAX-SPLIT",)
    assert (sum(other.shares.values()), other.declared_shares) == (10_000, {})


def test_the_due_split_is_of_what_is_known_now(casino: Casino) -> None:
    """Declared in the evening, and 300.00 more since: 270.00 are due, 135 the State's."""
    floor(casino)
    casino.say("financas", declared(casino="c-1"))
    coup(casino, ESCUDOS, 2, 30_000)
    own = paper(casino).spans[0]
    assert (own.base_then, own.base, own.tax) == (240_000, 270_000, 27_000)
    assert own.shares["estado"] == 13_500
    assert own.declared_shares["estado"] == 12_000


def test_who_declares_no_split_has_none(casino: Casino) -> None:
    """The law's division is due; nothing is said of what was not declared."""
    floor(casino)
    declare(casino, shares=())
    assert taxed(casino) == []
    assert paper(casino).spans[0].declared_shares == {}
