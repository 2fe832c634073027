"""A round that a game settles at one go has no fault that the long road would find."""

from typing import Any, Final

import pytest
from msgspec import structs

from ops.simulator.night.roster import GAMES
from ops.simulator.parties.party import Party
from projections.replay import registry
from tests.helpers.blur import rounds_of

PARTIES: Final = {
    place[:2]: game
    for place, game, category, _ in GAMES
    if category == "table" and getattr(registry.GAMES.get(game.GAME), "quick", None) is not None
}
SEEDS: Final = [1, *[pytest.param(seed, marks=pytest.mark.deep) for seed in (9, 10)]]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("place", PARTIES)
def test_the_short_road_hides_nothing(
    place: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each fault of the game planted once: with the short road and without, the same verdicts."""
    game: type[Party] = PARTIES[place]
    faults = {2 + index: fault for index, fault in enumerate(game.FAULTS)}
    rounds = len(faults) + 5

    def verdicts() -> dict[str, tuple[Any, Any]]:
        told = rounds_of(game, seed, rounds, faults=faults)
        return {one.closed.round: (one.verdict.found, one.verdict.settlement) for one in told}

    short = verdicts()
    usual = registry.GAMES[game.GAME]
    by_record = {**registry._BY_RECORD, usual.record: structs.replace(usual, quick=None)}
    monkeypatch.setattr(registry, "_BY_RECORD", by_record)
    assert verdicts() == short
