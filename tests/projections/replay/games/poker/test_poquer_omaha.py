"""Omaha: two own cards and three common ones, worked by hand and beside independent evaluators."""

import random
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import combinations
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from phevaluator import evaluate_omaha_cards

from projections.replay.codes import CODES
from projections.replay.games.poker.betting.record import CITES_001, Player
from projections.replay.games.poker.poquer_omaha import COVERAGE, OmahaRecord, any_five, values_of
from projections.replay.games.poker.ranking import value_of, word_of
from projections.replay.kit.cards import DECK
from projections.replay.record import Payment, Void
from projections.replay.registry import decode_record, judge
from projections.replay.settlement import Outcome, describe
from tests.helpers.each import each
from tests.projections.replay.games.poker.told import (
    BLINDS,
    CALLS,
    CHECKED,
    assert_conserved,
    by_hand,
    cards,
    codes,
    dues,
    hand,
    only,
    paid,
    play,
    settled,
)
from tests.projections.replay.games.poker.wild_hands import wild

FOUR_HEARTS = ("Ah", "Kh", "Qh", "7h", "2c")
HOLES = (
    ("As", "Ad", "9d", "8d"),
    ("3h", "9c", "8s", "4s"),
    ("Jh", "Ts", "5h", "5d"),
    ("7s", "7d", "2d", "2s"),
)
"""With four hearts on the board: trio of aces, ace high, cor, trio of sevens."""


def omaha(text: str = CHECKED, **fields: Any) -> OmahaRecord:
    """Return a hand of four that is as it should be, unless fields say otherwise."""
    told = hand(text, **{**fields, "payments": ()})
    values = {name: getattr(told, name) for name in told.__struct_fields__}
    if "players" not in fields:
        values["players"] = seated(*HOLES)
    if "board" not in fields:
        values["board"] = FOUR_HEARTS[: len(told.board)]
    record = OmahaRecord(**values)
    payments = fields.get("payments")
    return structs.replace(record, payments=paid(record) if payments is None else payments)


def seated(*holes: Sequence[str | None], stack: int = 10_000) -> tuple[Player, ...]:
    """Seat players from 1 on with these cards."""
    return tuple(
        Player(seat=seat, stack=stack, cards=tuple(hole)) for seat, hole in enumerate(holes, 1)
    )


# Ranking.


def test_exactly_two_own_and_three_common_cards() -> None:
    """O1 on a board of four hearts, worked by hand.

    Seat 1: two aces with ace, king and queen: a trio. Seat 2: one heart is no cor; 9 and 8 with
    ace, king, queen: the ace is all. Seat 3: jack and 5 of hearts with ace, king, queen: cor.
    Seat 4: two sevens with the seven, ace and king: a trio, since the second 2 cannot join.
    """
    values = values_of(FOUR_HEARTS, HOLES)
    assert [word_of(value) for value in values] == ["trio", "carta_maior", "cor", "trio"]
    assert values == [
        value_of(cards(five))
        for five in ("As Ad Ah Kh Qh", "9c 8s Ah Kh Qh", "Jh 5h Ah Kh Qh", "7s 7d 7h Ah Kh")
    ]


@pytest.mark.parametrize(
    ("hole", "board", "best"),
    [
        ("2c 3c 4d 5d", "As Ks Qs Js Ts", "5d 4d As Ks Qs"),  # the board alone never counts
        ("As 2c 3d 4d", "Ks Qs Js 9s 8h", "As 4d Ks Qs Js"),  # one spade is no cor
        ("9c 9d 9h 9s", "2c 3d 5h 7s Kc", "9c 9d Kc 7s 5h"),  # four own nines are a pair
        ("As Ac Kd Kh", "Ad Ah 2c 3d 4h", "As Ac Ad Ah 4h"),  # póquer
        ("Ac 2d Kh Kd", "3s 4h 5c 9d 9h", "Ac 2d 3s 4h 5c"),  # the ace below the 2
        ("Td 9d 2s 2h", "8d 7d 6d Ad 2c", "Td 9d 8d 7d 6d"),  # sequência da cor, not the ace's cor
    ],
)
def test_the_best_two_and_three(hole: str, board: str, best: str) -> None:
    """O1, 001 n.73: the best of the sixty ways, found by eye."""
    assert values_of(cards(board), [cards(hole)]) == [value_of(cards(best))]


def deals(count: int, seed: int) -> Iterator[tuple[list[str], list[str]]]:
    """Yield four own and five common cards, many of them with common ranks and suits."""
    rng = random.Random(seed)
    narrow = [card for card in DECK if card[1] in "hs" or card[0] in "9TJQKA"]
    for index in range(count):
        nine = rng.sample(narrow if index % 2 else DECK, 9)
        yield nine[:4], nine[4:]


def test_the_best_of_the_sixty_ways() -> None:
    """O1: six pairs of own cards times ten of three common ones, each valued by itself."""
    for hole, board in deals(1_500, 3):
        ways = [
            value_of([*two, *three])
            for two in combinations(hole, 2)
            for three in combinations(board, 3)
        ]
        assert len(ways) == 60
        assert values_of(board, [hole]) == [max(ways)]


@pytest.mark.parametrize(
    ("count", "least"), [(6_000, 1_000), pytest.param(30_000, 1_500, marks=pytest.mark.deep)]
)
def test_hands_are_ordered_as_an_independent_evaluator_orders_them(count: int, least: int) -> None:
    """Of thousands of deals every two compare as phevaluator compares them, ties included."""
    theirs: dict[int, int] = {}
    for hole, board in deals(count, 1):
        (ours,) = values_of(board, [hole])
        rank = evaluate_omaha_cards(*board, *hole)
        assert theirs.setdefault(ours, rank) == rank
    ranks = [theirs[value] for value in sorted(theirs)]
    assert ranks == sorted(set(ranks), reverse=True)
    assert len(ranks) > least


def test_hands_are_ordered_as_pokerkit_orders_them() -> None:
    """Each hand compares with the next as PokerKit compares them."""
    hand = import_module(
        "pokerkit"
    ).OmahaHoldemHand  # half a second, which other tests need not wait for
    before: tuple[int, Any] | None = None
    for hole, board in deals(300, 2):
        theirs = hand.from_game("".join(hole), "".join(board))
        ours = values_of(board, [hole])[0], theirs
        if before:
            assert (ours[0] > before[0], ours[0] == before[0]) == (
                ours[1] > before[1],
                ours[1] == before[1],
            )
        before = ours


@each("card", ["?", "1x", None])
def test_one_card_that_nobody_can_read_decides_nothing(card: str | None) -> None:
    """O1, NB R53: of four own cards one is not known, and with it the winner."""
    first, *others = HOLES
    record = structs.replace(omaha(), players=seated((*first[:3], card), *others))
    assert dues(record) == {}
    assert {code for code, _ in codes(record)} <= {"RES-IMPOSS"}


def test_what_is_no_hand_of_omaha_has_no_value() -> None:
    """Unknown cards, and another number of own cards, are told apart from hands."""
    with pytest.raises(KeyError):
        values_of(FOUR_HEARTS, [("As", "Ad", "9d", None)])
    with pytest.raises(KeyError):
        values_of(("1x", *FOUR_HEARTS[1:]), [HOLES[0]])
    with pytest.raises(ValueError, match="expected 4, got 2"):
        values_of(FOUR_HEARTS, [("As", "Ad")])


# Settlement, worked by hand.


def test_the_usual_hand() -> None:
    """Four pay 1.00 each and pass to the end; seat 3 alone has a cor and takes 4.00."""
    record = omaha()
    result = settled(record)
    assert dues(record) == {3: 400}
    assert codes(record) == []
    assert result.result == {
        "vencedores": [3],
        "combinacoes": {1: "trio", 2: "carta_maior", 3: "cor", 4: "trio"},
    }
    said = describe(result)["lines"][2]
    assert said["why"]["pt"][0] == "tem cor: ás, rei, dama, valete, 5 [NB R59]"
    assert said["rules"] == ["NB R59", "NB R60", "OH R1", "NB R54"]


def test_an_encavado_equal_hands_and_cagnotte() -> None:
    """R28, R40, R54, R55, R65 a, O1, worked on paper.

    Minimum 1.00, mão seat 1. Board K♠ Q♦ 9♣ 4♥ 2♠. Seat 1: A♣ J♣ 3♦ 3♥ has K Q with A J and 9: the
    ace is all, or the pair of 3 with K Q 9: a pair of threes. Seat 2: J♦ T♦ 7♦ 6♦ has J T with
    K Q 9: sequência to the king. Seat 3: J♥ T♥ 5♣ 5♦ the same. Seat 4: K♦ Q♣ 8♦ 8♠ two pairs.
    Seat 2 has 6.50 and puts all in; 3, 4 and 1 follow with 6.50; on the flop 1 passes, 3 bets 5.00,
    4 follows, 1 gives up; then both pass.
    Stakes 6.50, 6.50, 11.50, 11.50. Main pot, four times 6.50 = 26.00, for 2, 3, 4: seats 2 and 3
    alike; of 26 chips 13 each. Side pot, twice 5.00 = 10.00, for 3 and 4: seat 3.
    Cagnotte 5 % of 36.00 = 1.80: of 13.00, 13.00 and 10.00 that is 65, 65 and 50.
    """
    text = (
        "1 pequena 50, 2 grande 100, 3 acompanhar 100, 4 acompanhar 100, 1 acompanhar 50,"
        " 2 repicar 550, 3 acompanhar 550, 4 acompanhar 550, 1 acompanhar 550 |"
        " 1 passar, 3 apostar 500, 4 acompanhar 500, 1 desistir | 3 passar, 4 passar |"
        " 3 passar, 4 passar"
    )
    holes = [cards(own) for own in ("Ac Jc 3d 3h", "Jd Td 7d 6d", "Jh Th 5c 5d", "Kd Qc 8d 8s")]
    players = tuple(
        structs.replace(one, stack=650) if one.seat == 2 else one for one in seated(*holes)
    )
    record = omaha(
        text,
        players=players,
        board=tuple(cards("Ks Qd 9c 4h 2s")),
        cagnotte_ppm=50_000,
    )
    result = settled(record)
    assert [(pot.amount, pot.eligible, pot.winners, pot.shares) for pot in result.pots] == [
        (2_600, (2, 3, 4), (2, 3), (1_300, 1_300)),
        (1_000, (3, 4), (3,), (1_000,)),
    ]
    assert {one.seat: one.amount for one in result.commissions} == {2: 65, 3: 115}
    assert dues(record) == {2: 1_235, 3: 2_185}
    assert result.result["combinacoes"] == {2: "sequencia", 3: "sequencia", 4: "dois_pares"}
    assert codes(record) == []


def test_a_void_hand_returns_everything() -> None:
    """R66 f: a damaged card; nobody wins and nothing goes to the house."""
    record = omaha(
        f"{BLINDS}, 3 acompanhar 100", void=Void(cause="carta_danificada"), cagnotte_ppm=50_000
    )
    assert settled(record).void
    assert dues(record) == {1: 50, 2: 100, 3: 100}


# Faults of Omaha's own.


def test_any_five_of_nine_may_hold_a_flush_and_a_full_house() -> None:
    """Queens full of tens beat the flush of the ace: of nine cards both can be made at once."""
    board = ("Th", "Jh", "7h", "2h", "Qs")
    full, flush = any_five(board, [("Qd", "Ks", "Qh", "Tc"), ("Ah", "3c", "4d", "9s")])
    assert word_of(full) == "fullen"
    assert word_of(flush) == "cor"
    assert full > flush


def test_a_pot_given_as_if_any_five_counted() -> None:
    """O1: any five of nine would give seat 4 a fullen of sevens and twos; the pot is seat 3's."""
    assert [word_of(value) for value in any_five(FOUR_HEARTS, HOLES)][3] == "fullen"
    wrong = omaha(payments=(Payment(seat=4, amount=400),))
    assert codes(wrong) == [("OH-23", 3), ("OH-23", 4)]
    assert {one.rule for one in judge(wrong).found} == {"OH R1"}


def test_a_pot_given_to_another_is_no_misreading_of_two_and_three() -> None:
    """No reading of the cards gives seat 1 the pot."""
    other = omaha(payments=(Payment(seat=1, amount=400),))
    assert codes(other) == [("PAY-DIFF", 1), ("PAY-NONE", 3)]


def test_a_right_payment_is_none_either() -> None:
    """OH-23 needs a wrong payment."""
    assert codes(omaha(payments=(Payment(seat=3, amount=400),))) == []


@pytest.mark.parametrize("count", [2, 3, 5])
def test_four_own_cards_are_dealt(count: int) -> None:
    """O6, R66 b: two or three are not enough, five too many."""
    hole = (*HOLES[1], "6c")[:count]
    record = omaha(players=seated(HOLES[0], hole, HOLES[2], HOLES[3]))
    assert codes(record) == [("NB-MIS", 2)]
    assert only(record).expected == "4"


def test_cards_that_cannot_be() -> None:
    """O2: a card dealt twice decides nothing."""
    twice = ("As", "9c", "8s", "4s")
    record = omaha(players=seated(HOLES[0], twice, HOLES[2], HOLES[3]), payments=())
    assert [one.recorded for one in judge(record).found if one.code == "RES-IMPOSS"] == ["As"]
    assert {line.outcome for line in settled(record).lines} == {Outcome.PENDENTE}


def test_the_pot_limit() -> None:
    """R63 b, O15: 1.50 in the pot and 1.00 to call: 2.50 more at most."""
    text = f"{BLINDS}, 3 repicar {{}}, 4 desistir, 1 desistir, 2 desistir"
    assert codes(omaha(text.format(350), limit="pote")) == []
    assert codes(omaha(text.format(351), limit="pote")) == [("NB-RAISE", 3)]


def test_cards_dealt_one_by_one_from_the_first_bet_on() -> None:
    """R22 with O6: four rounds of one card each, beginning with the mão's pequena aposta."""
    assert codes(omaha(dealt=(1, 2, 3, 4) * 4)) == []
    wrong = only(omaha(dealt=(1, 1, 2, 2, 3, 3, 4, 4) * 2))
    assert (wrong.code, wrong.rule, wrong.expected, wrong.recorded) == (
        "NB-MIS",
        "NB R66 a, NB R22",
        "2",
        "1",
    )
    assert [one.code for one in judge(omaha(dealt=(2, 3, 4, 1) * 4)).found] == ["NB-MIS"]


def test_portugal_cites_its_own_numbers() -> None:
    """001 n.73 for two and three; no online variant."""
    record = omaha(profile="pt-2007@1")
    assert settled(record).lines[2].rules == ("001 n.17", "001 n.18", "001 n.73", "001 n.65")
    assert CITES_001.ranking[-1] == "001 n.94", "hold'em keeps its own"
    assert codes(structs.replace(record, mode="shared")) == [("ONL-NONE", None)]


def test_macau_has_no_omaha() -> None:
    """Portaria 104/85/M has five-card poker alone: the profile cannot judge the hand."""
    with pytest.raises(ValueError, match="poquer_omaha"):
        judge(omaha(profile="mo-1985@1", payments=()))


# Properties.


def rank(own: Sequence[str], board: Sequence[str]) -> int:
    """Return how an independent evaluator ranks a hand; the lowest is the best."""
    return evaluate_omaha_cards(*board, *own)


played = st.integers(0, 2**32).map(lambda seed: play(random.Random(seed), OmahaRecord, 4))


@given(played)
def test_a_hand_played_by_the_rules_has_no_fault(record: OmahaRecord) -> None:
    """Whatever is played, with any number of encavados, every act is found legal."""
    assert codes(structs.replace(record, payments=paid(record))) == []


@given(played)
def test_money_is_conserved(record: OmahaRecord) -> None:
    """What was put in is paid out, but for the cagnotte."""
    assert_conserved(record, settled(record))


@given(played)
def test_dividing_chip_by_chip_gives_the_same(record: OmahaRecord) -> None:
    """R28, R39, R40, R55 over random hands, against a method that knows no layers."""
    record = structs.replace(record, method="camadas", cagnotte_ppm=0)
    assert dues(record) == by_hand(record, rank)


@given(played, st.permutations(range(4)), st.permutations("cdhs"))
def test_the_order_of_own_cards_and_the_suits_change_nothing(
    record: OmahaRecord, order: list[int], suits: list[str]
) -> None:
    """Own cards have no order, suits are but names."""
    recoloured = dict(zip("cdhs", suits, strict=True))

    def changed(told: tuple[str | None, ...]) -> tuple[str | None, ...]:
        return tuple(card and card[0] + recoloured[card[1]] for card in told)

    other = structs.replace(
        record,
        board=changed(record.board),
        players=tuple(
            structs.replace(one, cards=changed(tuple(one.cards[index] for index in order)))
            for one in record.players
        ),
    )
    assert dues(other) == dues(record)


@given(played)
def test_a_void_returns_every_stake(record: OmahaRecord) -> None:
    """R66: each has back what he put in, and the house takes nothing."""
    result = settled(structs.replace(record, void=Void(cause="baralho_incompleto")))
    assert result.commissions == ()
    assert all(line.due == line.stake for line in result.lines)


@given(wild(OmahaRecord))
def test_nonsense_is_faults_never_an_exception(record: OmahaRecord) -> None:
    """A record no table could make is judged all the same, and its money conserved."""
    verdict = judge(record)
    assert_conserved(record, verdict.settlement)
    assert {one.code for one in verdict.found} <= set(CODES)
    describe(verdict.settlement)


@given(played)
def test_a_record_is_the_same_after_json(record: OmahaRecord) -> None:
    """``razao replay`` takes records as JSON, told apart by the field ``game``."""
    assert decode_record(msgspec.json.encode(record)) == record


@pytest.mark.parametrize(
    "told",
    [
        '"players": [{"seat": 1, "cavee": 5}]',
        '"actions": [{"seat": 1, "action": "passar", "adeed": 5}]',
        '"exposed": [{"comon": 3}]',
        '"fee": []',
    ],
)
def test_a_field_written_wrongly_is_refused(told: str) -> None:
    """A cave that nobody reads would be a wrong verdict: within the record's parts too."""
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        decode_record(f'{{"game": "poquer_omaha", {told}}}')


# Rules accounted for.


def test_every_rule_number_is_accounted_for() -> None:
    """General rules, Omaha e Hold'em, and Portaria 217/2007."""
    rules = {one.rule for one in COVERAGE}
    assert {f"NB R{number}" for number in range(1, 67)} <= rules
    assert {f"R{number}" for number in (*range(1, 20), *range(60, 76))} <= rules
    assert {f"001 n.{number}" for number in range(1, 95)} <= rules


def test_the_calls_of_a_table_that_pays_the_minimum() -> None:
    """The helper's words stand for four players at 1.00: nothing in these tests rests on less."""
    assert sum(one.added for one in omaha(CALLS + " |||").actions) == 400
