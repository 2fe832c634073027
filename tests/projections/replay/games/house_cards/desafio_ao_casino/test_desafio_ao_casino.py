"""Desafio ao casino: Portaria 1/2017, Anexo, regras 1-14."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from projections.replay.games.house_cards.desafio_ao_casino import (
    COVERAGE,
    DesafioAoCasinoRecord,
    Opcao,
)
from projections.replay.games.house_cards.desafio_ao_casino.settling import compare
from projections.replay.kit.bets import BetChange, Limit, Moment
from projections.replay.kit.cards import RANKS
from projections.replay.kit.shoe import Burned, Cut, Dealt, Shoe, Shuffled
from projections.replay.record import ErrorNoted, Payment, Void
from projections.replay.registry import decode_record, judge
from tests.projections.replay.games.coup_table import (
    DEVOLVIDA,
    GANHA,
    MOMENTS,
    NULA,
    PENDENTE,
    PERDE,
    SEATS,
    bet,
    blamed,
    codes,
    few,
    found,
    judged_without_harm,
    nets,
    outcomes,
    paid_exactly,
    pay,
    settled,
    shared,
    told,
)

BANK: Final = 0
Hand = tuple[int, str | None]


def dealt(*cards: Hand) -> tuple[Dealt, ...]:
    """Return cards in dealing order, by seat; 0 is the bank."""
    return tuple(
        Dealt(to="seat" if seat else "bank", seat=seat or None, card=card) for seat, card in cards
    )


def burned(*places: int, count: int = 3) -> tuple[Burned, ...]:
    """Return cards burned after so many had been dealt."""
    return tuple(Burned(count=count, cause="challenge", after=place) for place in places)


def inicial(number: int = 1, valor: int = 5000, **more: Any) -> Any:
    """Return an initial bet."""
    return bet(number, "inicial", "", valor, **more)


def empate(number: int = 2, valor: int = 1000, **more: Any) -> Any:
    """Return a bet on the tie."""
    return bet(number, "empate", "", valor, **more)


def jogada(*cards: Hand, bets: Any = None, **more: Any) -> DesafioAoCasinoRecord:
    """Return the record of a round; by default seat 1 stakes 50.00."""
    fields = {"bets": (inicial(),) if bets is None else tuple(bets), "shoe": Shoe(decks=6)}
    return DesafioAoCasinoRecord(cartas=dealt(*cards), **{**fields, **more})


def one(card: str, bank: str, *bets: Any, **more: Any) -> DesafioAoCasinoRecord:
    """Return a round of one seat."""
    return jogada((1, card), (BANK, bank), bets=bets or None, **more)


def duel(card: str, bank: str, **more: Any) -> DesafioAoCasinoRecord:
    """Return a round in which seat 1 ties, adds 50.00 as bet 3 and challenges."""
    fields: dict[str, Any] = {
        "opcoes": (Opcao(seat=1, opcao="desafiar", bet=3, valor=5000),),
        "shoe": Shoe(decks=6, burned=burned(2, 3)),
        **more,
    }
    return jogada((1, "9c"), (BANK, "9d"), (1, card), (BANK, bank), **fields)


# --- a whole round, worked out by hand -----------------------------------------------------------


def test_a_round_worked_out_by_hand() -> None:
    """R7-R14: five seats against the bank's nine, two of which challenge. Reckoned on paper."""
    bets = (
        inicial(1, 5000),  # ace: +50.00
        empate(2, 1000),  # no tie: lost
        inicial(3, 4000, seat=2),  # four: lost
        inicial(4, 5000, seat=3),  # nine, on the tie: the stake goes back
        empate(5, 1000, seat=3),  # 10 x 10.00 = 100.00
        inicial(6, 2501, seat=4),  # nine: loses half; 12.50 go back
        inicial(7, 5000, seat=5),  # nine: challenges with a king against a six: +50.00
        inicial(8, 5000, seat=6),  # nine: challenges with a two against a two: +100.00
    )
    record = jogada(
        (1, "As"), (2, "4h"), (3, "9c"), (4, "9h"), (5, "9s"), (6, "9c"), (BANK, "9d"),
        (5, "Kc"), (BANK, "6d"), (6, "2c"), (BANK, "2h"),
        bets=bets,
        opcoes=(
            Opcao(seat=4, opcao="perder_metade"),
            Opcao(seat=5, opcao="desafiar", bet=9, valor=5000),
            Opcao(seat=6, opcao="desafiar", bet=10, valor=5000),
        ),
        shoe=Shoe(decks=6, burned=burned(7, 8, 9, 10)),
    )  # fmt: skip
    assert [(line.bet, line.due - line.stake) for line in settled(record).lines] == [
        (1, 5000),
        (2, -1000),
        (3, -4000),
        (4, 0),
        (5, 10_000),
        (6, -1251),
        (7, 0),
        (8, 5000),
        (9, 5000),
        (10, 5000),
    ]
    assert judge(paid_exactly(record)).found == ()
    line = settled(record).lines[8]
    assert [step.text("pt", line) for step in line.why] == [
        "Empate com 9 (9s): o jogador junta 50.00 e a casa 50.00; há 150.00 em jogo. [DC R13]",
        "No desafio, rei (Kc) é superior a 6 (6d): prémio 50.00; voltam 50.00. [DC R14 a]",
    ]


# --- the first cards -----------------------------------------------------------------------------


def test_the_ace_is_highest_and_the_two_lowest() -> None:
    """R3: ace, king, queen, jack, ten … two; suits say nothing."""
    cards = ["Ac", "Kd", "Qh", "Js", "Tc", "9d", "8h", "7s", "6c", "5d", "4h", "3s", "2c"]
    for higher, card in enumerate(cards):
        for lower, bank in enumerate(cards):
            assert compare(card, bank) == (higher < lower) - (higher > lower)
    assert compare("Qs", "Qd") == 0


@pytest.mark.parametrize(
    ("card", "bank", "expected", "rules"),
    [
        ("Th", "9d", [(GANHA, 5000, 5000), (PERDE, 0, 0)], ["DC R9", "DC R9"]),
        ("8h", "9d", [(PERDE, 0, 0), (PERDE, 0, 0)], ["DC R10", "DC R10"]),
        ("9h", "9d", [(NULA, 0, 5000), (GANHA, 10_000, 1000)], ["DC R11", "DC R11"]),
    ],
)
def test_the_first_card(card: str, bank: str, expected: list[Any], rules: list[str]) -> None:
    """R9-R11: even money; lost; 10 to 1 on the tie, and no rule takes the initial stake."""
    lines = settled(one(card, bank, inicial(), empate())).lines
    assert [(line.outcome, line.prize, line.returned) for line in lines] == expected
    assert [line.rules[0] for line in lines] == rules


@pytest.mark.parametrize(("valor", "back"), [(5000, 2500), (101, 50), (1, 0), (2, 1)])
def test_half_is_lost_and_the_other_half_rounded_down(valor: int, back: int) -> None:
    """R12 a: what goes back goes down to the cent."""
    record = one("9h", "9d", inicial(valor=valor), opcoes=(Opcao(seat=1, opcao="perder_metade"),))
    (line,) = settled(record).lines
    assert (line.outcome, line.prize, line.returned) == (PERDE, 0, back)
    assert line.rules == ("DC R12 a",)


# --- the challenge -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "bank", "net", "rule"),
    [
        ("Th", "9h", 5000, "DC R14 a"),
        ("Th", "Td", 10_000, "DC R14 b"),
        ("Th", "Jd", -10_000, "DC R14 c"),
    ],
)
def test_the_challenge_nets_what_the_rule_works_out(
    card: str, bank: str, net: int, rule: str
) -> None:
    """R13, R14: 50 becomes 150 in play, and +50, +100 or -100; the prize is not the 150."""
    record = duel(card, bank)
    assert sum(nets(record)) == net
    lines = settled(record).lines
    assert [line.stake for line in lines] == [5000, 5000]
    assert all(line.rules == ("DC R13", rule) for line in lines)
    assert codes(record) == []


def test_what_was_added_without_a_number_is_counted_with_the_initial_stake() -> None:
    """R13: the player doubles his stake, whether or not the table numbers what he adds."""
    for card, net in (("Th", 5000), ("9h", 10_000), ("2h", -10_000)):
        for options in ((Opcao(seat=1, opcao="desafiar"),), ()):
            record = duel(card, "9h", opcoes=options)
            (line,) = settled(record).lines
            assert (line.stake, line.due - line.stake) == (10_000, net)
            assert codes(record) == []


def test_what_was_added_may_be_a_bet_of_its_own() -> None:
    """A table may place it as a bet; it comes after the close and is not late."""
    bets = (inicial(seq=1), bet(3, "desafio", "", 5000, seq=9))
    record = duel("Th", "9h", bets=bets, jogo_feito=Moment(seq=2))
    assert nets(record) == [0, 5000]
    assert codes(record) == []


def test_two_stakes_of_a_seat_are_challenged_together() -> None:
    """R13: the house puts what the player staked, once."""
    bets = (inicial(1, 3000), inicial(2, 2000))
    won = duel("Th", "9h", bets=bets)
    assert (nets(won), codes(won)) == ([0, 0, 5000], [])
    tied = duel("9s", "9h", bets=bets)
    assert nets(tied) == [3000, 2000, 5000]
    folded = duel("9s", "9h", bets=bets, opcoes=(Opcao(seat=1, opcao="desafiar"),))
    assert nets(folded) == [3000 + 5000, 2000]
    assert sum(line.stake for line in settled(folded).lines) == 10_000


def test_each_challenge_has_cards_of_its_own() -> None:
    """DECISION of the page: the draw is done once for each challenging player, in seat order."""
    record = jogada(
        (1, "9c"), (2, "9h"), (BANK, "9d"), (1, "2c"), (BANK, "3h"), (2, "2d"), (BANK, "Ah"),
        bets=(inicial(1), inicial(2, seat=2)),
        shoe=Shoe(decks=6, burned=burned(3, 4, 5, 6)),
    )  # fmt: skip
    lines = settled(record).lines
    assert [line.why[1].values["banca"] for line in lines] == ["3 (3h)", "ás (Ah)"]
    assert outcomes(record) == [PERDE, PERDE]
    assert codes(record) == []


def test_a_challenge_without_its_cards_decides_nothing() -> None:
    """R13, R14: the missing card is the fault."""
    record = jogada((1, "9c"), (BANK, "9d"), (1, "Kc"), opcoes=(Opcao(seat=1, opcao="desafiar"),),
                    records=("cards", "decisions", "bets", "payouts"))  # fmt: skip
    assert outcomes(record) == [PENDENTE]
    assert [(one.code, one.rule, one.facts["de"]) for one in found(record)] == [
        ("DC-WAR", "DC R14", "banca")
    ]


@pytest.mark.parametrize(
    ("burns", "expected"),
    [
        (burned(2, 3), []),
        (burned(2), ["DC R14"]),
        ((), ["DC R13", "DC R14"]),
        (burned(2, 3, count=2), ["DC R13", "DC R14"]),
        (burned(2, 2, 2, 3, 3, 3, count=1), []),
        ((*burned(2, 3), Burned(count=1, cause="opening", after=0)), []),
    ],
)
def test_three_cards_are_burned_before_each(burns: Any, expected: list[str]) -> None:
    """R13, R14: three and the player's, three and the house's."""
    record = duel("Th", "9h", shoe=Shoe(decks=6, burned=burns))
    assert [one.rule for one in found(record)] == expected
    assert set(codes(record)) <= {"DC-WAR"}
    silent = structs.replace(record, records=("cards", "bets", "payouts", "decisions"))
    assert codes(silent) == []


@pytest.mark.parametrize(("added", "fault"), [(5000, None), (4000, -1000), (9000, 4000)])
def test_the_stake_added_is_the_initial_one(added: int, fault: int | None) -> None:
    """R13: another sum is a fault, and is settled as it lay: the house's prize is v."""
    record = duel("Th", "9h", opcoes=(Opcao(seat=1, opcao="desafiar", bet=3, valor=added),))
    assert sum(nets(record)) == 5000
    assert [one.amount for one in found(record)] == ([] if fault is None else [fault])
    assert set(codes(record)) <= {"DC-WAR"}


# --- who may choose ------------------------------------------------------------------------------


def test_who_ties_is_offered_the_choice() -> None:
    """R12: nothing says what he chose; nobody can tell what is due, and that is the fault."""
    record = one("9h", "9d")
    assert outcomes(record) == [PENDENTE]
    assert told(record) == [("DC-TIE", "DC R12")]
    assert blamed(record, pay(1, 0, 2500)) == [("DC-TIE", "DC R12")]
    assert codes(one("9h", "9d", opcoes=(Opcao(seat=1, opcao="perder_metade"),))) == []
    strange = one("9h", "9d", opcoes=(Opcao(seat=1, opcao="render"),))
    assert [(one.code, one.recorded) for one in found(strange)] == [("DC-TIE", "render")]


def test_a_table_that_records_no_decisions_is_not_blamed() -> None:
    """What is not recorded is not assessed, nor is what was paid for it."""
    record = one("9h", "9d", records=("bets", "cards", "payouts"))
    assert told(record) == []
    assert blamed(record, pay(1, 0, 2500)) == []


@pytest.mark.parametrize(
    ("card", "bets"), [("9h", (inicial(), empate())), ("Ah", (inicial(),)), ("2h", (inicial(),))]
)
def test_who_bet_on_the_tie_or_did_not_tie_has_no_choice(card: str, bets: Any) -> None:
    """R12: what he added goes back, and his first stakes are settled without it."""
    options = (Opcao(seat=1, opcao="desafiar", bet=3, valor=5000),)
    record = one(card, "9d", *bets, opcoes=options)
    plain = one(card, "9d", *bets)
    assert nets(record) == [*nets(plain), 0]
    assert outcomes(record)[-1] is DEVOLVIDA
    assert codes(record) == ["DC-TIE"]


def test_the_choice_is_each_players_own() -> None:
    """R12: two players at a place, one of whom bet on the tie."""
    bets = (inicial(1, player="ana"), empate(2, player="ana"), inicial(4, 3000, player="rui"))
    record = duel("Th", "9h", bets=bets,
                  opcoes=(Opcao(seat=1, opcao="desafiar", bet=3, valor=3000),))  # fmt: skip
    assert nets(record) == [0, 10_000, 0, 3000]
    assert codes(record) == []


# --- the deal ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "fact"),
    [
        (((1, "4c"), (2, "5c"), (BANK, "6c")), None),
        (((2, "5c"), (1, "4c"), (BANK, "6c")), "ordem"),
        (((1, "4c"), (BANK, "6c"), (2, "5c")), "ordem"),
        (((1, "4c"), (BANK, "6c")), "sem_carta"),
        (((1, "4c"), (2, "5c"), (2, "7c"), (BANK, "6c")), "carta_a_mais"),
        (((1, "4c"), (2, "5c"), (BANK, "6c"), (BANK, "7c")), "carta_a_mais"),
        (((1, "4c"), (2, "5c"), (BANK, "6c"), (1, "7c")), "carta_a_mais"),
    ],
)
def test_a_card_each_from_the_left_and_the_bank_last(cards: Any, fact: str | None) -> None:
    """R7, R8: an error that nobody noted was not mended, and the round was not voided."""
    record = jogada(*cards, bets=(inicial(1), inicial(2, seat=2)))
    assert [(one.code, one.facts["fact"]) for one in found(record)] == (
        [] if fact is None else [("VOID-MISS", fact)]
    )
    noted = structs.replace(record, errors=(ErrorNoted(error="carta_errada"),))
    assert codes(noted) == []


def test_a_round_without_cards_decides_nothing() -> None:
    """Where the table does not record cards, what was paid is not assessed."""
    record = jogada(records=("bets", "payouts"))
    assert outcomes(record) == [PENDENTE]
    assert blamed(record, pay(1, 5000, 5000)) == []


def test_cards_that_the_packs_cannot_hold() -> None:
    """R2: one pack has one nine of spades; six have six; no pack has an eleven."""
    twice = ((1, "9s"), (2, "9s"), (BANK, "Kc"))
    bets = (inicial(1), inicial(2, seat=2))
    assert codes(jogada(*twice, bets=bets)) == []
    one_pack = jogada(*twice, bets=bets, shoe=Shoe(decks=1))
    assert [(one.code, one.recorded) for one in found(one_pack)] == [("RES-IMPOSS", "9s")]
    gone = jogada(*twice[1:], bets=bets[1:], shoe=Shoe(decks=2, out={"9s": 2}))
    assert codes(gone) == ["RES-IMPOSS"]
    strange = jogada((1, "11s"), (BANK, "Kc"), shoe=Shoe(decks=0))
    assert outcomes(strange) == [PENDENTE]
    assert codes(strange) == ["RES-IMPOSS"]
    assert codes(jogada(*twice, bets=bets, shoe=Shoe(decks=0, out={"9s": 90}))) == []
    away = Shoe(decks=1, burned=(Burned(card="Kc"),))
    assert codes(one("9s", "Kc", shoe=away)) == ["RES-IMPOSS"]


@pytest.mark.parametrize(
    ("shoe", "expected"),
    [
        (Shoe(decks=6), []),
        (Shoe(decks=6, shuffles=(Shuffled(),), cuts=(Cut(cut_card=12),)), []),
        (Shoe(decks=6, shuffles=(Shuffled(),), cuts=(Cut(cut_card=11),)), ["DC-SHOE"]),
        (Shoe(decks=6, shuffles=(Shuffled(),), cuts=(Cut(),)), []),
        (Shoe(decks=6, shuffles=(Shuffled(method="box"),)), ["DC-SHOE"]),
        (Shoe(decks=6, shuffler=True, shuffles=(Shuffled(method="shuffler"),)), []),
    ],
)
def test_the_carta_aviso_lies_before_the_last_twelve(shoe: Shoe, expected: list[str]) -> None:
    """R4; R5: of a shuffler-distributor neither cut nor carta-aviso is asked."""
    assert codes(one("Ah", "9d", shoe=shoe)) == expected
    silent = one("Ah", "9d", shoe=shoe, records=("bets", "cards", "payouts"))
    assert codes(silent) == []


# --- void rounds ---------------------------------------------------------------------------------

VOID: Final = Void(cause="erro", rule="DC R8")


def test_an_error_that_cannot_be_mended_voids_the_round() -> None:
    """R8: all stakes go back, what a challenge added too, numbered or not."""
    error = (ErrorNoted(error="carta_errada"),)
    record = duel("Th", "9h", void=VOID, errors=error)
    assert settled(record).void
    assert [(line.outcome, line.returned) for line in settled(record).lines] == [
        (DEVOLVIDA, 5000),
        (DEVOLVIDA, 5000),
    ]
    assert blamed(record, pay(1, 0, 5000), pay(3, 0, 5000)) == []
    assert blamed(record, pay(1, 0, 5000), pay(3, 0, 4000)) == [("VOID-REFUND", "DC R8")]
    folded = duel("Th", "9h", void=VOID, errors=error, opcoes=(Opcao(seat=1, opcao="desafiar"),))
    assert [line.returned for line in settled(folded).lines] == [10_000]


def test_a_round_whose_error_could_not_be_mended_is_void() -> None:
    """R8: to settle it all the same is VOID-MISS."""
    error = (ErrorNoted(error="incorrigivel", seat=1),)
    assert codes(one("Ah", "9d", errors=error)) == ["VOID-MISS"]
    assert codes(one("Ah", "9d", errors=error, void=VOID)) == []
    assert codes(one("Ah", "9d", errors=(ErrorNoted(error="carta_errada"),))) == []


@pytest.mark.parametrize("error", [None, "carta_virada", "carta_exposta"])
def test_without_an_error_the_cards_stand(error: str | None) -> None:
    """R6, R8: a card that came face up is valid, and so is its bet."""
    errors = () if error is None else (ErrorNoted(error=error),)
    record = one("Ah", "9d", void=VOID, errors=errors)
    assert outcomes(record) == [GANHA]
    assert codes(record) == ["VOID-BAD"]
    undecided = jogada((1, "Ah"), void=VOID, errors=errors)
    assert outcomes(undecided) == [DEVOLVIDA]
    assert codes(undecided) == ["VOID-BAD"]
    assert codes(one("Ah", "9d", errors=errors)) == []


@pytest.mark.parametrize("mode", ["shared", "exclusive", "demo"])
def test_the_game_has_no_online_variant(mode: str) -> None:
    """A finding, and the round is settled by the physical rules."""
    record = one("Ah", "9d", mode=mode)
    assert (nets(record), codes(record)) == ([5000], ["ONL-NONE"])


# --- bets ----------------------------------------------------------------------------------------


def test_a_bet_after_the_call_or_the_first_card_goes_back() -> None:
    """R7: the deal begins when the bets lie there."""
    bets = (inicial(1, seq=1), inicial(2, seq=4, player="ana"))
    record = one("Ah", "9d", *bets, jogo_feito=Moment(seq=3))
    assert outcomes(record) == [GANHA, DEVOLVIDA]
    assert [(one.code, one.bet) for one in found(record)] == [("BET-LATE", 2)]
    first = structs.replace(record.cartas[0], seq=3)
    by_card = structs.replace(record, jogo_feito=None, cartas=(first, *record.cartas[1:]))
    assert codes(by_card) == ["BET-LATE"]
    change = (BetChange(bet=1, valor=9000, seq=5), BetChange(bet=1, valor=6000, seq=2))
    changed = structs.replace(record, alteracoes=change)
    assert settled(changed).lines[0].stake == 6000
    assert codes(changed) == ["BET-LATE", "BET-LATE"]


def test_a_late_bet_on_the_tie_does_not_take_the_choice_away() -> None:
    """R12: a bet that does not stand is none."""
    bets = (inicial(1, seq=1), empate(2, seq=9))
    record = one(
        "9h", "9d", *bets, jogo_feito=Moment(seq=3),
        opcoes=(Opcao(seat=1, opcao="perder_metade"),),
    )  # fmt: skip
    assert nets(record) == [-2500, 0]
    assert codes(record) == ["BET-LATE"]


def test_a_bet_before_the_opening_is_early_and_plays() -> None:
    """The common page: bets are taken between the opening and the close."""
    record = one("Ah", "9d", inicial(seq=1), apostas_abertas=Moment(seq=2))
    assert (outcomes(record), codes(record)) == ([GANHA], ["BET-EARLY"])
    assert codes(one("Ah", "9d", inicial(seq=3), apostas_abertas=Moment(seq=2))) == []


def test_another_bet_than_the_two_goes_back() -> None:
    """R9-R11 know the initial bet and the one on the tie."""
    record = one("Ah", "9d", bet(1, "naipe", "s"), inicial(2))
    assert (outcomes(record), codes(record)) == ([DEVOLVIDA, GANHA], ["RES-IMPOSS"])


@pytest.mark.parametrize(
    ("valor", "expected"),
    [(100, []), (50, ["BET-MIN"]), (500, []), (600, ["BET-MAX"]), (125, ["BET-MULT"])],
)
def test_the_tables_limits(valor: int, expected: list[str]) -> None:
    """The law sets none; the table's hold for what a player bets, not for what he adds later."""
    limits = {"inicial": Limit(minimum=100, maximum=500, multiple=50), "desafio": Limit(maximum=1)}
    bets = (inicial(valor=valor),)
    options = (Opcao(seat=1, opcao="desafiar", bet=3, valor=valor),)
    assert codes(duel("Th", "9h", bets=bets, opcoes=options, limites=limits)) == expected


def test_a_number_used_again_is_one_fault() -> None:
    """RES-IMPOSS for the second bet of a number."""
    twice = one("Ah", "9d", inicial(1), empate(1))
    assert codes(twice) == ["RES-IMPOSS"]


# --- payments ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "payments", "expected"),
    [
        (
            one("9h", "9d", inicial(), empate()),
            (pay(1, 0, 5000), pay(2, 8000, 1000)),
            [("DC-TIE", "DC R11")],
        ),
        (
            one("9h", "9d", inicial(), empate()),
            (pay(1, 0, 2500), pay(2, 10_000, 1000)),
            [("DC-TIE", "DC R11")],
        ),
        (
            one("9h", "9d", opcoes=(Opcao(seat=1, opcao="perder_metade"),)),
            (pay(1, 0, 5000),),
            [("DC-TIE", "DC R12 a")],
        ),
    ],
)
def test_a_payment_that_is_not_the_rules(
    record: DesafioAoCasinoRecord, payments: Any, expected: list[tuple[str, str]]
) -> None:
    """R9-R12: a tie wrongly paid has the game's code."""
    assert blamed(record, *payments) == expected


@pytest.mark.parametrize(
    ("payments", "expected"),
    [
        # 150.00 lie there, of which 100.00 are the player's: he takes them, a prize of 50.00.
        ((Payment(seat=1, bets=(1, 3), amount=5000, stake_returned=10_000),), []),
        ((pay(1, 0, 5000), pay(3, 5000, 5000)), []),
        ((pay(1, 5000, 5000), pay(3, 0, 5000)), []),
        ((pay(1, 5000, 10_000),), []),
        ((Payment(seat=1, amount=5000, stake_returned=10_000),), []),
        # The trap: 3v paid as the prize, or 2v.
        ((Payment(seat=1, bets=(1, 3), amount=15_000, stake_returned=10_000),), [10_000]),
        ((Payment(seat=1, bets=(1, 3), amount=10_000, stake_returned=10_000),), [5000]),
        ((pay(1, 10_000, 5000), pay(3, 0, 5000)), [5000]),
        ((pay(1, 5000, 5000),), [-5000]),
    ],
)
def test_both_stakes_of_a_challenge_are_compared_as_one_sum(
    payments: Any, expected: list[int]
) -> None:
    """R14 a: the 3v are the player's; what of them is whose bet's is the table's way of saying."""
    faults = judge(structs.replace(duel("Th", "9h"), payments=payments)).found
    assert [(fault.code, fault.amount) for fault in faults] == [
        ("DC-WAR", amount) for amount in expected
    ]


def test_a_challenge_that_nobody_paid_is_one_fault() -> None:
    """R14 b: 200.00 are due, and nothing was paid."""
    (fault,) = judge(duel("9s", "9h")).found
    assert (fault.code, fault.expected, fault.recorded) == ("PAY-NONE", "200.00", "0.00")


# --- the house edge, exactly ---------------------------------------------------------------------


def pairs(decks: int, out: tuple[str, ...] = ()) -> Iterator[tuple[str, str, Fraction]]:
    """Give two ranks drawn one after the other, with their chance; ``out`` has gone before."""
    left = {rank: 4 * decks - out.count(rank) for rank in RANKS}
    total = sum(left.values())
    for card in RANKS:
        for bank in RANKS:
            ways = left[card] * (left[bank] - (card == bank))
            yield card + "s", bank + "d", Fraction(ways, total * (total - 1))


def test_the_house_edge_of_the_tie() -> None:
    """The page: 18.65 % of six packs; 288/311 x 1 less 23/311 x 10, exactly."""
    edge = -sum(
        chance * nets(one(card, bank, inicial(), empate(valor=1)))[1]
        for card, bank, chance in pairs(6)
    )
    assert edge == Fraction(288 - 230, 311)
    assert round(float(100 * edge), 2) == 18.65


def test_the_house_edge_of_always_giving_half() -> None:
    """The page: 3.70 % of six packs; half of the 23/311 that tie."""
    half = (Opcao(seat=1, opcao="perder_metade"),)
    edge = -sum(
        chance * Fraction(nets(one(card, bank, inicial(valor=2), opcoes=half))[0], 2)
        for card, bank, chance in pairs(6)
    )
    assert edge == Fraction(23, 622)
    assert round(float(100 * edge), 2) == 3.70


def test_the_house_edge_of_always_challenging() -> None:
    """The page: 2.33 % of six packs; every tie, and every draw after it, with its exact chance."""
    edge = Fraction(0)
    for card, bank, chance in pairs(6):
        if card[0] != bank[0]:
            edge -= chance * nets(one(card, bank, inicial(valor=1)))[0]
    tie = Fraction(23, 311)
    for card, bank, chance in pairs(6, out=("9", "9")):
        record = duel(card, bank, bets=(inicial(valor=1),), opcoes=())
        edge -= tie * chance * sum(nets(record))
    # By hand: of the 310 cards left 22 are of the tie's rank and 24 of each other one.
    again = Fraction(22 * 21 + 12 * 24 * 23, 310 * 309)
    assert edge == tie * (2 * (1 - again) / 2 - (1 - again) / 2 - 2 * again)
    assert round(float(100 * edge), 2) == 2.33


# --- properties ----------------------------------------------------------------------------------

CARDS: Final = st.sampled_from([rank + suit for rank in RANKS for suit in "cs"])


@st.composite
def rounds(draw: st.DrawFn) -> DesafioAoCasinoRecord:
    """Give a rightly dealt round of up to four seats, with many ties."""
    bank = draw(CARDS)
    seats = sorted(draw(st.sets(st.integers(1, 7), min_size=1, max_size=4)))
    cards: list[Hand] = [(seat, draw(st.one_of(st.just(bank), CARDS))) for seat in seats]
    cards.append((BANK, bank))
    bets, options, burns = [], [], []
    for at, seat in enumerate(seats):
        stake = draw(st.integers(1, 5000))
        bets.append(inicial(2 * at + 1, stake, seat=seat))
        on_tie = draw(st.booleans())
        if on_tie:
            bets.append(empate(2 * at + 2, draw(st.integers(1, 500)), seat=seat))
        if cards[at][1][:1] == bank[0] and not on_tie:  # type: ignore[index]
            if draw(st.booleans()):
                options.append(Opcao(seat=seat, opcao="perder_metade"))
                continue
            options.append(Opcao(seat=seat, opcao="desafiar", bet=100 + seat, valor=stake))
            burns += burned(len(cards), len(cards) + 1)
            cards += [(seat, draw(CARDS)), (BANK, draw(CARDS))]
    shoe = Shoe(decks=8, burned=tuple(burns))
    return jogada(*cards, bets=bets, opcoes=tuple(options), shoe=shoe)


@given(rounds())
@settings(max_examples=100)
def test_every_stake_is_accounted_for(record: DesafioAoCasinoRecord) -> None:
    """Each line is won, lost, halved or given back; together nothing but the rules' multiples."""
    by_seat: dict[int, int] = {}
    for line in settled(record).lines:
        assert line.outcome is not PENDENTE
        assert line.prize in (0, line.stake, 10 * line.stake)
        assert line.returned in (0, line.stake // 2, line.stake)
        by_seat[line.seat] = by_seat.get(line.seat, 0) + line.due - line.stake
    stakes = {one.seat: one.valor for one in record.bets if one.tipo == "inicial"}
    for option in record.opcoes:
        v = stakes[option.seat]
        allowed = {v, 2 * v, -2 * v} if option.opcao == "desafiar" else {v // 2 - v}
        assert by_seat[option.seat] in allowed


@given(rounds())
@settings(max_examples=60)
def test_what_is_due_and_paid_is_no_fault(record: DesafioAoCasinoRecord) -> None:
    """A round rightly dealt and paid has nothing to find."""
    assert judge(paid_exactly(record)).found == ()


@given(rounds(), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_bets_do_not_touch_one_another(record: DesafioAoCasinoRecord, random: Random) -> None:
    """In another order each bet is worth the same."""
    bets = list(record.bets)
    random.shuffle(bets)
    before = {line.bet: line for line in settled(record).lines}
    after = settled(structs.replace(record, bets=tuple(bets))).lines
    assert {line.bet: line for line in after} == before


@given(rounds())
@settings(max_examples=40)
def test_a_void_returns_everything(record: DesafioAoCasinoRecord) -> None:
    """R8: stakes and what challenges added."""
    void = structs.replace(record, void=VOID, errors=(ErrorNoted(error="carta_errada"),))
    staked = sum(one.valor for one in record.bets) + sum(one.valor for one in record.opcoes)
    lines = settled(void).lines
    assert sum(line.returned for line in lines) == staked
    assert not any(line.prize for line in lines)


WORDS: Final = st.sampled_from(["inicial", "empate", "desafio", "", "x", "carta_virada"])
FACES: Final = st.sampled_from([None, "9c", "9d", "9c", "Ah", "2s", "11", "", "x"])
ANY_RECORD: Final = st.builds(
    DesafioAoCasinoRecord,
    **shared(WORDS | st.just("incorrigivel"), st.just("")),
    shoe=st.builds(
        Shoe,
        decks=st.integers(0, 2),
        shuffler=st.booleans(),
        shuffles=few(Shuffled),
        cuts=few(Cut, cut_card=st.none() | st.integers(0, 20)),
        burned=few(Burned, count=st.integers(0, 4), card=FACES, after=st.integers(0, 5)),
        out=st.dictionaries(FACES.filter(bool), st.integers(0, 3), max_size=2),
    ),
    jogo_feito=MOMENTS,
    cartas=st.lists(
        st.builds(
            Dealt,
            to=st.sampled_from(["seat", "bank", "banca", "discard", "x"]),
            seat=st.none() | SEATS,
            card=FACES,
        ),
        max_size=8,
    ).map(tuple),
    opcoes=few(
        Opcao,
        seat=SEATS,
        opcao=st.sampled_from(["desafiar", "perder_metade", "x"]),
        bet=st.none() | st.integers(0, 5),
        valor=st.integers(-5, 1000),
    ),
)


@given(ANY_RECORD)
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
def test_no_fact_is_too_strange_to_judge(record: DesafioAoCasinoRecord) -> None:
    """Accept facts, flag faults: nothing that a table records raises, and all can be said."""
    judged_without_harm(record)


# --- the record and the register -----------------------------------------------------------------


def test_a_record_is_read_from_json() -> None:
    """The field names of the page."""
    record = decode_record(
        '{"game": "desafio_ao_casino", "shoe": {"decks": 6},'
        ' "cartas": [{"to": "seat", "seat": 3, "card": "Ks"}, {"to": "bank", "card": "Qd"}],'
        ' "bets": [{"bet": 1, "seat": 3, "tipo": "inicial", "valor": 250}]}'
    )
    assert isinstance(record, DesafioAoCasinoRecord)
    assert nets(record) == [250]


def test_every_rule_is_accounted_for_once() -> None:
    """R1 to R14, none missing."""
    assert sorted(int(one.rule[1:]) for one in COVERAGE) == list(range(1, 15))
    assert not [one.rule for one in COVERAGE if one.status == "missing"]
