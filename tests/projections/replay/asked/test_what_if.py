"""What if one fact had been another: cases worked by hand from the rules, and what holds in all."""

import json
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from projections.replay.asked.facts import facts_of, path_of
from projections.replay.asked.what_if import Change, Following, WhatIf, WhatIfError, shifts, what_if
from projections.replay.record import Record
from projections.replay.registry import GAMES, decode_record, game_of
from tests.helpers.each import each
from tests.helpers.part import part_of
from tests.projections.replay.every_game.hostile_records import HONEST


def record(game: str, **facts: Any) -> Record:
    """Return a record of a game by its fields."""
    return decode_record(json.dumps({"game": game, **facts}))


def asked(of: Record, path: str, value: Any, following: Following = "stay") -> WhatIf:
    """Return a what-if about the fact of a path."""
    return what_if(of, Change(path=path_of(path), value=value, following=following))


def sums(found: WhatIf) -> dict[int, tuple[int | None, int | None]]:
    """Return by seat what is due, and what would have been."""
    return {one.seat: (one.real, one.hypothesis) for one in found.seats}


# --- wheels and dice: nobody decides after the number ---------------------------------------------


def test_another_number_wins_another_pleno() -> None:
    """RA R42: a pleno pays 35 times; 17 fell and 18 would have paid the other player."""
    bets = [
        {"bet": seat, "seat": seat, "tipo": "pleno", "valor": 100, "selecao": number}
        for seat, number in ((1, "17"), (2, "18"))
    ]
    coup = record("roleta_americana", bets=bets, resultado={"numero": "17", "cor": "preto"})
    found = asked(coup, "resultado.numero", "18")
    assert found.stop is None
    assert sums(found) == {1: (3_600, 0), 2: (0, 3_600)}
    assert [one.difference for one in found.seats] == [-3_600, 3_600]


def test_a_number_that_no_wheel_has_cannot_be() -> None:
    """37 numbers end at 36: nothing is reckoned, and it says what cannot be."""
    bets = [{"bet": 1, "seat": 1, "tipo": "pleno", "valor": 100, "selecao": "17"}]
    coup = record("roleta_americana", bets=bets, resultado={"numero": "17"})
    found = asked(coup, "resultado.numero", "37")
    assert found.stop is not None
    assert (found.stop.why, found.hypothesis) == ("impossible", None)


def test_a_die_turns_pequeno_into_grande() -> None:
    """CU R9: 5-4-1 is 10, pequeno, even money; 5-4-6 is 15, grande."""
    bets = [
        {"bet": seat, "seat": seat, "tipo": tipo, "valor": 100}
        for seat, tipo in ((1, "pequeno"), (2, "grande"))
    ]
    roll = record("cussec", bets=bets, resultado=[{"dados": [5, 4, 1]}])
    assert sums(asked(roll, "resultado.0.dados.2", 6)) == {1: (200, 0), 2: (0, 200)}


def test_a_stake_laid_after_a_throw_would_not_have_been_laid() -> None:
    """Craps: after 3-1 the point is 4, and somebody lays on six; after 3-4 the hand was over."""
    throw = record(
        "craps",
        bets=[
            {"bet": 1, "seat": 1, "tipo": "pass_line", "valor": 1_000},
            {"bet": 2, "seat": 2, "tipo": "big_6", "valor": 1_000, "lancamento": 2},
        ],
        lancamentos=[{"dados": [3, 1]}, {"dados": [2, 2]}],
    )
    found = asked(throw, "lancamentos.0.dados.1", 4)
    assert found.stop is not None
    assert (found.stop.why, found.stop.seat) == ("decision", 2)


def test_another_stake_pays_in_proportion() -> None:
    """RA R42: 35 times 2,00 and the stake back is 72,00; the winner's number stays."""
    bets = [{"bet": 1, "seat": 1, "tipo": "pleno", "valor": 100, "selecao": "17"}]
    coup = record("roleta_americana", bets=bets, resultado={"numero": "17"})
    found = asked(coup, "bets.0.valor", 200)
    assert sums(found) == {1: (3_600, 7_200)}
    assert [(one.staked, one.stake) for one in found.seats] == [(100, 200)]


# --- blackjack: a card asked for with 20 ----------------------------------------------------------


def card(to: str, name: str, seq: int, seat: int | None = None) -> dict[str, Any]:
    """Return a card of the deal at its place in the chain."""
    told: dict[str, Any] = {"to": to, "card": name, "seq": seq}
    return told if seat is None else {**told, "seat": seat}


def wish(seat: int, word: str, seq: int) -> dict[str, Any]:
    """Return a decision at its place in the chain."""
    return {"seat": seat, "decisao": word, "seq": seq}


def table(*later: dict[str, Any], decisions: Sequence[dict[str, Any]]) -> Record:
    """Seat 1 has 16, takes 4 and, with 20, one more: 23. Seat 2 has 11. The bank has 18."""
    dealt = [
        card("seat", "Ts", 10, 1),
        card("seat", "5h", 11, 2),
        card("bank", "Td", 12),
        card("seat", "6d", 13, 1),
        card("seat", "6c", 14, 2),
        card("bank", "8h", 15),
        card("seat", "4c", 21, 1),
        card("seat", "3d", 23, 1),
    ]
    bets = [{"bet": seat, "seat": seat, "tipo": "principal", "valor": 15_000} for seat in (1, 2)]
    wishes = [wish(1, "pede", 20), wish(1, "pede", 22), *decisions]
    return record(
        "blackjack", sabot={"decks": 6}, bets=bets, cartas=[*dealt, *later], decisoes=wishes
    )


KING = card("seat", "Kd", 31, 2)


def test_without_the_wish_and_its_card_20_wins_and_the_others_keep_theirs() -> None:
    """BJ R44, R49: 20 beside 18 wins 150,00; seat 2 has its king either way, 21 as well."""
    deal = table(KING, decisions=[wish(2, "pede", 30)])
    assert shifts(deal, path_of("decisoes.1.decisao"))
    found = asked(deal, "decisoes.1.decisao", None)
    assert found.stop is None
    assert sums(found) == {1: (0, 30_000), 2: (30_000, 30_000)}


def test_where_the_cards_advance_the_next_one_would_have_decided_otherwise() -> None:
    """The 3 would have gone to seat 2: 14, on which nobody said that he stays."""
    deal = table(KING, decisions=[wish(2, "pede", 30), wish(2, "fica", 32)])
    found = asked(deal, "decisoes.1.decisao", None, "shift")
    assert found.stop is not None
    assert (found.stop.why, found.stop.path, found.stop.seat) == ("decision", ("decisoes", 3), 2)
    assert found.hypothesis is None
    assert sums(found) == {1: (0, None), 2: (30_000, None)}


def test_where_the_cards_advance_and_nobody_decides_after_them_they_are_reckoned() -> None:
    """Seat 2 asked once and no more: the 3 makes 14 beside the bank's 18, and 150,00 are lost."""
    deal = table(KING, decisions=[wish(2, "pede", 30)])
    assert sums(asked(deal, "decisoes.1.decisao", None, "shift")) == {
        1: (0, 30_000),
        2: (30_000, 0),
    }


def test_another_seats_open_card_is_not_what_one_decides_by() -> None:
    """Seat 2 with 5 and 7 instead of 6 and its king has 22; seat 1 asked as it did, and is over."""
    deal = table({**KING, "open": True}, decisions=[])
    assert sums(asked(deal, "cartas.4.card", "7c")) == {1: (0, 0), 2: (30_000, 0)}


def test_a_card_that_fell_before_a_wish_ends_it_there() -> None:
    """With another second card seat 1 might not have asked: it stops at its first wish."""
    deal = table(KING, decisions=[wish(2, "pede", 30)])
    found = asked(deal, "cartas.3.card", "9d")
    assert found.stop is not None
    assert (found.stop.why, found.stop.path) == ("decision", ("decisoes", 0))


def test_the_banks_hidden_card_stops_nobodys_wish_but_may_ask_for_another_card() -> None:
    """10 and 9 make 19, nothing else moves; 10 and 6 make 16, and the bank had to draw (BJ R49)."""
    deal = table(KING, decisions=[wish(2, "pede", 30)])
    assert sums(asked(deal, "cartas.5.card", "9h"))[2] == (30_000, 30_000)
    found = asked(deal, "cartas.5.card", "6h")
    assert found.stop is not None
    assert found.stop.why == "rule"


# --- bacará, póquer, stud -------------------------------------------------------------------------


def coup() -> Record:
    """Ponto 5 and K draws 2: 7. Banca J and 2 draws J: 2. Ponto wins."""
    hands = [
        ("ponto", "5c"),
        ("banca", "Jd"),
        ("ponto", "Kh"),
        ("banca", "2h"),
        ("ponto", "2c"),
        ("banca", "Js"),
    ]
    bets = [
        {"bet": 1, "seat": 8, "tipo": "empate", "valor": 1_000},
        {"bet": 2, "seat": 1, "tipo": "ponto", "valor": 500},
    ]
    return record(
        "bacara_ponto_e_banca",
        deducao="5pct",
        sabot={"decks": 8},
        bets=bets,
        cartas=[{"to": to, "card": name} for to, name in hands],
    )


def test_the_banks_last_card_makes_a_tie() -> None:
    """2 and 5 make 7 beside 7: the tie pays 8 times, ponto goes back (PB R38)."""
    assert sums(asked(coup(), "cartas.5.card", "5s")) == {1: (1_000, 500), 8: (0, 9_000)}


def test_the_hands_shown_and_the_winner_told_follow_the_card() -> None:
    """A table that tells hands and winner besides: they are no facts of their own, and no bar."""
    plain = json.loads(msgspec.json.encode(coup()))
    plain["mostradas"] = [
        {"grupo": "ponto", "cartas": ["5c", "Kh", "2c"]},
        {"grupo": "banca", "cartas": ["Jd", "2h", "Js"]},
    ]
    plain["resultado"] = {"vencedor": "ponto", "ponto": 7, "banca": 2}
    told = decode_record(json.dumps(plain))
    assert sums(asked(told, "cartas.5.card", "5s")) == {1: (1_000, 500), 8: (0, 9_000)}
    assert {one.path[0] for one in facts_of(told)} == {"cartas", "bets"}
    plain["cartas"][5]["card"] = None
    unread = decode_record(json.dumps(plain))
    assert "mostradas" in {one.path[0] for one in facts_of(unread)}


def test_a_natural_would_have_ended_the_coup() -> None:
    """Ponto with 5 and 3 has 8: no third card is drawn, and those that fell cannot be counted."""
    found = asked(coup(), "cartas.2.card", "3h")
    assert found.stop is not None
    assert found.stop.found is not None
    assert (found.stop.why, found.stop.found.code) == ("rule", "PB-3RD")


def hand(*acts: dict[str, Any]) -> Record:
    """Ace and king against nines, all in before the flop; aces of the turn win."""
    return record(
        "poquer_holdem",
        minimum=100,
        limit="sem_limite",
        mao=1,
        players=[
            {"seat": 1, "stack": 10_000, "cards": ["As", "Ks"]},
            {"seat": 2, "stack": 10_000, "cards": ["9s", "9d"]},
        ],
        actions=[
            {"seat": 1, "action": "pequena_aposta", "added": 50},
            {"seat": 2, "action": "grande_aposta", "added": 100},
            *acts,
        ],
        board=["2h", "7d", "Qs", "Ah", "3c"],
    )


ALL_IN = (
    {"seat": 1, "action": "repicar", "added": 9_950},
    {"seat": 2, "action": "acompanhar", "added": 9_900},
)


def test_another_turn_moves_the_pot_where_nobody_acts_after_it() -> None:
    """With the 9 of hearts three nines win the 200,00 that both had put in."""
    found = asked(hand(*ALL_IN), "board.3", "9h")
    assert found.stop is None
    assert sums(found) == {1: (20_000, 0), 2: (0, 20_000)}


def test_another_turn_stops_at_the_first_act_after_it() -> None:
    """Who passed with five cards open saw the ace: with a nine he might have bet."""
    acts = [
        {"seat": 1, "action": "acompanhar", "added": 50},
        {"seat": 2, "action": "passar"},
        *(
            {"seat": seat, "action": "passar", "common": common}
            for common in (3, 4, 5)
            for seat in (2, 1)
        ),
    ]
    found = asked(hand(*acts), "board.3", "9h")
    assert found.stop is not None
    assert (found.stop.why, found.stop.path, found.stop.seat) == ("decision", ("actions", 6), 2)


def test_a_card_twice_in_one_pack_cannot_be() -> None:
    """The nine of spades is in a hand already."""
    found = asked(hand(*ALL_IN), "board.3", "9s")
    assert found.stop is not None
    assert found.stop.why == "impossible"


def stud(path: str, value: str) -> WhatIf:
    """Queens, 10,00 and 20,00 more, against the pagador's kings, of whom the fifth card is open."""
    of = record(
        "stud_poker",
        seats=[{"seat": 1, "decisao": "adicional", "cartas": ["Qs", "Qh", "9c", "6d", "3c"]}],
        bets=[
            {"bet": 11, "seat": 1, "tipo": "inicial", "valor": 1_000},
            {"bet": 12, "seat": 1, "tipo": "adicional", "valor": 2_000},
        ],
        pagador=["Kc", "Kd", "8h", "5s", "2d"],
        abertas=[5],
    )
    return asked(of, path, value)


def test_a_hidden_card_of_the_pagador_leaves_the_decision() -> None:
    """King high does not open (STU R13): the inicial wins 10,00, the adicional goes back."""
    found = stud("pagador.1", "Jd")
    assert found.stop is None
    assert sums(found) == {1: (0, 4_000)}


@each(("path", "value"), [("pagador.4", "2c"), ("seats.0.cartas.0", "Jc")])
def test_what_he_saw_of_it_stops_at_his_decision(path: str, value: str) -> None:
    """The pagador's open card, or one of his own: he decided on it."""
    found = stud(path, value)
    assert found.stop is not None
    assert (found.stop.why, found.stop.seat) == ("decision", 1)


# --- what holds in every game ---------------------------------------------------------------------

OTHER: dict[type, Any] = {str: "2c", int: 3, bool: False}


@pytest.mark.one_in(4)
@pytest.mark.parametrize("game", GAMES)
def test_a_fact_changed_to_itself_changes_nothing(game: str) -> None:
    """Every single value of every honest record: the same record, no stop, no difference."""
    looked = 0
    for of in records(game):
        for fact in facts_of(of, every=True):
            if fact.value is None:
                continue
            found = what_if(of, Change(path=fact.path, value=fact.value))
            assert (found.record, found.stop, found.hypothesis) == (of, None, found.real), fact
            assert {one.difference for one in found.seats} <= {0, None}, fact
            looked += 1
    assert looked > 5


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", GAMES)
def test_a_what_if_back_is_the_record_as_it_was(game: str) -> None:
    """Any value made another and then itself again: the record is as it was before."""
    for of in records(game):
        for fact in part_of(facts_of(of, every=True), 4, game):
            other = OTHER.get(type(fact.value))
            if other is None:
                continue
            try:
                there = what_if(of, Change(path=fact.path, value=other))
                back = what_if(there.record, Change(path=fact.path, value=fact.value))
            except WhatIfError:
                continue  # a word of a closed list: the record's type refuses any other
            assert back.record == of, fact


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", GAMES)
def test_no_field_taken_away_or_moved_raises(game: str) -> None:
    """Each fact that a page offers, taken away, cards staying or moving: an answer, or why."""
    for of in records(game):
        for fact in part_of(facts_of(of), 3, game):
            for following in ("stay", "shift"):
                for value in (None, OTHER.get(type(fact.value))):
                    change = Change(path=fact.path, value=value, following=following)
                    try:
                        found = what_if(of, change)
                    except WhatIfError:
                        continue
                    assert (found.hypothesis is None) == (found.stop is not None)


def records(game: str) -> list[Record]:
    """Return the honest records of a game."""
    every = [decode_record(line) for line in HONEST]
    return [one for one in every if game_of(one).name == game]


@each(
    ("path", "value", "said"),
    [
        ("resultado.nada", "1", "resultado.nada: expected a fact of the record"),
        ("bets.9.valor", 1, "bets.9.valor: expected a fact"),
        ("bets", 1, "bets: expected a single fact, got several"),
        ("bets.0.valor", "x", "bets.0.valor: expected int, got 'x'"),
        ("resultado.numero", None, "resultado.numero: expected a value"),
        ("bets.-1.valor", 1, "expected a fact"),
    ],
)
def test_a_change_that_is_none_says_why(path: str, value: Any, said: str) -> None:
    """The path, what was expected, what was there."""
    bets = [{"bet": 1, "seat": 1, "tipo": "pleno", "valor": 100, "selecao": "17"}]
    of = record("roleta_americana", bets=bets, resultado={"numero": "17"})
    with pytest.raises(WhatIfError, match=said):
        asked(of, path, value)
