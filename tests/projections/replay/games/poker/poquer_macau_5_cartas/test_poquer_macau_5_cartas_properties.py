"""Macau five-card poker: what holds for every jogada, played at random or made of nonsense."""

import random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from projections.replay.codes import CODES
from projections.replay.games.poker.poquer_macau_5_cartas import (
    Cobrada,
    Corte,
    Desfalcado,
    Direito,
    Jogador,
    Lance,
    MacauRecord,
    Mostrada,
    Mudanca,
    Queimada,
    Revelada,
    settle,
)
from projections.replay.games.poker.poquer_macau_5_cartas.ranking import value_of
from projections.replay.games.poker.poquer_macau_5_cartas.speaking import valor_exibido
from projections.replay.kit.cards import DECK
from projections.replay.profiles.macau_1985 import POQUER_MACAU_5_CARTAS as RULES
from projections.replay.record import ErrorNoted, Payment, Void
from projections.replay.registry import decode_record, judge
from projections.replay.settlement import Outcome, describe
from tests.projections.replay.games.poker.poquer_macau_5_cartas.macau_hands import (
    FORTY,
    assert_conserved,
    by_cents,
    charged,
    codes,
    dues,
    entries,
    paid,
    play,
    put_in,
    rank,
    shown,
)

played = st.integers(0, 2**32).map(lambda seed: play(random.Random(seed)))
in_cents = st.integers(0, 2**32).map(lambda seed: play(random.Random(seed), cents=True))
NOTHING_TAKEN = structs.replace(RULES, comissao_ppm=0)


def completed(record: MacauRecord) -> MacauRecord:
    """Have the house and the dealer do what is due."""
    return structs.replace(record, comissoes=charged(record), payments=paid(record))


@given(played)
def test_a_jogada_played_by_the_rules_has_no_fault(record: MacauRecord) -> None:
    """Dealt, spoken and bet by an independent table, with any number of desfalcados."""
    assert codes(completed(record)) == []


@given(played)
def test_money_is_conserved(record: MacauRecord) -> None:
    """What was put in is paid out, but for the commissions."""
    assert_conserved(record, settle(record, RULES))


@given(in_cents)
def test_dividing_cent_by_cent_gives_the_same(record: MacauRecord) -> None:
    """A4, A8, A9, A11 a: against a method that knows no layers and another order of hands."""
    due, over = by_cents(record)
    lines = settle(record, NOTHING_TAKEN).lines
    assert {line.seat: line.prize for line in lines if line.prize} == due
    assert sum(line.returned for line in lines) == over


@given(played)
def test_the_commission_is_four_per_cent_of_what_is_handed_out(record: MacauRecord) -> None:
    """A9: one floor for the jogada, of all but the initial commission and the uncalled bet."""
    gross = sum(line.prize for line in settle(record, NOTHING_TAKEN).lines)
    result = settle(record, RULES)
    taken = sum(one.amount for one in result.commissions if one.rules == ("M5 A9",))
    assert taken == gross * 4 // 100
    assert sum(line.prize for line in result.lines) == gross - taken


@given(played)
def test_nobody_wins_more_from_another_than_his_own_stake(record: MacauRecord) -> None:
    """A11 a: a desfalcado is in play "em relação à porção do bolo até à altura" of his capital."""
    stakes = put_in(record)
    for line in settle(record, RULES).lines:
        assert line.due <= sum(min(stake, line.stake) for stake in stakes.values())


@given(played, st.integers(0, 6), st.permutations("shdc"))
def test_suits_win_nothing_and_the_dealers_right_moves_odd_cents_only(
    record: MacauRecord, turn: int, suits: list[str]
) -> None:
    """A5: suits are but names at the end; A4: where the order begins moves a cent in each bolo."""
    renamed = dict(zip("shdc", suits, strict=True))
    turn %= len(record.jogadores)
    ring = record.jogadores[turn:] + record.jogadores[:turn]
    other = structs.replace(
        record,
        records=("bets", "payouts"),  # the acts would be out of turn now
        jogadores=tuple(
            structs.replace(
                one, cartas=tuple(card and card[0] + renamed[card[1]] for card in one.cartas)
            )
            for one in ring
        ),
    )
    before = {line.seat: line.prize for line in settle(record, NOTHING_TAKEN).lines}
    after = {line.seat: line.prize for line in settle(other, NOTHING_TAKEN).lines}
    bolos = len(settle(record, RULES).pots)
    assert all(abs(before[seat] - after[seat]) <= bolos for seat in before)
    assert sum(before.values()) == sum(after.values())


@given(played)
def test_a_void_gives_everything_back(record: MacauRecord) -> None:
    """All stakes go back, and no commission stays."""
    void = structs.replace(record, void=Void(cause="baralho_incompleto"))
    result = settle(void, RULES)
    assert {line.seat: line.due for line in result.lines if line.due} == put_in(record)
    assert result.commissions == ()
    assert codes(structs.replace(void, payments=paid(void))) == []


@given(played, st.integers(1, 50_000), st.integers(0, 6))
def test_a_payment_altered_is_found(record: MacauRecord, by: int, which: int) -> None:
    """Whatever is paid too much or too little to anybody is told, by its amount."""
    record = completed(record)
    which %= len(record.payments)
    payments = list(record.payments)
    payments[which] = structs.replace(payments[which], amount=payments[which].amount + by)
    (fault,) = judge(structs.replace(record, payments=tuple(payments))).found
    assert (fault.seat, fault.amount) == (payments[which].seat, by)


@given(played, st.integers(0, 100))
def test_an_act_moved_before_another_is_found(record: MacauRecord, which: int) -> None:
    """A10, A11 c: two words of two players in the other order are a fault of the betting."""
    lances = list(record.lances)
    swaps = [
        at
        for at in range(len(lances) - 1)
        if lances[at].lanco == lances[at + 1].lanco > 0 and lances[at].seat != lances[at + 1].seat
    ]
    if not swaps:
        return
    at = swaps[which % len(swaps)]
    lances[at], lances[at + 1] = lances[at + 1], lances[at]
    moved = structs.replace(record, lances=tuple(lances))
    found = judge(moved).found
    assert {one.code for one in found} & {"M5-OPEN", "M5-RAISE", "NB-TURN", "NB-EQ"}


@given(played)
def test_entries_in_another_order_are_worth_the_same(record: MacauRecord) -> None:
    """A7: the bolo is one heap."""
    count = len(record.jogadores)
    other = structs.replace(record, lances=record.lances[:count][::-1] + record.lances[count:])
    assert dues(other) == dues(record)
    assert [one.seat for one in entries([1, 2])] == [1, 2]


@given(st.permutations(FORTY))
def test_hands_and_open_cards_stand_as_an_independent_reading_has_them(cards: list[str]) -> None:
    """A5, A10 b-d: pairs of random hands, and of one to four open cards, in the same order."""
    for at in range(0, 40, 10):
        one, other = cards[at : at + 5], cards[at + 5 : at + 10]
        assert (value_of(one) > value_of(other)) == (rank(one) > rank(other))
        assert (value_of(one) == value_of(other)) == (rank(one) == rank(other))
        for lanco in (1, 2, 3, 4):
            first, second = one[:lanco], other[:lanco]
            product = valor_exibido(first) > valor_exibido(second)
            assert product == (shown(first) > shown(second)), (first, second)


# --- nonsense ------------------------------------------------------------------------------------

CARD = st.sampled_from([*DECK, "1x", ""])
SEAT = st.integers(-1, 8)
AMOUNT = st.integers(-500, 30_000)
WORD = st.sampled_from(
    ["entrada", "desistir", "passar", "apostar", "aceitar", "elevar", "redobrar", "jogar", "xyz"]
)
wild = st.builds(
    MacauRecord,
    entrada=st.sampled_from([0, 100, 2_000, 10_000, -5]),
    comissao_inicial=st.sampled_from(["jogada", "jogador", "nenhuma"]),
    aposta_minima=AMOUNT,
    mode=st.sampled_from(["physical", "shared"]),
    records=st.none() | st.lists(st.sampled_from(["bets", "cards", "payouts"])).map(tuple),
    void=st.none() | st.builds(Void, cause=st.sampled_from(["baralho_incompleto", "x"])),
    jogadores=st.lists(
        st.builds(
            Jogador,
            seat=SEAT,
            player=st.sampled_from(["", "ana"]),
            capital=st.none() | AMOUNT,
            cartas=st.lists(st.none() | CARD, max_size=6).map(tuple),
            iniciou=st.booleans(),
            capital_antes=st.none() | AMOUNT,
            baixou=st.none() | AMOUNT,
            acrescentado=AMOUNT,
        ),
        max_size=8,
    ).map(tuple),
    lances=st.lists(
        st.builds(
            Lance,
            seat=SEAT,
            accao=WORD,
            added=AMOUNT,
            lanco=st.sampled_from([0, 1, 1, 1, 2, 3, 4, 5, -1]),
            segundos=st.none() | st.integers(-5, 300),
            meios=st.sampled_from(["", "cheque"]),
        ),
        max_size=16,
    ).map(tuple),
    dadas=st.lists(SEAT, max_size=12).map(tuple),
    reveladas=st.lists(
        st.builds(
            Revelada,
            seat=SEAT,
            by=st.sampled_from(["", "player"]),
            lances=st.integers(0, 9),
        ),
        max_size=2,
    ).map(tuple),
    direitos=st.lists(
        st.builds(
            Direito,
            seat=SEAT,
            lanco=st.integers(-1, 6),
            lances=st.none() | st.integers(0, 9),
        ),
        max_size=3,
    ).map(tuple),
    desfalcados=st.lists(st.builds(Desfalcado, seat=SEAT), max_size=2).map(tuple),
    mostradas=st.lists(
        st.builds(Mostrada, seat=SEAT, cartas=st.lists(CARD, max_size=5).map(tuple)), max_size=2
    ).map(tuple),
    cortes=st.lists(st.builds(Corte, by=SEAT, cartas=st.integers(0, 40)), max_size=3).map(tuple),
    queimadas=st.lists(st.builds(Queimada, carta=CARD, dadas=st.integers(0, 9)), max_size=2).map(
        tuple
    ),
    comissoes=st.lists(
        st.builds(
            Cobrada,
            valor=AMOUNT,
            modo=st.sampled_from(["inicial", "bolo"]),
            seat=st.none() | SEAT,
        ),
        max_size=3,
    ).map(tuple),
    mudancas=st.lists(st.builds(Mudanca, de=SEAT, para=SEAT), max_size=1).map(tuple),
    baralho_jogadas=st.none() | st.integers(0, 20),
    errors=st.lists(
        st.builds(
            ErrorNoted,
            error=st.sampled_from(["A11d", "A11e", "baralho_incompleto", "x"]),
            seat=st.none() | SEAT,
        ),
        max_size=2,
    ).map(tuple),
    payments=st.lists(st.builds(Payment, seat=SEAT, amount=AMOUNT), max_size=3).map(tuple),
)


@settings(max_examples=120, deadline=None)
@given(wild)
def test_nothing_stops_the_replay(record: MacauRecord) -> None:
    """Any well-typed record is settled and verified; money is conserved; every fault has a code."""
    verdict = judge(record)
    describe(verdict.settlement)
    assert all(one.code in CODES for one in verdict.found)
    if not verdict.settlement.void:
        assert_conserved(record, verdict.settlement)
    again = decode_record(msgspec.json.encode(record))
    assert judge(again).settlement == verdict.settlement


@given(wild)
def test_the_payments_decide_nothing(record: MacauRecord) -> None:
    """What is due is worked out without a look at what was paid."""
    other = structs.replace(record, payments=(Payment(seat=1, amount=1),))
    assert settle(other, RULES) == settle(record, RULES)
    assert Outcome.NULA not in {line.outcome for line in settle(record, RULES).lines}
