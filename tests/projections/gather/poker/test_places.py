"""How places at a poker table are got, and the deck shown: NB R7, R9, R11, R13; 001 n.4, n.26."""

from typing import Any

import pytest

from ledger.events.base import Payload
from ledger.events.outcomes import DeckShuffled
from ledger.events.seats import PlaceRequested, PlayerLeft, PlayerSeated, StackDeclared
from ledger.events.tables import SessaoOpened, TableResumed, TableSuspended
from tests.projections.gather.poker.test_between_hands import Evening


def asks(player: str, wish: str = "seat", seat: int | None = None, **more: Any) -> Payload:
    """Return somebody's wish."""
    return PlaceRequested(player=player, wish=wish, seat=seat, **more)


def sits(seat: int, player: str | None, via: str | None = None) -> Payload:
    """Return that somebody sits down."""
    return PlayerSeated(seat=seat, player=player, via=via)


FOUR = [sits(seat, name, "draw") for seat, name in enumerate(("ana", "rui", "eva", "zé"), 1)]


def begun(*before: Payload) -> Evening:
    """Return a table of four that has played a hand, ``before`` told ahead of the draw."""
    evening = Evening(())
    evening.place_event(*before, *FOUR)
    evening.deal(1, (1, 2, 3, 4))
    return evening


def places(evening: Evening) -> list[list[tuple[str, int | None, str]]]:
    """Return of each hand the rule, the place and what was expected of its NB-PLACE."""
    return [
        [(one.rule, one.seat, one.expected) for one in hand.verdict.found if one.code == "NB-PLACE"]
        for hand in evening.judged()
    ]


@pytest.mark.parametrize(
    ("told", "found"),
    [
        # Rui's neighbour wants place 5, or any; a newcomer from the list gets it.
        ([asks("eva", "change", 5), asks("lia"), sits(5, "lia", "list")], [("NB R13 a", 5, "eva")]),
        ([asks("eva", "change"), sits(5, "lia")], [("NB R13 a", 5, "eva")]),
        # The place that he asks to leave is his own: he wants any.
        ([asks("eva", "change", 3), sits(5, "lia")], [("NB R13 a", 5, "eva")]),
        # Another place than the one he wants; he waits no more; he has left; he has changed.
        ([asks("eva", "change", 6), sits(5, "lia")], []),
        ([asks("eva", "change"), asks("eva", "change", withdrawn=True), sits(5, "lia")], []),
        ([asks("eva", "change"), PlayerLeft(seat=3, player="eva"), sits(5, "lia")], []),
        ([asks("eva", "change"), sits(6, "eva", "change"), sits(5, "lia")], []),
        ([asks("eva", "change"), sits(5, "rui", "change")], []),
        # Who is on no list goes past it; from the list in whatever order, since it is drawn.
        ([asks("lia"), sits(5, "gil", "free")], [("NB R13 b", 5, "lia")]),
        ([asks("lia"), asks("gil"), sits(5, "gil", "list")], []),
        ([asks("lia"), sits(5, "gil")], []),
        # A list that does not have him is none; nor is anybody known who has no name.
        ([asks("lia"), sits(5, "gil", "list"), sits(6, "nuno", "free")], []),
        ([asks("lia"), sits(5, None, "free"), sits(6, "nuno", "free")], []),
    ],
)
def test_a_vacant_place_goes_first_to_who_asked_to_change(
    told: list[Payload], found: list[tuple[str, int, str]]
) -> None:
    """R13: those who asked to change place, then those of the list."""
    evening = begun()
    evening.place_event(*told)
    evening.deal(2, (2, 3, 4, 1))
    assert places(evening) == [[], found]


@pytest.mark.parametrize(
    ("before", "late", "found"),
    [
        ([asks("lia")], [sits(5, "lia", "draw")], []),
        ([asks("lia")], [sits(5, "lia", "last_session")], []),
        ([asks("lia")], [sits(5, "lia")], []),
        ([asks("lia")], [sits(5, "lia", "list")], [("NB R9", 5, "draw")]),
        ([asks("lia")], [sits(5, "lia", "free")], [("NB R9", 5, "draw")]),
        # Who came after the draw was not in it.
        ([], [asks("lia"), sits(5, "lia", "list")], []),
    ],
)
def test_who_was_inscribed_before_the_partida_has_his_place_by_the_draw(
    before: list[Payload], late: list[Payload], found: list[tuple[str, int, str]]
) -> None:
    """R9: places are drawn among those inscribed at the beginning."""
    evening = Evening(())
    evening.place_event(*before, *FOUR, *late)
    evening.deal(1, (1, 2, 3, 4, 5))
    assert places(evening) == [found]


@pytest.mark.parametrize(
    ("cave", "players", "sessao", "cause", "again", "found"),
    [
        (5_000, 6, True, "change", False, [("NB R11", 5, "cave perdida")]),
        (0, 6, True, "change", False, []),
        (99, 6, True, "change", False, []),  # less than the minimum of 1.00 is a cave lost
        (None, 6, True, "change", False, []),  # nobody declared it
        (0, 4, True, "change", False, [("NB R11", 4, ">= 4")]),  # three stay
        (0, 5, True, "change", False, []),  # four stay
        (5_000, 6, False, "change", False, []),  # no sessão
        (5_000, 6, True, "own", False, []),
        (5_000, 6, True, "change", True, []),  # he sat down elsewhere at the same table
    ],
)
def test_in_a_sessao_only_who_lost_his_cave_changes_table(
    cave: int | None, players: int, *, sessao: bool, cause: str, again: bool, found: list[Any]
) -> None:
    """R11: with the cave lost, and never if fewer than four stay."""
    evening = Evening(())
    if sessao:
        evening.place_event(SessaoOpened(session="s1"))
    last = min(players, 5)
    evening.place_event(*(sits(seat, f"j{seat}", "draw") for seat in range(1, players + 1)))
    if cave is not None:
        evening.place_event(StackDeclared(seat=last, amount=cave, why="start"))
    evening.place_event(PlayerLeft(seat=last, player=f"j{last}", cause=cause))
    if again:
        evening.place_event(sits(9, f"j{last}", "change"))
    evening.deal(1, tuple(seat for seat in range(1, players + 1) if seat != last))
    assert places(evening) == [found]


@pytest.mark.parametrize(
    ("first", "stood", "second", "known"),
    [
        ([DeckShuffled(method="hand", times=3, shown=True)], False, [], [True, None]),
        ([DeckShuffled(method="hand", times=3)], False, [], [False, None]),
        ([], False, [], [None, None]),
        (
            [DeckShuffled(method="hand", times=3, shown=True)],
            True,
            [DeckShuffled(method="hand", times=3)],
            [True, False],
        ),
        (
            [DeckShuffled(method="hand", times=3, shown=True)],
            False,
            [DeckShuffled(method="hand", times=3)],
            [True, None],
        ),
    ],
)
def test_the_deck_is_shown_at_the_beginning_and_after_an_interruption(
    first: list[Payload], *, stood: bool, second: list[Payload], known: list[bool | None]
) -> None:
    """R7: asked of no other hand, nor where no shuffle is told."""
    evening = Evening()
    evening.deal(1, (1, 2, 3, 4), *first)
    if stood:
        evening.place_event(TableSuspended(cause="breakdown"), TableResumed())
    evening.deal(2, (2, 3, 4, 1), *second)
    assert [record.deck_shown for record in evening.records()] == known
