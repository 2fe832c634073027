"""Each game's gathering: how its rounds become records, and what it asks of the rounds' stage."""

from projections.gather import GATHERINGS, gathering_of
from projections.gather.gathering import NO_GAME
from projections.replay.registry import GAMES
from projections.stages.rounds.kinds import AFTER_CLOSE, AT_PLACE, JUDGED_AGAIN, LASTING, PLAY


def test_every_game_but_the_machines_has_its_gathering() -> None:
    """What replay can judge can be gathered; a machine's play is told whole by one event."""
    assert {*GATHERINGS} == {*GAMES} - {"maquinas"}
    assert all(gathering.game == game for game, gathering in GATHERINGS.items())


def test_a_game_that_nobody_knows_has_a_gathering_that_asks_nothing() -> None:
    """Its rounds have no record, read no others and are carried nothing."""
    for game in (None, "", "lansquenet", "maquinas"):
        assert gathering_of(game) is NO_GAME
    assert not NO_GAME.reads_earlier


def test_the_rounds_stage_takes_the_kinds_that_any_game_adds() -> None:
    """What a game adds for its play, after a close or at its place is taken wherever it is told."""
    for gathering in GATHERINGS.values():
        kinds = gathering.kinds
        assert kinds.play <= PLAY
        assert kinds.judged_again <= JUDGED_AGAIN <= AFTER_CLOSE
        assert kinds.after_close <= AFTER_CLOSE
        assert {*kinds.lasting} <= kinds.place <= AT_PLACE
        assert kinds.lasting.items() <= LASTING.items()


def test_only_the_games_with_something_to_hand_on_read_earlier_rounds() -> None:
    """Mah-jong and the wheels without a coup before stand for themselves."""
    alone = {game for game, gathering in GATHERINGS.items() if not gathering.reads_earlier}
    assert alone == {"boule", "mah_jong", "roda_da_sorte"}
