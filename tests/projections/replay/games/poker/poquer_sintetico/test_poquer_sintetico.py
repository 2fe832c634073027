"""Póquer sintético: the order of 28 cards proved by enumeration, pots by hand and by cents."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import comb
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from projections.replay.codes import CODES
from projections.replay.games.poker.betting.record import Action, Player, Shown
from projections.replay.games.poker.poquer_sintetico import COVERAGE, SinteticoRecord
from projections.replay.games.poker.poquer_sintetico.ranking import (
    CARDS,
    WORDS,
    Combination,
    any_five,
    value_of,
    values_of,
    word_of,
)
from projections.replay.kit.cards import SUITS
from projections.replay.record import ErrorNoted, Payment, Void
from projections.replay.registry import decode_record, judge
from projections.replay.settlement import Outcome, describe
from tests.helpers.each import each
from tests.projections.replay.games.poker.poquer_sintetico.sintetico_table import (
    ANTES,
    BOARD,
    HOLES,
    PACK,
    best_of,
    by_cents,
    play,
    rank_of,
    seated,
    sintetico,
)
from tests.projections.replay.games.poker.told import (
    assert_conserved,
    cards,
    codes,
    dues,
    only,
    paid,
    settled,
)
from tests.projections.replay.games.poker.wild_hands import wild

EVERY_FIVE = tuple(combinations(PACK, 5))


# The order of hands.


def test_the_pack() -> None:
    """S3: ace to 8 in four suits, 28 cards, C(28,5) = 98,280 hands."""
    assert set(PACK) == CARDS
    assert (len(CARDS), len(EVERY_FIVE)) == (28, 98_280)


def test_every_hand_counted_and_counted_by_combinatorics() -> None:
    """S9: all 98,280 hands, beside counts made on paper.

    Sequências: 4 tops (S10). Póquer 7·24. Cor: of C(7,5) ranks in a suit all but the 4 runs. Fullen
    7·4·6·6. Trio 7·4 with two of the six other ranks, any suit. Two pairs C(7,2)·6·6 with one of
    20; of them five figures: C(4,2)·6·6 with one of 8. A pair 7·6 with three of six ranks; of
    them five figures: all three other figures, 4·6·4³. Nothing: no run, suits not all one.
    """
    figures_with_pairs = comb(4, 2) * 6 * 6 * 8
    plain_figures = 4 * 6 * 4**3
    expected = {
        "sequencia_maxima_da_cor": 4,
        "sequencia_da_cor": 3 * 4,
        "poquer": 7 * 24,
        "cor": 4 * (comb(7, 5) - 4),
        "fullen": 7 * 4 * 6 * 6,
        "sequencia": 4 * (4**5 - 4),
        "trio": 7 * 4 * comb(6, 2) * 4**2,
        "figuras_com_pares": figures_with_pairs,
        "figuras_simples": plain_figures,
        "dois_pares": comb(7, 2) * 6 * 6 * 20 - figures_with_pairs,
        "um_par": 7 * 6 * comb(6, 3) * 4**3 - plain_figures,
        "carta_maior": (comb(7, 5) - 4) * (4**5 - 4),
    }
    assert list(expected.values()) == [
        *(4, 12, 168, 68, 1_008, 4_080, 6_720, 1_728, 1_536, 13_392, 52_224, 17_340)
    ]
    assert Counter(word_of(value_of(five)) for five in EVERY_FIVE) == expected
    assert sum(expected.values()) == 98_280


def test_the_order_is_total_and_that_of_the_list() -> None:
    """S9-S12, R60: over all hands the values order and tie exactly as an order written apart."""
    theirs: dict[int, set[tuple[Any, ...]]] = defaultdict(set)
    for five in EVERY_FIVE:
        theirs[value_of(five)].add(rank_of(five))
    assert all(len(ranks) == 1 for ranks in theirs.values())
    in_order = [next(iter(theirs[value])) for value in sorted(theirs)]
    assert all(lower < higher for lower, higher in pairwise(in_order))
    # Different hands by ranks alone: 1 + 3 runs in a suit, 7·6 póquer, 17 cor, 42 fullen, 4 runs,
    # 7·15 trios, 6·2 and 4 of figures, 105 - 12 two pairs, 140 - 4 pairs, 17 with nothing.
    assert len(theirs) == 1 + 3 + 42 + 17 + 42 + 4 + 105 + 12 + 4 + 93 + 136 + 17 == 476


@each(
    ("higher", "lower"),
    [
        ("Th 9h 8h Qh Ah", "As Ac Ad Ks Kc"),  # cor above fullen (S9 d, e)
        ("8s 8c 8d 8h 9s", "Ah Kh Qh Jh 9h"),  # póquer above cor
        ("8s 8c 8d 9s 9c", "As Kc Qd Js Tc"),  # fullen above sequência
        ("Js Tc 9d 8s Ac", "As Ac Ad Ks Qc"),  # the lowest sequência above any trio
        ("8s 8c 8d 9s Tc", "As Ac Kd Ks Qc"),  # trio above figuras com pares
        ("Js Jc Qd Qs Kc", "As Ac Kd Qs Jc"),  # figuras com pares above figuras simples
        ("Js Jc Ad Ks Qc", "As Ac Kd Ks Tc"),  # figuras simples above two pairs with a 10
        ("As Ac Qd Qs Kc", "As Ac Jd Js Kc"),  # figuras com pares: the other pair
        ("As Ac Kd Ks Qc", "As Ac Kd Ks Jc"),  # then the fifth card
        ("Ks Kc Qd Qs Jc", "Qs Qc Jd Js Ac"),  # the higher pair first, whatever the fifth
        ("As Ac Kd Qs Jc", "As Kc Kd Qs Jc"),  # figuras simples: the repeated rank, from the ace
        ("As Kc Kd Qs Jc", "As Kc Qd Qs Jc"),
        ("As Kc Qd Qs Jc", "As Kc Qd Js Jc"),
        ("Qs Jc Td 9s 8c", "Js Tc 9d 8s Ac"),  # under the 8 the ace is the lowest (S10)
        ("Qs Js Ts 9s 8s", "Js Ts 9s 8s As"),
        ("Js Ts 9s 8s As", "8h 8c 8d 8s Ah"),  # it is a sequência da cor all the same
        ("Ks Qs Js Ts 8s", "Ks Qs Js 9s 8s"),  # cor card by card to the fifth
        ("8s 8c 8d 8h As", "8s 8c 8d 8h Ks"),  # R60 a
        ("9s 9c 9d 8h 8s", "8s 8c 8d Ah As"),  # R60 b: the trio first
        ("9s 9c 9d Ah Ks", "9s 9c 9d Ah Qs"),  # R60 e
        ("Ts Tc 9d 9h As", "Ts Tc 9d 9h Ks"),  # R60 f
        ("8s 8c Ad Kh Ts", "8s 8c Ad Kh 9s"),  # R60 g
        ("As Kc Qd Jh 9s", "As Kc Qd Jh 8s"),
    ],
)
def test_one_hand_beats_another(higher: str, lower: str) -> None:
    """S9, S10, S12, R60, by eye."""
    assert value_of(cards(higher)) > value_of(cards(lower))


def test_there_is_no_other_sequence() -> None:
    """S10: the ace joins under the 8 or over the king, nowhere else."""
    assert word_of(value_of(cards("Qs Ac 9d 8h Ts"))) == "carta_maior"
    assert word_of(value_of(cards("Ks Qc Ad 9h Ts"))) == "carta_maior"


def test_figures_that_are_more_than_pairs_are_what_they_are() -> None:
    """S12: five figures with a trio, a fullen or a póquer stay in the higher combination."""
    told = [word_of(value_of(cards(five))) for five in ("As Ac Ad Ks Qc", "As Ac Ad Ks Kc")]
    assert told == ["trio", "fullen"]
    assert word_of(value_of(cards("As Ac Ad Ah Kc"))) == "poquer"


@each("word", WORDS)
def test_every_combination_has_its_sentence(word: str) -> None:
    """Twelve names in two languages, none with a gap."""
    value = next(value for five in EVERY_FIVE if word_of(value := value_of(five)) == word)
    for language in ("pt", "en"):
        said = format(Combination(value), language)
        assert said
        assert "{" not in said
        assert not said.endswith((",", ":", "com ", "with "))


def test_a_hand_in_words() -> None:
    """Both tellings of figures."""
    value = Combination(value_of(cards("As Ac Kd Ks Qc")))
    assert f"{value:pt}" == "figuras com pares, ases e reis, com dama"
    lowest = Combination(value_of(cards("Js Tc 9d 8s Ac")))
    assert f"{lowest:pt}" == "sequência até valete"
    plain = Combination(value_of(cards("As Jc Jd Ks Qc")))
    assert f"{plain:en}" == "plain figures: jacks repeated, with ace, king, queen"


# Two own and three common cards (S1).


def test_exactly_two_own_and_three_common_cards() -> None:
    """S1 on A♥ K♥ Q♥ J♥ 10♥, by eye: the board never counts for anybody.

    9♥ 8♥ with Q J 10 of hearts: sequência da cor to the queen. A♠ A♦ with A♥ and K Q: trio. K♠ Q♠
    with A J 10: sequência to the ace. 9♠ 8♠ with Q J 10: sequência to the queen. 8♥ 8♦ with A K Q:
    a pair, one heart of the own is no cor.
    """
    board = cards("Ah Kh Qh Jh Th")
    holes = [cards(own) for own in ("9h 8h", "As Ad", "Ks Qs", "9s 8s", "8d 8c")]
    assert [word_of(value) for value in values_of(board, holes)] == [
        "sequencia_da_cor",
        "trio",
        "sequencia",
        "sequencia",
        "um_par",
    ]


def deals(count: int, seed: int) -> Iterator[tuple[list[str], list[str]]]:
    """Yield two own and five common cards, many with common suits."""
    rng = random.Random(seed)
    narrow = [card for card in PACK if card[1] in "hs"]
    for index in range(count):
        seven = rng.sample(narrow if index % 2 else PACK, 7)
        yield seven[:2], seven[2:]


def test_the_best_of_the_ten_ways() -> None:
    """S1: C(5,3) = 10 ways, each valued by itself, over 4,000 deals, and by the order apart."""
    for hole, board in deals(4_000, 7):
        ways = [[*hole, *three] for three in combinations(board, 3)]
        assert len(ways) == 10
        (value,) = values_of(board, [hole])
        assert value == max(value_of(five) for five in ways)
        best = max(ways, key=value_of)
        assert rank_of(best) == best_of(hole, board)


def test_only_from_fullen_down_can_two_players_tie() -> None:
    """S11 lists e) to l): proved over every pair of ranks that could tie above.

    Póquer: with three or four of a rank in common one player alone holds the last, or nobody needs
    it; with two in common one player alone holds the two others. Cor and sequências da cor: three
    common cards of the suit leave four; two players' pairs of them are different, and so are the
    five ranks. Here every board with a cor is tried: three, four or five hearts, any two pairs.
    """
    hearts = [card for card in PACK if card[1] == "h"]
    others = ["8c", "9d"]
    tried = 0
    for many in (3, 4, 5):
        for common in combinations(hearts, many):
            board = [*common, *others[: 5 - many]]
            left = [card for card in hearts if card not in common]
            pairs = list(combinations(left, 2))
            for one, two in combinations(pairs, 2):
                if set(one) & set(two):
                    continue
                first, second = values_of(board, [one, two])
                if word_of(first) in {"cor", "sequencia_da_cor", "sequencia_maxima_da_cor"}:
                    tried += 1
                    assert first != second
    assert tried == comb(7, 3) * 3
    for rank in "AKQJT98":
        four = [rank + suit for suit in SUITS]
        for many in (2, 3, 4):
            holders = {
                own
                for own in combinations([card for card in PACK if card not in four[:many]], 2)
                if set(four[many:]) <= set(own) and many + len(set(own) & set(four)) == 4
            }
            if many == 4:
                continue  # two own and three common cards: four common ones never all count
            assert all(set(one) & set(two) for one, two in combinations(holders, 2))


def test_what_is_no_hand_has_no_value() -> None:
    """Unknown cards, cards below the 8, another number of own cards."""
    with pytest.raises(KeyError):
        values_of(BOARD, [("As", None)])
    with pytest.raises(KeyError):
        values_of(BOARD, [("As", "7c")])
    with pytest.raises(KeyError):
        values_of((None, *BOARD[1:]), [("As", "Qc")])
    with pytest.raises(ValueError, match="expected 2, got 3"):
        values_of(BOARD, [("As", "Qc", "Qd")])


# Settlement, worked by hand.


def test_the_usual_hand() -> None:
    """Four antes of 1.00, five turns passed: seat 1 has two pairs A K, the best; 4.00."""
    record = sintetico()
    assert dues(record) == {1: 400}
    assert codes(record) == []
    result = settled(record)
    assert result.result == {
        "vencedores": [1],
        "combinacoes": {1: "dois_pares", 2: "dois_pares", 3: "dois_pares", 4: "um_par"},
    }
    said = describe(result)["lines"][0]
    assert said["why"]["pt"][0] == "tem dois pares, ases e reis, com 10 [SI R9]"
    assert said["rules"] == ["SI R9", "SI R12", "SI R1", "NB R54"]


WORKED = (
    "1 ante 100, 2 ante 100, 3 ante 100, 4 ante 100, 5 ante 100,"
    " 2 estardilho 200, 4 restardilho 400,"
    " 5 acompanhar 800, 1 desistir, 2 acompanhar 600, 3 acompanhar 800, 4 acompanhar 400 |"
    " 2 apostar 300, 4 acompanhar 300, 5 repicar 800, 2 acompanhar 500, 4 desistir |"
    " 5 passar, 2 passar |"
    " 5 passar, 2 apostar 150, 5 acompanhar 150 |"
    " 2 passar, 5 passar | 2 passar, 5 passar"
)


def worked(**fields: Any) -> SinteticoRecord:
    """Return the hand of the worked example."""
    holes = [cards(own) for own in ("8d 9d", "Kh Qs", "Ac Tc", "Jc Js", "Ks Qh")]
    players = tuple(
        structs.replace(one, stack=900 if one.seat == 3 else 5_000) for one in seated(*holes)
    )
    return sintetico(
        WORKED,
        players=players,
        board=tuple(cards("Ah Kd 9c 8s Td")),
        cagnotte_ppm=50_000,
        estardilho=True,
        **fields,
    )


def test_estardilho_restardilho_an_encavado_a_tie_and_the_cagnotte() -> None:
    """S7, S11, S13-S15, R28, R40, R54, R55, R65 a, worked on paper.

    Minimum 1.00, mão seat 1, caves 50.00, seat 3 has 9.00. All put in 1.00.
    Seat 2 estardilha with 2.00, seat 4 doubles it: 4.00. To play costs 8.00. From the left of 4:
    5 pays 8.00, 1 gives up, 2 adds 6.00, 3 puts in his last 8.00, 4 doubles with 4.00 more.
    Turn 1, left of the mão: 2 bets 3.00, 4 follows, 5 repica 5.00 (8.00 in all), 2 adds 5.00,
    4 gives up. Turn 2: 5 had bet most; both pass. Turn 3: nobody bet, so 5 again passes, 2 bets
    1.50, 5 follows. Turns 4 and 5: seat 2 begins, all pass.
    Stakes: 1.00, 18.50, 9.00, 12.00, 18.50: 59.00.
    Board A♥ K♦ 9♣ 8♠ 10♦. Seat 3, A 10 with A K 10: two pairs. Seats 2 and 5, K Q with A K 10: the
    same pair of kings.
    Main pot up to 9.00: 1.00 + 4·9.00 = 37.00, seat 3's. Side pot: 9.50 + 9.50 and 3.00 of seat 4:
    22.00 for 2 and 5, 11 chips of 1.00 each.
    Cagnotte 5 % of 59.00 = 2.95: 1.85 of 37.00, 0.55 of each 11.00.
    """
    record = worked()
    result = settled(record)
    assert {line.seat: line.stake for line in result.lines} == {
        1: 100,
        2: 1_850,
        3: 900,
        4: 1_200,
        5: 1_850,
    }
    assert [(pot.amount, pot.eligible, pot.winners, pot.shares) for pot in result.pots] == [
        (3_700, (2, 3, 5), (3,), (3_700,)),
        (2_200, (2, 5), (2, 5), (1_100, 1_100)),
    ]
    assert {one.seat: one.amount for one in result.commissions} == {2: 55, 3: 185, 5: 55}
    assert dues(record) == {2: 1_045, 3: 3_515, 5: 1_045}
    assert result.result["combinacoes"] == {2: "um_par", 3: "dois_pares", 5: "um_par"}
    assert codes(record) == []
    rules = {line.seat: line.rules for line in result.lines}
    assert "SI R11, NB R55" in rules[2]
    assert "NB R28" in rules[3]


def test_equal_hands_share_the_losing_stakes() -> None:
    """S11: seats 1 and 2 hold A K and two pairs A K 10 alike: 4.00 is 2.00 each."""
    holes = [cards(own) for own in ("Ac Kh", "As Ks", "9d 8d", "Tc 8s")]
    record = sintetico(players=seated(*holes), board=tuple(cards("Ah Kd 9c 8h Td")))
    assert settled(record).pots[0].winners == (1, 2)
    assert dues(record) == {1: 200, 2: 200}
    assert codes(record) == []


def test_the_spare_chip_goes_to_the_mao() -> None:
    """R55: 5.00 among seats 2 and 5 in chips of 1.00, mão seat 4: 5 is nearer, 3.00 and 2.00."""
    holes = [cards(own) for own in ("8d 9d", "Ac Kh", "Tc 8c", "Jc Js", "As Ks")]
    board = tuple(cards("Ah Kd 9c 8s Td"))
    turn = "5 passar, 1 passar, 2 passar, 3 passar, 4 passar"
    text = f"{ANTES}, 5 ante 100 | {' | '.join([turn] * 5)}"
    tied = sintetico(text, players=seated(*holes), board=board, mao=4)
    winners = settled(tied).pots[0]
    assert winners.winners == (5, 2)
    assert dues(tied) == {5: 300, 2: 200}
    assert codes(tied) == []


def test_equal_hands_have_their_own_stakes_back_at_the_least() -> None:
    """S11: two have 0.60 each, minimum 1.00, and tie for 0.60 of a third.

    Stakes 0.60, 0.60, 1.00 (0.40 unmatched goes back): a pot of 1.80 is one chip and 0.80. In whole
    chips one would have 1.80 and the other nothing; his 0.60 are his: 0.60 + 0.60 and 0.60.
    """
    holes = [cards(own) for own in ("Ac Kh", "As Ks", "9d 8d")]
    players = tuple(
        structs.replace(one, stack=60 if one.seat < 3 else 10_000) for one in seated(*holes)
    )
    record = sintetico(
        "1 ante 60, 2 ante 60, 3 ante 100 |||||",
        players=players,
        board=tuple(cards("Ah Kd 9c 8h Td")),
        mode="shared",
    )
    assert dues(record) == {1: 120, 2: 60, 3: 40}
    assert codes(record) == []
    assert "retira a sua aposta, 0.60" in "".join(
        describe(settled(record))["lines"][0]["why"]["pt"]
    )


def test_what_divides_into_no_whole_chips_goes_by_the_chip() -> None:
    """S11, R55: 1.50 of each of three, two tie, minimum 1.00; the mão is the first of them.

    Of the third's 1.50 each has a half, 0.75, and his own stake: 2.25; in whole chips of 1.00 the
    pot of 4.50 is two each, and the 0.50 below a chip are the mão's. Nobody goes below his 1.50.
    """
    holes = [cards(own) for own in ("Ac Kh", "As Ks", "9d 8d")]
    players = tuple(structs.replace(one, stack=150) for one in seated(*holes))
    record = sintetico(
        "1 ante 100, 2 ante 100, 3 ante 100 | 2 apostar 50, 3 acompanhar 50, 1 acompanhar 50 ||||",
        players=players,
        board=tuple(cards("Ah Kd 9c 8h Td")),
        mode="shared",
    )
    assert dues(record) == {1: 250, 2: 200}
    assert codes(record) == []


def test_what_nobody_matched_goes_back() -> None:
    """R39, R43: seat 2 bets 5.00, all give up: he takes the antes and has his bet back."""
    text = f"{ANTES} | 2 apostar 500, 3 desistir, 4 desistir, 1 desistir"
    record = sintetico(text, cagnotte_ppm=50_000)
    (line,) = [line for line in settled(record).lines if line.outcome is Outcome.GANHA]
    assert (line.seat, line.prize, line.returned) == (2, 380, 500)
    assert codes(record) == []


# Properties of money.


played = st.integers(0, 2**32).map(lambda seed: play(random.Random(seed)))


@given(played)
def test_a_hand_played_by_the_rules_has_no_fault(record: SinteticoRecord) -> None:
    """Whatever is played, with advances, encavados and lost turns, every act is found legal."""
    assert codes(structs.replace(record, payments=paid(record))) == []


@given(played)
def test_money_is_conserved(record: SinteticoRecord) -> None:
    """What was put in is paid out, but for the cagnotte."""
    assert_conserved(record, settled(record))


@given(played)
def test_dividing_cent_by_cent_gives_the_same(record: SinteticoRecord) -> None:
    """S11, R28, R39, R40, R55 over random hands, against a method that knows no layers."""
    record = structs.replace(record, cagnotte_ppm=0)
    assert dues(record) == by_cents(record)


@given(played)
def test_who_ties_never_gets_less_than_his_stake_in_the_pot(record: SinteticoRecord) -> None:
    """S11: losing stakes are divided, those of the tied are not."""
    for pot in settled(record).pots:
        if len(pot.winners) > 1:
            assert min(pot.shares) >= _own(record, pot.level)


def _own(record: SinteticoRecord, level: int) -> int:
    """Return what each who plays for a pot has in it."""
    stakes: Counter[int] = Counter()
    for action in record.actions:
        stakes[action.seat] += action.added
    out = {action.seat for action in record.actions if action.action == "desistir"}
    first, second = sorted(stakes.values(), reverse=True)[:2]
    if first > second and next(one for one in stakes if stakes[one] == first) not in out:
        stakes = Counter({one: min(stake, second) for one, stake in stakes.items()})
    heights = sorted({stakes[one.seat] for one in record.players if one.seat not in out})
    return heights[level] - (heights[level - 1] if level else 0)


@given(played, st.permutations("cdhs"), st.integers(0, 10))
def test_suits_and_where_the_list_begins_change_nothing(
    record: SinteticoRecord, suits: list[str], turn: int
) -> None:
    """Suits are but names (R60), and players may be listed from any seat on."""
    recoloured = dict(zip("cdhs", suits, strict=True))

    def changed(told: tuple[str | None, ...]) -> tuple[str | None, ...]:
        return tuple(card and card[0] + recoloured[card[1]] for card in reversed(told))

    turn %= len(record.players)
    other = structs.replace(
        record,
        board=tuple(card and card[0] + recoloured[card[1]] for card in record.board),
        players=tuple(
            structs.replace(one, cards=changed(one.cards))
            for one in record.players[turn:] + record.players[:turn]
        ),
    )
    assert dues(other) == dues(record)


@given(played)
def test_a_void_returns_every_stake(record: SinteticoRecord) -> None:
    """S16: each has back what he put in, and the house takes nothing."""
    result = settled(structs.replace(record, void=Void(cause="carta_descoberta")))
    assert result.void
    assert result.commissions == ()
    assert all(line.due == line.stake for line in result.lines)


@given(played, st.lists(st.builds(Payment, seat=st.integers(1, 11), amount=st.integers(0, 999))))
def test_payments_decide_nothing(record: SinteticoRecord, payments: list[Payment]) -> None:
    """What is due is the same whatever was paid, or whatever the box holds."""
    other = structs.replace(record, payments=tuple(payments), cagnotte_taken=len(payments))
    assert settled(other) == settled(record)


@given(played, st.integers(1, 500), st.data())
def test_any_wrong_payment_is_found(
    record: SinteticoRecord, amount: int, data: st.DataObject
) -> None:
    """One unit too much or too little, to a winner or to anybody, never passes."""
    payments = list(paid(record))
    seat = data.draw(st.sampled_from([player.seat for player in record.players]))
    extra = Payment(seat=seat, amount=amount)
    assert codes(structs.replace(record, payments=(*payments, extra)))
    assert codes(structs.replace(record, payments=tuple(payments[1:])))


@given(played)
def test_a_record_is_the_same_after_json(record: SinteticoRecord) -> None:
    """``razao replay`` takes records as JSON, told apart by the field ``game``."""
    assert decode_record(msgspec.json.encode(record)) == record


WORDS_OF_ITS_OWN = {
    "pequena_aposta": "ante",
    "grande_aposta": "estardilho",
    "valor_reposto": "restardilho",
}


@st.composite
def nonsense(draw: st.DrawFn) -> SinteticoRecord:
    """Return a hand that makes no sense, in the words of sintético."""
    record = draw(wild(SinteticoRecord))
    actions = tuple(
        structs.replace(
            one,
            action=WORDS_OF_ITS_OWN.get(one.action, one.action)
            if draw(st.booleans())
            else one.action,
            common=draw(st.integers(0, 6)),
        )
        for one in record.actions
    )
    errors = st.sampled_from(["S16a", "S16c", "S18", "carta_virada_na_distribuicao", "R57c"])
    return structs.replace(
        record,
        actions=tuple(sorted(actions, key=lambda one: one.common))
        if draw(st.booleans())
        else actions,
        looked=tuple(draw(st.lists(st.integers(0, 6), max_size=2))),
        estardilho=draw(st.sampled_from([None, True, False])),
        errors=(*record.errors, ErrorNoted(error=draw(errors)))
        if draw(st.integers(0, 4)) == 0
        else record.errors,
    )


@settings(max_examples=40)
@given(nonsense())
def test_nonsense_is_faults_never_an_exception(record: SinteticoRecord) -> None:
    """A record no table could make is judged all the same, and its money conserved."""
    verdict = judge(record)
    assert_conserved(record, verdict.settlement)
    assert {one.code for one in verdict.found} <= set(CODES)
    assert not any(CODES[one.code].manual for one in verdict.found)
    assert all(one.rule for one in verdict.found if not one.code.startswith("PAY"))
    describe(verdict.settlement)


# Payments named.


COLOUR = {
    "players": seated(*[cards(own) for own in ("Qh Th", "9s 8s", "Kc Jd", "Qs Jc")]),
    "board": tuple(cards("Ah 9h 8h 9c Kd")),
}
"""Seat 1 has cor, ace high; seat 2 a fullen of nines and eights."""


def test_cor_beats_fullen() -> None:
    """S9 d, e: the pot of 4.00 is seat 1's."""
    record = sintetico(**COLOUR)
    assert dues(record) == {1: 400}
    assert settled(record).result["combinacoes"] == {
        1: "cor",
        2: "fullen",
        3: "dois_pares",
        4: "um_par",
    }
    assert codes(record) == []


def test_a_pot_given_by_the_order_of_another_game() -> None:
    """SI-RANK: a fullen was paid before a cor."""
    record = sintetico(**COLOUR, payments=(Payment(seat=2, amount=400),))
    assert codes(record) == [("SI-RANK", 1), ("SI-RANK", 2)]
    assert {one.rule for one in judge(record).found} == {"SI R9, R10, R12"}


def test_figures_and_the_lowest_sequence_are_hands_of_their_own() -> None:
    """SI-RANK: figuras simples above two pairs (S12 b); J-10-9-8-A a sequência (S10)."""
    figures = {
        "players": seated(*[cards(own) for own in ("Ac Jc", "9d 8d", "8h Tc", "9s Td")]),
        "board": tuple(cards("As Kh Qd 9c 8c")),
    }
    # 1: A J with A K Q; 2: 9 8 with 9 8 A; 3: a pair of 8; 4: a pair of 9
    assert dues(sintetico(**figures)) == {1: 400}
    assert codes(sintetico(**figures, payments=(Payment(seat=2, amount=400),))) == [
        *(("SI-RANK", 1), ("SI-RANK", 2)),
    ]
    lowest = {
        "players": seated(*[cards(own) for own in ("Ac Jc", "Kd As", "8c Qs", "Qd Th")]),
        "board": tuple(cards("Ts 9h 8d Kh Kc")),
    }
    # 1: A J with 10 9 8, the lowest sequência; 2: K A with K K 10, a trio; 3, 4: two pairs
    assert settled(sintetico(**lowest)).result["combinacoes"][1] == "sequencia"
    assert dues(sintetico(**lowest)) == {1: 400}
    assert codes(sintetico(**lowest, payments=(Payment(seat=2, amount=400),))) == [
        *(("SI-RANK", 1), ("SI-RANK", 2)),
    ]


def test_a_pot_given_as_if_any_five_cards_counted() -> None:
    """S1: board K Q J 10 9, worked by eye.

    Seat 1, two aces with K Q J: figuras simples. Seat 2, 9 8 with Q J 10: sequência to the queen.
    Seat 3, two eights: a pair; seat 4, two nines with the nine: a trio. If any five of seven
    counted, seat 1 would have the run to the ace, of one ace and four common cards.
    """
    holes = [cards(own) for own in ("Ac Ad", "9s 8s", "8c 8d", "9d 9h")]
    board = tuple(cards("Kh Qs Jd Tc 9c"))
    record = sintetico(players=seated(*holes), board=board)
    assert dues(record) == {2: 400}
    assert word_of(any_five(board, holes)[0]) == "sequencia"
    wrong = sintetico(players=seated(*holes), board=board, payments=(Payment(seat=1, amount=400),))
    assert codes(wrong) == [("PAY-DIFF", 1), ("PAY-NONE", 2)]
    assert {one.rule for one in judge(wrong).found} == {"SI R1"}


def test_a_pot_given_to_one_whom_no_reading_favours() -> None:
    """No order of cards gives seat 4 the pot: a payment that differs, no misreading."""
    record = sintetico(payments=(Payment(seat=4, amount=400),))
    assert codes(record) == [("PAY-NONE", 1), ("PAY-DIFF", 4)]


def test_a_split_that_is_not_by_chips_and_a_side_pot_taken_whole() -> None:
    """NB-SPLIT (S11, R55) and NB-SIDE (R28, R40): of the worked example."""
    due = {2: 1_045, 3: 3_515, 5: 1_045}
    split = {**due, 2: 1_145, 5: 945}
    record = worked(payments=tuple(Payment(seat=one, amount=sum_) for one, sum_ in split.items()))
    assert codes(record) == [("NB-SPLIT", 2), ("NB-SPLIT", 5)]
    whole = worked(payments=(Payment(seat=3, amount=5_605),))
    assert {code for code, _ in codes(whole)} == {"NB-SIDE"}


def test_the_cagnotte_in_the_box() -> None:
    """R65 a: 5 % of 59.00 is 2.95."""
    assert codes(worked(cagnotte_taken=295)) == []
    assert codes(worked(cagnotte_taken=300)) == [("NB-RAKE", None)]
    assert codes(sintetico(cagnotte_ppm=60_000)) == [("NB-RAKE", None)]


# The rules accounted for.


def test_every_rule_of_the_section_and_every_general_one_is_accounted_for() -> None:
    """SI R1-R19, R76-R92, NB R1-R66 and 001 n. 1-71, each once."""
    rules = Counter(rule.rule for rule in COVERAGE)
    assert set(rules.values()) == {1}
    wanted = [f"R{number}" for number in (*range(1, 20), *range(76, 93))]
    wanted += [f"NB R{number}" for number in range(1, 67)]
    assert not set(wanted) - set(rules)
    numbers = {int(rule.split("n.")[1].split()[0]) for rule in rules if "001" in rule}
    assert numbers == set(range(1, 72))


@pytest.mark.parametrize("seat", [Player(seat=1, stack=100), Player(seat=11)])
def test_eleven_places(seat: Player) -> None:
    """S2: place 11 is one, place 12 is none."""
    record = sintetico(players=(*seated(*HOLES)[1:], seat), mao=seat.seat, payments=())
    assert "NB-SEATS" not in {code for code, _ in codes(record)}
    twelve = sintetico(players=(*seated(*HOLES), Player(seat=12, absent=True)))
    assert codes(twelve) == [("NB-SEATS", 12)]
    assert only(twelve).rule == "SI R2"


def test_a_missed_bet_made_good_where_nobody_sits_is_a_stake_of_a_void_hand() -> None:
    """R16 a: the hand is void, and the chips of seat 9, where nobody sits, go back once."""
    record = SinteticoRecord(
        currency="XTS",
        players=(),
        actions=(Action(seat=9, action="valor_reposto", added=7),),
        errors=(ErrorNoted(error="S16a"),),
    )
    (line,) = judge(record).settlement.lines
    assert (line.seat, line.stake, line.returned) == (9, 7, 7)


def test_chips_told_with_a_putting_out_are_one_stake() -> None:
    """7 chips told as seat 1 is put out lie in the pot once: of a void hand 7 go back, not 14."""
    record = SinteticoRecord(
        currency="XTS",
        players=(Player(seat=1), Player(seat=2)),
        actions=(Action(seat=1, action="afastado", added=7),),
        errors=(ErrorNoted(error="S16a"),),
    )
    (line,) = [one for one in judge(record).settlement.lines if one.stake]
    assert (line.seat, line.stake, line.returned) == (1, 7, 7)


@each("card", ["?", "2s", None])
def test_one_card_that_nobody_can_read_decides_nothing(card: str | None) -> None:
    """S1, NB R53: of two own cards one is not known, or none of the 28; what is shown counts."""
    told = seated(("Ac", card), *HOLES[1:])
    record = structs.replace(sintetico(), players=told)
    assert dues(record) == {}
    assert {code for code, _ in codes(record)} <= {"RES-IMPOSS"}
    assert dues(sintetico(players=told, shown=(Shown(seat=1, cards=HOLES[0]),))) == {1: 400}
