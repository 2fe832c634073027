"""Titles of jackpots on pages and papers: game or level, and the places whose stakes feed each."""

from collections.abc import Sequence

from ledger.events.jackpots import PoolOpened
from projections.reads.basis.game_names import games_in
from projections.reads.basis.value_words import Language


def pool_words(terms: PoolOpened, members: Sequence[str], language: Language) -> str:
    """Return a jackpot in words; ``members`` are those of its members that may be named.

    >>> import msgspec
    >>> terms = PoolOpened(
    ...     pool="j1", scope="tables", members=("BJ-01",), currency="XTS", base=1, ppm=1,
    ...     game="blackjack", level="grande")
    >>> pool_words(terms, ["BJ-01"], "pt")
    'Prémio acumulado grande de Blackjack/21, BJ-01'
    >>> pool_words(terms, ["BJ-01", "BJ-02"], "en")
    'Jackpot grande of Blackjack/21, 2 tables'
    >>> pool_words(msgspec.structs.replace(terms, scope="casinos"), ["BJ-01"], "en")
    'Jackpot grande of Blackjack/21, between casinos'
    """
    pt = language == "pt"
    what = "Prémio acumulado" if pt else "Jackpot"
    if terms.hit_high is not None:
        what += " de valor limitado" if pt else " that must hit"
    if terms.level is not None:
        what += f" {terms.level}"
    game = games_in(language).get(terms.game or "")
    of = "" if game is None else f" de {game}" if pt else f" of {game}"
    return f"{what}{of}, {_whose(terms.scope, members, pt=pt)}"


def _whose(scope: str, members: Sequence[str], *, pt: bool) -> str:
    """Return the one member's name, or how many there are of what.

    Of a jackpot between casinos a reader may see his own members alone: those are not counted.
    """
    if scope == "casinos":
        return "entre casinos" if pt else "between casinos"
    if len(members) == 1:
        return members[0]
    one = {
        "machine": ("máquinas", "machines"),
        "machines": ("máquinas", "machines"),
        "tables": ("mesas", "tables"),
        "bingo_room": ("salas de bingo", "bingo rooms"),
    }.get(scope, ("lugares", "places"))
    return f"{len(members)} {one[0 if pt else 1]}"
