"""Ponto e banca: the packs, the shoe and the carta-aviso, regras 3, 15-17 and 24."""

from typing import Any

import pytest
from msgspec import structs

from projections.replay.games.bacara.punto_banco.record import Troca
from projections.replay.kit.bets import Moment
from projections.replay.kit.shoe import Burned, Cut, Shoe, Shuffled
from projections.replay.settlement import Outcome
from tests.projections.replay.games.bacara.punto_banco_table import (
    PONTO_WINS,
    bet,
    codes,
    coup,
    coup_of_shoe,
    only_line,
    said,
)


@pytest.mark.parametrize(
    ("mesa", "shuffler", "decks", "expected"),
    [
        ("simples", False, 6, []),
        ("simples", False, 8, [("PB-DECK", "PB R3", "6", "8")]),
        ("dupla", False, 8, []),
        ("dupla", False, 6, [("PB-DECK", "PB R3", "8", "6")]),
        ("dupla", True, 6, []),
        ("dupla", True, 8, [("PB-DECK", "PB R15 b", "6", "8")]),
        ("", False, 8, []),
        ("", False, 7, [("PB-DECK", "PB R3", "6 / 8", "7")]),
    ],
)
def test_how_many_packs(
    mesa: str,
    shuffler: bool,
    decks: int,
    expected: list[tuple[str, str, str, str]],
) -> None:
    """R3, R15 b: six at a single table, eight at a double one, six there with a shuffler."""
    shoe = Shoe(decks=decks, shuffler=shuffler)
    assert said(coup(PONTO_WINS, bet(1, "ponto"), mesa=mesa, sabot=shoe)) == expected


def test_packs_shuffled_are_those_of_the_table() -> None:
    """R3: seven packs went into a shoe of six."""
    shoe = Shoe(decks=6, shuffles=(Shuffled(decks=7),), cuts=(Cut(cut_card=12),))
    assert codes(coup(PONTO_WINS, mesa="simples", sabot=shoe)) == ["PB-DECK"]


def test_a_card_more_often_than_the_packs_hold() -> None:
    """R3: the seventh nine of spades of six packs, and a card that no pack has."""
    sixth = Shoe(decks=6, out={"9s": 5})
    assert codes(coup(PONTO_WINS, bet(1, "ponto"), sabot=sixth)) == []
    seventh = Shoe(decks=6, out={"9s": 6})
    assert said(coup(PONTO_WINS, bet(1, "ponto"), sabot=seventh)) == [
        ("RES-IMPOSS", "PB R3", "6 x 9s", "9s")
    ]
    none = coup("P1s BKd PKc B7h", bet(1, "ponto"), sabot=Shoe(decks=6))
    assert codes(none) == ["RES-IMPOSS"]
    assert only_line(none).outcome is Outcome.PENDENTE


def test_one_card_burned_before_every_coup_but_the_first() -> None:
    """R24: one, after “nada mais” and before the first card."""
    assert codes(coup_of_shoe(Burned(cause="coup"))) == []
    assert codes(coup_of_shoe(Burned())) == []
    assert said(coup_of_shoe()) == [("PB-SHOE", "PB R24", "1", "0")]
    assert codes(coup_of_shoe(Burned(count=2))) == ["PB-SHOE"]
    assert codes(coup_of_shoe(Burned(cause="coup", after=2))) == ["PB-SHOE"]
    assert codes(coup_of_shoe(Burned(cause="coup"), Burned(cause="remedy"))) == []
    assert codes(coup_of_shoe(primeiro=None)) == []
    assert codes(coup_of_shoe(records=("bets", "cards", "payouts"))) == []


def test_the_card_is_burned_after_the_call() -> None:
    """R24: not while bets are still open."""
    early = coup_of_shoe(Burned(cause="coup", seq=4), nada_mais=Moment(seq=5))
    assert said(early) == [("PB-SHOE", "PB R24", "> seq 5", "seq 4")]
    assert codes(coup_of_shoe(Burned(cause="coup", seq=6), nada_mais=Moment(seq=5))) == []


def new_shoe(*burned: Burned, cut_card: int | None = 12, **more: Any) -> Any:
    """Return the first coup of a shoe."""
    cuts = () if cut_card is None else (Cut(cut_card=cut_card, seq=2),)
    shoe = Shoe(decks=6, fresh=True, shuffles=(Shuffled(seq=1),), cuts=cuts, burned=burned)
    fields = {"sabot": shoe, "primeiro": True, "mesa": "simples", **more}
    return coup(PONTO_WINS, bet(1, "ponto"), **fields)


def test_a_new_shoe() -> None:
    """R16, R24: carta-aviso before the last 12, eight cards burned, none for the first coup."""
    opening = Burned(count=8, cause="opening", seq=3)
    assert codes(new_shoe(opening)) == []
    assert codes(new_shoe(Burned(count=8, seq=3))) == []
    assert said(new_shoe(Burned(count=7, cause="opening", seq=3))) == [
        ("PB-SHOE", "PB R16", "8", "7")
    ]
    assert said(new_shoe(opening, Burned(cause="coup", seq=4))) == [("PB-SHOE", "PB R24", "0", "1")]
    assert said(new_shoe(opening, cut_card=14)) == [("PB-SHOE", "PB R16", "12", "14")]
    assert said(new_shoe(opening, cut_card=None)) == [("PB-SHOE", "PB R16", "12", "")]
    silent = ("bets", "cards", "payouts", "burns")
    assert codes(new_shoe(opening, cut_card=14, records=silent)) == []


def test_a_cut_of_packs_that_were_replaced_is_not_of_the_new() -> None:
    """R3, R16: packs that went away before they were played need no cut; the new ones do."""
    shoe = Shoe(
        decks=6,
        fresh=True,
        shuffles=(Shuffled(seq=1), Shuffled(seq=5)),
        cuts=(Cut(cut_card=10, seq=2), Cut(cut_card=12, seq=6)),
        burned=(Burned(count=8, seq=3), Burned(count=8, seq=7)),
    )
    fields = {"primeiro": True, "mesa": "simples"}
    assert codes(coup(PONTO_WINS, bet(1, "ponto"), sabot=shoe, **fields)) == []
    uncut = structs.replace(shoe, cuts=(Cut(cut_card=12, seq=2),))
    assert said(coup(PONTO_WINS, bet(1, "ponto"), sabot=uncut, **fields)) == [
        ("PB-SHOE", "PB R16", "12", "")
    ]


def test_what_was_burned_of_the_old_shoe_is_not_of_the_new() -> None:
    """R16: the rest of the old shoe, thrown away before the shuffle, is not its opening."""
    rest = Burned(count=11, seq=0)
    assert codes(new_shoe(rest, Burned(count=8, cause="opening", seq=3))) == []


def test_no_coup_after_the_carta_aviso() -> None:
    """R17: the coup in which it came out was the last of the shoe."""
    after = Shoe(decks=6, burned=(Burned(),), cut_card_before=True)
    assert said(coup_of_shoe(sabot=after)) == [("PB-SHOE", "PB R17", "baralhar e cortar", "")]
    now = Shoe(decks=6, burned=(Burned(),), cut_card=Moment(seq=4))
    assert codes(coup_of_shoe(sabot=now)) == []


def test_with_a_shuffler_only_the_card_before_the_coup_is_burned() -> None:
    """R15 a, R24: no cut, no carta-aviso, no eight cards, no last coup."""
    shoe = Shoe(decks=6, shuffler=True, burned=(Burned(),), cut_card_before=True)
    assert codes(coup_of_shoe(sabot=shoe, mesa="dupla")) == []
    first = Shoe(decks=6, shuffler=True, shuffles=(Shuffled(method="shuffler"),))
    assert codes(coup_of_shoe(sabot=first, mesa="dupla", primeiro=True)) == []
    none = Shoe(decks=6, shuffler=True)
    assert codes(coup_of_shoe(sabot=none, mesa="dupla")) == ["PB-SHOE"]


def test_a_bad_card_replaces_all_packs() -> None:
    """R3: single cards, or some of the packs, are not enough."""
    shoe = Shoe(decks=6)
    single = Troca(cartas=("9s",), razao="worn")
    assert said(coup(PONTO_WINS, sabot=shoe, trocas=(single,))) == [("EQ-BAD", "PB R3", "6", "9s")]
    some = (Troca(baralhos=2, razao="worn"),)
    assert codes(coup(PONTO_WINS, sabot=shoe, trocas=some)) == ["EQ-BAD"]
    whole = (Troca(baralhos=6, razao="worn"),)
    assert codes(coup(PONTO_WINS, sabot=shoe, trocas=whole)) == []
    silent = ("bets", "cards", "payouts")
    assert codes(coup(PONTO_WINS, sabot=shoe, trocas=some, records=silent)) == []
