"""Desafio ao casino: whose cards a challenge has, what each stake of it becomes, and voids."""

from typing import Any

import pytest

from projections.replay.games.house_cards.desafio_ao_casino import DesafioAoCasinoRecord, Opcao
from projections.replay.kit.shoe import Dealt
from projections.replay.record import ErrorNoted, Void
from projections.replay.registry import judge
from tests.projections.replay.games.coup_table import (
    DEVOLVIDA,
    GANHA,
    NULA,
    PENDENTE,
    PERDE,
    bet,
    outcomes,
    settled,
)

BANK = 0


def jogada(*cards: tuple[int, str | None], bets: Any, **more: Any) -> DesafioAoCasinoRecord:
    """Return a jogada dealt so; 0 is the bank, and no payments are recorded."""
    dealt = tuple(
        Dealt(to="seat" if seat else "bank", seat=seat or None, card=card) for seat, card in cards
    )
    return DesafioAoCasinoRecord(cartas=dealt, bets=tuple(bets), **more)


def inicial(number: int, seat: int = 1, valor: int = 5_000, **more: Any) -> Any:
    """Return an initial bet."""
    return bet(number, "inicial", "", valor, seat=seat, **more)


def challenges(seat: int, number: int, valor: int = 5_000) -> Opcao:
    """Return a challenge with what was added to it."""
    return Opcao(seat=seat, opcao="desafiar", bet=number, valor=valor)


@pytest.mark.parametrize(
    ("card", "bank", "first", "added"),
    [
        ("Th", "9h", (NULA, 0, 5_000), (GANHA, 5_000, 5_000)),
        ("Th", "Td", (GANHA, 5_000, 5_000), (GANHA, 5_000, 5_000)),
        ("Th", "Jd", (PERDE, 0, 0), (PERDE, 0, 0)),
        ("Th", None, (PENDENTE, 0, 0), (PENDENTE, 0, 0)),
    ],
)
def test_each_stake_of_a_challenge(card: str, bank: str | None, first: Any, added: Any) -> None:
    """R14: higher, the stake added wins the house's and the first comes back; equal, v besides."""
    record = jogada(
        (1, "9c"), (BANK, "9d"), (1, card), (BANK, bank),
        bets=(inicial(1),), opcoes=(challenges(1, 3),),
    )  # fmt: skip
    one, other = settled(record).lines
    assert (one.outcome, one.prize, one.returned) == first
    assert (other.outcome, other.prize, other.returned) == added


def test_the_banks_card_answers_the_challenge_just_before_it() -> None:
    """R13, R14: two drew before the bank did; its card is the second's, a next one nobody's."""
    record = jogada(
        (1, "9c"), (2, "9h"), (BANK, "9d"), (1, "2c"), (2, "7d"), (BANK, "3h"), (BANK, "Ah"),
        bets=(inicial(1), inicial(2, seat=2)),
    )  # fmt: skip
    assert outcomes(record) == [PENDENTE, GANHA]


def test_a_third_card_of_a_seat_and_one_that_was_discarded_are_nobodys_challenge() -> None:
    """R13: one card a challenge; what went to the discard is in no hand."""
    cards = ((1, "9c"), (BANK, "9d"), (1, "2c"), (1, "Kc"), (BANK, "3h"))
    assert outcomes(jogada(*cards, bets=(inicial(1),))) == [PERDE]
    plain = jogada((1, "9c"), (BANK, "9d"), bets=(inicial(1),))
    away = (*plain.cartas, Dealt(to="discard", seat=1, card="Kc"))
    record = DesafioAoCasinoRecord(cartas=away, bets=plain.bets)
    assert outcomes(record) == [PENDENTE]
    as_seat_0 = (plain.cartas[0], Dealt(to="seat", seat=0, card="9d"))
    assert settled(DesafioAoCasinoRecord(cartas=as_seat_0, bets=plain.bets)).result["banca"] == "9d"


def test_a_tie_bet_without_its_card_waits() -> None:
    """R7: nobody knows the seat's card; neither of its bets is won or lost."""
    record = jogada((2, "9c"), (BANK, "9d"), bets=(inicial(1), bet(2, "empate", "", 100)))
    assert outcomes(record) == [PENDENTE, PENDENTE]


def test_what_was_added_is_one_stake_however_it_was_recorded() -> None:
    """R13: a bet of its own and the option tell of one stake; an option of nothing of none."""
    cards = ((1, "9c"), (BANK, "9d"), (1, "Th"), (BANK, "9h"))
    placed = bet(3, "desafio", "", 5_000)
    both = jogada(*cards, bets=(inicial(1), placed), opcoes=(challenges(1, 3),))
    assert [(one.bet, one.due) for one in settled(both).lines] == [(1, 5_000), (3, 10_000)]
    nothing = jogada(*cards, bets=(inicial(1),), opcoes=(challenges(1, 3, 0),))
    assert [(one.bet, one.due) for one in settled(nothing).lines] == [(1, 15_000)]


VOID = Void(cause="x")


@pytest.mark.parametrize(
    ("bank", "errors"),
    [
        (None, ()),
        ("9d", (ErrorNoted(error="erro"),)),  # R8: an error may make it null
    ],
)
def test_a_declared_void_gives_every_stake_back(bank: str | None, errors: Any) -> None:
    """R8: what cannot be on the cloth too, and nothing of a stake of nothing."""
    bets = (inicial(1), inicial(2, seat=2, valor=0), bet(4, "cavalo", "", 100))
    settlement = settled(jogada((1, "Ac"), (BANK, bank), bets=bets, errors=errors, void=VOID))
    assert settlement.void
    assert {one.outcome for one in settlement.lines} == {DEVOLVIDA}
    assert [one.due for one in settlement.lines] == [5_000, 0, 100]


def test_a_chance_that_nobody_can_read_leaves_a_declared_void() -> None:
    """R8: seat 1 may have bet on a tie or not: whether the jogada was whole nobody knows."""
    cards = ((1, "Ac"), (2, "2d"), (BANK, "9d"))
    told = inicial(1), inicial(2, seat=2)
    assert not settled(jogada(*cards, bets=told, void=VOID)).void
    blurred = jogada(*cards, bets=(bet(1, "?", "", 5_000), told[1]), void=VOID)
    assert settled(blurred).void
    assert [line.due for line in settled(blurred).lines] == [5_000, 5_000]


def test_one_bet_that_waits_is_enough_for_a_void() -> None:
    """R8: seat 1 is decided, seat 2 had no card; with seat 1 alone the jogada stands."""
    cards = ((1, "Ac"), (BANK, "9d"))
    assert settled(jogada(*cards, bets=(inicial(1), inicial(2, seat=2)), void=VOID)).void
    alone = jogada(*cards, bets=(inicial(1),), void=VOID)
    assert not settled(alone).void
    assert outcomes(alone) == [GANHA]
    assert "VOID-BAD" in [one.code for one in judge(alone).found]
