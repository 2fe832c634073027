"""Faults of a jogada of póquer sem descarte, the names of wrong payments, rules accounted for."""

import re
from typing import Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from projections.replay.codes import CODES
from projections.replay.games.house_cards.poquer_sem_descarte import (
    GAME,
    Aprovado,
    SemDescarteRecord,
    settle,
)
from projections.replay.kit.bets import BetChange, Limit
from projections.replay.record import ErrorNoted, Payment, Void
from projections.replay.registry import decode_record, judge
from projections.replay.settlement import Found, describe
from tests.helpers.each import each
from tests.projections.replay.games.house_cards.poquer_sem_descarte.sem_descarte_table import (
    BANK,
    CLUBS,
    CV,
    FLUSH,
    LOSES,
    PAIR_OF_KINGS,
    QUEEN_HIGH,
    ROYAL,
    WINS,
    at,
    bet,
    careful,
    changed,
    codes,
    found,
    goes,
    hand,
    jogada,
    jogadas,
    more_bets,
    paid,
    passes,
    payments_of,
    pool,
    void_by_a_short_hand,
    with_bets,
    with_seat,
    worked,
)

# --- findings -------------------------------------------------------------------------------------


def test_a_careful_jogada_has_no_fault() -> None:
    """Everything recorded, nothing wrong: the other tests change one fact of it."""
    assert found(careful()) == []
    assert found(structs.replace(careful(), profile="pt-2007@1")) == []
    assert found(structs.replace(careful(), profile="pt-casino@1")) == []


FAULTS: Final[dict[str, tuple[SemDescarteRecord, list[str]]]] = {
    "a card dealt twice": (changed(banca=hand("Kd Kh 2c 2d Ac")), ["RES-IMPOSS"]),
    "an unknown card": (
        with_seat(careful(), 2, cartas=("1x", None, None, None, None)),
        ["RES-IMPOSS"],
    ),
    "no card burned": (changed(queimadas=0, queimada=None), ["SD-BURN"]),
    "two cards burned": (changed(queimadas=2), ["SD-BURN"]),
    "burned after the call": (changed(queimada=at(20)), ["SD-BURN"]),
    "not cut": (changed(cortado=False), ["SD-BURN"]),
    "cut with a shuffler": (
        changed(baralhador=True, ordem=(1,) * 5 + (2,) * 5 + (0,) * 5),
        ["SD-BURN"],
    ),
    "dealt anticlockwise": (changed(ordem=(2, 1, 0) * 5), ["SD-DEAL"]),
    "shuffler not five by five": (changed(baralhador=True, cortado=False), ["SD-DEAL"]),
    "last card not open": (changed(abertas=()), ["SD-DEAL"]),
    "another card open": (changed(abertas=(1,)), ["SD-DEAL"]),
    "eighth place": (
        more_bets(changed(ordem=()), bet(8, "inicial", 1000)),
        ["SD-SEATS"],
    ),
    "a player in two places": (with_seat(careful(), 2, player="p1"), ["SD-SEATS"]),
    "band of 26": (changed(limites={"inicial": Limit(minimum=500, maximum=13_000)}), ["SD-R20"]),
    "below the minimum": (
        with_bets(careful(), b11={"valor": 400}, b12={"valor": 800}),
        ["BET-MIN"],
    ),
    "above the maximum": (
        with_bets(careful(), b11={"valor": 13_000}, b12={"valor": 26_000}),
        ["BET-MAX"],
    ),
    "inicial after the call": (with_bets(careful(), b21={"at": at(11).at}), ["BET-LATE"]),
    "a second inicial after the call": (
        more_bets(careful(), bet(1, "inicial", 500, bet=19, at=at(11).at)),
        ["BET-LATE"],
    ),
    "inicial after the call from a seat not dealt in": (
        more_bets(careful(), bet(3, "inicial", 1000, at=at(11).at)),
        ["BET-LATE"],
    ),
    "the same beyond the places of the cloth, by who sits already": (
        more_bets(careful(), bet(9, "inicial", 1000, player="p1", at=at(11).at)),
        ["BET-LATE"],
    ),
    "inicial after the call from a seat dealt to all the same": (
        more_bets(
            with_seat(changed(ordem=(1, 2, 3, 0) * 5), 3, cartas=(None,) * 5, decisao="vou"),
            bet(3, "inicial", 1000, at=at(11).at),
            bet(3, "segunda", 2000, at=at(40).at),
        ),
        ["BET-LATE"],
    ),
    "jackpot chip in time, inicial after the call": (
        more_bets(
            careful(),
            bet(3, "acumulado", 100, at=at(5).at),
            bet(3, "inicial", 1000, at=at(11).at),
        ),
        ["BET-LATE"],
    ),
    "chip after the call": (with_bets(careful(), b13={"at": at(11).at}), ["BET-LATE"]),
    "segunda after the bank is open": (with_bets(careful(), b12={"at": at(46).at}), ["BET-LATE"]),
    "change after the call": (
        changed(alteracoes=(BetChange(bet=11, valor=2000, at=at(11).at),)),
        ["BET-LATE"],
    ),
    "a bet the game does not have": (
        more_bets(careful(), bet(1, "pares", 100, at=at(5).at)),
        ["REG-RULE"],
    ),
    "segunda too small": (with_bets(careful(), b12={"valor": 1000}), ["SD-2X"]),
    "segunda too large": (with_bets(careful(), b12={"valor": 3000}), ["SD-2X"]),
    "segunda after a pass": (
        more_bets(careful(), bet(2, "segunda", 2000, at=at(40).at)),
        ["SD-2X"],
    ),
    "pass taken back": (with_seat(careful(), 2, depois="vou"), ["SD-2X"]),
    "pass collected after the bank was shown": (
        with_seat(careful(), 2, recolhida=at(46)),
        ["SD-2X"],
    ),
    "segunda without an initial bet": (
        more_bets(careful(), bet(3, "segunda", 2000, at=at(40).at)),
        ["SD-2X"],
    ),
    "three jogadas without a bet": (with_seat(careful(), 3, sem_apostar=3), ["SD-ABST"]),
    "who was barred": (with_seat(careful(), 1, impedido=True), ["SD-OUT"]),
    "a short hand": (
        with_seat(changed(ordem=()), 2, cartas=(None,) * 4),
        ["SD-MIS"],
    ),
    "an exposed card": (
        changed(errors=(ErrorNoted(error="carta_descoberta", seat=1),)),
        ["SD-MIS"],
    ),
    "two of the bank's cards open": (changed(abertas=(4, 5)), ["SD-MIS"]),
    "void without a ground": (changed(void=Void(cause="reclamacao")), ["VOID-BAD"]),
    "void for the pardoned card": (
        changed(
            void=Void(cause="carta_da_banca_descoberta"),
            abertas=(2,),
            errors=(ErrorNoted(error="carta_da_banca_descoberta"),),
        ),
        ["VOID-BAD"],
    ),
    "void for a number of cards that was right": (
        changed(void=Void(cause="numero_de_cartas")),
        ["VOID-BAD"],
    ),
    "online, the outcome is in the log": (
        changed(mode="shared", void=Void(cause="avaria", side="operator")),
        ["VOID-BAD"],
    ),
    "online, the player's network": (
        changed(mode="shared", void=Void(cause="rede", side="player")),
        ["VOID-NET"],
    ),
    "online, nobody knows whose, all is known": (
        changed(mode="shared", void=Void(cause="rede", side="unknown")),
        ["VOID-NET"],
    ),
    "jackpot not communicated": (changed(aprovado=Aprovado(comunicado=False)), ["SD-JP-COMM"]),
    "another jackpot bet than fixed": (with_bets(careful(), b13={"valor": 200}), ["SD-JP-VAL"]),
    "a second chip": (
        more_bets(careful(), bet(1, "acumulado", 100, bet=19, at=at(5).at)),
        ["SD-JP-VAL"],
    ),
    "another bet than approved": (changed(aprovado=Aprovado(bet=200)), ["SD-JP-VAL"]),
    "another rate than approved": (changed(aprovado=Aprovado(ppm=700_000)), ["SD-JP-VAL"]),
    "other shares than approved": (
        changed(aprovado=Aprovado(combinations={"real": 1_000_000})),
        ["SD-JP-COMB"],
    ),
    "other sums than approved": (changed(aprovado=Aprovado(fixed={})), ["SD-JP-COMB"]),
    "a combination that does not exist": (
        changed(pool=pool(combinations={"quina": 5}), aprovado=None),
        ["SD-JP-COMB"],
    ),
    "base too small at the start": (
        changed(pool=pool(balance=999_999, base=999_999)),
        ["SD-JP-BASE"],
    ),
    "base too small after the award": (
        with_seat(changed(pool=pool(balance=5_000_000, base=999_999)), 1, cartas=hand(ROYAL)),
        ["SD-JP-BASE"],
    ),
    "jackpot without a main bet": (
        more_bets(careful(), bet(3, "acumulado", 100, at=at(5).at)),
        ["SD-JP-MAIN"],
    ),
    "cards collected before the prize": (
        with_seat(careful(), 1, cartas_recolhidas=at(49)),
        ["SD-JP-EXP"],
    ),
}


@each("what", FAULTS)
def test_a_fault_is_found_once_and_no_other(what: str) -> None:
    """Each of these facts raises its code, and only that, where what is due was paid."""
    record, expected = FAULTS[what]
    assert codes(record) == expected


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (changed(limites={"inicial": Limit(minimum=520, maximum=13_000)}), []),
        (with_seat(changed(lugares=4), 3, sem_apostar=5), []),
        (changed(pool=pool(balance=900_000)), []),
        (changed(baralhador=True, cortado=False, ordem=(1,) * 5 + (2,) * 5 + (0,) * 5), []),
        (changed(queimadas=0, records=("bets", "cards", "payouts", "decisions")), []),
        (changed(cortado=False, records=("bets", "cards", "payouts", "decisions")), []),
        (changed(ordem=(2, 1, 0) * 5, records=("bets", "payouts", "decisions")), []),
        (changed(jogo_feito=None, queimada=at(20)), []),
    ],
    ids=[
        *("band of 25", "a seat is free", "low after a partial prize", "shuffler"),
        *("burns not recorded", "shuffles not recorded", "cards not recorded", "no call recorded"),
    ],
)
def test_what_is_right_or_not_recorded_raises_nothing(
    record: SemDescarteRecord, expected: list[str]
) -> None:
    """The counterparts: lawful facts, and facts that the table does not record."""
    assert codes(record) == expected


def test_the_band_is_measured_on_the_authorisation_in_portugal() -> None:
    """000 n.14: 25 times the minimum of the authorisation, not of the table."""
    record = changed(profile="pt-2007@1", limites={"inicial": Limit(minimum=1_000, maximum=25_000)})
    record = with_bets(record, b11={"valor": 1_000})
    assert codes(record) == ["SD-R20"]
    assert codes(structs.replace(record, profile="cv-2017@1")) == []


def test_a_short_refund_of_a_void_jogada_is_found() -> None:
    """R34: everything must go back; a prize that stays with a player is a wrong payment."""
    record = structs.replace(void_by_a_short_hand(), void=Void(cause="numero_de_cartas"))
    assert codes(record) == []
    assert codes(paid(record, b22=1999)) == ["VOID-REFUND"]
    assert codes(paid(record, b22=0)) == ["VOID-REFUND"]
    assert codes(paid(record, b12=4000)) == ["PAY-DIFF"]


def test_a_misdeal_that_was_played_is_one_finding() -> None:
    """One fact, one finding: the payments that follow from it are told by SD-MIS, with its sum."""
    record = void_by_a_short_hand()
    played = Payment(seat=1, amount=3000, bets=(11, 12), stake_returned=3000)
    (fault,) = found(structs.replace(record, payments=(played,)))
    staked = sum(one.valor for one in record.bets)
    assert (fault.code, fault.amount) == ("SD-MIS", 6000 - staked)


def test_a_wrong_void_is_one_finding_with_its_sum() -> None:
    """All stakes back where the player had won 30.00 and 5.00 of the jackpot."""
    record = jogada(goes(1, CLUBS, 1000, chip=100), void=Void(cause="reclamacao"), pool=pool())
    refund = tuple(
        Payment(seat=1, amount=0, bets=(one.bet,), stake_returned=one.valor) for one in record.bets
    )
    (fault,) = found(structs.replace(record, payments=refund))
    # due 2000 + 12000 + the jackpot's 500; paid 3100
    assert (fault.code, fault.amount) == ("VOID-BAD", 3_100 - 14_500)


# --- names of wrong payments ----------------------------------------------------------------------


def table(bank: str = BANK, **more: object) -> SemDescarteRecord:
    """Return a jogada with a winner (flush), a loser, a tie and a passer."""
    return jogada(
        goes(1, CLUBS),
        goes(2, LOSES),
        goes(3, "Ks Kc 2h 2s 4d"),
        passes(4),
        banca=bank,
        **more,
    )


@pytest.mark.parametrize(
    ("amounts", "expected"),
    [
        ({"b12": 2000 + 2000 * 4}, ["SD-PAY"]),
        ({"b11": 3000}, ["SD-PAY"]),
        ({"b12": 2000}, ["SD-PAY"]),
        ({"b11": 1000, "b12": 2000}, ["SD-CMP", "SD-CMP"]),
        ({"b11": 0, "b12": 0}, ["SD-CMP", "SD-CMP"]),
        ({"b21": 2000, "b22": 4000}, ["SD-CMP", "SD-CMP"]),
        ({"b21": 2000, "b22": 2000}, ["SD-QUAL", "SD-QUAL"]),
        ({"b31": 2000, "b32": 4000}, ["SD-CMP", "SD-CMP"]),
        ({"b31": 0}, ["SD-CMP"]),
        ({"b31": 2000}, ["SD-QUAL"]),
        ({"b41": 1000}, ["SD-2X"]),
    ],
)
def test_a_wrong_payment_carries_the_games_own_code(
    amounts: dict[str, int], expected: list[str]
) -> None:
    """R13, R15, R26-R31: the table of prizes, the comparison, the bank's playing, the pass."""
    assert codes(table()) == []
    assert codes(paid(table(), **amounts)) == expected


def test_everybody_paid_as_if_the_bank_did_not_play_is_one_kind_of_fault() -> None:
    """R15: the winner too got his inicial and no table prize."""
    record = paid(table(), b12=2000, b21=2000, b22=2000, b31=2000)
    assert codes(record) == ["SD-QUAL"] * 4


@pytest.mark.parametrize(
    ("amounts", "expected"),
    [
        ({"b11": 1000}, ["SD-QUAL"]),
        ({"b12": 12_000}, ["SD-QUAL"]),
        ({"b21": 0, "b22": 0}, ["SD-QUAL", "SD-QUAL"]),
        ({"b41": 1000}, ["SD-2X"]),
    ],
)
def test_a_bank_that_does_not_play_must_pay_the_initial_bet(
    amounts: dict[str, int], expected: list[str]
) -> None:
    """R15: inicial 1:1 and the segunda back, to everybody still in the game."""
    record = table(QUEEN_HIGH)
    assert codes(record) == []
    assert codes(paid(record, **amounts)) == expected


def test_a_winner_without_any_payment_is_unpaid_unless_his_stakes_were_taken() -> None:
    """Nothing paid yet is PAY-NONE; stakes collected show that the hand was held to have lost."""
    record = table()
    rest = tuple(one for one in payments_of(settle(record, CV)) if one.seat != 1)
    record = structs.replace(record, payments=rest)
    assert codes(record) == ["PAY-NONE", "PAY-NONE"]
    taken = with_seat(record, 1, recolhida=at(50))
    assert codes(structs.replace(taken, payments=rest)) == ["SD-CMP", "SD-CMP"]


def test_a_payment_on_an_infraction_stays_a_payment_difference() -> None:
    """R12: SD-SHOWN is a person's to raise."""
    place, bets = goes(1, CLUBS)
    record = jogada((structs.replace(place, infracao="cartas_mostradas"), bets))
    assert codes(paid(record, b11=1000)) == ["PAY-DIFF"]
    assert CODES["SD-SHOWN"].manual


def test_a_payment_to_a_bet_that_goes_back_stays_a_payment_difference() -> None:
    """No rule of the game explains it."""
    record = with_bets(careful(), b11={"at": at(11).at})
    assert codes(paid(record, b11=0)) == ["BET-LATE", "PAY-DIFF"]


def test_a_payment_to_another_seat_or_of_no_bet_stays_a_payment_difference() -> None:
    """The sum is right, the person is not; or nothing is known of the bet."""
    record = table()
    first, *rest = payments_of(settle(record, CV))
    other = structs.replace(first, seat=2)
    assert codes(structs.replace(record, payments=(other, *rest))) == ["PAY-DIFF"]
    unknown = Payment(seat=1, amount=500, bets=(99,))
    assert codes(structs.replace(record, payments=(unknown, first, *rest))) == ["PAY-DIFF"]


def test_prizes_above_the_maximum_are_one_finding() -> None:
    """R33: paying in full what had to be reduced is told once, with the excess."""
    record = jogada(goes(1, FLUSH, 1000), goes(2, WINS, 500), maximo_golpe=5000)
    assert codes(record) == []
    full = payments_of(settle(structs.replace(record, maximo_golpe=None), CV))
    (fault,) = found(structs.replace(record, payments=full))
    assert (fault.code, fault.amount) == ("SD-CAP", 12_500 - 5_000)
    odd = (structs.replace(full[0], amount=full[0].amount + 1), *full[1:])
    assert codes(structs.replace(record, payments=odd)) == ["SD-CAP", "SD-PAY"]


def test_under_the_maximum_a_players_bets_are_compared_as_a_sum() -> None:
    """R33 reduces what a player gets together: how the table books it to his two bets is nobody's.

    Seat 1 has 110.00 of 125.00 and so 44.00 of the 50.00; the table books all of it to the segunda,
    half to each bet, or 43.99 in one of them, which is 0.01 too little.
    """
    record = jogada(goes(1, FLUSH, 1000), goes(2, WINS, 500), maximo_golpe=5000)
    other = [one for one in payments_of(settle(record, CV)) if one.seat == 2]

    def booked(inicial: int, segunda: int) -> list[Found]:
        own = [
            Payment(seat=1, bets=(11,), amount=inicial, stake_returned=1000),
            Payment(seat=1, bets=(12,), amount=segunda, stake_returned=2000),
        ]
        return found(structs.replace(record, payments=(*own, *other)))

    for split in ((400, 4000), (0, 4400), (2200, 2200), (401, 3999)):
        assert booked(*split) == []
    (fault,) = booked(2200, 2199)
    assert (fault.code, fault.seat, fault.amount) == ("SD-PAY", 1, -1)
    assert fault.facts == {"bets": [11, 12]}


def test_below_the_maximum_each_bet_has_its_own_prize() -> None:
    """Where nothing is reduced R30 and R31 fix both prizes: moved between bets they are wrong."""
    record = jogada(goes(1, WINS, 1000), maximo_golpe=3000)
    swapped = [
        Payment(seat=1, bets=(11,), amount=2000, stake_returned=1000),
        Payment(seat=1, bets=(12,), amount=1000, stake_returned=2000),
    ]
    assert codes(structs.replace(record, payments=tuple(swapped))) == ["SD-PAY", "SD-PAY"]


@given(jogadas(), st.data())
def test_any_booking_of_a_reduced_prize_to_a_players_bets_is_right(
    record: SemDescarteRecord, data: st.DataObject
) -> None:
    """Whatever the hands and the maximum: only the sum of a player's reduced prizes is compared."""
    settlement = settle(record, CV)
    prizes = {line.bet: line.prize for line in settlement.lines if line.bet is not None}
    for bets in settlement.sums:
        left = sum(prizes[number] for number in bets)
        for number in bets[:-1]:
            prizes[number] = data.draw(st.integers(0, left))
            left -= prizes[number]
        prizes[bets[-1]] = left
    payments = tuple(
        structs.replace(one, amount=prizes[one.bets[0]]) if one.bets else one
        for one in payments_of(settlement)
    )
    assert not {"SD-PAY", "PAY-DIFF", "PAY-NONE", "SD-CAP"} & {
        one.code for one in found(structs.replace(record, payments=payments))
    }


def jackpot_paid(record: SemDescarteRecord, amounts: dict[int, int]) -> SemDescarteRecord:
    """Return the record with main bets paid as due, and jackpot prizes as said."""
    main = [one for one in payments_of(settle(record, CV)) if one.award is None]
    prizes = [Payment(seat=seat, amount=amount, award="JP-SD") for seat, amount in amounts.items()]
    return structs.replace(record, payments=(*main, *prizes))


@pytest.mark.parametrize(
    ("amounts", "expected"),
    [
        ({3: 500, 1: 50_015, 2: 50_015, 5: 899_770}, []),
        ({3: 500, 2: 50_015, 1: 50_015, 5: 899_770}, []),
        ({1: 50_015, 2: 50_015, 3: 500, 5: 899_770}, ["SD-JP-SPLIT"]),
        ({3: 500, 5: 899_770, 1: 50_015, 2: 50_015}, ["SD-JP-SPLIT"]),
        ({1: 100_030, 2: 100_030, 3: 500, 5: 799_740}, ["SD-JP-SPLIT"] * 3),
        ({1: 50_015, 2: 50_015, 3: 500, 5: 1_000_300}, ["SD-JP-SPLIT"]),
        ({1: 50_015, 2: 50_015, 3: 500, 5: 899_270, 6: 500}, ["SD-JP-SPLIT"] * 2),
        ({1: 50_015, 2: 50_015, 5: 899_770}, ["PAY-NONE"]),
    ],
)
def test_a_wrong_division_of_the_jackpot_is_named(
    amounts: dict[int, int], expected: list[str]
) -> None:
    """R32: the order, the lower prize undivided, the remainder not to the top, to another."""
    assert codes(jackpot_paid(worked(), amounts)) == expected


def test_a_jackpot_unpaid_because_the_bank_did_not_play_or_the_hand_lost_is_named() -> None:
    """R40: the jackpot is a bet on the player's own cards."""
    stays = jogada(goes(1, CLUBS, chip=100), banca=QUEEN_HIGH, pool=pool(balance=1_500_000))
    assert codes(jackpot_paid(stays, {})) == ["SD-JP-UNQ"]
    lost = structs.replace(stays, banca=hand("Ad Kd Qd Jd Td"))
    assert codes(jackpot_paid(lost, {}), as_it_is=True) == ["SD-JP-UNQ"]
    won = structs.replace(stays, banca=hand(BANK))
    assert codes(jackpot_paid(won, {})) == ["PAY-NONE"]


def test_a_wrong_sum_to_a_lone_winner_is_the_jackpots() -> None:
    """The jackpot's code goes before the cross-cutting one."""
    record = jogada(goes(1, CLUBS, chip=100), pool=pool(balance=1_500_000))
    assert codes(jackpot_paid(record, {1: 499})) == ["JP-PAYDIFF"]
    loser = jogada(goes(1, LOSES, chip=100), pool=pool(balance=1_500_000))
    assert codes(jackpot_paid(loser, {1: 500})) == ["JP-PAYDIFF"]


def test_every_code_of_the_game_that_replay_can_decide_is_raised_here() -> None:
    """Codes left out are a person's, the online variant's, or carried by a wrong payment."""
    raised = {code for _, expected in FAULTS.values() for code in expected}
    named = {"SD-QUAL", "SD-PAY", "SD-CMP", "SD-CAP", "SD-JP-UNQ", "SD-JP-SPLIT"}
    own = {name for name in CODES if name.startswith("SD-")}
    manual = {name for name in own if CODES[name].manual}
    assert own - raised - named - manual == {"SD-ONL"}  # in the tests of play online


# --- rules accounted for, records as text ---------------------------------------------------------


def test_every_rule_of_the_chapter_is_accounted_for() -> None:
    """R1 to R59, each once."""
    rules = [rule.rule for rule in GAME.coverage if rule.rule.startswith("R")]
    assert sorted(rules, key=lambda rule: int(rule[1:])) == [f"R{n}" for n in range(1, 60)]
    named = {
        word.strip(",;:")
        for rule in GAME.coverage
        for word in rule.where.split()
        if word.isupper() and "-" in word
    }
    assert named <= set(CODES)
    assert {rule.status for rule in GAME.coverage} == {"implemented", "watched", "not-checkable"}
    igj = {rule.rule for rule in GAME.coverage if rule.rule.startswith("000")}
    assert igj == {f"000 n.{n}" for n in range(1, 25)}


def test_codes_that_keep_a_rule_are_decided_without_a_person() -> None:
    """What only a person sees is called not checkable, with the code under which he tells it."""
    for rule in GAME.coverage:
        if rule.status != "not-checkable":
            named = [word for word in re.findall(r"[A-Z0-9-]+", rule.where) if word in CODES]
            assert not [code for code in named if CODES[code].manual], rule.rule
    assert {
        code
        for rule in GAME.coverage
        for code in re.findall(r"[A-Z-]+", rule.where)
        if code in CODES and CODES[code].manual
    } == {"COLL", "ONL-INFO", "SD-JP-MARK"}


def test_a_record_is_read_and_written_as_json() -> None:
    """``razao replay FILE`` takes a jogada as text; nothing is lost on the way."""
    record = careful()
    assert decode_record(msgspec.json.encode(record)) == record
    assert msgspec.json.encode(describe(settle(record, CV)))


def test_a_record_with_an_unknown_field_is_refused() -> None:
    """A spelling mistake must not pass for a fact that is missing."""
    with pytest.raises(msgspec.ValidationError, match="segundo"):
        decode_record('{"game":"poquer_sem_descarte","seats":[{"seat":1,"segundo":5}]}')


# --- what nobody can read of a jackpot (R37, R40) -------------------------------------------------


def divided(**cards: str) -> SemDescarteRecord:
    """Return a jogada in which seats 1 and 2 divided the tenth for two straight flushes.

    The pool of 10,000.00 takes 0.75 of three bets, 2.25: a tenth is 1,000.22, 500.11 each. Seat 3
    has nothing.
    """
    record = paid(
        jogada(
            goes(1, "9h 8h 7h 6h 5h", chip=100),
            goes(2, "9d 8d 7d 6d 5d", chip=100),
            goes(3, LOSES, chip=100),
            banca=PAIR_OF_KINGS.replace("8h", "8s"),
            pool=pool(),
        )
    )
    awards = {one.seat: one.amount for one in record.payments if one.award is not None}
    assert awards == {1: 50_011, 2: 50_011}
    seats = {one.seat: one for one in record.seats}
    for seat, told in cards.items():
        at = int(seat[1:])
        seats[at] = structs.replace(seats[at], cartas=hand(told))
    return structs.replace(record, seats=tuple(seats.values()))


def awarded(record: SemDescarteRecord, seat: int, amount: int) -> SemDescarteRecord:
    """Return a record in which a seat's jackpot prize was another amount; 0: none was paid."""
    others = [one for one in record.payments if one.award is None or one.seat != seat]
    told = Payment(seat=seat, amount=amount, award="JP-SD")
    return structs.replace(record, payments=(*others, *([told] if amount else ())))


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_a_card_nobody_can_read_leaves_open_how_a_prize_is_divided(seat: int) -> None:
    """R40: alone seat 2 had 1,000.22; nobody says that 500.11 were too little, or too much."""
    unread = {1: "9h 8h 7h 6h ??", 2: "9d 8d 7d ?? 5d", 3: "Ah Qd 9c 6s ??"}
    assert {one.code for one in judge(divided(**{f"s{seat}": unread[seat]})).found} == {
        "RES-IMPOSS"
    }


def test_what_rests_on_no_unread_card_of_a_jackpot_is_found() -> None:
    """R40: seat 2 has a part and got none; seat 3 has nothing and got 5.00."""
    record = divided(s1="9h 8h 7h 6h ??")
    unpaid = [one for one in judge(awarded(record, 2, 0)).found if one.code != "RES-IMPOSS"]
    assert [one.seat for one in unpaid] == [2]
    given = [one for one in judge(awarded(record, 3, 500)).found if one.code != "RES-IMPOSS"]
    assert [(one.seat, one.amount) for one in given] == [(3, 500)]
    assert {one.code for one in judge(awarded(record, 1, 0)).found} == {"RES-IMPOSS"}
