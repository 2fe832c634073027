"""Correcting an event to what should have been said is as having said that (B5).

Of every kind of the vocabulary that somebody may correct: an honest night says one event wrongly,
in one field or at all, and puts it right soon after; another says it right at once. Findings,
receita, pools and machines must be the same in the end. What is not followed stands in a list,
with the reason why; a kind that no night tells stands there, too, so that a new one cannot be
forgotten.
"""

import tomllib
from pathlib import Path
from random import Random
from typing import Final

import pytest

from ledger.events import KINDS
from projections.authority.corrections import NEVER
from tests.helpers.corrected_nights import (
    ELSEWHERE,
    FAULTY,
    FEW_ROUNDS,
    ROUNDS,
    altered,
    both,
    night,
    told_in,
)
from tests.helpers.told_by_hand import BY_HAND, told_by_hand

LISTED: Final = tomllib.loads((Path(__file__).parent / "not_followed.toml").read_text("utf-8"))
NOT_FOLLOWED: Final = {one for group in LISTED.values() for one in group["what"]}
SEED: Final = 8
TOLD_ELSEWHERE: Final = {
    kind for kinds in (*ELSEWHERE.values(), *FAULTY.values(), BY_HAND) for kind in kinds
}
WITHOUT_ROUNDS: Final = ("MQ-01", "JP-01")
BINGO: Final = ("BI-01", "BL-01")
"""Where what was there when the room signed is a fact of that moment (BI R60)."""
FEW: Final = 1
"""Alterations of a kind in the default tier."""
SOME: Final = 2
"""Of each kind in the deep tier's other seeds, beside all in the first."""


def correctable() -> list[str]:
    """Return every kind of the vocabulary that somebody may correct."""
    return sorted(kind for kind in KINDS if kind.partition("/")[0] not in NEVER)


def _holds(kind: str, seed: int, few: int | None, *, back: bool = False) -> None:
    found = told_by_hand(kind, seed) if kind in BY_HAND else told_in(kind, seed)
    if found is None and seed != SEED:
        return
    assert found is not None, f"no night tells {kind}, and no list says why that may be"
    events, number = found
    others = [event.payload for event in events if event.kind == kind]
    told = [
        one
        for one in altered(events[number].payload, others)
        if f"{kind}.{one[0]}" not in NOT_FOLLOWED
    ]
    if few is not None:
        told = Random(kind if seed == SEED else f"{kind}/{seed}").sample(told, min(few, len(told)))
    for name, right in told:
        again = (events[number].payload,) if back else ()
        put_right, said_right = both(events, number, right, *again)
        assert put_right == said_right, f"{kind}.{name} of {events[number].name}, seed {seed}"


@pytest.mark.one_in(15)
@pytest.mark.parametrize("kind", [kind for kind in correctable() if kind not in TOLD_ELSEWHERE])
def test_what_is_put_right_is_as_said_right(kind: str) -> None:
    """One alteration of each kind."""
    _holds(kind, SEED, FEW)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        (kind, seed)
        for kind in correctable()
        for seed in range(SEED, SEED + (1 if kind in TOLD_ELSEWHERE else 3))
    ],
)
def test_every_field_put_right_is_as_said_right(kind: str, seed: int) -> None:
    """Each field of each kind, and its withdrawal, in a night; some of them in those of two seeds.

    What only other tables tell, or nights with faults, in those of one seed.
    """
    _holds(kind, seed, None if seed == SEED else SOME)


@pytest.mark.parametrize("kind", ["pool-member-added/1", "jackpot-won/1", "play-voided/1"])
def test_what_is_put_back_is_as_never_touched(kind: str) -> None:
    """A correction that was none is put right by another: each word of three kinds."""
    _holds(kind, SEED, None, back=True)


@pytest.mark.deep
@pytest.mark.parametrize("kind", correctable())
def test_what_is_put_back_is_as_never_touched_whatever_it_is(kind: str) -> None:
    """An alteration of each kind, and the word that had stood there."""
    _holds(kind, SEED, FEW, back=True)


def test_what_is_not_followed_is_listed_with_a_reason() -> None:
    """Each entry names a kind that may be corrected, with a field of it, its withdrawal, or all."""
    known = {
        f"{kind}.{name}"
        for kind in correctable()
        for name in ("*", "withdrawn", *KINDS[kind].__struct_fields__)
    }
    assert sorted(NOT_FOLLOWED - known) == []
    assert all(group["reason"] for group in LISTED.values())
    several = [one for group in LISTED.values() for one in group["what"]]
    assert len(several) == len(set(several))


@pytest.mark.parametrize("place", ["CF-01", "SD-01"])
def test_a_round_that_was_not_over_is_as_if_nobody_had_closed_it(place: str) -> None:
    """A closing withdrawn, in the middle of a bank that goes on, and of bets for a jackpot."""
    _goes_on(place, 2)


@pytest.mark.deep
@pytest.mark.parametrize("place", sorted({*ROUNDS, *ELSEWHERE} - {*WITHOUT_ROUNDS, *BINGO}))
def test_no_round_of_any_table_is_over_where_its_closing_is_withdrawn(place: str) -> None:
    """Each closing of a night at each table but bingo's, whose record was signed meanwhile."""
    for number in range(FEW_ROUNDS):
        _goes_on(place, number)


def _goes_on(place: str, which: int) -> None:
    events = night(place, SEED)
    closings = [at for at, event in enumerate(events) if event.kind == "round-closed/1"]
    put_right, said_right = both(events, closings[which], None)
    # What a panel showed while the round was over was right by what everybody knew then: of panels
    # nothing is found that would not be, had nobody closed it.
    shown, would = (
        {one: books.findings.pop(one) for one in [*books.findings] if one[0] == "JP-DISP"}
        for books in (put_right, said_right)
    )
    assert all(times <= would.get(one, 0) for one, times in shown.items()), shown
    assert put_right == said_right, f"{place}, closing {which}"
