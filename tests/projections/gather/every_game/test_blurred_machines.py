"""One fact of a machine's jogada that nobody can read accuses nobody; a wrong prize is found.

The jogadas of the simulator's hall, judged one by one: its stops, its symbols, its pay table, and
the line that a prize was of, left out or unknown.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import pytest
from msgspec import structs

from ledger.events.machines import MachineHomologated, Play
from ops.simulator.games.maquinas.game import Maquinas
from ops.simulator.parties.party import Place
from projections.gather.maquinas import record_of
from projections.replay.registry import Verdict, judge
from tests.helpers.blur import DAY, FACE, START, UNKNOWN, events_of

SEEDS: Final = [3, *[pytest.param(seed, marks=pytest.mark.deep) for seed in range(4, 7)]]
ROUNDS: Final = 40
MORE: Final = 400


def plays(seed: int) -> Iterator[tuple[Play, MachineHomologated]]:
    """Yield the jogadas of a hall, each with what is homologated of its machine."""
    where = Place(source="hall", place="MQ-01", day=DAY, start=START, seed=seed)
    homologated: dict[str, MachineHomologated] = {}
    for event in events_of(Maquinas(where), ROUNDS if seed == SEEDS[0] else MORE):
        if isinstance(event.payload, MachineHomologated):
            homologated[event.place or ""] = event.payload
        elif isinstance(event.payload, Play):
            yield event.payload, homologated[event.place or ""]


def judged(play: Play, homologated: MachineHomologated, **other: Any) -> Verdict:
    """Judge a jogada, told otherwise."""
    return judge(record_of("r", structs.replace(play, **other), homologated))


def blurs(play: Play) -> Iterator[dict[str, Any]]:
    """Yield every way in which one fact of a jogada may be blurred."""
    for name, unknown in (("stops", FACE), ("symbols", UNKNOWN["tile"])):
        told: tuple[Any, ...] = getattr(play, name)
        if told:
            yield {name: ()}
        for at in range(len(told)):
            yield {name: (*told[:at], *told[at + 1 :])}
            yield {name: (*told[:at], unknown, *told[at + 1 :])}
    if play.paytable is not None:
        yield {"paytable": None}
    for at, win in enumerate(play.wins):
        other = structs.replace(win, line=FACE), structs.replace(win, combination="zz")
        for one in other:
            yield {"wins": (*play.wins[:at], one, *play.wins[at + 1 :])}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_blurred_fact_of_a_jogada_accuses_nobody(seed: int) -> None:
    """Nothing but that the fact cannot be is found that was not there before."""
    tried = 0
    for play, homologated in plays(seed):
        before = Counter(found.code for found in judged(play, homologated).found)
        for other in blurs(play):
            tried += 1
            after = Counter(found.code for found in judged(play, homologated, **other).found)
            new = {code for code in after - before if code != "RES-IMPOSS"}
            assert not new, (play, other, new)
    assert tried > ROUNDS


@pytest.mark.parametrize("seed", SEEDS)
def test_a_wrong_prize_is_found_where_the_line_it_was_of_cannot_be_read(seed: int) -> None:
    """The sum is due all the same: a credit too much is found."""
    tried = 0
    for play, homologated in plays(seed):
        for other in blurs(play):
            if "wins" not in other or not play.cg or play.complementary:
                continue
            tried += 1
            codes = {found.code for found in judged(play, homologated, **other).found}
            paid = judged(play, homologated, cg=play.cg + play.denomination, **other)
            assert {found.code for found in paid.found} - codes, (play, other)
    assert tried
