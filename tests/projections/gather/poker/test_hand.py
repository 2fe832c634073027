"""From events to a hand without a bank: cards exposed, burns, money of house and players."""

from typing import Any

import pytest

from ledger.events.base import Payload
from ledger.events.outcomes import (
    CardBurned,
    CardDealt,
    CardExposed,
    DeckShuffled,
    ErrorNoted,
    HandShown,
)
from ledger.events.rounds import BetPlaced, Commission, Decision, Payout, RoundClosed, RoundOpened
from ledger.events.seats import PlayerSeated, StackDeclared
from projections.replay.games.poker.betting.record import Action, Burn, Exposed
from projections.replay.games.poker.poquer_holdem import HoldemRecord
from projections.replay.record import ErrorNoted as Noted
from tests.helpers.casino import DAY, Log, judged

GAME = "poquer_holdem"
FLOP = ("As", "Kd", "7h")


def board(*cards: str) -> tuple[CardDealt, ...]:
    """Return common cards."""
    return tuple(CardDealt(to="board", card=card) for card in cards)


def hand(*payloads: Payload, before: tuple[Payload, ...] = ()) -> HoldemRecord:
    """Return the record of one hand's events."""
    log = Log(GAME)
    if before:
        log.place_event(*before)
    log.play(RoundOpened(), *payloads)
    record = log.gather()
    assert isinstance(record, HoldemRecord)
    return record


PASSES = Decision(seat=1, action="passar")

# --- common cards exposed too soon (R57 d-f) -----------------------------------------------------


@pytest.mark.parametrize(
    ("error", "cards", "common", "left"),
    [
        ("R57d", ("As", "Kd", "7h"), 0, ()),  # the flop, all of it
        ("R57d", ("Kd",), 0, ("As", "7h")),
        ("R57e", ("2c",), 3, FLOP),  # the turn
        ("R57e", ("Kd",), 3, (*FLOP, "2c")),  # no card of the turn: the flop stays
        ("R57f", ("2c",), 4, (*FLOP, "2c")),  # nor is the turn one of the rio
    ],
)
def test_cards_exposed_leave_the_board(
    error: str, cards: tuple[str, ...], common: int, left: tuple[str, ...]
) -> None:
    """R57 d-f: what was exposed is withdrawn, and only from where it was exposed."""
    shown = FLOP if error == "R57d" else (*FLOP, "2c")
    record = hand(PASSES, *board(*shown), ErrorNoted(error=error, cards=cards))
    assert record.board == left
    assert record.exposed == (Exposed(common=common, cards=cards, acts=1),)


def test_one_exposure_told_twice_is_one() -> None:
    """R57 d: each card once, while nobody acts between; after an act it is another."""
    record = hand(
        ErrorNoted(error="R57d", cards=("As",)),
        ErrorNoted(error="R57d", cards=("As", "Kd")),
        PASSES,
        ErrorNoted(error="R57d", cards=("7h",)),
        ErrorNoted(error="R57e", cards=("2c",)),
    )
    assert record.exposed == (
        Exposed(common=0, cards=("As", "Kd")),
        Exposed(common=0, cards=("7h",), acts=1),
        Exposed(common=3, cards=("2c",), acts=1),
    )


def test_a_card_of_the_board_that_nobody_named() -> None:
    """R57 d-f: seen while three lay open, it was to be the turn."""
    record = hand(*board(*FLOP), CardExposed(of="board"), CardExposed(of="board", card="2c"))
    assert record.exposed == (Exposed(common=3, cards=("2c",)),)


def test_what_was_done_about_an_exposure() -> None:
    """R57 e: burned before the next common card, then shuffled; of several, the last is meant."""
    record = hand(
        ErrorNoted(error="R57d", cards=("Qs",)),
        DeckShuffled(method="hand"),
        *board(*FLOP),
        CardBurned(),  # three lie open: no burn of the flop's
        ErrorNoted(error="R57e", cards=("2c",)),
        CardBurned(card="9c"),
        CardBurned(card="9d"),
    )
    assert record.exposed == (
        Exposed(common=0, cards=("Qs",), shuffled=True),
        Exposed(common=3, cards=("2c",), burned=2),
    )
    assert hand(DeckShuffled(method="hand"), CardBurned()).exposed == ()


# --- the card turned without a burn (R57 g) ------------------------------------------------------


@pytest.mark.parametrize(
    ("shown", "turned", "burn", "left"),
    [
        (("As",), "As", 0, ()),
        (FLOP, "7h", 0, ("As", "Kd")),
        ((*FLOP, "2c"), "2c", 3, FLOP),
        ((*FLOP, "2c", "3d"), "3d", 4, (*FLOP, "2c")),
    ],
)
def test_the_card_turned_without_a_burn_is_the_burned_one(
    shown: tuple[str, ...], turned: str, burn: int, left: tuple[str, ...]
) -> None:
    """R57 g: it leaves the board, burned before the turn of cards that it began."""
    record = hand(*board(*shown), ErrorNoted(error="R57g", cards=(turned, "As")))
    assert record.board == left
    assert record.burns == (Burn(card=turned, common=burn),)


def test_a_card_that_is_not_on_the_board_burns_nothing() -> None:
    """R57 g: what was never turned there is nobody's burn, nor is a card that nobody named."""
    record = hand(*board(*FLOP), ErrorNoted(error="R57g", cards=("2c",)), ErrorNoted(error="R57g"))
    assert (record.board, record.burns) == (FLOP, ())


# --- cards turned in the deal (R57 c) ------------------------------------------------------------

TURNED = CardExposed(of="seat", seat=2, card="2c")


@pytest.mark.parametrize(
    ("before", "exposed", "told"),
    [
        ((), TURNED, True),
        ((BetPlaced(bet=1, seat=1, chance="grande_aposta", amount=100),), TURNED, True),
        ((PASSES,), TURNED, False),  # all were dealt: R58 f
        ((), CardExposed(of="seat", seat=2, card="2c", by="player"), False),
        ((), CardExposed(of="seat", seat=2, card="2c", by="pagador"), True),
        ((), CardExposed(of="deck", card="2c"), False),
        # Noted as an error, too: the same card once, one without a card for whatever was seen.
        ((ErrorNoted(error="R57c", seat=2, cards=("2c",)),), TURNED, False),
        ((ErrorNoted(error="R57c", seat=2),), TURNED, False),
        ((ErrorNoted(error="R57c", seat=3, cards=("9c",)),), TURNED, True),
        ((ErrorNoted(error="R57a", cards=("2c",)),), TURNED, True),
        ((ErrorNoted(error="R57a"),), TURNED, True),
    ],
)
def test_a_card_turned_in_the_deal(
    before: tuple[Payload, ...], exposed: CardExposed, *, told: bool
) -> None:
    """R57 c: by the deal and before anybody spoke; a forced bet is no word."""
    seen = Noted(error="R57c", seat=2, cards=("2c",))
    errors = hand(*before, exposed).errors
    noted = sum(isinstance(one, ErrorNoted) for one in before)
    assert errors[noted:] == ((seen,) if told else ())


def test_a_card_turned_that_nobody_named() -> None:
    """R57 c: whose it would have been is known, and not which."""
    (one,) = hand(CardExposed(of="seat", seat=2)).errors
    assert (one.error, one.seat, one.cards) == ("R57c", 2, ())


# --- who is out of the hand (R57 b, R58) ---------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "out"),
    [
        (ErrorNoted(error="R58c", seat=2), True),
        (ErrorNoted(error="R58h", seat=2), True),
        (ErrorNoted(error="R58i", seat=2), True),
        (ErrorNoted(error="R57b", seat=2), False),  # he never was in it
        (ErrorNoted(error="R58f", seat=2), False),  # the hand goes on
        (ErrorNoted(error="R58c"), False),  # nobody is named
    ],
)
def test_whom_an_error_puts_out(error: ErrorNoted, *, out: bool) -> None:
    """R58 c, h, i: from here on he is out, with so many common cards open."""
    record = hand(*board(*FLOP), error)
    assert record.actions == ((Action(seat=2, action="afastado", common=3),) if out else ())


# --- the table -----------------------------------------------------------------------------------


def test_what_a_table_plays_by_where_its_opening_says_nothing() -> None:
    """O15, O16, R65: a pot limit of twice, three repiques, no minimum known, no cagnotte."""
    record = hand()
    assert (record.k, record.repiques, record.minimum, record.cagnotte_ppm) == (2, 3, 0, 0)
    assert record.table_game == ""
    said = Log(
        GAME, k=3, repiques=4, minimum=100, cagnotte_ppm=50_000, mixed=[GAME, "poquer_omaha"]
    )
    table = said.gather()
    assert isinstance(table, HoldemRecord)
    assert (table.k, table.repiques, table.minimum, table.cagnotte_ppm) == (3, 4, 100, 50_000)
    assert (table.table_game, table.mixed) == (GAME, (GAME, "poquer_omaha"))
    none = Log(GAME, k=0).gather()
    assert isinstance(none, HoldemRecord)
    assert none.k == 2


@pytest.mark.parametrize(("number", "known"), [(2, True), (3, False)])
def test_what_a_player_missed_is_known_where_no_hand_is_missing(
    number: int, *, known: bool
) -> None:
    """O17, O18: after hand 1 comes hand 2; where it is not there nothing is said of it."""
    log = Log(GAME, minimum=100)
    log.place_event(PlayerSeated(seat=1), PlayerSeated(seat=2))
    for one in (1, number):
        log.round = f"T-01/{DAY}/{one}"
        bets = tuple(
            BetPlaced(bet=seat, seat=seat, chance=chance, amount=amount)
            for seat, chance, amount in ((1, "pequena_aposta", 50), (2, "grande_aposta", 100))
        )
        dealt = tuple(CardDealt(to="seat", seat=seat, card=None) for seat in (1, 2, 1, 2))
        log.play(RoundOpened(seats=(1, 2)), *bets, *dealt, RoundClosed())
    records: list[Any] = [one.closed.record for one in judged(log.events)[0]]
    assert [one.owed is not None for one in records[-1].players] == [known, known]
    assert [one.hands_without_bet is not None for one in records[-1].players] == [known, known]
    assert [one.owed for one in records[0].players] == [None, None]


# --- money ---------------------------------------------------------------------------------------


def test_what_the_house_took_of_the_hand() -> None:
    """R65: several deductions are added; what is of the sessão is of no hand."""
    record = hand(
        Commission(amount=30, mode="hand"),
        Commission(amount=20, mode="hand"),
        Commission(amount=500, seat=1, mode="session"),
        before=(PlayerSeated(seat=1),),
    )
    assert record.cagnotte_taken == 50
    assert [(one.seat, one.amount) for one in record.fees] == [(1, 500)]
    assert hand().cagnotte_taken is None


def test_by_what_means_payments_were_made() -> None:
    """R24: those that say so; the others say nothing."""
    record = hand(
        Payout(seat=1, amount=5, means="cash"), Payout(seat=2, amount=5), HandShown(of="bank")
    )
    assert record.means == ("cash",)
    assert record.shown == ()


def test_chips_added_in_the_hand() -> None:
    """R19, R21: what came after the first card is added up; a count adds nothing."""
    record = hand(
        StackDeclared(seat=1, amount=900, why="cave", added=900),
        CardDealt(to="seat", seat=1, card="As"),
        StackDeclared(seat=1, amount=1_000, why="cave", added=100),
        StackDeclared(seat=1, amount=1_050, why="cave", added=50),
        StackDeclared(seat=1, amount=1_050, why="count"),
        before=(PlayerSeated(seat=1),),
    )
    (player,) = record.players
    assert (player.stack, player.added) == (900, 150)
