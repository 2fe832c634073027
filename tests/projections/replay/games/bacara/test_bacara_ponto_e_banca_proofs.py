"""Ponto e banca: the drawing table in full, the exact edge of every bet, and what always holds."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from projections.replay.games.bacara.bacara_ponto_e_banca import (
    CITES,
    NAME,
    BacaraPontoEBancaRecord,
    quick,
    settle,
    verify,
)
from projections.replay.games.bacara.punto_banco.hands import deal_of, pair
from projections.replay.games.bacara.punto_banco.record import Aposta, Mostrada, Resultado, Troca
from projections.replay.games.bacara.punto_banco.settling import settle_any, settle_ordinary
from projections.replay.kit.bets import BetChange, Chips, Limit, Moment
from projections.replay.kit.cards import DECK, RANKS
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.kit.shoe import Burned, Cut, Dealt, Shoe, Shuffled
from projections.replay.profiles.cabo_verde_2017 import BACARA_PONTO_E_BANCA as RULES
from projections.replay.record import ErrorNoted, Payment, Void
from projections.replay.registry import GAMES, judge
from projections.replay.settlement import Outcome
from projections.replay.verify import verify as verify_round
from tests.projections.replay.games.bacara.punto_banco_table import bet, paid_exactly, settled
from tests.projections.replay.games.coup_table import judged_in_words

# --- the drawing table, as the page says it in words ---------------------------------------------

CARD_OF: Final = dict(enumerate(("Kc", "Ac", "2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c")))
"""A card of each number of points."""
BANCA_ON: Final = {3: {0, 1, 2, 3, 4, 5, 6, 7, 9}, 4: {*range(2, 8)}, 5: {*range(4, 8)}, 6: {6, 7}}
"""French arrêté of 23 December 1959, art. 57-13: on which of ponto's third cards banca draws."""


def who_draws(ponto: int, banca: int, third: int) -> tuple[str, ...]:
    """Return who draws, ``third`` being what ponto would draw."""
    if ponto in (8, 9) or banca in (8, 9):
        return ()
    if ponto in (6, 7):
        return ("banca",) if banca <= 5 else ()
    if banca <= 2 or third in BANCA_ON.get(banca, ()):
        return ("ponto", "banca")
    return ("ponto",)


def test_the_drawing_table_over_all_totals() -> None:
    """R25: of all hands and thirds, only the deal that the table gives raises nothing."""
    patterns = [(), ("ponto",), ("banca",), ("ponto", "banca"), ("banca", "ponto")]
    for ponto, banca, third in product(range(10), repeat=3):
        first = [("ponto", "Kd"), ("banca", "Kh"), ("ponto", CARD_OF[ponto])]
        first.append(("banca", CARD_OF[banca]))
        for went in patterns:
            cards = [(to, CARD_OF[third] if at == 0 else "2d") for at, to in enumerate(went)]
            deal = deal_of([*first, *cards], [])
            assert (deal.third is None) is (went == who_draws(ponto, banca, third)), (
                ponto,
                banca,
                third,
                went,
            )


# --- exact edges ---------------------------------------------------------------------------------


def value_counts(decks: int) -> list[int]:
    """Return how many cards of each number of points so many packs hold."""
    return [16 * decks, *[4 * decks] * 9]


def pairs_of(counts: list[int]) -> Iterator[tuple[int, tuple[int, int], list[int]]]:
    """Yield two cards by their points, in how many orders they come, and what is left."""
    for one, other in combinations_with_replacement(range(10), 2):
        left = list(counts)
        ways = left[one] * (2 if one != other else 1)
        left[one] -= 1
        ways *= left[other]
        left[other] -= 1
        if ways:
            yield ways, (one, other), left


def tally(decks: int) -> dict[tuple[int, int, bool], tuple[int, tuple[int, ...], tuple[str, ...]]]:
    """Count all orders of six cards by the points they end in.

    For each, with whether banca drew, some hand that ends so: its cards and who draws.
    """
    counts = value_counts(decks)
    rest = 52 * decks - 4
    ends: dict[tuple[int, int, bool], tuple[int, tuple[int, ...], tuple[str, ...]]] = {}
    for ways_p, ponto, left_p in pairs_of(counts):
        for ways_b, banca, left in pairs_of(left_p):
            mine, theirs = sum(ponto) % 10, sum(banca) % 10
            four = (ponto[0], banca[0], ponto[1], banca[1])
            for third in range(10):
                drawn = who_draws(mine, theirs, third)
                if "ponto" not in drawn and third:
                    continue  # no card of ponto's: counted once, with third 0
                if "ponto" in drawn:
                    ways = ways_p * ways_b * left[third]
                    after = [count - (at == third) for at, count in enumerate(left)]
                    total, last, cards = (mine + third) % 10, rest - 1, (*four, third)
                else:
                    ways, after, total, last = ways_p * ways_b, left, mine, rest
                    cards = four
                if "banca" not in drawn:
                    ways *= last if "ponto" in drawn else last * (last - 1)
                    add(ends, (total, theirs, False), ways, cards, drawn)
                    continue
                for fourth in range(10):
                    more = ways * after[fourth] * (1 if "ponto" in drawn else last - 1)
                    end = (total, (theirs + fourth) % 10, True)
                    add(ends, end, more, (*cards, fourth), drawn)
    return ends


def add(
    ends: dict[Any, tuple[int, tuple[int, ...], tuple[str, ...]]],
    end: tuple[int, int, bool],
    ways: int,
    cards: tuple[int, ...],
    drawn: tuple[str, ...],
) -> None:
    """Add so many ways to an end, and keep a hand that comes to it."""
    known = ends.get(end)
    if known is None:
        if ways:
            ends[end] = ways, cards, drawn
    else:
        ends[end] = known[0] + ways, known[1], known[2]


def edges(decks: int, deducao: str) -> dict[str, Fraction]:
    """Return the house's edge on ponto, banca and empate, each by settling one hand of its end."""
    total = 1
    for taken in range(6):
        total *= 52 * decks - taken
    stake = 10_000
    due = dict.fromkeys(("ponto", "banca", "empate"), 0)
    seen = 0
    for ways, cards, drawn in tally(decks).values():
        to = ("ponto", "banca", "ponto", "banca", *drawn)
        record = BacaraPontoEBancaRecord(
            cartas=tuple(
                Dealt(to=side, card=CARD_OF[card]) for side, card in zip(to, cards, strict=True)
            ),
            bets=tuple(bet(at, tipo, stake) for at, tipo in enumerate(due, 1)),
            deducao=deducao,
        )
        seen += ways
        settlement = settle(record, RULES)
        assert not settlement.found
        for tipo, line in zip(due, settlement.lines, strict=True):
            due[tipo] += ways * line.due
    assert seen == total, "every order of six cards is counted once"
    return {tipo: 1 - Fraction(amount, stake * total) for tipo, amount in due.items()}


def per_cent(edge: Fraction) -> float:
    """Return an edge as the page prints it."""
    return round(float(100 * edge), 4)


@pytest.mark.parametrize(
    ("decks", "deducao", "banca"),
    [
        (8, "5pct", 1.0579),
        (8, "50pct_5", 0.9328),
        (8, "nenhuma", -1.2351),
        (6, "5pct", 1.0558),
        (6, "50pct_5", 0.9318),
    ],
)
def test_the_edge_of_every_bet_on_the_hands(decks: int, deducao: str, banca: float) -> None:
    """The page's figures, exactly: all orders of six cards out of six and eight packs."""
    found = {tipo: per_cent(edge) for tipo, edge in edges(decks, deducao).items()}
    ponto, empate = {8: (1.2351, 14.3596), 6: (1.2374, 14.4382)}[decks]
    assert found == {"ponto": ponto, "banca": banca, "empate": empate}


def test_the_published_counts_of_eight_packs() -> None:
    """The counts of all 4,998,398,275,503,360 orders, as every book on the game prints them."""
    won = {"ponto": 0, "banca": 0, "empate": 0}
    for (mine, theirs, _), (ways, _, _) in tally(8).items():
        won["empate" if mine == theirs else "ponto" if mine > theirs else "banca"] += ways
    assert won == {
        "banca": 2_292_252_566_437_888,
        "ponto": 2_230_518_282_592_256,
        "empate": 475_627_426_473_216,
    }


@pytest.mark.parametrize(("decks", "edge"), [(8, 10.3614), (6, 11.2540)])
def test_the_edge_of_the_pairs(decks: int, edge: float) -> None:
    """R20, R31: over every two ranks as often as they come, 11 to 1."""
    each, due = 4 * decks, 0
    for one, other in product(RANKS, repeat=2):
        ways = each * (each - (one == other))
        cards = f"{one}c", f"{other}d"
        assert pair(cards) is (one == other)
        record = BacaraPontoEBancaRecord(
            cartas=(
                Dealt(to="ponto", card=cards[0]),
                Dealt(to="banca", card="9h"),
                Dealt(to="ponto", card=cards[1]),
                Dealt(to="banca", card="Kh"),
            ),
            bets=(bet(1, "par_do_ponto", 100),),
        )
        due += ways * settle(record, RULES).lines[0].due
    total = 52 * decks * (52 * decks - 1)
    assert per_cent(1 - Fraction(due, 100 * total)) == edge


# --- what always holds ---------------------------------------------------------------------------

TIPOS: Final = ("ponto", "banca", "empate", "par_do_ponto", "par_da_banca")
DEDUCOES: Final = ("nenhuma", "5pct", "50pct_5")


@st.composite
def coups(draw: st.DrawFn) -> BacaraPontoEBancaRecord:
    """Give a coup dealt by the rules, with any bets."""
    cards = draw(st.lists(st.sampled_from(DECK), min_size=6, max_size=6))
    values = [{"A": 1}.get(card[0], int(card[0]) if card[0].isdigit() else 0) for card in cards]
    mine, theirs = (values[0] + values[2]) % 10, (values[1] + values[3]) % 10
    to = ("ponto", "banca", "ponto", "banca", *who_draws(mine, theirs, values[4]))
    dealt = tuple(
        Dealt(to=side, card=card, seq=50 + at)
        for at, (side, card) in enumerate(zip(to, cards, strict=False))
    )
    bets = draw(
        st.lists(
            st.tuples(
                st.sampled_from(TIPOS), st.integers(1, 10**6), st.integers(1, 9), st.integers(1, 45)
            ),
            max_size=6,
        )
    )
    return BacaraPontoEBancaRecord(
        cartas=dealt,
        bets=tuple(
            bet(at, tipo, valor, seat=seat, seq=seq)
            for at, (tipo, valor, seat, seq) in enumerate(bets, 1)
        ),
        nada_mais=Moment(seq=40),
        deducao=draw(st.sampled_from(DEDUCOES)),
    )


@given(coups())
def test_every_stake_is_accounted_for(record: BacaraPontoEBancaRecord) -> None:
    """A stake is the house's or goes back whole; a prize and its deduction are the odds."""
    settlement = settled(record)
    taken = sum(one.amount for one in settlement.commissions)
    gross = 0
    odds = {"ponto": 1, "banca": 1, "empate": 8, "par_do_ponto": 11, "par_da_banca": 11}
    for line, one in zip(settlement.lines, record.bets, strict=True):
        assert line.stake == one.valor
        assert line.outcome is not Outcome.PENDENTE
        if line.outcome is Outcome.PERDE:
            assert line.due == 0
            continue
        assert line.returned == line.stake
        gross += odds[one.tipo] * line.stake if line.outcome is Outcome.GANHA else 0
    assert sum(line.prize for line in settlement.lines) + taken == gross


@given(coups(), st.randoms(use_true_random=False))
def test_bets_do_not_touch_one_another(record: BacaraPontoEBancaRecord, random: Random) -> None:
    """The order in which independent bets were placed changes no line."""
    shuffled = list(record.bets)
    random.shuffle(shuffled)
    lines = {line.bet: line for line in settled(record).lines}
    again = settled(structs.replace(record, bets=tuple(shuffled))).lines
    assert {line.bet: line for line in again} == lines


@given(coups(), st.sampled_from(("physical", "shared")))
def test_a_null_coup_returns_everything(record: BacaraPontoEBancaRecord, mode: str) -> None:
    """R34, R91: with fewer than four cards nothing is decided, and every stake goes back."""
    null = structs.replace(
        record, cartas=record.cartas[:3], mode=mode, void=Void(cause="lapso", side="operator")
    )
    settlement = settled(null)
    assert settlement.void
    assert all(line.due == line.returned == line.stake for line in settlement.lines)
    assert settlement.commissions == ()


@given(coups())
def test_the_quick_road_and_the_long_one_meet(record: BacaraPontoEBancaRecord) -> None:
    """What is settled at once is what the whole procedure gives, and a clean coup goes there."""
    exact = paid_exactly(record)
    fast = quick(exact, RULES)
    late = any(one.code == "BET-LATE" for one in judge(exact).found)
    assert (fast is None) is late
    meet(exact)


def meet(record: BacaraPontoEBancaRecord) -> None:
    """Check that both roads come to the same, as far as the quick one goes."""
    ordinary = settle_ordinary(record, RULES, CITES)
    slow = settle_any(record, RULES, CITES, NAME)
    if ordinary is not None:
        assert ordinary.settlement(record, NAME) == slow
    fast = quick(record, RULES)
    if fast is not None:
        assert fast == slow
        assert verify_round(GAMES[NAME], record, RULES, slow) == ()


# --- any record at all ---------------------------------------------------------------------------

TIMES = st.sampled_from(
    (None, "2026-11-20T20:00:00.000000Z", "2026-11-20T20:00:05.000000Z", "never")
)
PLACES = st.none() | st.integers(0, 9)
CARDS = st.sampled_from((None, "9s", "Kd", "2c", "6h", "8c", "As", "Td", "1x", ""))
SEATS = st.integers(0, 4)
MONEY = st.integers(-5, 5000)
WORDS = st.sampled_from(("ponto", "banca", "empate", "discard", "", "x"))


def few(kind: type[Any], **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    """Return up to three facts of a kind, each with or without time and place."""
    placed = {"at": TIMES, "seq": PLACES} if "seq" in kind.__struct_fields__ else {}
    return st.lists(st.builds(kind, **placed, **fields), max_size=3).map(tuple)


MOMENTS = st.none() | st.builds(Moment, at=TIMES, seq=PLACES)
ANY_CARDS = st.lists(
    st.builds(Dealt, to=WORDS, card=CARDS, at=TIMES, seq=PLACES), max_size=8
) | st.lists(st.builds(Dealt, to=st.just(""), card=CARDS), min_size=4, max_size=7).map(
    lambda cards: [
        structs.replace(one, to=("ponto", "banca")[at % 2]) for at, one in enumerate(cards)
    ]
)
SHOES = st.none() | st.builds(
    Shoe,
    decks=st.integers(0, 9),
    shuffler=st.booleans(),
    fresh=st.none() | st.booleans(),
    shuffles=few(Shuffled, decks=st.none() | st.integers(0, 9)),
    cuts=few(Cut, cut_card=st.none() | st.integers(0, 20)),
    burned=few(
        Burned,
        count=st.integers(0, 9),
        card=CARDS,
        cause=st.sampled_from((None, "opening", "coup", "remedy")),
        after=st.integers(0, 3),
    ),
    cut_card_before=st.booleans(),
    out=st.dictionaries(st.sampled_from(("9s", "Kd")), st.integers(0, 9), max_size=2),
)
ANY_RECORD = st.builds(
    BacaraPontoEBancaRecord,
    mode=st.sampled_from(("physical", "shared", "exclusive", "demo", "?")),
    records=st.none() | st.sampled_from(((), ("bets", "cards", "payouts"), ("payouts",))),
    payments=few(
        Payment,
        seat=SEATS,
        amount=MONEY,
        bets=st.sampled_from(((), (1,), (1, 2), (7,))),
        stake_returned=MONEY,
        award=st.sampled_from((None, None, "jackpot")),
    ),
    void=st.none()
    | st.builds(
        Void,
        cause=st.sampled_from(("lapso", "carta_virada", "x")),
        rule=st.sampled_from(("", "R34", "PB R34")),
        side=st.sampled_from(("operator", "player", "unknown")),
    ),
    errors=few(
        ErrorNoted,
        error=st.sampled_from(("lapso", "carta_virada")),
        cards=st.sampled_from(((), ("9s",), ("Kd", "2c"))),
    ),
    mesa=st.sampled_from(("", "simples", "dupla", "?")),
    sabot=SHOES,
    primeiro=st.none() | st.booleans(),
    limites=st.dictionaries(
        st.sampled_from(TIPOS),
        st.builds(Limit, minimum=MONEY, maximum=MONEY, multiple=st.integers(0, 9)),
        max_size=2,
    ),
    pares=st.booleans(),
    deducao=st.sampled_from((*DEDUCOES, "", "5pct+50pct_5", "x")),
    deducao_comunicada=st.none() | st.booleans(),
    titulares=st.dictionaries(SEATS, st.sampled_from(("ana", "rui")), max_size=2),
    bets=few(
        Aposta,
        bet=st.integers(0, 3),
        seat=SEATS,
        tipo=st.sampled_from((*TIPOS, "x")),
        valor=MONEY,
        selecao=st.sampled_from(("", "", "9")),
        player=st.sampled_from((None, "ana", "rui")),
        by=st.none() | st.integers(0, 200),
        chips=st.none() | st.builds(Chips, count=st.integers(0, 9), value=MONEY),
    ),
    alteracoes=few(
        BetChange,
        bet=st.integers(0, 3),
        retirada=st.booleans(),
        tipo=st.sampled_from((None, *TIPOS, "x")),
        valor=st.none() | MONEY,
    ),
    apostas_abertas=MOMENTS,
    nada_mais=MOMENTS,
    cartas=ANY_CARDS.map(tuple),
    mostradas=few(Mostrada, grupo=WORDS, cartas=st.sampled_from(((), ("9s", "Kd"), ("2c",)))),
    resultado=st.none()
    | st.builds(
        Resultado,
        vencedor=st.none() | WORDS,
        ponto=st.none() | st.integers(-1, 12),
        banca=st.none() | st.integers(-1, 12),
        par_do_ponto=st.none() | st.booleans(),
        par_da_banca=st.none() | st.booleans(),
    ),
    trocas=few(
        Troca, cartas=st.sampled_from(((), ("9s",))), baralhos=st.none() | st.integers(0, 9)
    ),
    deduzido=st.none() | MONEY,
    tempo_apostas=st.none() | st.integers(0, 60),
    segundos=st.none() | st.integers(0, 60),
    meios=st.sampled_from(((), ("free_play",), ("chips",))),
    sessoes=few(
        PlayerSession,
        session=st.just("s"),
        ended_by=st.sampled_from(("", "player", "operator")),
        restricted=st.booleans(),
    ),
)


@given(ANY_RECORD)
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
def test_no_fact_is_too_strange_to_judge(record: BacaraPontoEBancaRecord) -> None:
    """Accept facts, flag faults: nothing that a table records raises, and all can be said."""
    verdict = judged_in_words(record)
    assert len(verdict.settlement.lines) <= len(record.bets)
    assert all(line.due >= 0 for line in verdict.settlement.lines)
    verify(record, RULES, verdict.settlement)
    meet(record)
