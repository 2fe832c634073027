"""Nights of every game, honest and with faults, reckoned twice: by the accountant and the product.

Neither knows the other; each cell of both must be the same, whatever was void, corrected or late.
"""

import pytest

from ops.simulator.night.roster import GAMES
from ops.simulator.parties.party import Party
from tests.accountant.compare import Cell, cells
from tests.fixtures.memory import MemoryCasino
from tests.ops.simulator.conftest import SEVERAL, Heard, play_into, where

ROUNDS = 5
PLAYS = 40
EVERY = 2
"""One occasion in so many has a fault."""


def parties(seed: int, *, faulty: bool) -> tuple[list[Party], list[int]]:
    """Return a floor of the tables and machines, and how many rounds each has."""
    seated: list[Party] = []
    rounds: list[int] = []
    for place, game, role, _ in GAMES:
        if role not in {"table", "machine"}:
            continue
        count = ROUNDS if role == "table" else PLAYS
        first = seed % max(1, len(game.FAULTS))
        turned = [*game.FAULTS[first:], *game.FAULTS[:first]][: count // EVERY]
        planned = {2 + EVERY * index: fault for index, fault in enumerate(turned)}
        source = f"{role}-{place.lower()}"
        seated.append(game(where(source, place, seed), faults=planned if faulty else {}))
        rounds.append(count)
    return seated, rounds


def night(casino: MemoryCasino, seed: int, *, faulty: bool, days: int = 1) -> list[Cell]:
    """Play a night and reckon it twice."""
    seated, rounds = parties(seed, faulty=faulty)
    play_into(
        Heard(casino.installation),
        casino.installation,
        seated,
        rounds,
        days=days,
        calm=False,
        window=SEVERAL,
    )
    casino.project()
    return list(cells(casino))


@pytest.mark.parametrize("faulty", [False, True])
def test_a_night_comes_out_the_same_twice(memory_casino: MemoryCasino, *, faulty: bool) -> None:
    """Of every table and machine: floats, slips, drop, both results, chips, contadores."""
    found = night(memory_casino, 7, faulty=faulty)
    wrong = [one for one in found if not one.agrees]
    assert not wrong, "\n".join(map(str, wrong))
    assert len(found) > 390
