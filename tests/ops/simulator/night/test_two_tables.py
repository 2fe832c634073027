"""Nights from a seed: what the simulator signs, and whether replay agrees with its arithmetic."""

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from itertools import pairwise

import pytest
from typing_extensions import override

from ledger.events.jackpots import AwardPaid
from ledger.signed.canonical import BLIND_SIZE
from ledger.signed.segments import Segment
from ledger.signed.signing import KeySigner
from ledger.signed.sources import SourceChain
from ops.simulator.games.house_cards.poquer_sem_descarte.game import PoquerSemDescarte
from ops.simulator.games.wheels.roulette.roleta_americana import RoletaAmericana
from ops.simulator.parties.party import Place
from ops.simulator.parties.pools import Pool, open_pool, sem_descarte_terms
from ops.simulator.parties.table import Table
from ops.simulator.parties.terminal import Said, in_order, sign
from projections.base.event import Event
from tests.helpers.casino import judged, recorded
from tests.helpers.each import each

DAY = "2026-11-20"
START = datetime(2026, 11, 20, 20, tzinfo=UTC)
GAMES = (RoletaAmericana, PoquerSemDescarte)
NAMES = [game.GAME for game in GAMES]
FAULTS = (
    "overpaid",
    "underpaid",
    "loser-paid",
    "bank-played-wrongly",
    "bank-stayed-wrongly",
    "unpaid-share",
    "undivided-prize",
    "late-jackpot-chip",
    "late-bet",
    "late-newcomer",
    "over-limit",
    "short-second-bet",
    "no-burn",
)
"""Of póquer sem descarte, some that a verdict alone shows; others need the ledger around it."""
ONE_SEED = [0, *(pytest.param(seed, marks=pytest.mark.deep) for seed in (1, 2))]
"""One night for each run, two more in the deep tier."""


class Retold(SourceChain):
    """A chain whose blinding bytes are no secret, so that its bytes can be told again."""

    @override
    def _blind(self) -> bytes:
        return sha256(f"{self.source}:{self.seq}".encode()).digest()[:BLIND_SIZE]


def chain(source: str) -> SourceChain:
    """Return a source's chain at its beginning; its key is the same in every run."""
    return Retold("casa", source, KeySigner.from_seed(sha256(source.encode()).digest()))


def night(
    game: type[Table], seed: int, rounds: int, faults: Mapping[int, str] | None = None
) -> tuple[Table, list[Segment]]:
    """Return a table after a night, and all that was signed for it."""
    where = Place(source="terminal", place="T-01", day=DAY, start=START, seed=seed)
    if game is RoletaAmericana:
        table = RoletaAmericana(where, faults)
        return table, signed(table, rounds)
    terms = sem_descarte_terms("acumulado-1", "T-01")
    opened = open_pool(chain("financas"), chain("direcao"), terms, day=DAY, at=START)
    table = PoquerSemDescarte(where, Pool(terms), faults)
    return table, [*opened, *signed(table, rounds)]


def signed(table: Table, rounds: int) -> list[Segment]:
    """Return what the table itself signed, not the cage."""
    said = (one for one in table.night(rounds) if isinstance(one, Said))
    return [*sign(chain("terminal"), (one for one in said if one.source == "terminal"))]


def compare(table: Table, events: list[Event], rounds: int) -> None:
    """Check that replay finds what was planted, all of it, and nothing else."""
    verdicts, faults = judged(events)
    last = {one.closed.round: one for one in verdicts}  # judged again where it was paid later
    assert len(last) == rounds
    assert faults == []
    found = Counter(
        (one.closed.round, fault.code, fault.amount)
        for one in last.values()
        for fault in one.verdict.found
    )
    assert found == Counter((one.round, one.code, one.amount) for one in table.planted)


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_the_same_seed_gives_the_same_bytes(game: type[Table]) -> None:
    """A night can be told again: seed and place decide every event, key and all."""
    assert night(game, 1, 20)[1] == night(game, 1, 20)[1]
    assert night(game, 1, 20)[1] != night(game, 2, 20)[1]


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_a_table_sends_one_chain_of_single_events(game: type[Table]) -> None:
    """A live table signs each event; numbers have no gap, times only grow, names are right."""
    _, segments = night(game, 3, 30)
    events = [event for event in recorded(segments) if event.source == "terminal"]
    assert {len(segment.envelopes) for segment in segments} == {1}
    assert [event.seq for event in events] == [*range(1, len(events) + 1)]
    assert all(one.at < other.at for one, other in pairwise(events))
    names = {event.name: event.kind for event in events}
    awards = [one.payload.award for one in events if isinstance(one.payload, AwardPaid)]
    assert all(names[award] == "jackpot-won/1" for award in awards)


@pytest.mark.parametrize(
    ("seed", "rounds"),
    [(0, 60), *(pytest.param(seed, 200, marks=pytest.mark.deep) for seed in range(3))],
)
@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_replay_agrees_with_an_honest_night(game: type[Table], seed: int, rounds: int) -> None:
    """Two reckonings from the rules, made apart, come to the same payments in each round."""
    table, segments = night(game, seed, rounds)
    assert table.planted == []
    compare(table, recorded(segments), rounds)


@pytest.mark.parametrize("seed", ONE_SEED)
@each("fault", FAULTS, share=3)
def test_each_planted_fault_is_found(fault: str, seed: int) -> None:
    """With its code and the money at stake, in the rounds where it was made and in no other."""
    table, segments = night(PoquerSemDescarte, seed, 8, {3: fault, 6: fault})
    assert {one.round for one in table.planted} == {f"T-01/{DAY}/3", f"T-01/{DAY}/6"}
    assert {one.fault for one in table.planted} == {fault}
    compare(table, recorded(segments), 8)


def test_a_fault_that_a_game_does_not_have_is_refused() -> None:
    """A manifest that promises what is never planted would hide a miss."""
    where = Place(source="terminal", place="T-01", day=DAY, start=START, seed=1)
    with pytest.raises(AssertionError, match="no fault no-burn"):
        RoletaAmericana(where, {1: "no-burn"})


@pytest.mark.parametrize("seed", ONE_SEED)
def test_the_jackpot_is_won_in_every_way_within_some_tens_of_rounds(seed: int) -> None:
    """SD R32: a share alone, one prize divided, and the whole with lower prizes beside it."""
    _, segments = night(PoquerSemDescarte, seed, 50)
    verdicts, _ = judged(recorded(segments))
    awards = [one.verdict.settlement.awards for one in verdicts]
    ways = [Counter(award.combination for award in of_round) for of_round in awards]
    assert any(way["sequencia_de_cor"] == 1 for way in ways)
    assert any(way["full"] > 1 for way in ways)
    assert any(way["real"] and len(way) > 1 for way in ways)
    assert any(award.full for of_round in awards for award in of_round)


def test_tables_side_by_side_arrive_by_time() -> None:
    """Several terminals' events are told in the order of their clocks, each chain in its own."""
    tables = [
        RoletaAmericana(Place(source=name, place=name, day=DAY, start=START, seed=1))
        for name in ("RA-01", "RA-02")
    ]
    said = [*in_order(*(table.night(5) for table in tables))]
    assert all(one.at <= other.at for one, other in pairwise(said))
    for name in ("RA-01", "RA-02"):
        seqs = [one.seq for one in said if one.source == name]
        assert seqs == [*range(1, len(seqs) + 1)]


# --- the simulator's own arithmetic, by the figures of the rules pages -----------------------


def test_prizes_of_the_pool() -> None:
    """SD R32: lower prizes first and divided, odd units from the left; the top takes the rest."""
    pool = Pool(sem_descarte_terms("p", "T-01"))
    assert [pool.feed(100) for _ in range(3)] == [70, 70, 70]
    assert (pool.balance, pool.residue) == (1_000_210, 937_500)
    prizes = pool.prizes(
        [(6, "sequencia_de_cor"), (2, "real"), (1, "cor"), (3, "sequencia_de_cor")]
    )
    assert [(one.seat, one.amount) for one in prizes] == [
        (1, 5_000),
        (3, 50_011),
        (6, 50_010),
        (2, 895_189),
    ]
    assert pool.take(prizes)
    assert pool.balance == 1_000_000
