"""Sessions that the operator ended for rounds without a bet, sooner than he told their players.

Roleta americana: RA R58 b, at a wheel of several players who is not in the game during a number of
jogadas in a row. Blackjack (BJ R79) and póquer (OH R73) say the same.
"""

from typing import Any, Final

import msgspec
import pytest

from ledger.events.base import Payload
from ledger.events.outcomes import BallLanded
from ledger.events.reviews import Approval, Correction
from ledger.events.rounds import BetPlaced, BetWithdrawn, Decision, RoundClosed, RoundOpened
from ledger.events.seats import (
    PlayerLeft,
    PlayerSeated,
    PlayerSessionEnded,
    PlayerSessionStarted,
)
from ledger.events.tables import TableClosed, TableOpened
from projections.base.event import Event
from projections.gather.kit.player_sessions import idle
from projections.reads.queries import judge_round
from projections.running.building import rebuild
from projections.running.runner import Runner
from tests.fixtures.casino import Casino
from tests.helpers.casino import DAY, Log, judged

ANA: Final = BetPlaced(bet=1, seat=1, player="ana", chance="preto", amount=100)
RUI: Final = BetPlaced(bet=2, seat=2, player="rui", chance="preto", amount=100)
NAMELESS: Final = BetPlaced(bet=1, seat=1, chance="preto", amount=100)
BEGAN: Final = PlayerSessionStarted(player="ana", session="s", idle_rounds=3)
ENDED: Final = PlayerSessionEnded(player="ana", session="s", by="operator", cause="idle_rounds")


class Online(Log):
    """A shared table online."""

    def __init__(self, game: str = "roleta_americana") -> None:
        super().__init__(game)
        self.number = 0
        self.mode: Any = "shared"

    def open(self, *payloads: Payload) -> Event:
        """Open the next round; return the last event."""
        self.number += 1
        self.round = f"{self.place}/{DAY}/{self.number}"
        return self.play(RoundOpened(mode=self.mode), *payloads)

    def rounds(self, *rounds: tuple[Payload, ...]) -> None:
        """Play rounds with these events in them."""
        for payloads in rounds:
            self.open(*payloads)
            self.play(RoundClosed())

    def correct(self, wrong: Event, right: Payload | None) -> None:
        """Correct an event, or withdraw it, with another person's approval."""
        said = Correction(
            target=wrong.name,
            link=wrong.link.hex(),
            replacement=msgspec.to_builtins(right) if right is not None else None,
            reason="erro_de_registo",
        )
        told = self.place_event(said, source="fiscal")
        self.place_event(Approval(target=told.name, link=told.link.hex()), source="chefe")

    def found(self) -> list[tuple[int, str, str, str]]:
        """Return what stands of sessions that were ended: number, rule, expected and recorded."""
        last = {one.closed.number: one for one in judged(self.events)[0]}
        return [
            (number, found.rule, found.expected, found.recorded)
            for number, one in sorted(last.items())
            for found in one.verdict.found
            if found.code == "ONL-EXCL"
        ]


@pytest.fixture
def online() -> Online:
    """Return a wheel at which nothing was played."""
    return Online()


# --- by hand, at the wheel -----------------------------------------------------------------------


def test_two_coups_without_a_bet_are_not_the_three_that_were_told(online: Online) -> None:
    """RA R58 b: he bet in the first of three coups; the next coup has the finding."""
    online.place_event(BEGAN)
    online.rounds((ANA,), (RUI,), ())
    online.place_event(ENDED)
    online.rounds(())
    assert online.found() == [(4, "RA R58", "3", "2")]


def test_three_coups_without_a_bet_are(online: Online) -> None:
    """RA R58 b: whatever others bet, and what he bet and took off again."""
    online.place_event(BEGAN)
    online.rounds((ANA,), (RUI,), (), (ANA, BetWithdrawn(bet=1)))
    online.place_event(ENDED)
    online.rounds(())
    assert online.found() == []


def test_coups_count_since_the_session_began(online: Online) -> None:
    """One who never bet is put out after one coup of three: what went before was not his."""
    online.rounds((), (), ())
    online.place_event(BEGAN)
    online.rounds(())
    online.place_event(ENDED)
    online.rounds(())
    assert online.found() == [(5, "RA R58", "3", "1")]


def test_who_has_a_bet_on_the_cloth_is_not_put_out(online: Online) -> None:
    """In the coup that goes on he has bet: no coup went by without him since."""
    online.place_event(BEGAN)
    online.rounds((), (), (), ())
    online.open(ANA)
    online.place_event(ENDED)
    online.play(RoundClosed())
    assert online.found() == [(5, "RA R58", "3", "0")]


def test_it_may_be_told_in_the_coup_and_after_the_last_one(online: Online) -> None:
    """The owner's word in a round counts as at the table; a closed table's last coup has it."""
    online.place_event(BEGAN, msgspec.structs.replace(BEGAN, player="rui", session="t"))
    online.rounds((ANA, RUI), (RUI,))
    online.open(ENDED)
    online.play(RoundClosed())
    online.place_event(
        msgspec.structs.replace(ENDED, player="rui", session="t"), TableClosed(count=0)
    )
    assert online.found() == [(3, "RA R58", "3", "1"), (3, "RA R58", "3", "1")]


@pytest.mark.parametrize(
    ("before", "bet", "recorded"),
    [
        ((), NAMELESS, None),
        ((PlayerSeated(seat=1, player="ana"),), NAMELESS, "2"),
        ((PlayerSeated(seat=2, player="ana"),), NAMELESS, None),
        (
            (PlayerSeated(seat=2, player="ana"),),
            msgspec.structs.replace(NAMELESS, by=2),
            "2",
        ),
        (
            (PlayerSeated(seat=1, player="rui"), PlayerSeated(seat=1, player="ana")),
            NAMELESS,
            None,
        ),
        (
            (
                PlayerSeated(seat=1, player="rui"),
                PlayerSeated(seat=1, player="ana"),
                PlayerLeft(seat=1, player="rui"),
            ),
            NAMELESS,
            "2",
        ),
        ((PlayerSeated(seat=1, player="ana"), PlayerLeft(seat=1)), NAMELESS, None),
        ((PlayerSeated(seat=1),), NAMELESS, None),
        ((PlayerSeated(seat=1, player="ana"),), RUI, None),
    ],
)
def test_a_bet_that_names_nobody_is_of_whose_seat_it_is(
    online: Online, before: tuple[Payload, ...], bet: BetPlaced, recorded: str | None
) -> None:
    """Where nobody knows whose it is, nobody is accused."""
    online.place_event(BEGAN, *before)
    online.rounds((), (bet,), (), ())
    online.place_event(ENDED)
    online.rounds(())
    assert online.found() == ([] if recorded is None else [(5, "RA R58", "3", recorded)])


@pytest.mark.parametrize(
    ("began", "ended"),
    [
        (None, ENDED),
        (msgspec.structs.replace(BEGAN, idle_rounds=None), ENDED),
        (msgspec.structs.replace(BEGAN, idle_rounds=0), ENDED),
        (msgspec.structs.replace(BEGAN, player="rui"), ENDED),
        (BEGAN, msgspec.structs.replace(ENDED, by="player", cause="own")),
        (BEGAN, msgspec.structs.replace(ENDED, cause="restriction")),
    ],
)
def test_where_no_term_was_told_or_he_left_nobody_is_accused(
    online: Online, began: PlayerSessionStarted | None, ended: PlayerSessionEnded
) -> None:
    """RA R57, R58: the number is the operator's own word; on other grounds it binds nothing."""
    if began is not None:
        online.place_event(began)
    online.rounds((ANA,))
    online.place_event(ended)
    online.rounds(())
    assert online.found() == []


def test_of_two_chains_nobody_knows_what_was_first(online: Online) -> None:
    """A lobby's word may have overtaken the wheel's coups."""
    online.place_event(BEGAN, source="lobby")
    online.rounds((ANA,))
    online.place_event(ENDED, source="lobby")
    online.rounds(())
    assert online.found() == []


def test_at_a_wheel_of_one_the_ground_itself_is_wrong(online: Online) -> None:
    """RA R58 a: there a time without bets counts, and no coups; it is said once."""
    online.mode = "exclusive"
    online.place_event(BEGAN)
    online.rounds((ANA,))
    online.place_event(ENDED)
    online.rounds(())
    assert online.found() == [(2, "RA R58", "", "idle_rounds")]


def test_beyond_what_is_looked_at_nobody_knows(
    online: Online, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a term longer than that only a bet within it, or the session's beginning, is early."""
    monkeypatch.setattr(idle, "LOOKED_AT", 2)
    online.place_event(BEGAN)
    online.rounds((ANA,), (), ())
    online.place_event(ENDED)
    online.rounds(())
    assert online.found() == []
    online.place_event(msgspec.structs.replace(BEGAN, session="t"))
    online.rounds(())
    online.place_event(msgspec.structs.replace(ENDED, session="t"))
    online.rounds(())
    assert online.found() == [(6, "RA R58", "3", "1")]


# --- put right -----------------------------------------------------------------------------------


def test_what_is_put_right_counts_anew(online: Online) -> None:
    """A bet, a term, an end, each corrected: the coup that has the session is judged again."""
    began = online.place_event(BEGAN)
    bet = online.open(ANA)
    online.play(RoundClosed())
    online.rounds((), ())
    ended = online.place_event(ENDED)
    online.rounds((), ())
    early = [(4, "RA R58", "3", "2")]
    assert online.found() == early
    online.correct(bet, msgspec.structs.replace(ANA, player="rui"))
    assert online.found() == []
    online.correct(bet, ANA)
    assert online.found() == early
    online.correct(began, msgspec.structs.replace(BEGAN, idle_rounds=2))
    assert online.found() == []
    online.correct(began, BEGAN)
    online.correct(ended, msgspec.structs.replace(ENDED, by="player", cause="own"))
    assert online.found() == []


def test_a_closing_that_is_withdrawn_is_a_coup_the_less(online: Online) -> None:
    """Three coups went by without him; of one the closing is withdrawn: two."""
    online.place_event(BEGAN)
    online.rounds((ANA,), ())
    online.open()
    closing = online.play(RoundClosed())
    online.rounds(())
    online.place_event(ENDED)
    online.rounds(())
    assert online.found() == []
    online.correct(closing, None)
    assert (5, "RA R58", "3", "2") in online.found()


@pytest.mark.recorded
@pytest.mark.deep
def test_pages_restarts_and_rebuild_agree(casino: Casino) -> None:
    """Written event by event the coups before are read from their rows."""

    def say(payload: Payload, number: int | None = None) -> Any:
        name = f"RA-01/{DAY}/{number}" if number is not None else None
        return casino.say("mesa", payload, place="RA-01", round_id=name)

    say(
        TableOpened(
            profile="cv-2017@1",
            game="roleta_americana",
            options={"roda": "francesa37"},
            currency="CVE",
            records=("bets",),
        )
    )
    say(BEGAN)
    bets: list[Any] = []
    for number in (1, 2, 3, 4):
        if number == 4:
            say(ENDED)
        say(RoundOpened(mode="shared"), number)
        bets += [say(ANA, number)] if number == 1 else []
        say(BallLanded(number=17, colour="preto"), number)
        say(RoundClosed(), number)
        casino.project(page=1)

    def early() -> list[tuple[str, str]]:
        verdict = judge_round(casino.conninfo, f"RA-01/{DAY}/4")
        assert verdict is not None
        return [(one.expected, one.recorded) for one in verdict.found if one.code == "ONL-EXCL"]

    assert early() == [("3", "2")]
    wrong = Correction(
        target=f"mesa:{bets[0].first}",
        link=bets[0].link,
        replacement=msgspec.to_builtins(msgspec.structs.replace(ANA, player="rui")),
        reason="erro_de_registo",
    )
    casino.approve("chefe", casino.say("fiscal", wrong))
    casino.project(page=1)
    assert early() == []
    standing = "SELECT 1 FROM {s}.finding WHERE code = 'ONL-EXCL' AND known_until IS NULL"
    assert casino.rows(standing + " AND state = 'open'") == []
    with Runner(casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(casino.conninfo, page=1) == digests


# --- other games ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "rule"),
    [
        ("roleta_francesa", "RF R52"),
        ("banca_francesa", "BF R41"),
        ("craps", "CR R38"),
        ("cussec", "CU R23"),
        ("blackjack", "BJ R79"),
        ("bacara_ponto_e_banca", "PB R95"),
        ("poquer_sem_descarte", "SD R57"),
        ("poquer_holdem", "OH R73"),
        ("poquer_omaha", "OH R73"),
        ("poquer_sintetico", "SI R90"),
    ],
)
def test_every_game_that_may_be_played_online_counts_them(game: str, rule: str) -> None:
    """Each under its own rule: after two rounds of three; not after three."""
    chance = {"blackjack": "principal", "poquer_sem_descarte": "inicial"}.get(game, "aposta")
    bet = msgspec.structs.replace(ANA, chance=chance)
    online = Online(game)
    online.place_event(BEGAN)
    online.rounds((bet,), (), ())
    online.place_event(ENDED)
    online.rounds(())
    assert online.found() == [(4, rule, "3", "2")]
    online = Online(game)
    online.place_event(BEGAN)
    online.rounds((bet,), (), (), ())
    online.place_event(ENDED)
    online.rounds(())
    assert online.found() == []


def test_at_bingo_no_rule_speaks_of_it() -> None:
    """BI R85 ff.: nothing is counted there."""
    online = Online("bingo")
    online.place_event(BEGAN)
    online.rounds(())
    online.place_event(ENDED)
    online.rounds(())
    assert online.found() == []


@pytest.mark.parametrize(
    ("act", "recorded"),
    [
        (BetPlaced(bet=1, seat=1, chance="grande_aposta", amount=100), None),
        (Decision(seat=1, action="acompanhar", added=100), "2"),
        (Decision(seat=1, action="passo"), None),
        (Decision(seat=2, action="acompanhar", added=100), None),
    ],
)
def test_a_blind_is_taken_from_who_does_nothing(act: Payload, recorded: str | None) -> None:
    """OH R73: what the hand takes is no bet of his, what he puts in himself is."""
    online = Online("poquer_holdem")
    online.place_event(BEGAN, PlayerSeated(seat=1, player="ana"))
    online.rounds((), (act,), (), ())
    online.place_event(ENDED)
    online.rounds(())
    assert online.found() == ([] if recorded is None else [(5, "OH R73", "3", recorded)])
