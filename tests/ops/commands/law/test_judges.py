"""Which module judges a rule is found for every rule that is judged at all."""

from ops.commands.law.judges import JUDGED, PROJECTIONS, judges_of
from projections.replay.game import Game
from projections.replay.registry import GAMES
from tests.helpers.each import each

games = each("game", GAMES.values(), ids=lambda game: game.name)


def judges(game: str, number: str) -> tuple[str, ...]:
    """Return the modules that judge a game's rule."""
    (rule,) = (rule for rule in GAMES[game].coverage if rule.rule == number)
    return judges_of(GAMES[game], rule)


@games
def test_every_rule_that_is_judged_is_judged_in_a_module_that_exists(game: Game) -> None:
    """Of rules implemented and watched; the others nobody judges, and the account says why."""
    for rule in game.coverage:
        found = judges_of(game, rule)
        assert bool(found) is (rule.status in JUDGED), rule.rule
        for path in found:
            assert (PROJECTIONS / path).is_file(), (rule.rule, path)


def test_a_rule_is_judged_where_the_function_of_its_account_stands() -> None:
    """A game's own module, or what its family shares, whichever defines the function."""
    assert judges("bingo", "R83") == ("replay/games/bingo/cards/shapes.py",)
    assert "replay/games/bingo/checks/sale.py" in judges("bingo", "R36")


def test_a_rule_is_judged_where_its_family_judges_it() -> None:
    """Of a player's bank the family does, by numbers that each game tells it: it cites none."""
    capital = "replay/games/player_bank/checks/capital.py"
    assert judges("mahjong_pai_kao", "IV.11") == judges("poquer_3_cartas", "R19") == (capital,)
    assert judges("poquer_3_cartas", "R20") == ("replay/games/player_bank/settling.py",)


def test_a_rule_is_judged_where_its_code_is_raised() -> None:
    """In the game's modules; where none of them raises the code, in a stage."""
    assert judges("bingo", "R26") == ("stages/actas/ball_sets.py",)
    assert judges("bingo", "R52") == ("stages/actas/used_cards.py",)
    assert judges("blackjack", "R38") == (
        "replay/games/house_cards/blackjack/checks/complaints.py",
    )


def test_a_code_that_several_games_raise_is_judged_where_the_game_reaches() -> None:
    """Hold'em imports its hand and its betting, and nothing of the sintético or of the macau."""
    found = judges("poquer_holdem", "001 n.41")
    assert "replay/games/poker/hand/checks/cards/burned_cards.py" in found
    for game in ("poquer_holdem", "poquer_omaha", "poquer_sintetico", "poquer_macau_5_cartas"):
        others = {"poquer_sintetico", "poquer_macau_5_cartas"} - {game}
        for rule in GAMES[game].coverage:
            judged = judges_of(GAMES[game], rule)
            assert not [path for path in judged if others & {*path.split("/")}], rule.rule


def test_what_nobody_judges_has_no_module() -> None:
    """The account of the rule says why."""
    assert judges("bingo", "R18") == ()
