"""Coups of both roulettes that were null, void, or put together again, where one fact decides."""

from typing import Any

import pytest
from msgspec import structs

from projections.replay.games.wheels.roulette.record import (
    BolaLancada,
    GolpeNulo,
    Marca,
    Reconstituida,
    Resultado,
    RouletteRecord,
)
from projections.replay.games.wheels.roulette.roleta_americana import RoletaAmericanaRecord
from projections.replay.games.wheels.roulette.roleta_francesa import RoletaFrancesaRecord
from projections.replay.kit.bets import BetChange, Chips, Moment
from projections.replay.record import Payment, Void
from projections.replay.registry import judge
from projections.replay.settlement import Outcome
from tests.helpers.each import each
from tests.projections.replay.games.wheels.roulette.roleta_francesa_table import bet

SEVENTEEN = bet(1, "pleno", "17", seq=1)


def coup(game: type[RouletteRecord], numero: str | None = None, **more: Any) -> RouletteRecord:
    """Return a coup of either roulette with one mark of 1.00 on the 17."""
    result = Resultado(numero=numero) if numero is not None else None
    return game(**{"resultado": result, "bets": (SEVENTEEN,), "records": ("bets",), **more})


def seen(record: RouletteRecord) -> tuple[Outcome, list[str]]:
    """Return what becomes of the first mark, and the codes of all faults."""
    verdict = judge(record)
    return verdict.settlement.lines[0].outcome, [one.code for one in verdict.found]


@each(
    ("nulls", "launches", "again"),
    [
        ((4,), (5,), True),  # nobody noted the first launch
        ((4,), (2, 3), False),  # both before the call
        ((4, 8), (2, 6), False),  # the second call was not followed by a launch
        ((4, 8), (6, 10), True),
        ((None,), (None,), False),  # without places: one launch more than calls
        ((None,), (None, None), True),
    ],
)
@each("game", [RoletaAmericanaRecord, RoletaFrancesaRecord])
def test_a_launch_after_the_last_call_repeats_the_coup(
    game: type[RouletteRecord], nulls: tuple[int], launches: tuple[int], *, again: bool
) -> None:
    """RA R35, RF R27: only a launch after the last null coup gives a number that counts."""
    record = coup(
        game,
        resultado=Resultado(numero="17", seq=12),
        golpe_nulo=tuple(GolpeNulo(causa="fichas", seq=seq) for seq in nulls),
        bola_lancada=tuple(BolaLancada(seq=seq) for seq in launches),
    )
    assert seen(record)[0] is (Outcome.GANHA if again else Outcome.PENDENTE)
    assert not judge(record).settlement.void


def test_an_online_null_coup_is_credited_only_where_it_was_not_repeated() -> None:
    """RF R49 credits “nulas ou anuladas”; RA R55 the annulled: the ball rolls, the stakes wait."""
    null: dict[str, Any] = {"mode": "shared", "golpe_nulo": (GolpeNulo(causa="bola", seq=4),)}
    again = null | {"bola_lancada": (BolaLancada(seq=2), BolaLancada(seq=6))}
    assert seen(coup(RoletaFrancesaRecord, **null))[0] is Outcome.DEVOLVIDA
    assert seen(coup(RoletaFrancesaRecord, **again))[0] is Outcome.PENDENTE
    assert seen(coup(RoletaAmericanaRecord, **null))[0] is Outcome.PENDENTE


def test_a_network_is_only_online() -> None:
    """RA R54, RF R48 speak of online play: in the room such a void has no ground."""
    for game in (RoletaAmericanaRecord, RoletaFrancesaRecord):
        record = coup(game, void=Void(cause="rede", side="player"))
        assert seen(record) == (Outcome.DEVOLVIDA, ["VOID-BAD"])


@pytest.mark.parametrize(("chips", "wrong"), [(12, False), (7, True), (None, False)])
def test_a_series_is_rebuilt_with_its_chips(chips: int | None, *, wrong: bool) -> None:
    """RA R40, R20 a: the mark put back brings its own chips, six or sets of six; or they stay."""
    made_up = None if chips is None else Chips(count=chips, value=1200 // chips)
    shown = Marca(tipo="serie_pequena", valor=1200 if chips is not None else 600, chips=made_up)
    record = coup(
        RoletaAmericanaRecord,
        "5",
        bets=(bet(1, "serie_pequena", valor=600, chips=6),),
        reconstituidas=(Reconstituida(bet=1, seat=1, tecnico=shown),),
    )
    assert ("RA-SER" in seen(record)[1]) is wrong


@pytest.mark.parametrize(
    ("change", "fact"),
    [
        (BetChange(bet=1, retirada=True, seq=9), "retirada"),
        (BetChange(bet=1, valor=5, seq=9), "alteracao"),
    ],
)
def test_a_late_change_says_what_was_tried(change: BetChange, fact: str) -> None:
    """RA R16: neither taking back nor altering is in time after the call."""
    record = coup(RoletaAmericanaRecord, "17", nada_mais=Moment(seq=8), alteracoes=(change,))
    (found,) = judge(record).found
    assert (found.code, found.rule, found.facts["fact"]) == ("BET-LATE", "RA R16", fact)


# --- both roads ----------------------------------------------------------------------------------


def right(**more: Any) -> Payment:
    """Return the payment of 1.00 on the 17 that won, with something changed."""
    return Payment(**{"seat": 1, "bets": (1,), "amount": 3_500, "stake_returned": 100, **more})


@each(
    ("payments", "amounts"),
    [
        ((right(),), []),
        ((right(amount=3_600, stake_returned=0),), []),
        ((right(amount=3_400, returned=100),), []),
        ((right(returned=7),), [7]),
        ((right(amount=3_507, returned=-7),), []),
        ((right(amount=3_499),), [-1]),
        ((right(bets=(1, 2)),), []),
        ((right(bets=(2,)),), [-3_600, 3_600]),
        ((right(award="JP"),), [-3_600, 3_500]),  # a jackpot's payment is no bet's
        ((right(), right()), [3_600]),
        ((), [-3_600]),
    ],
)
@each("game", [RoletaAmericanaRecord, RoletaFrancesaRecord])
def test_a_payment_is_judged_alike_on_both_roads(
    game: type[RouletteRecord], payments: tuple[Payment, ...], amounts: list[int]
) -> None:
    """RA R42, RF R33: 35 to 1 beside the stake; an odd fact only makes the road longer."""
    bets = (SEVENTEEN, bet(2, "par", seq=1))
    record = coup(game, "17", bets=bets, payments=payments, records=("bets", "payouts"))
    changed = (BetChange(bet=9, valor=5, seq=1),)  # of a bet that nobody placed
    longer = structs.replace(record, alteracoes=changed)
    for one in (record, longer):
        found = judge(one).found
        assert sorted(fault.amount or 0 for fault in found) == sorted(amounts)


# --- the number closes the bets ------------------------------------------------------------------


@each("call", [None, Moment(seq=9)])
@each(("game", "rule"), [(RoletaAmericanaRecord, "RA R16"), (RoletaFrancesaRecord, "RF R16")])
def test_the_number_closes_the_bets_where_no_call_did(
    game: type[RouletteRecord], rule: str, call: Moment | None
) -> None:
    """R16: 1.00 laid on the 17 after it fell goes back, though the call is missing or came later.

    By hand: 17 falls at place 6. The mark of place 1 is paid 35 for 1; that of place 7 is late, and
    neither a mark taken off nor one moved to the number at place 8 is.
    """
    bets = (SEVENTEEN, bet(2, "pleno", "17", seq=7), bet(3, "pleno", "20", seq=2))
    moved = BetChange(bet=3, selecao="17", seq=8)
    record = coup(
        game,
        resultado=Resultado(numero="17", seq=6),
        bets=bets,
        alteracoes=(moved,),
        nada_mais=call,
    )
    verdict = judge(record)
    assert [line.due for line in verdict.settlement.lines] == [3_600, 100, 0]
    found = [(one.code, one.rule, one.bet, one.expected) for one in verdict.found]
    assert found == [("BET-LATE", rule, 3, "seq 6"), ("BET-LATE", rule, 2, "seq 6")]


@each("game", [RoletaAmericanaRecord, RoletaFrancesaRecord])
def test_a_number_that_was_called_null_closed_the_bets(game: type[RouletteRecord]) -> None:
    """RA R35, RF R27: the ball had rested, so the coup stands and a bet after that is late."""
    record = coup(
        game,
        bets=(bet(1, "pleno", "17", seq=8),),
        golpe_nulo=(GolpeNulo(causa="fichas", anulado="17", seq=6),),
    )
    outcome, codes = seen(record)
    assert outcome is Outcome.DEVOLVIDA
    assert sorted(codes) == ["BET-LATE", "VOID-BAD"]


@each("payee", [1, 2])
@each("game", [RoletaAmericanaRecord, RoletaFrancesaRecord])
def test_two_winners_are_not_paid_by_one_payment_to_one(
    game: type[RouletteRecord], payee: int
) -> None:
    """RA R41, RF R25: a player's own prizes go together; another's 36.00 are not his.

    By hand: 1.00 on the 17 at places 1 and 2, each due 35 and the stake; 72.00 given to one of
    them is the right sum, and 36.00 of it the other's.
    """
    bets = (SEVENTEEN, bet(2, "pleno", "17", seat=2, seq=2))
    both = Payment(seat=payee, bets=(1, 2), amount=7_000, stake_returned=200)
    (found,) = judge(coup(game, "17", bets=bets, records=None, payments=(both,))).found
    other = 3 - payee
    assert (found.code, found.bet, found.seat, found.expected, found.amount) == (
        *("PAY-DIFF", other, payee, str(other), 3_600),
    )
    same = tuple(structs.replace(one, player="ana") for one in bets)
    assert judge(coup(game, "17", bets=same, records=None, payments=(both,))).found == ()
