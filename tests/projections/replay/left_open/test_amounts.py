"""Amounts that add to more than any envelope may hold: told as impossible, and not judged."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import structs

from ledger.money import INTEGER_MAX
from projections.replay.left_open.amounts import AMOUNTS, add_up
from projections.replay.record import Payment
from projections.replay.registry import Verdict, decode_record, judge
from projections.replay.settlement import Line, Outcome, Settlement


def coup(*bets: dict[str, Any], payments: Sequence[dict[str, Any]] = ()) -> Verdict:
    """Judge a coup of American roulette in which 17 comes."""
    record = {
        "game": "roleta_americana",
        "bets": bets,
        "resultado": {"numero": "17"},
        "payments": payments,
    }
    return judge(decode_record(json.dumps(record)))


def pleno(stake: int, bet: int = 1, number: str = "17") -> dict[str, Any]:
    """Return a stake on one number, of the seat of the bet's number."""
    return {"bet": bet, "seat": bet, "tipo": "pleno", "valor": stake, "selecao": number, "seq": bet}


def told(verdict: Verdict) -> list[tuple[str, Any]]:
    """Return code and fact of each fault."""
    return [(one.code, one.facts.get("fact")) for one in verdict.found]


def test_a_prize_that_no_column_holds_is_due_to_nobody() -> None:
    """RA R42: 35 times 2^53 - 1 is told as impossible, and nothing of the round is compared."""
    verdict = coup(pleno(INTEGER_MAX), pleno(100, bet=2))
    assert told(verdict) == [("RES-IMPOSS", AMOUNTS)]
    lines = verdict.settlement.lines
    assert {line.outcome for line in lines} == {Outcome.PENDENTE}
    assert [line.due for line in lines] == [0, 0]


def test_stakes_that_fit_one_by_one_and_not_together_are_not_told() -> None:
    """Two stakes of 2^53 - 1 that lose: their sum is more than any envelope may say."""
    verdict = coup(pleno(INTEGER_MAX, number="5"), pleno(INTEGER_MAX, bet=2, number="6"))
    assert told(verdict) == [("RES-IMPOSS", AMOUNTS)]
    assert [line.stake for line in verdict.settlement.lines] == [0, 0]


def test_payments_that_add_to_more_are_not_compared() -> None:
    """Nobody paid that: the device errs, and the record that is judged has no payments."""
    paid = [{"seat": 1, "amount": INTEGER_MAX, "bets": [1]}] * 2
    verdict = coup(pleno(100), payments=paid)
    assert told(verdict) == [("RES-IMPOSS", AMOUNTS)]
    assert verdict.record.payments == ()
    assert [line.stake for line in verdict.settlement.lines] == [100]


def test_the_largest_amount_there_is_is_judged() -> None:
    """A stake of 2^53 - 1 that loses is above a limit perhaps, and impossible it is not."""
    verdict = coup(pleno(INTEGER_MAX, number="5"))
    assert told(verdict) == []
    assert [line.outcome for line in verdict.settlement.lines] == [Outcome.PERDE]


def test_a_quick_road_leaves_amounts_beyond_all_to_the_long_one() -> None:
    """Of a coup of bacará two stakes of 2^53 - 1 on the side that loses are told as impossible."""
    sides = zip(("ponto", "banca") * 2, ("2c", "9h", "Td", "Kd"), strict=True)
    record = {
        "game": "bacara_ponto_e_banca",
        "deducao": "5pct",
        "bets": [
            {"bet": bet, "seat": bet, "tipo": "ponto", "valor": INTEGER_MAX, "seq": bet}
            for bet in (1, 2)
        ],
        "nada_mais": {"seq": 3},
        "cartas": [
            {"to": to, "card": card, "open": True, "seq": seq}
            for seq, (to, card) in enumerate(sides, 4)
        ],
    }
    assert told(judge(decode_record(json.dumps(record)))) == [("RES-IMPOSS", AMOUNTS)]


def test_a_glance_tells_what_adding_up_tells() -> None:
    """Of amounts of any size and sign the answer is whether each of the sums fits."""
    chance = Random(5)
    answers: set[bool] = set()
    for _ in range(2_000):
        size = chance.choice((10, 20, 48, 50, 51, 52, 53))

        def amount(size: int = size) -> int:
            return chance.getrandbits(size) * chance.choice((1, 1, 1, -1))

        lines = tuple(
            Line(seat=1, outcome=Outcome.GANHA, stake=amount(), prize=amount(), returned=amount())
            for _ in range(chance.randint(0, 4))
        )
        payments = tuple(
            Payment(seat=1, amount=amount(), stake_returned=amount(), returned=amount())
            for _ in range(chance.randint(0, 3))
        )
        record = structs.replace(coup(pleno(1)).record, payments=payments)
        settlement = Settlement(game="roleta_americana", round="", currency="", lines=lines)
        sums = (
            [line.stake for line in lines],
            [line.prize for line in lines],
            [line.returned for line in lines],
            [one.total for one in payments],
        )
        exact = all(sum(map(abs, one)) <= INTEGER_MAX for one in sums)
        assert add_up(record, settlement) == exact
        answers.add(exact)
    assert answers == {True, False}
