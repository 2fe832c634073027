"""Roda da sorte: the ends of the wheel, what was not spun, and whose a wrong payment is."""

from typing import Any, Final

import pytest

from projections.replay.games.wheels.roda_da_sorte import RodaDaSorteRecord, Rotacao, settle_any
from projections.replay.profiles.cabo_verde_2017 import RODA_DA_SORTE as RULES
from projections.replay.record import Payment, Void
from tests.projections.replay.games.coup_table import (
    DEVOLVIDA,
    GANHA,
    PENDENTE,
    PERDE,
    bet,
    blamed,
    codes,
    settled,
)

WHEEL: Final = tuple("e" + "a" * 24 + "b" * 12 + "c" * 8 + "d" * 4 + "f" + "g" + "e")
"""R3: 52 sections; at 1 and 52 lie the two that pay 20:1."""


def spun(*spins: Rotacao, **more: Any) -> RodaDaSorteRecord:
    """Return a round with 1.00 on e."""
    return RodaDaSorteRecord(rotacao=spins, bets=(bet(1, "seccao", "e", 100),), **more)


def at(place: int | None, section: str | None = None, turns: int = 4) -> Rotacao:
    """Return a spin that stopped there."""
    return Rotacao(posicao=place, seccao=section, voltas=turns)


@pytest.mark.parametrize(
    ("place", "section", "outcome", "expected"),
    [
        (1, None, GANHA, []),
        (1, "e", GANHA, []),
        (52, None, GANHA, []),
        (52, "e", GANHA, []),
        (51, None, PERDE, []),
        (2, None, PERDE, []),
        (0, "e", GANHA, ["RES-IMPOSS"]),
        (53, "e", GANHA, ["RES-IMPOSS"]),
        (0, None, PENDENTE, ["RES-IMPOSS"]),
        (53, None, PENDENTE, ["RES-IMPOSS"]),
        (52, "a", PERDE, ["RES-IMPOSS"]),  # the indicator decides; there lies an e
    ],
)
def test_the_sections_are_counted_from_1_to_52(
    place: int, section: str | None, outcome: Any, expected: list[str]
) -> None:
    """R3, R9: the first and the last are sections like the others; there is no 0 and no 53."""
    record = spun(at(place, section), ordem=WHEEL)
    (line,) = settled(record).lines
    assert line.outcome.value == outcome
    assert codes(record) == expected
    assert settle_any(record, RULES).lines[0].outcome.value == outcome


def test_a_symbol_of_no_section_is_none() -> None:
    """R3, R5: the table's data name an h, which the wheel has not; the stake goes back."""
    record = RodaDaSorteRecord(
        rotacao=(at(None, "e"),),
        bets=(bet(1, "seccao", "9", 100),),
        simbolos={"h": "9", "e": "20"},
    )
    (line,) = settled(record).lines
    assert line.outcome.value == DEVOLVIDA
    assert codes(record) == ["RES-IMPOSS", "RS-PAY"]


@pytest.mark.parametrize(("spins", "rule"), [((), "RS R9"), ((at(None, "e", turns=2),), "RS R8")])
def test_what_was_not_spun_decides_nothing(spins: tuple[Rotacao, ...], rule: str) -> None:
    """R8, R9: never, or never validly; the round waits, and is not void by itself."""
    settlement = settled(spun(*spins))
    (line,) = settlement.lines
    assert (line.outcome.value, line.rules) == (PENDENTE, (rule,))
    assert not settlement.void


def test_a_round_declared_void_that_was_never_spun() -> None:
    """R8 gives one ground, a spin that was invalid; without any there is none."""
    void = Void(cause="x")
    for spins, expected in (((), ["VOID-BAD"]), ((at(None, "e", turns=2),), [])):
        record = spun(*spins, void=void)
        settlement = settled(record)
        assert settlement.void
        assert [line.due for line in settlement.lines] == [100]
        assert [code for code in codes(record) if code != "RS-TURN"] == expected


def test_money_to_one_who_had_not_bet() -> None:
    """R8, R10: VOID-MISS where an invalid spin was paid; else he got what was not his."""
    stray = Payment(seat=5, amount=100)
    assert [code for code, *_ in blamed(spun(at(None, "e")), stray)][-1] == "PAY-DIFF"
    assert "VOID-MISS" in [code for code, *_ in blamed(spun(at(None, "e", turns=2)), stray)]
    assert "VOID-MISS" not in [code for code, *_ in blamed(spun(), stray)]
