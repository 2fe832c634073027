"""The bank of a player, in póquer de 3 cartas: where one bearer, one unit or one fact decides."""

from typing import Any, Final

import pytest
from msgspec import structs

from projections.replay.games.player_bank.jogada import ATRAS, CASA, Associacao, Cobrada
from projections.replay.games.player_bank.payments import paid_aside
from projections.replay.kit.bets import Moment
from projections.replay.record import Payment, Void
from projections.replay.settlement import Outcome
from tests.projections.replay.games.player_bank.player_bank_table import (
    balance,
    blamed,
    due,
    faults,
    line,
    on,
    paid_exactly,
    settled,
    told,
)
from tests.projections.replay.games.player_bank.poquer_3_cartas_table import (
    HANDS,
    jogada,
    with_hands,
)

# Against the banker's at place 3: the hands of 1, 2, 4 and 5 win, those of 6, 7 and 8 lose.
NOT_KNOWN: Final[dict[str, Any]] = {"dados": (), "primeiro_lugar": None, "hands": HANDS}
"""All hands were opened, and nothing says which place received first."""


# --- what cannot be told -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "capital", "waits"),
    [
        ((7, 8), 2_000, False),  # the bank wins 20.00, all that it has
        ((7, 8), 1_999, True),
        ((1, 2), 2_000, False),
        ((1, 2), 1_999, True),
        ((1, 7), 1_000, False),  # each by itself is covered, whoever comes first
        ((1, 7), 999, True),
    ],
)
def test_the_order_matters_only_where_the_bank_cannot_cover_either_way(
    seats: tuple[int, int], capital: int, *, waits: bool
) -> None:
    """R17, R24: gains and losses alike stop at the capital; up to it exactly nothing is cut."""
    bets = [on(at, seat) for at, seat in enumerate(seats, 1)]
    record = with_hands(*bets, **NOT_KNOWN, capital=capital)
    assert ({one[1] for one in due(record)} == {"pendente"}) is waits


def test_without_capital_and_first_place_the_bets_are_decided() -> None:
    """R17: nobody said what the bank had, so nothing says that a bet was cut."""
    record = with_hands(on(1, 1, 5_000), on(2, 7, 3_000), **NOT_KNOWN, capital=None)
    assert due(record) == [(1, "ganha", 4_750, 5_000), (2, "perde", 0, 0)]


def test_a_jogada_that_nobody_can_decide_may_be_called_void() -> None:
    """R21: where it cannot be told what was due, a void gives everything back; else it stands."""
    void = Void(cause="x")
    for hands, capital in (
        ({1: HANDS[1], 2: HANDS[2]}, 10_000),  # the banker's hand is not known
        ({1: HANDS[1], 3: HANDS[3]}, 10_000),  # a player's is not
        ({1: HANDS[1], 2: HANDS[2], 3: HANDS[3]}, 1_999),  # who comes first is not
    ):
        record = with_hands(
            on(1, 1), on(2, 2), **{**NOT_KNOWN, "hands": hands}, capital=capital, void=void
        )
        assert settled(record).void
        assert {one[1] for one in due(record)} == {"devolvida"}
    known = with_hands(on(1, 1), on(2, 2), **NOT_KNOWN, capital=2_000, void=void)
    assert not settled(known).void
    assert line(known, 1).outcome is Outcome.GANHA


def test_a_table_that_records_no_cards_deals_no_wrong_number() -> None:
    """R21: one card that somebody opened proves no wrong deal where no deal is recorded."""
    hands = {1: "Kh", 3: HANDS[3]}
    told_nothing = with_hands(on(1, 1), hands=hands, records=("bets", "payouts"))
    assert not settled(told_nothing).void
    assert settled(with_hands(on(1, 1), hands=hands)).void


# --- who bears the bank --------------------------------------------------------------------------


def test_an_empty_bank_covers_nothing() -> None:
    """R17: with a capital of nothing every bet goes back, winner and loser."""
    record = jogada(on(1, 1, 100), on(2, 7, 100), capital=0)
    assert due(record)[:2] == [(1, "devolvida", 0, 100), (2, "devolvida", 0, 100)]


def test_capital_and_bets_that_came_too_late_are_not_in_the_bank() -> None:
    """R17, R18: entrusted, or laid behind the banker, after the dice: it covers nothing."""
    record = jogada(
        on(1, 1, 1_500, seq=1),
        on(2, 3, 400, seq=9),
        capital=1_000,
        associacoes=(Associacao(valor=300, seat=7, seq=8),),
        dados_agitados=Moment(seq=5),
    )
    assert due(record) == [
        (1, "ganha", 950, 1_500),  # 10.00 less five per cent; 5.00 were not covered
        (2, "devolvida", 0, 400),
        (None, "perde", 0, 0),
        (None, "devolvida", 0, 300),
    ]
    assert line(record, 2).rules == ("P3 R18",)


def test_a_stake_of_nothing_neither_plays_nor_goes_back() -> None:
    """R25: on a place, or behind the banker, where it bears nothing."""
    record = jogada(on(1, 1, 0), on(2, 3, 0), on(3, 7, 500))
    assert due(record) == [
        (1, "devolvida", 0, 0),
        (2, "devolvida", 0, 0),
        (3, "perde", 0, 0),
        (None, "ganha", 475, 10_000),
    ]


def test_the_house_behind_the_banker_pays_itself_no_commission() -> None:
    """R20, R29: the bank wins 150.00: 100.00 are the banker's, 50.00 the house's, of 5.00 none."""
    record = jogada(on(1, 7, 15_000), associacoes=(Associacao(papel=CASA, valor=6_000),))
    settlement = settled(record)
    assert settlement.result["casa"] == 5_000
    assert [(one.seat, one.amount) for one in settlement.commissions] == [(3, 500)]
    assert due(record) == [(1, "perde", 0, 0), (None, "ganha", 9_500, 10_000)]
    assert balance(settlement) == 0
    assert told(record) == []
    named = structs.replace(
        paid_exactly(record), comissoes=(Cobrada(valor=500, seat=3), Cobrada(valor=250, seat=0))
    )
    assert [(one.code, one.seat, one.amount) for one in faults(named)] == [("P3-COM", 3, 250)]


def test_what_is_said_of_the_house_is_said_where_it_bore_something() -> None:
    """R20: nothing of the house without it, nor where the bank's result is not known."""
    partner = (Associacao(papel=CASA, valor=6_000),)
    assert "casa" not in settled(jogada(on(1, 7))).result
    assert settled(jogada(on(1, 7), associacoes=partner)).result["casa"] == 0
    hands = {3: HANDS[3]}
    unknown = settled(with_hands(on(1, 7), hands=hands, associacoes=partner))
    assert "casa" not in unknown.result
    assert "banca" not in unknown.result


def test_a_commission_of_a_partner_is_not_the_bankers() -> None:
    """R29: the associate paid whole, his 2.50 not taken: P3-COM of that, not the banker's."""
    record = jogada(on(1, 7, 15_000), associacoes=(Associacao(valor=6_000, seat=6),))
    assert due(record)[1:] == [(None, "ganha", 9_500, 10_000), (None, "ganha", 4_750, 6_000)]
    whole = Payment(seat=6, amount=5_000, stake_returned=6_000)
    assert blamed(record, whole) == [("P3-COM", "P3 R29")]
    both = Payment(seat=6, amount=5_500, stake_returned=6_000)
    assert blamed(record, both) == [("PAY-DIFF", "P3 R20, P3 R29")]


def test_only_the_bankers_capital_stays_on_the_table() -> None:
    """R19: his lies there from jogada to jogada; a partner's goes back to him."""
    partners = (Associacao(valor=500, seat=7), Associacao(papel=ATRAS, valor=300, seat=2))
    for bet in (on(1, 7), on(1, 1)):
        stays = [one.stays for one in settled(jogada(bet, associacoes=partners)).lines]
        assert stays == [False, True, False, False]


def test_what_each_bearer_is_told() -> None:
    """R17, R20, R29: gains, losses and neither, each by its own words, and the rules of each."""
    texts = {}
    for name, bets in (("wins", (on(1, 7),)), ("loses", (on(1, 1),)), ("even", ())):
        one = line(jogada(*bets), None)
        texts[name] = [step.text("en", one) for step in one.why], one.rules, one.outcome
    assert texts["wins"] == (
        [
            "The bank wins 10.00 in the round; to this capital of 100.00 fall 10.00. [P3 R17]",
            "The house's commission: 5 % of 10.00, 0.50. [P3 R29]",
        ],
        ("P3 R17", "P3 R29"),
        Outcome.GANHA,
    )
    assert texts["loses"] == (
        ["The bank's result is -10.00; of this capital of 100.00, 10.00 are lost. [P3 R17]"],
        ("P3 R17",),
        Outcome.PERDE,
    )
    assert texts["even"] == (
        ["The bank's result is 0.00: this capital of 100.00 neither wins nor loses. [P3 R17]"],
        ("P3 R17",),
        Outcome.NULA,
    )
    lost = line(jogada(on(1, 7)), 1)
    assert lost.why[-1].text("en", lost).startswith("It loses 10.00 to the bank.")


# --- order and holders ---------------------------------------------------------------------------


def test_partners_bear_in_the_order_placed_by_chain_by_time_or_as_listed() -> None:
    """R20: the chain decides; then times; where one of them says neither, the record's order."""

    def second(one: dict[str, Any], other: dict[str, Any]) -> int:
        """Return which of two partners bears what exceeds the banker's 1.00."""
        record = jogada(
            on(1, 1, 600),
            capital=100,
            associacoes=(
                Associacao(valor=500, seat=6, **one),
                Associacao(valor=500, seat=7, **other),
            ),
        )
        (bore,) = [seat for seat in (6, 7) if line(record, None, seat).returned == 0]
        return bore

    early, late = "2026-11-20T21:00:00Z", "2026-11-20T21:00:01Z"
    assert second({"seq": 9}, {"seq": 4}) == 7
    assert second({"seq": 4, "at": late}, {"seq": 9, "at": early}) == 6
    assert second({"at": late}, {"at": early}) == 7
    assert second({"seq": 9}, {"at": early}) == 6
    assert second({"at": late, "seq": 9}, {"at": early}) == 7
    assert second({}, {"at": early}) == 6


def test_only_bets_that_stand_hold_a_hand() -> None:
    """R18, R26: the highest bettor holds it; what came too late, or behind the bank, holds none."""
    record = jogada(
        on(1, 1, 500, seq=1, player="ana"),
        on(2, 1, 900, seq=9, player="rui"),
        on(3, 3, 900, seq=1, player="eva"),
        dados_agitados=Moment(seq=5),
    )
    assert settled(record).result["seguram"] == {"1": "ana"}


# --- commissions paid besides --------------------------------------------------------------------


def apart(valor: int, seat: int | None) -> Cobrada:
    """Return a commission that was paid besides the prize."""
    return Cobrada(valor=valor, seat=seat, por_fora=True)


@pytest.mark.parametrize(
    ("taken", "expected"),
    [
        ((), {}),
        ((Cobrada(valor=50, seat=4),), {}),  # taken out of the prize
        ((apart(50, 4),), {1: 50}),  # the first bet at 4 that won
        ((apart(50, 4), apart(25, 4)), {1: 75}),
        ((apart(50, 4), Cobrada(valor=25, seat=4), apart(10, 2)), {1: 50, 3: 10}),
        ((apart(50, 8),), {2: 50}),  # 8 bet at 4's place
        ((apart(50, 6),), {None: 50}),  # 6 lost
        ((apart(50, 5),), {None: 50}),  # nobody bet at 5
        ((apart(85, None),), {None: 85}),  # of whose prize it was the table does not say
    ],
)
def test_a_commission_paid_besides_is_of_the_line_that_won(
    taken: tuple[Cobrada, ...], expected: dict[int | None, int]
) -> None:
    """R29: by place, the bettor's own where he won elsewhere; else of no line."""
    record = jogada(
        on(1, 6),
        on(2, 4),
        on(3, 4, 500, por=8),
        on(4, 2, 200),
        comissoes=taken,
    )
    assert paid_aside(record, settled(record)) == expected


def test_a_commission_paid_besides_by_the_only_winner_needs_no_place() -> None:
    """R29: the banker alone won; named or not it is of his line, which comes last."""
    for seat in (None, 3, 0):
        record = jogada(on(1, 6), comissoes=(apart(50, seat),))
        assert paid_aside(record, settled(record)) == {1: 50}


def test_commissions_wait_with_what_nobody_can_decide() -> None:
    """R29: while one bet waits, nothing is compared; when all are decided, everything is."""
    hands = {2: HANDS[2], 3: HANDS[3]}
    waiting = with_hands(on(1, 2), on(2, 4), hands=hands, comissoes=(Cobrada(valor=1, seat=2),))
    assert "P3-COM" not in [one.code for one in faults(waiting)]
    decided = with_hands(on(1, 2), hands=hands, comissoes=(Cobrada(valor=1, seat=2),))
    assert "P3-COM" in [one.code for one in faults(decided)]
