"""Bacará ponto e banca: what the quick road must leave to the long one, and the shoe's edges."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from projections.replay.kit.bets import Moment
from projections.replay.kit.shoe import Burned, Cut, Shoe, Shuffled
from projections.replay.record import ErrorNoted, Payment
from projections.replay.registry import judge
from tests.helpers.each import each
from tests.projections.replay.games.bacara.punto_banco_table import (
    PONTO_WINS,
    bet,
    codes,
    coup,
    coup_of_shoe,
    macau,
    said,
)


def right(**more: Any) -> Payment:
    """Return the payment of 10.00 on ponto that won, with something changed."""
    return Payment(**{"seat": 1, "bets": (1,), "amount": 1_000, "stake_returned": 1_000, **more})


@each("made", [coup, macau])
@each(
    ("payments", "amounts"),
    [
        ((right(),), []),
        ((right(amount=2_000, stake_returned=0),), []),
        ((right(amount=0, stake_returned=1_500, returned=500),), []),
        ((right(returned=7),), [7]),
        ((right(amount=1_007, returned=-7),), []),
        ((right(amount=999),), [-1]),
        ((right(bets=(1, 2)),), []),  # of two bets at once, of which only one won
        ((right(bets=(2,)),), [-2_000, 2_000]),
        ((right(award="JP"),), [-2_000, 1_000]),  # a jackpot's payment is no bet's
        ((), [-2_000]),
    ],
)
def test_a_payment_is_judged_alike_on_both_roads(
    made: Callable[..., Any], payments: tuple[Payment, ...], amounts: list[int]
) -> None:
    """R30: of ponto 10.00 are due beside the stake; an odd fact only makes the road longer."""
    record = made(PONTO_WINS, bet(1, "ponto"), bet(2, "banca"), payments=payments)
    noted = structs.replace(record, errors=(ErrorNoted(error="x"),))
    for one in (record, noted):
        found = [fault for fault in judge(one).found if fault.amount is not None]
        assert sorted(fault.amount or 0 for fault in found) == sorted(amounts)


def test_a_table_that_records_no_payments_owes_none() -> None:
    """What is not recorded is not assessed, on either road."""
    silent = ("bets", "cards")
    record = coup(PONTO_WINS, bet(1, "ponto"), records=silent)
    assert judge(record).found == ()
    assert [one.code for one in judge(structs.replace(record, records=None)).found] == ["PAY-NONE"]


# --- the shoe ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("burned", "wrong"),
    [
        (Burned(card="9s", cause="coup", seq=6), True),  # five out, one dealt, one burned now
        (Burned(card="9s", cause="coup", seq=4), False),  # burned before the call: counted in five
        (Burned(card="8s", cause="coup", seq=6), False),
        (Burned(cause="coup", seq=6), False),
    ],
)
def test_a_card_burned_in_this_coup_is_one_of_the_packs(burned: Burned, *, wrong: bool) -> None:
    """R3: six packs hold six nines of spades, wherever they went."""
    shoe = Shoe(decks=6, burned=(burned,), out={"9s": 5})
    assert ("RES-IMPOSS" in codes(coup_of_shoe(sabot=shoe, nada_mais=Moment(seq=5)))) is wrong


def test_a_cut_without_a_shuffle_is_looked_at_all_the_same() -> None:
    """R16: the carta-aviso lies before the last twelve; how deep, the table may not say."""
    for deep, expected in ((12, []), (14, [("PB-SHOE", "PB R16", "12", "14")]), (None, [])):
        shoe = Shoe(decks=6, cuts=(Cut(cut_card=deep),), burned=(Burned(),))
        assert said(coup_of_shoe(sabot=shoe)) == expected


def test_cards_of_the_opening_and_of_a_remedy_are_not_burned_too_early() -> None:
    """R24: only the one card before the coup comes after the call."""
    early = Burned(cause="remedy", seq=3)
    call = Moment(seq=5)
    assert codes(coup_of_shoe(Burned(cause="coup", seq=6), early, nada_mais=call)) == []
    first = Shoe(
        decks=6,
        fresh=True,
        shuffles=(Shuffled(seq=1),),
        cuts=(Cut(cut_card=12, seq=2),),
        burned=(Burned(count=8, cause="opening", seq=3),),
    )
    assert codes(coup_of_shoe(sabot=first, primeiro=True, nada_mais=call)) == []
    both = coup_of_shoe(Burned(seq=4), nada_mais=call)
    assert said(both) == [("PB-SHOE", "PB R24", "> seq 5", "seq 4")]


def test_only_the_last_shuffle_says_how_many_packs_there_are() -> None:
    """R3: seven packs were replaced by six before a card was dealt."""
    shoe = Shoe(
        decks=6,
        fresh=True,
        shuffles=(Shuffled(decks=7, seq=1), Shuffled(decks=6, seq=3)),
        cuts=(Cut(cut_card=12, seq=4),),
        burned=(Burned(count=8, seq=5),),
    )
    assert codes(coup_of_shoe(sabot=shoe, primeiro=True)) == []
