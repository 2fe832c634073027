"""Craps: what a void leaves decided, by which rule, and what it does not."""

from typing import Any

import pytest

from projections.replay.games.dice.craps import Aposta, CrapsRecord
from projections.replay.kit.dice import Throw
from projections.replay.kit.throws import Call
from projections.replay.record import Void
from projections.replay.registry import judge
from projections.replay.settlement import Outcome, Settlement

SEVEN, SIX, NINE = (3, 4), (2, 4), (4, 5)


def play(*dice: tuple[int, int] | Throw, bets: tuple[Aposta, ...], **more: Any) -> CrapsRecord:
    """Return a round with these throws, of which no payments are recorded."""
    made = tuple(one if isinstance(one, Throw) else Throw(dados=one) for one in dice)
    return CrapsRecord(**{"lancamentos": made, "bets": bets, "records": ("bets",), **more})


def bet(number: int, tipo: str = "pass_line", valor: int = 1_000, **more: Any) -> Aposta:
    """Return a bet of seat 1."""
    return Aposta(bet=number, seat=1, tipo=tipo, valor=valor, **more)


def settled(record: CrapsRecord) -> Settlement:
    """Return the settlement."""
    return judge(record).settlement


def voids(record: CrapsRecord) -> list[tuple[str, str, str]]:
    """Return code, rule and what was expected of the faults about the void."""
    found = judge(record).found
    return [(one.code, one.rule, one.expected) for one in found if one.code.startswith("VOID")]


@pytest.mark.parametrize(
    ("mode", "side", "rules", "fault"),
    [
        ("physical", "operator", ("CR R18",), ("VOID-BAD", "CR R18", "")),
        ("physical", "player", ("CR R18",), ("VOID-BAD", "CR R18", "")),
        ("shared", "operator", ("CR R33", "CR R35"), None),
        ("shared", "player", ("CR R34",), ("VOID-NET", "CR R34", "")),
    ],
)
def test_what_no_throw_decided(
    mode: str, side: str, rules: tuple[str, ...], fault: tuple[str, str, str] | None
) -> None:
    """R18 in the room, R33 and R35 online, R34 for a network, which plays online only."""
    record = play(SIX, bets=(bet(1),), mode=mode, void=Void(cause="x", side=side))
    (line,) = settled(record).lines
    waits = mode == "shared" and side == "player"
    assert line.outcome is (Outcome.PENDENTE if waits else Outcome.DEVOLVIDA)
    assert line.returned == (0 if waits else 1_000)
    assert line.rules == rules
    assert settled(record).void is not waits
    assert voids(record) == ([fault] if fault else [])


@pytest.mark.parametrize("side", ["operator", "player"])
def test_what_throws_decided_stands(side: str) -> None:
    """R33, R34: nothing is void where every bet is decided, nor anything pending."""
    record = play(SEVEN, bets=(bet(1),), mode="shared", void=Void(cause="x", side=side))
    assert [(line.outcome, line.due) for line in settled(record).lines] == [(Outcome.GANHA, 2_000)]
    assert not settled(record).void
    expected = ("VOID-BAD", "CR R33", "7") if side == "operator" else ("VOID-NET", "CR R34", "")
    assert voids(record) == [expected]


def test_a_void_of_decided_dice_names_the_last_throw_that_counted() -> None:
    """R18, R33: six was the point and seven lost; a null throw after it is no throw."""
    null = Throw(dados=NINE, nulo="off_table")
    record = play(SIX, SEVEN, null, bets=(bet(1),), void=Void(cause="x"))
    assert voids(record) == [("VOID-BAD", "CR R18", "7")]


def test_beside_a_late_bet_one_that_was_decided_makes_the_void_bad() -> None:
    """R33: the late stake goes back anyway; the other was decided, so the dice had been shown."""
    record = play(
        Throw(dados=SEVEN, seq=10),
        bets=(bet(1, seq=1), bet(2, "field", seq=7)),
        nada_mais=(Call(seq=5),),
        mode="shared",
        void=Void(cause="x", side="operator"),
    )
    assert [line.outcome for line in settled(record).lines] == [Outcome.GANHA, Outcome.DEVOLVIDA]
    assert voids(record) == [("VOID-BAD", "CR R33", "7")]


def test_a_round_without_a_void_is_not_void() -> None:
    """R20: bets that wait for their throw wait, and nothing is declared about them."""
    record = play(SIX, bets=(bet(1), bet(2, valor=0)))
    assert not settled(record).void
    assert [(line.outcome, line.stake, line.rules) for line in settled(record).lines] == [
        (Outcome.PENDENTE, 1_000, ("CR R20",)),
        (Outcome.PENDENTE, 0, ("CR R20",)),
    ]
