"""The same rows however they were folded: pages of 1, 7, 5,000, a restart after each event."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from ledger.door.ingestion import Receipt
from ledger.events.base import Payload
from ledger.events.jackpots import (
    AwardPaid,
    AwardRefused,
    AwardVerified,
    BaseFunded,
    Beneficiary,
    CharityPaid,
    ConcessionEnded,
    ControllerRead,
    CoverDeclared,
    CoverMoved,
    DisplayRead,
    JackpotIncrement,
    JackpotWon,
    MustHitCommitted,
    PoolAdjusted,
    PoolMemberRemoved,
    PoolOpened,
    PoolReset,
    PoolStake,
    PoolTransferred,
)
from ledger.events.machines import Play, PlayVoided
from ledger.events.registry import OpeningDeclared, ParameterSet
from ledger.events.reviews import Correction, GamingDayClosed
from ops.simulator.games.house_cards.poquer_sem_descarte.game import PoquerSemDescarte
from ops.simulator.parties.party import Place
from ops.simulator.parties.pools import Pool, open_pool, sem_descarte_terms
from ops.simulator.parties.terminal import Said, sign
from projections.running.building import rebuild
from projections.running.runner import Runner
from projections.stages.pools.books.accounts import PARTS
from projections.stages.pools.queries import PoolQueries
from tests.fixtures.casino import DAY, Casino
from tests.projections.running.test_runner import start_again

HASH = "ab" * 32
START = datetime(2026, 11, 20, 20, tzinfo=UTC)


class Day:
    """A gaming day of two machines' pools, with everything that can go wrong."""

    def __init__(self, casino: Casino) -> None:
        self.casino = casino

    def say(self, payload: Payload, source: str = "financas", place: str | None = None) -> Receipt:
        return self.casino.say(source, payload, at=self._second(), place=place)

    def act(self, payload: Payload) -> Receipt:
        receipt = self.say(payload)
        self.casino.approve("direccao", receipt, at=self._second())
        return receipt

    def _second(self) -> str:
        """Return a time of the evening of its own."""
        number = self.casino.last
        return f"2026-11-20T22:{number // 60:02}:{number % 60:02}.000000Z"

    def play(self, stake: int, machine: str = "M-1", **others: object) -> Receipt:
        payload = Play(stake=stake, denomination=1, configuration=HASH, **others)
        return self.say(payload, machine, machine)

    def void(self, play: Receipt, machine: str = "M-1") -> Receipt:
        named = PlayVoided(play=name_of(play), cause="avaria", returned=100)
        return self.say(named, machine, machine)

    def correct(self, target: Receipt, replacement: dict[str, object] | None = None) -> None:
        self.act(
            Correction(
                target=name_of(target), link=target.link, replacement=replacement, reason="erro"
            )
        )

    def open(self, name: str, *members: str, **others: object) -> Receipt:
        terms = {"base": 50_000, "ppm": 7_777, "currency": "CVE", "act": "com-1", **others}
        opened = self.act(PoolOpened(pool=name, scope="machines", members=members, **terms))
        self.say(BaseFunded(pool=name, amount=50_000, funds="operator"))
        return opened

    def run(self) -> None:
        """Live the day; each line is an act that an earlier or later one changes."""
        self.say(OpeningDeclared(subject="pool", name="velho", values={"base": 7, "residue": 9}))
        self.open("p", "M-1", "M-2", ceiling=50_200, reserve_ppm=1_111)
        self.open("q", "M-1", "M-3", "mq-1", hit_low=50_000, hit_high=60_000)
        self.act(
            PoolOpened(pool="velho", scope="machines", members=(), base=7, ppm=1, currency="CVE")
        )
        self.say(
            MustHitCommitted(pool="q", commitment=HASH, low=50_000, high=60_000), "controlador"
        )
        plays = [self.play(9_999 * number, f"M-{number}") for number in (1, 2, 3, 1)]
        self.say(JackpotIncrement(pool="p", amount=1, stake=1), "M-1", "M-1")
        self.void(plays[1], "M-2")
        self.play(5_000, pool="p", pap_h=50_100)
        self.say(JackpotIncrement(pool="p", amount=1, stake=5_000), "M-1", "M-1")
        self.void(plays[0])
        claim = self.say(JackpotWon(pool="q", amount=50_300), "controlador")
        elsewhere = PoolStake(pool="q", device="mq-1", casino="b", stake="mq-1:5", amount=7_777)
        self.say(elsewhere, "controlador")
        self.say(elsewhere, "controlador")
        refusal = self.act(AwardRefused(award=name_of(claim), pool="q", reason="avaria"))
        since = "2026-11-20T00:00:00.000000Z"
        self.act(ParameterSet(scope="q", name="ppm", value=12_345, since=since))
        self.correct(plays[3], {"stake": 1_234, "denomination": 1, "configuration": HASH})
        self.correct(refusal)
        paid = self.say(AwardPaid(award=name_of(claim), pool="q", amount=50_000, means="cash"))
        self.casino.tick()
        self.correct(
            paid, {"award": name_of(claim), "pool": "q", "amount": 50_377, "means": "cash"}
        )
        adjusted = self.act(PoolAdjusted(pool="p", component="reserve", amount=77, reason="avaria"))
        self.say(DisplayRead(pool="p", amount=50_001), "visor")
        read = self.say(ControllerRead(pool="q", amount=49_999, staked=5), "controlador")
        self.correct(adjusted)
        self.correct(read, {"pool": "q", "amount": 50_000})
        self.say(PoolMemberRemoved(pool="p", member="M-2"))
        out = PoolTransferred(
            transfer="t-1",
            side="out",
            pool="p",
            to="q",
            base=50_000,
            accumulated=50,
            reason="estrategia",
        )
        half = self.act(out)
        self.say(CoverDeclared(amount=60_000, form="deposit"))
        self.say(CoverMoved(amount=500, form="deposit"))
        self.say(GamingDayClosed())
        self.say(CoverDeclared(amount=60_000, form="guarantee"))
        self.act(
            PoolTransferred(
                transfer="t-1",
                side="in",
                pool="p",
                to="q",
                base=50_000,
                accumulated=60,
                reason="estrategia",
            )
        )
        self.correct(half)
        whole = (Beneficiary(institution="i", ppm=1_000_000),)
        ended = self.say(ConcessionEnded(casino="*", beneficiaries=whole, act="igj-1"))
        self.say(CharityPaid(institution="i", amount=99, receipt="r-1"))
        self.casino.tick()
        self.correct(ended)
        self.play(100)
        self.run_late()

    def run_late(self) -> None:
        """Let devices of one pool be late each for itself, and the clock go on after it."""
        self.open("r", "M-8", "M-9")
        self.casino.tick()

        def said(second: int, source: str, payload: Payload) -> Receipt:
            place = source if source.startswith("M-") else None
            at = f"2026-11-20T23:00:{second:02}.000000Z"
            return self.casino.say(source, payload, at=at, place=place)

        def stake(amount: int, **others: object) -> Play:
            return Play(stake=amount, denomination=1, configuration=HASH, **others)

        said(40, "financas", PoolReset(pool="r", amount=50_000, funds="operator"))
        said(41, "caixa", AwardPaid(award="M-8:1", pool="r", amount=50_000, means="cash"))
        said(42, "controlador", JackpotWon(pool="r", amount=50_000, play="M-8:1"))
        second = f"controlador:{self.casino.source('controlador').seq + 2}"
        self.say(AwardVerified(award=second, pool="r", amount=1))
        count = said(43, "controlador", ControllerRead(pool="r", amount=50_000, staked=9))
        said(30, "M-8", stake(9_999, pool="r", pap_h=50_100))
        self.casino.tick()
        said(20, "M-9", stake(5_555))
        said(49, "controlador", JackpotWon(pool="r", amount=50_000, play="M-8:1"))
        said(21, "M-9", JackpotIncrement(pool="r", amount=1, stake=5_555))
        said(50, "M-9", stake(7_777))
        said(51, "M-9", JackpotIncrement(pool="r", amount=1, stake=7_777))
        shown = said(44, "visor", DisplayRead(pool="r", amount=50_003))
        other = said(45, "visor", DisplayRead(pool="r", amount=50_005))
        said(46, "controlador", ControllerRead(pool="r", amount=50_000, staked=10))
        then = self.casino.installation.now() + timedelta(minutes=10)
        self.casino.installation.now = lambda: then
        self.casino.tick()
        said(43, "M-9", stake(300))
        self.correct(shown, {"pool": "r", "amount": 50_002})
        said(52, "M-9", stake(100))
        then += timedelta(minutes=10)
        self.casino.tick()
        self.correct(other)
        said(42, "M-9", stake(1_000, pool="r", pap_h=50_100))  # of a moment that was put away
        self.correct(shown)
        self.correct(shown, {"pool": "r", "amount": 50_002})
        self.correct(count, {"pool": "r", "amount": 50_000, "staked": 11})  # the next follows it


def name_of(receipt: Receipt) -> str:
    return f"{receipt.source}:{receipt.first}"


def a_table(casino: Casino) -> None:
    """Play a night of póquer sem descarte with two levels fed by its jackpot bets."""
    installation = casino.installation
    finance, approver = (casino.source(name, "finance") for name in ("fin", "dir"))
    for name in ("acumulado", "segundo"):
        terms = sem_descarte_terms(name, "PSD-01")
        noon = START.replace(hour=12)
        installation.send(open_pool(finance, approver, terms, day=DAY, at=noon))
    where = Place(source="mesa-psd", place="PSD-01", day=DAY, seed=5, start=START)
    table = PoquerSemDescarte(where, Pool(terms), {2: "unpaid-share"})
    chain = casino.source("mesa-psd", "table")
    for said in table.night(10):
        if isinstance(said, Said) and said.source == chain.source:  # not the cage
            installation.send(list(sign(chain, [said])))


@pytest.fixture
def lived(casino: Casino) -> Casino:
    """Return a casino after its day."""
    Day(casino).run()
    return casino


@pytest.mark.recorded
@pytest.mark.parametrize(
    "page",
    [7, pytest.param(1, marks=pytest.mark.deep), pytest.param(5_000, marks=pytest.mark.deep)],
)
@pytest.mark.deep
def test_live_and_rebuilt_rows_are_the_same_whatever_the_page(lived: Casino, page: int) -> None:
    """Rebuild = live, byte for byte, with a jackpot table beside the machines."""
    a_table(lived)
    with Runner(lived.conninfo, page=page) as live:
        live.catch_up()
        digests = live.digests()
    assert rebuild(lived.conninfo, page=13) == digests


@pytest.mark.deep
@pytest.mark.recorded
def test_a_restart_after_every_event_changes_nothing(lived: Casino) -> None:
    """State loads from the stage's own tables: pools, awards, transfers, cover, what waits.

    And what was told at each position is told again of it when all is known (F71), neither a
    correction nor a reading judged since has changed it.
    """
    last = lived.last
    then: list[object] = []
    for position in range(1, last + 1):
        with start_again(lived.conninfo) as runner:
            runner.catch_up(until=position)
        then.append(told(lived))
    for position, figures in enumerate(then, 1):
        assert told(lived, position) == figures, position
    assert told(lived, last) == told(lived)
    assert told(lived, last + 1) == told(lived)
    assert len({repr(figures) for figures in then}) > 30  # events that change what is told
    with start_again(lived.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(lived.conninfo) == digests


def told(casino: Casino, known: int | None = None) -> object:
    """Return all that documents say of pools and prizes, as known at a position."""
    with casino.reading() as connection:
        asked = PoolQueries(connection, known)
        return [
            (
                (pool.name, pool.status, pool.names, pool.base, pool.terms),
                asked.statement(pool),
                asked.sources(pool.name),
                asked.sources(pool.name, first=str(DAY), last=str(DAY)),
                [
                    (
                        won,
                        asked.explained(won),
                        asked.movements(won),
                        asked.winner(won),
                        asked.cycle_events(won),
                        asked.award(won.award) == won,
                    )
                    for won in asked.awards(pool.name)
                ],
            )
            for pool in asked.pools()
        ]


def test_the_figures_are_those_of_the_journal(lived: Casino) -> None:
    """Two roads: statements by the stage and sums of lines; cycles and lines before each award.

    The trial balance is zero at every position, and so is each pool's at it.
    """
    a_table(lived)
    lived.project()
    with lived.reading() as connection:
        queries = PoolQueries(connection)
        pools = queries.pools()
        assert {pool.name for pool in pools} == {"p", "q", "r", "velho", "acumulado", "segundo"}
        for pool in pools:
            days = queries.statement(pool)
            held = queries.liabilities().get(pool.name, {})
            assert days[-1].closing == sum(held.get(part, 0) for part in PARTS)
            assert days[-1].shown == pool.shown
            for won in queries.awards(pool.name):
                if won.so_far.total or won.amount:
                    assert queries.explained(won).agrees, won
            sides = queries.reconciliation(pool)
            assert [side.side for side in sides if side.side in ("ledger", "money")] == [
                "ledger",
                "money",
            ]
            assert sides[0].parted is None
    assert told(lived, lived.last) == told(lived)
    verdict = lived.rows("SELECT round, known_from FROM {s}.verdict ORDER BY known_from LIMIT 1")[0]
    judged = verdict["known_from"]
    with lived.reading() as connection:
        since = [
            PoolQueries(connection, known).judged_since(verdict["round"])
            for known in (judged - 1, judged, None)
        ]
    assert since == [judged, None, None]
    sums = lived.rows(
        "SELECT pool, position, sum(amount) AS amount FROM {s}.posting GROUP BY pool, position "
        "HAVING sum(amount) <> 0"
    )
    assert sums == []


def steps(casino: Casino) -> Iterator[str]:
    """Return the reasons that stand in the journal."""
    rows = casino.rows("SELECT DISTINCT reason FROM {s}.posting ORDER BY reason")
    return (row["reason"] for row in rows)


def test_the_day_has_something_of_everything(lived: Casino) -> None:
    """A test of sameness says nothing of what never happened."""
    lived.project()
    assert set(steps(lived)) >= {
        "adjustment",
        "award",
        "award reversed",
        "base",
        "charity",
        "cover",
        "end of concession",
        "increment",
        "increment voided",
        "opening",
        "payment",
        "reset",
        "reversal",
        "transfer",
    }


def test_a_reading_has_one_row_however_often_it_is_judged(lived: Casino) -> None:
    """Of pool r: the controller's, and both displays', the first of them as it was corrected."""
    lived.project(page=1)
    rows = lived.rows(
        "SELECT name, amount, ledger, agrees, withdrawn IS NOT NULL AS gone FROM {s}.pool_reading "
        "WHERE pool = 'r' AND source <> 'statement' ORDER BY position"
    )
    assert [(row["name"], row["amount"], row["gone"]) for row in rows] == [
        ("controlador", 50_000, False),
        ("visor", 50_002, False),
        ("visor", 50_005, True),
        ("controlador", 50_000, False),
    ]
    (put_away,) = lived.rows(
        "SELECT count(*) AS rows FROM {s}.pool_past WHERE pool = 'r' "
        "AND until > '2026-11-20T23:00:42'"
    )
    assert put_away["rows"] > 0
    assert all(row["agrees"] == (row["amount"] == row["ledger"]) for row in rows)
