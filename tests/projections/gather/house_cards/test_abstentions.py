"""Rounds in a row without a bet, carried from jogada to jogada (SD R25, 000 n.22)."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events.base import Payload
from ledger.events.outcomes import Announcement
from ledger.events.reviews import Correction
from ledger.events.rounds import (
    BetChanged,
    BetPlaced,
    BetsClosed,
    BetWithdrawn,
    Payout,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.seats import PlayerLeft, PlayerSeated, PlayerWarned
from ledger.events.tables import TableOpened
from projections.base.event import Event
from projections.gather.house_cards.abstentions import (
    Abstentions,
    Occupant,
    abstentions_of,
    carried_after,
    counted,
)
from projections.gather.house_cards.poquer_sem_descarte import carried_after as carried_of_the_game
from projections.running.building import rebuild
from projections.running.runner import Runner
from tests.fixtures.casino import Casino
from tests.helpers.casino import DAY, Log, judged
from tests.helpers.strategies import payloads

GAME = "poquer_sem_descarte"


class Evening(Log):
    """A table of three places at which bets, and nothing else, are recorded."""

    def __init__(self, *seats: int) -> None:
        super().__init__(
            GAME,
            opening=TableOpened(
                profile="cv-2017@1",
                game=GAME,
                options={"lugares": 3},
                currency="XTS",
                records=("bets",),
            ),
        )
        self.number = 0
        for seat in seats:
            self.place_event(PlayerSeated(seat=seat, player=f"p{seat}"))

    def jogada(self, *betting: int, before: tuple[Payload, ...] = (), **more: Any) -> None:
        """Play a jogada in which these seats bet; ``after`` comes when the bets are closed."""
        self.number += 1
        self.round = f"{self.place}/{DAY}/{self.number}"
        bets = [
            BetPlaced(bet=number, seat=seat, chance="inicial", amount=1000)
            for number, seat in enumerate(betting, 1)
        ]
        self.play(RoundOpened(), *before, *bets, *more.get("last", ()), BetsClosed())
        self.play(*more.get("after", ()), RoundClosed())

    def counts(self) -> list[dict[int, int | None]]:
        """Return of each jogada for how many rounds each seat has not bet."""
        return [
            {place.seat: place.sem_apostar for place in one.closed.record.seats}
            for one in judged(self.events)[0]
        ]

    def found(self) -> list[list[tuple[str, int | None]]]:
        """Return each jogada's faults with their seats."""
        return [
            [(fault.code, fault.seat) for fault in one.verdict.found]
            for one in judged(self.events)[0]
        ]


def test_three_jogadas_without_a_bet_at_a_full_table() -> None:
    """R25: 3 abstains three times in a row while no seat is free; 2 bets in between."""
    evening = Evening(1, 2, 3)
    evening.jogada(1)
    evening.jogada(1)
    evening.jogada(1, 2)
    evening.jogada(1)
    assert evening.counts() == [
        {1: 0, 2: 1, 3: 1},
        {1: 0, 2: 2, 3: 2},
        {1: 0, 2: 0, 3: 3},
        {1: 0, 2: 1, 3: 4},
    ]
    assert evening.found() == [[], [], [("SD-ABST", 3)], [("SD-ABST", 3)]]


def test_while_a_seat_is_free_nobody_need_leave() -> None:
    """R25: there is another place to sit."""
    evening = Evening(1, 3)
    for _ in range(4):
        evening.jogada(1)
    assert evening.counts()[-1] == {1: 0, 3: 4}
    assert evening.found() == [[]] * 4


def test_who_sits_down_begins_with_none() -> None:
    """Another player on the seat, or the same who went and came back; a name said again is no news.

    Where the pseudonym is not said, whoever sits down is another.
    """
    evening = Evening(1, 2, 3)
    evening.jogada(1)
    evening.place_event(PlayerSeated(seat=2, player="p2"), PlayerSeated(seat=3, player="rui"))
    evening.jogada(1)
    evening.place_event(PlayerLeft(seat=2), PlayerSeated(seat=2, player="p2"))
    evening.place_event(PlayerSeated(seat=3))
    evening.jogada(1)
    assert [{2: one[2], 3: one[3]} for one in evening.counts()] == [
        {2: 1, 3: 1},
        {2: 2, 3: 1},
        {2: 1, 3: 1},
    ]


def test_who_comes_or_goes_within_a_jogada() -> None:
    """Who sits down after the close of bets was not in it; who leaves then was.

    So with seats told in the round, or named by its opening.
    """
    evening = Evening(1)
    evening.jogada(1, before=(PlayerSeated(seat=2),), after=(PlayerSeated(seat=3),))
    evening.jogada(1, after=(PlayerLeft(seat=2),))
    evening.jogada(1)
    assert evening.counts() == [{1: 0, 2: 1}, {1: 0, 2: 2, 3: 1}, {1: 0, 3: 2}]
    log = Evening()
    log.round = f"{log.place}/{DAY}/1"
    log.play(RoundOpened(seats=(1, 2)), BetPlaced(bet=1, seat=2, chance="inicial", amount=500))
    log.play(Announcement(what="nada_mais"), RoundClosed())
    log.number = 1
    log.jogada(2)
    assert log.counts() == [{1: 1, 2: 0}, {1: 2, 2: 0}]


def test_who_sat_down_within_a_jogada_keeps_his_name_and_his_seat() -> None:
    """In the next jogada he sits there still; so the table of three is full."""
    evening = Evening(1, 2)
    evening.jogada(1, before=(PlayerSeated(seat=3, player="ana"),))
    for _ in range(2):
        evening.jogada(1, 3)
    evening.jogada(1)
    names = [one.closed.record.seats[2].player for one in judged(evening.events)[0]]
    assert names == ["ana"] * 4
    assert evening.found() == [[], [], [("SD-ABST", 2)], [("SD-ABST", 2)]]


def test_which_bets_count() -> None:
    """The main bet counts, not the jackpot's; not one taken back in time or made another.

    One that came late goes back, but he who tried did not abstain.
    """
    jackpot = BetPlaced(bet=7, seat=3, chance="acumulado", amount=100)
    late = BetPlaced(bet=8, seat=2, chance="inicial", amount=100)
    evening = Evening(1, 2, 3)
    evening.jogada(1, last=(jackpot,), after=(late,))
    assert evening.counts() == [{1: 0, 2: 0, 3: 1}]
    evening = Evening(1, 2, 3)
    evening.jogada(1, 2, 3, last=(BetWithdrawn(bet=3), BetChanged(bet=2, chance="acumulado")))
    assert evening.counts() == [{1: 0, 2: 1, 3: 1}]
    evening = Evening(1, 2, 3)
    evening.jogada(
        *(1, 2, 3),
        last=(BetChanged(bet=1, amount=500), BetChanged(bet=2, chance="inicial")),
        after=(BetWithdrawn(bet=3), BetChanged(bet=2, chance="acumulado")),
    )
    assert evening.counts() == [{1: 0, 2: 0, 3: 0}]


def test_a_void_jogada_counts_for_nobody_who_did_not_bet() -> None:
    """R34: it was none; but who bet in it did not abstain."""
    evening = Evening(1, 2, 3)
    evening.jogada(1)
    evening.jogada(2, after=(RoundVoided(cause="numero_de_cartas"),))
    assert evening.counts() == [{1: 0, 2: 1, 3: 1}, {1: 0, 2: 0, 3: 1}]


def test_a_bettor_whom_nobody_saw_sit_down() -> None:
    """He has bet, so he has not abstained; afterwards nobody knows whether he still sits."""
    evening = Evening()
    evening.jogada(5)
    evening.jogada()
    assert evening.counts() == [{5: 0}, {}]


def test_a_table_opened_again_counts_from_nothing() -> None:
    """What stood belongs to one opening of the table."""
    evening = Evening(1, 2, 3)
    evening.jogada(1)
    evening.place_event(evening.table.payload)
    for seat in (1, 2, 3):
        evening.place_event(PlayerSeated(seat=seat, player=f"p{seat}"))
    evening.jogada(1)
    assert evening.counts() == [{1: 0, 2: 1, 3: 1}] * 2


def test_what_is_carried() -> None:
    """The position of the close, and who sits for how long without a bet: plain JSON."""
    evening = Evening(1, 2)
    evening.jogada(1)
    closed = evening.closed()
    assert closed.table is not None
    carried = carried_of_the_game(closed, {}, 99)
    assert carried == {
        "ended": closed.closed,
        "seats": {"1": {"player": "p1"}, "2": {"player": "p2", "idle": 1}},
    }
    assert abstentions_of(carried) == Abstentions(
        ended=closed.closed, seats={1: Occupant(player="p1"), 2: Occupant(player="p2", idle=1)}
    )


def test_a_late_payment_is_no_new_jogada() -> None:
    """What comes after the close changes no count, in this jogada or the next."""
    evening = Evening(1, 2, 3)
    evening.jogada(1)
    evening.play(Payout(seat=1, bets=(1,), amount=1000, stake_returned=1000))
    evening.jogada(1)
    first, again, second = evening.counts()
    assert first == again == {1: 0, 2: 1, 3: 1}
    assert second == {1: 0, 2: 2, 3: 2}


KINDS = (
    PlayerSeated, PlayerLeft, BetPlaced, BetChanged, BetWithdrawn, BetsClosed, Announcement,
    RoundVoided,
)  # fmt: skip


@settings(max_examples=80, deadline=None)
@given(st.lists(payloads(*KINDS), max_size=10), st.lists(payloads(*KINDS), max_size=10))
def test_live_and_carried_are_one_count(first: list[Payload], second: list[Payload]) -> None:
    """Whatever happened, what is counted for a jogada is what is carried from it, read from JSON.

    Who takes a seat when its bets are closed counts from the next jogada.
    One by one: the second jogada counted from what is carried gives what counting both would.
    """
    evening = Evening(1, 2)
    evening.jogada(before=tuple(first))
    events = list(evening.events)
    evening.jogada(before=tuple(second))
    whole = evening.closed()
    table = whole.table
    assert table is not None
    one = [event for event in events if event.round is not None]
    two = [event for event in evening.events[len(events) :] if event.round is not None]
    carried = carried_after(msgspec.structs.replace(whole, events=one), two[0].position, "inicial")
    assert msgspec.json.decode(msgspec.json.encode(carried)) == carried
    counts = counted({}, table, one, two[0].position, "inicial")
    taken = {one.seat for one in first if isinstance(one, PlayerSeated)}
    seated = abstentions_of(carried)
    assert seated.ended == one[-1].position
    for seat, sat in seated.seats.items():
        idle = counts.get(seat, Occupant()).idle
        assert sat.idle == idle or (sat.idle == 0 and seat in taken)
    after = counted(carried, table, two, two[-1].position, "inicial")
    for seat, sat in after.items():
        assert sat.idle <= seated.seats.get(seat, Occupant()).idle + 1


# --- in the ledger -------------------------------------------------------------------------------


@pytest.mark.recorded
def test_a_corrected_bet_changes_what_later_jogadas_count(casino: Casino) -> None:
    """The second jogada's bet was 3's, not 2's: so 2 abstained three times, and 3 did not.

    Live and rebuilt from nothing are the same, at any size of page.
    """
    evening = Evening(1, 2, 3)
    evening.jogada(1)
    evening.jogada(1, 2)
    evening.jogada(1)
    receipts = [_record(casino, event) for event in evening.events]
    casino.project()
    assert _abstained(casino) == [(3, 3)]
    wrong = next(
        receipt
        for event, receipt in zip(evening.events, receipts, strict=True)
        if isinstance(event.payload, BetPlaced) and event.payload.seat == 2
    )
    correction = casino.say(
        "fiscal",
        Correction(
            target=f"{wrong.source}:{wrong.first}",
            link=wrong.link,
            replacement={"bet": 2, "seat": 3, "chance": "inicial", "amount": 1000},
            reason="erro_de_registo",
        ),
    )
    casino.approve("chefe", correction)
    casino.project()
    assert _abstained(casino) == [(3, 2)]
    with Runner(casino.conninfo) as live:
        digests = live.digests()
    assert rebuild(casino.conninfo, page=1) == digests
    assert _abstained(casino) == [(3, 2)]


def _record(casino: Casino, event: Event) -> Any:
    return casino.say("mesa", event.payload, at=event.at, place=event.place, round_id=event.round)


def _abstained(casino: Casino) -> list[tuple[int, int]]:
    """Return of each finding SD-ABST the jogada's number and the seat."""
    rows = casino.rows(
        "SELECT round, seat FROM {s}.finding WHERE code = 'SD-ABST' AND known_until IS NULL"
        " ORDER BY round"
    )
    return [(int(row["round"].rpartition("/")[2]), row["seat"]) for row in rows]


def test_who_was_told_to_play_no_more_and_plays_is_found() -> None:
    """SD R17: from the next jogada on, until he left or another sat down; a warning is none."""
    evening = Evening(1, 2)
    evening.place_event(PlayerWarned(seat=1, cause="communication"))
    evening.jogada(1, 2, after=(PlayerWarned(seat=2, cause="communication", expelled=True),))
    evening.jogada(1, 2)
    evening.jogada(1)
    evening.place_event(PlayerSeated(seat=2, player="p2"))
    evening.jogada(2)
    evening.place_event(PlayerLeft(seat=2, player="p2"), PlayerSeated(seat=2, player="eva"))
    evening.jogada(1, 2)
    found = [
        [(one.rule, one.seat) for one in each.verdict.found if one.code == "SD-OUT"]
        for each in judged(evening.events)[0]
    ]
    assert found == [[], [("SD R17", 2)], [], [("SD R17", 2)], []]
