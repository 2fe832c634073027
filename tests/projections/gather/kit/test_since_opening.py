"""What stands at a place: the same whatever is kept of it, and never read whole for a round."""

from collections.abc import Iterator
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events import KINDS
from ledger.events.base import Payload
from ledger.events.outcomes import CardBurned, CardDealt, CutCardDrawn, DeckCut, DeckShuffled
from ledger.events.rounds import (
    BetPlaced,
    BetsClosed,
    BetsOpened,
    Payout,
    RoundClosed,
    RoundOpened,
)
from ledger.events.seats import (
    MarkerMoved,
    PlayerLeft,
    PlayerSeated,
    PlayerSessionEnded,
    StackDeclared,
)
from ledger.events.tables import StaffChanged, TableClosed
from projections.base.event import Event, Table
from projections.base.produced import Produced
from projections.base.rows import Schema
from projections.gather import GATHERINGS
from projections.gather.kit import since_opening
from projections.replay.registry import judge
from projections.stages.authority import Authority
from projections.stages.parameters.stage import Parameters
from projections.stages.rounds.kinds import AT_PLACE
from projections.stages.rounds.stage import Rounds
from tests.helpers.casino import DAY, Log, Nothing, Told, judged
from tests.helpers.each import each
from tests.helpers.strategies import payloads

OF_PLACE = tuple(KINDS[kind] for kind in sorted(AT_PLACE))
OF_ROUND = (BetPlaced, BetsClosed, BetsOpened, PlayerSeated, PlayerLeft, DeckShuffled, CardBurned)


class Counted(list[Event]):
    """A place's events, which know how many of them were read."""

    read = 0

    def __iter__(self) -> Iterator[Event]:
        """Read all."""
        self.read += len(self)
        return super().__iter__()

    def __getitem__(self, where: Any) -> Any:
        """Read one, or some."""
        found = super().__getitem__(where)
        self.read += len(found) if isinstance(where, slice) else 0
        return found


def fold(events: list[Event], *, count: bool = False) -> tuple[list[Any], list[int]]:
    """Return the records in their order, and how many events of the place each event had read."""
    authority, parameters, rounds = Authority(), Parameters(), Rounds()
    rounds.load(Schema(cast("Any", Nothing()), "none"), Told(events))
    records: list[Any] = []
    read: list[int] = []
    table: Table | None = None
    for event in events:
        produced = Produced()
        before = table.events.read if count and table is not None else 0  # type: ignore[attr-defined]
        authority.fold(event, produced)
        parameters.fold(event, produced)
        rounds.fold(event, produced)
        records += [one.record for one in produced.rounds]
        if count and table is None:
            table = rounds._places[event.place or ""]
            table.events = Counted(table.events)
        elif count and table is not None:
            read.append(table.events.read - before)  # type: ignore[attr-defined]
    return records, read


@given(data=st.data(), game=st.sampled_from(sorted(GATHERINGS)), every=st.integers(1, 3))
@settings(max_examples=60, deadline=None)
def test_what_is_kept_of_a_place_changes_no_record(
    data: st.DataObject, game: str, every: int
) -> None:
    """Each record is that of one who reads all from the opening, however often it is kept."""
    log = Log(game)
    for number in range(1, 5):
        log.round = f"T-01/{DAY}/{number}"
        for payload in data.draw(st.lists(payloads(*OF_PLACE), max_size=4)):
            log.place_event(payload)
        log.play(RoundOpened())
        for payload in data.draw(st.lists(payloads(*OF_ROUND, *OF_PLACE), max_size=5)):
            inside = type(payload) in OF_ROUND and data.draw(st.booleans())
            (log.play if inside else log.place_event)(payload)
        log.play(RoundClosed())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(since_opening, "EVERY", every)
        kept, _ = fold(log.events)
        patch.setattr(since_opening, "EVERY", 1_000_000)
        whole, _ = fold(log.events)
    assert kept == whole
    assert len(whole) >= 4, "each is judged once at least"


@each("game", sorted(GATHERINGS))
@pytest.mark.deep
def test_a_round_late_in_the_day_reads_no_more_of_its_place_than_an_early_one(game: str) -> None:
    """What a round reads of its place is bounded, after 600 facts of it and after its close."""
    log = Log(game)
    between: tuple[Payload, ...] = (
        PlayerSeated(seat=1, player="ana"),
        StackDeclared(seat=1, amount=1_000, why="cave"),
        StaffChanged(post="pagador", person="p1"),
        PlayerSessionEnded(player="ana", session="s1", by="player", cause="own"),
    )
    for number in range(1, 151):
        log.round = f"T-01/{DAY}/{number}"
        log.place_event(*between)
        log.play(RoundOpened(), BetsOpened(), BetsClosed(), RoundClosed())
    log.place_event(TableClosed(count=0))
    log.place_event(*between * 3)
    _, read = fold(log.events, count=True)
    # One that is kept now, what came since, and what the next round is handed.
    assert max(read) <= 3 * since_opening.EVERY


def test_cards_cut_and_burned_for_one_jogada_are_not_anothers() -> None:
    """SD R8: of three jogadas the third has neither; the second's burned card is one, not two."""
    log = Log("poquer_sem_descarte")
    for number in (1, 2, 3):
        log.round = f"T-01/{DAY}/{number}"
        if number < 3:
            log.place_event(DeckCut(by="pagador"), CardBurned(count=1))
        inicial = BetPlaced(bet=1, seat=1, chance="inicial", amount=1_000)
        log.play(RoundOpened(), inicial, BetsClosed(), RoundClosed())
    records = [one.closed.record for one in judged(log.events)[0]]
    burns = [
        [one.facts["fact"] for one in judge(record).found if one.code == "SD-BURN"]
        for record in records
        if record is not None
    ]
    assert burns == [[], [], ["queima", "corte"]]


@pytest.mark.parametrize("shuffled", [True, False])
@pytest.mark.parametrize(
    ("game", "code"), [("blackjack", "BJ-SHOE"), ("bacara_ponto_e_banca", "PB-SHOE")]
)
def test_a_payment_that_comes_late_hides_no_shuffle(
    game: str, code: str, *, shuffled: bool
) -> None:
    """BJ R14, PB R17: after the carta-aviso they shuffle; the round before is paid after that."""
    log = Log(game)
    log.play(RoundOpened(), CutCardDrawn(), RoundClosed())
    first = log.round
    if shuffled:
        log.place_event(DeckShuffled(method="hand"), DeckCut(by="pagador"))
    log.round = f"T-01/{DAY}/2"
    log.play(RoundOpened())
    log.round = first
    log.play(Payout(seat=1, amount=100))
    log.round = f"T-01/{DAY}/2"
    log.play(BetsClosed(), CardDealt(to="banca", card="9h"), RoundClosed())
    *_, record = fold(log.events)[0]
    found = [
        one.rule
        for one in judge(record).found
        if one.code == code and one.expected.startswith("baralhar")
    ]
    assert bool(found) is not shuffled


def test_who_left_before_a_late_payment_is_of_the_next_round() -> None:
    """A player's session that ended between the rounds is the next one's, whatever was paid."""
    log = Log("roleta_americana")
    log.play(RoundOpened(), RoundClosed())
    first = log.round
    log.place_event(PlayerSessionEnded(player="ana", session="s1", by="player", cause="own"))
    log.play(Payout(seat=1, amount=100))
    log.round = first.removesuffix("1") + "2"
    log.play(RoundOpened(), RoundClosed())
    *_, record = fold(log.events)[0]
    assert [one.session for one in record.sessoes] == ["s1"]


def test_the_banker_who_was_told_long_ago_holds_the_bank() -> None:
    """MJ: who has the bank, and who sits with how much, stands until something else is told."""
    log = Log("mah_jong")
    log.place_event(
        *(PlayerSeated(seat=seat) for seat in (1, 2, 3, 4)),
        StackDeclared(seat=2, amount=7_000, why="capital"),
        MarkerMoved(seat=3, marker="banca"),
        *(StaffChanged(post="fiscal", person=f"f{number % 2}") for number in range(200)),
        PlayerLeft(seat=4),
    )
    log.play(RoundOpened(), RoundClosed())
    (record,), _ = fold(log.events)
    assert record.lugares == (3, 2, 1)
    assert [(one.seat, one.valor) for one in record.capitais] == [(2, 7_000)]
