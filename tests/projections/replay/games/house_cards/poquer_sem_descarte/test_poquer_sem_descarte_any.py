"""What holds of any jogada of póquer sem descarte."""

import random
from collections import Counter
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from phevaluator import evaluate_cards

from ledger.money import MILLION, take_share
from projections.replay.games.house_cards.poquer_sem_descarte import (
    Lugar,
    SemDescarteRecord,
    settle,
)
from projections.replay.kit.bets import BetChange, Moment
from projections.replay.record import ErrorNoted, Payment
from projections.replay.settlement import Award
from tests.projections.replay.games.house_cards.poquer_sem_descarte.sem_descarte_table import (
    CV,
    WINS,
    bet,
    codes,
    due,
    found,
    goes,
    jogada,
    jogadas,
    payments_of,
    worked,
)

# --- any jogada -----------------------------------------------------------------------------------


def three_alike(cards: Sequence[str | None]) -> bool:
    """Tell, in the test's own way, whether three cards have one suit."""
    return Counter(str(card)[1] for card in cards).most_common(1)[0][1] >= 3


def due_by_hand(record: SemDescarteRecord) -> dict[int, int]:
    """Return what is due for the main bets, by phevaluator and plain words (cv-2017, no cap)."""
    by_seat = {place.seat: place for place in record.seats}
    bank = evaluate_cards(*record.banca)
    result: dict[int, int] = {}
    for one in record.bets:
        if one.tipo == "acumulado":
            continue
        place = by_seat[one.seat]
        if place.decisao == "passo" or place.infracao:
            result[one.bet] = 0
            continue
        mine = evaluate_cards(*place.cartas)
        worst = (6185, 3325, 2467, 1609, 1599, 322, 166, 10, 1)
        odds = (1, 1, 2, 3, 4, 5, 7, 20, 50, 100)[sum(mine <= limit for limit in worst)]
        suits = three_alike(place.cartas) - three_alike(record.banca) if mine > 6185 else 0
        if bank > 6349:
            result[one.bet] = one.valor * (2 if one.tipo == "inicial" else 1)
        elif mine < bank or (mine == bank and suits > 0):
            result[one.bet] = one.valor * (2 if one.tipo == "inicial" else 1 + odds)
        elif mine == bank and suits == 0:
            result[one.bet] = one.valor
        else:
            result[one.bet] = 0
    return result


@given(jogadas())
def test_the_main_bets_agree_with_another_way_of_settling(record: SemDescarteRecord) -> None:
    """Two ways to one figure: our ranking and phevaluator's, for every bet."""
    plain = structs.replace(record, maximo_golpe=None)
    main = {one.bet for one in record.bets if one.tipo != "acumulado"}
    assert {number: amount for number, amount in due(plain).items() if number in main} == (
        due_by_hand(plain)
    )


@given(jogadas())
def test_money_is_conserved(record: SemDescarteRecord) -> None:
    """Stakes and pool before = what players get, the pool after, what the house keeps."""
    settlement = settle(record, CV)
    staked = sum(line.stake for line in settlement.lines)
    assert staked == sum(one.valor for one in record.bets)
    out = sum(line.due for line in settlement.lines)
    prizes = sum(line.prize for line in settlement.lines)
    assert record.maximo_golpe is None or prizes <= record.maximo_golpe
    assert all(line.returned in {0, line.stake} for line in settlement.lines)
    won = sum(award.amount for award in settlement.awards)
    from_pool = sum(award.from_pool for award in settlement.awards)
    from_house = sum(award.from_house for award in settlement.awards)
    assert won == from_pool + from_house
    before = added = after = 0
    if record.pool is not None:
        before = record.pool.balance
        chips = sum(one.stake for one in settlement.increments)
        added, residue = take_share(chips, record.pool.ppm, record.pool.residue)
        assert (before + added) * MILLION + residue == (
            before * MILLION + record.pool.residue + chips * record.pool.ppm
        )
        after = before + added - from_pool
        assert after >= 0
        if any(award.full for award in settlement.awards):
            assert after == 0
    house = staked - added - out - from_house
    assert staked + before == out + won + after + house


@given(jogadas(), st.sampled_from(["numero_de_cartas", "carta_descoberta"]))
def test_a_void_jogada_returns_everything(record: SemDescarteRecord, error: str) -> None:
    """R34: every stake, and nothing else."""
    settlement = settle(structs.replace(record, errors=(ErrorNoted(error=error),)), CV)
    assert {line.bet: line.due for line in settlement.lines} == {
        one.bet: one.valor for one in record.bets
    }
    assert (settlement.increments, settlement.awards) == ((), ())


@given(jogadas(), st.randoms(use_true_random=False))
def test_the_order_of_the_record_does_not_matter(
    record: SemDescarteRecord, rng: random.Random
) -> None:
    """Seats and bets may come in any order."""
    seats, bets = list(record.seats), list(record.bets)
    rng.shuffle(seats)
    rng.shuffle(bets)
    other = settle(structs.replace(record, seats=tuple(seats), bets=tuple(bets)), CV)
    settlement = settle(record, CV)
    assert due(structs.replace(record, maximo_golpe=None)) == due(
        structs.replace(record, maximo_golpe=None, seats=tuple(seats), bets=tuple(bets))
    )
    assert other.awards == settlement.awards
    assert sorted(one.seat for one in other.increments) == [
        one.seat for one in settlement.increments
    ]


@given(jogadas(), st.permutations(range(1, 8)))
def test_who_sits_where_moves_odd_units_only(record: SemDescarteRecord, seats: list[int]) -> None:
    """R32: from the pagador's left, so another seat gets at most a unit more or less."""
    record = structs.replace(record, maximo_golpe=None)
    moved = dict(zip(range(1, 8), seats, strict=True))
    other = structs.replace(
        record,
        seats=tuple(structs.replace(one, seat=moved[one.seat]) for one in record.seats),
        bets=tuple(structs.replace(one, seat=moved[one.seat]) for one in record.bets),
    )
    assert due(record) == due(other)

    def won(awards: Sequence[Award]) -> dict[int | None, int]:
        return {award.bet: award.amount for award in awards}

    mine, theirs = won(settle(record, CV).awards), won(settle(other, CV).awards)
    assert mine.keys() == theirs.keys()
    assert sum(mine.values()) == sum(theirs.values())
    assert all(abs(mine[number] - theirs[number]) <= 1 for number in mine)


@given(
    jogadas(),
    st.lists(
        st.builds(
            Payment,
            seat=st.integers(1, 7),
            amount=st.integers(0, 10_000),
            bets=st.lists(st.integers(1, 80), max_size=2).map(tuple),
        ),
        max_size=4,
    ),
)
def test_settling_reads_no_payment(record: SemDescarteRecord, payments: list[Payment]) -> None:
    """What was paid never decides what is due."""
    assert settle(structs.replace(record, payments=tuple(payments)), CV) == settle(record, CV)


@given(jogadas(), st.sampled_from(["cv-2017@1", "pt-2007@1", "pt-casino@1"]))
@settings(deadline=None)
def test_paying_what_is_due_raises_nothing_but_an_applied_maximum_is_flagged(
    record: SemDescarteRecord, profile: str
) -> None:
    """A jogada played and paid by the rules has no finding (pools of any base apart)."""
    record = structs.replace(record, profile=profile)
    raised = set(codes(record))
    assert raised <= {"SD-JP-BASE"}


def test_awards_come_from_the_smallest_to_the_largest() -> None:
    """R32 a: the order of payment."""
    amounts = [award.amount for award in settle(worked(), CV).awards]
    assert len(set(amounts)) > 1
    assert amounts == sorted(amounts)


def test_a_bet_number_used_again_is_one_fault_and_changes_no_bet() -> None:
    """Both are settled as they lie; a change means the first; the second is RES-IMPOSS."""
    record = jogada(
        goes(1, WINS),
        (Lugar(seat=2, decisao="passo"), [bet(2, "inicial", 500, bet=11, seq=4)]),
        jogo_feito=Moment(seq=5),
    )
    assert [line.due for line in settle(record, CV).lines] == [2000, 4000, 0]
    assert codes(record, as_it_is=True) != []
    (fault,) = found(structs.replace(record, payments=payments_of(settle(record, CV))))
    assert (fault.code, fault.seat, fault.bet) == ("RES-IMPOSS", 2, 11)
    changed = structs.replace(record, alteracoes=(BetChange(bet=11, valor=900, seq=4),))
    assert sorted(line.stake for line in settle(changed, CV).lines) == [500, 900, 2000]
