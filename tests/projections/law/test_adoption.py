"""Versions of our own law: what differs is listed before the swap, adopted, and kept for ever."""

import json
import re
from pathlib import Path

import psycopg
import pytest

from ledger.events.registry import CasinoRegistered, PlaceScheduled, RulesAdopted
from ledger.events.reviews import GamingDayClosed, TaxDeclared
from ledger.signed.canonical import instant
from ops.installation import REGISTRARS
from projections import law
from projections.base.errors import OutdatedError
from projections.law.differences import FIGURES, superseded
from projections.law.version import RULES, law_version
from projections.reads.queries import connect
from projections.running.runner import Runner
from tests.fixtures.casino import AT, DAY, Casino
from tests.fixtures.command import razao
from tests.projections.stages.reviews.test_reviews import ROUND, coup

pytestmark = pytest.mark.recorded
OLD = "rules@0 authority@1"


@pytest.fixture
def judged(casino: Casino) -> Casino:
    """Play a coup whose pleno was paid 30.00 of 35.00, close its day, and project."""
    coup(casino, paid=3_000)
    casino.say("financas", GamingDayClosed())
    casino.project()
    return casino


def as_by_older_rules(casino: Casino) -> None:
    """Let the live projections be those of rules by which 30.00 were due: the coup agreed."""
    as_by(casino, OLD)


def as_by(casino: Casino, law_before: str) -> None:
    """Let the live projections bear another law, and have other figures."""
    with psycopg.connect(casino.superuser, autocommit=True) as connection:
        for statement in (
            "UPDATE projections.verdict SET due = 3100, state = 'agrees'",
            "DELETE FROM projections.finding WHERE round IS NOT NULL",
            "UPDATE projections.finding SET rule = 'as it was cited then'",
            "UPDATE projections.revenue SET amount = amount - 1",
            "UPDATE projections.due SET due = 3100",
        ):
            connection.execute(statement)
        row = connection.execute(
            "SELECT obj_description('projections'::regnamespace, 'pg_namespace')"
        ).fetchone()
        assert row is not None
        mark = row[0].replace(law_version().mark, law_before)
        assert mark != row[0]
        connection.execute(f"COMMENT ON SCHEMA projections IS '{mark}'")


def rebuilt(casino: Casino, *arguments: str) -> tuple[int, str]:
    done = razao(casino.superuser, casino.installation.home, "rebuild", *arguments)
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout


def verdict(casino: Casino) -> str:
    (row,) = casino.rows("SELECT state FROM {s}.verdict WHERE known_until IS NULL")
    return row["state"]


def test_a_runner_does_not_go_on_by_another_law(judged: Casino) -> None:
    """Half a night judged by each version would be neither: the runner says what to do."""
    as_by_older_rules(judged)
    with pytest.raises(Exception, match=r"judged by rules@0 .*razao rebuild"):
        Runner(judged.conninfo)


def test_what_nobody_adopted_takes_no_place(judged: Casino) -> None:
    """Verdict, finding and receita differ: they are listed with the reason, and the old stand."""
    as_by_older_rules(judged)
    code, out = rebuilt(judged, "--json")
    told = json.loads(out)
    assert (code, told["adopted"], told["law_before"]) == (1, False, OLD)
    found = {one["figure"]: one for one in told["differences"]}
    assert found.keys() == {"verdict", "seat", "finding", "revenue"}
    assert found["verdict"]["before"]["state"] == "agrees"
    assert found["verdict"]["after"]["state"] == "differs"
    assert found["verdict"]["reason"].startswith("findings +RA-PAY (R")
    assert found["verdict"]["closed"]
    assert found["seat"]["key"] == f"{ROUND} 1"
    assert (found["seat"]["before"]["due"], found["seat"]["after"]["due"]) == (3_100, 3_600)
    assert found["seat"]["reason"] == found["verdict"]["reason"]
    assert found["revenue"]["reason"] == "verdict of RA-01, seat of RA-01: amount"
    assert verdict(judged) == "agrees"


def test_what_was_adopted_takes_its_place_and_what_stood_is_kept(judged: Casino) -> None:
    """Two registrars adopt the rules: the new figures stand, those of before can be asked for."""
    as_by_older_rules(judged)
    done = razao(judged.superuser, judged.installation.home, "rules", "adopt")
    assert done.returncode == 0, done.stderr
    code, out = rebuilt(judged)
    assert code == 0, out
    assert "4 figures differ" in out
    assert verdict(judged) == "differs"
    with connect(judged.conninfo) as connection:
        kept = superseded(connection, day=DAY, place="RA-01")
    assert {(one.figure, one.law_before) for one in kept} == {
        (one, OLD) for one in ("verdict", "seat", "finding")
    }
    (one,) = [one for one in kept if one.figure == "verdict"]
    assert (one.key, one.before) == (
        ROUND,
        {"state": "agrees", "due": 3_100, "paid": 3_100, "currency": "CVE"},
    )
    again, out = rebuilt(judged)
    assert (again, "figures differ" in out) == (0, False)
    shown = razao(judged.superuser, judged.installation.home, "rules", "differences", "--json")
    assert len(shown.stdout.splitlines()) == 4


def test_an_adoption_from_a_later_time_does_not_hold_yet(judged: Casino) -> None:
    """Agreed upon today, from the next century: the live figures stay until then."""
    as_by_older_rules(judged)
    later = ("rules", "adopt", "--since", "2126-01-01T00:00:00.000000Z")
    assert razao(judged.superuser, judged.installation.home, *later).returncode == 0
    judged.tick()
    assert rebuilt(judged)[0] == 1
    assert verdict(judged) == "agrees"


@pytest.mark.deep
def test_an_older_program_takes_no_newer_ones_figures_away(judged: Casino) -> None:
    """After rules@9 were adopted and rebuilt, a program of before neither folds nor swaps."""
    assert razao(judged.superuser, judged.installation.home, "rules", "adopt").returncode == 0
    since = instant(judged.installation.now())
    newer = RulesAdopted(rules="rules@9", matrix="authority@1", since=since)
    judged.installation.send(judged.installation.agreed(newer))
    judged.tick()
    as_by(judged, "rules@9 authority@1")
    with pytest.raises(OutdatedError, match=r"rules@9 .*of a newer Razão; .*install that version"):
        Runner(judged.conninfo)
    code, out = rebuilt(judged)
    assert (code, "nobody adopted" in out) == (1, True)
    assert verdict(judged) == "agrees"


@pytest.mark.deep
def test_one_registrar_adopts_nothing(judged: Casino) -> None:
    """The log asks for two: what one said waits, and the live figures stay."""
    as_by_older_rules(judged)
    told = RulesAdopted(rules=RULES, matrix="authority@1", since=AT)
    judged.say(next(iter(REGISTRARS)), told)
    assert rebuilt(judged)[0] == 1
    assert rebuilt(judged, "--accept")[0] == 0
    assert verdict(judged) == "differs"


def test_every_table_of_money_is_compared_or_rests_on_one_that_is() -> None:
    """A table with an amount of units has a figure, or its reason stands here."""
    text = "".join(path.read_text() for path in sorted(PROJECTIONS.rglob("*.sql")))
    tables = {
        name: set(re.findall(r"^    (\w+) (?:bigint|numeric)", body, re.MULTILINE)) - OF_THE_LOG
        for name, body in re.findall(r"CREATE TABLE \{s\}\.(\w+) \((.*?)\n\);", text, re.DOTALL)
    }
    money = {name for name, columns in tables.items() if columns}
    compared = {name for name in money for one in FIGURES if f"{{s}}.{name}" in one.rows}
    assert money - compared == set(" ".join(NOT_COMPARED.values()).split())


@pytest.mark.deep
def test_an_operator_upgrades_by_the_commands(casino: Casino) -> None:
    """Listed, not swapped; adopted, swapped; what stood on the closed day can be asked for.

    Of the version before, another casino closed a later day, a finding cited its rule in other
    words (no other figure), and the table of tax had other columns: it is kept as it stood.
    """
    for name in ("casino-1", "casino-2"):
        casino.say(
            "sala", CasinoRegistered(casino=name, currency="CVE", profile="cv-2017@1", act="DR 1")
        )
    for place, of in (("RA-01", "casino-1"), ("RA-02", "casino-2")):
        schedule = PlaceScheduled(source=f"mesa-{place}", category="table", casino=of)
        casino.say("sala", schedule, place=place)
    coup(casino, paid=3_000)
    casino.say("financas", GamingDayClosed(casino="casino-2"))
    due = TaxDeclared(
        casino="casino-1", first=DAY, last=DAY, tax_name="imposto_especial", base=1, tax=1
    )
    casino.say("financas", due)
    casino.project()
    as_by_older_rules(casino)
    with psycopg.connect(casino.superuser, autocommit=True) as connection:
        connection.execute("ALTER TABLE projections.tax_declared RENAME event TO told")
    assert casino.rows("SELECT code FROM {s}.finding WHERE rule = 'as it was cited then'")
    code, listed = rebuilt(casino)
    assert code == 1
    told = [one for one in listed.splitlines() if not one.startswith("tax ")]
    assert [re.sub(r"\[\w+\]", "[id]", one) for one in told] == [
        (
            f"verdict      {ROUND}: due 31$00 CVE -> 36$00 CVE, state agrees -> differs; "
            "findings +RA-PAY (RA R42)"
        ),
        f"seat         {ROUND} 1: due 31$00 CVE -> 36$00 CVE; findings +RA-PAY (RA R42)",
        f"finding      RA-PAY {ROUND} [id]: new, seat 1 state open amount -5$00 CVE; RA R42",
        (
            f"revenue      casino-1 {DAY} mesas CVE: amount -30$01 CVE -> -30$00 CVE; "
            "verdict of RA-01, seat of RA-01: amount"
        ),
        'not compared: tax: column "event" does not exist',
        "5 figures differ: rules@0 authority@1 before, rules@2 authority@1 now",
        (
            "nobody adopted rules@2 authority@1: the live projections stay. "
            "`razao rules adopt` adopts it, --accept swaps without"
        ),
    ]
    assert verdict(casino) == "agrees"
    assert razao(casino.superuser, casino.installation.home, "rules", "adopt").returncode == 0
    assert rebuilt(casino)[0] == 0
    assert verdict(casino) == "differs"
    home = casino.installation.home
    asked = razao(casino.superuser, home, "rules", "differences", "--day", DAY)
    head, *kept = asked.stdout.splitlines()
    assert head.startswith("up to position ")
    assert head.endswith(": rules@0 authority@1 -> rules@2 authority@1")
    assert kept == [f"  {one}" for one in listed.splitlines()[:5]]
    (tax,) = [one for one in kept if one.startswith("  tax")]
    assert '"declared_base":1,' in tax
    assert tax.endswith("; its tables have another shape: not compared, kept as it stood")


PROJECTIONS = Path(law.__file__).parents[1]
OF_THE_LOG = frozenset(
    ("position", "known", "known_from", "known_until", "opened", "closed", "of", "last", "first")
)
"""Columns that hold positions."""
NOT_COMPARED = {
    "positions, times and counts of events, no units": """
        adoption agreed award_signal carried_until corrected early_refusal gate lasting late
        late_round machine_session matrix_in_force parameter refused round scheduled slip_number
        set_hash stated_figures stated_root terms unfolded""",
    "amounts as somebody said them, which no rule reckons": """
        declared_float dispute hand_pay machine_drop machine_void meter_reading ticket""",
    "parts of figures that are compared: of a machine's close, of a pool's day, of cover": """
        cover_version machine_day meter_variance pool_note pool_reading pool_transfer posting""",
}
"""Tables with whole numbers that no figure compares, by the reason."""
