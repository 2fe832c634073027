"""The values that countries fix differently for póquer sintético, and the rule numbers of each."""

from typing import Any, Final

from msgspec import convert, structs

from projections.replay.games.poker.betting.record import CITES_001, Cites, HandRules

TURN: Final = "SI R15"


class SinteticoCites(Cites, frozen=True, kw_only=True, gc=False):
    """The numbers under which the law states each rule of sintético; Cape Verde's by default."""

    places: str = "SI R2"
    minimum_players_online: str = "SI R79"
    turns: tuple[str, ...] = ("SI R14", TURN, TURN, TURN, TURN, "SI R13")
    """The five turns, and last what comes before the first."""
    ranking: tuple[str, ...] = ("SI R9", "SI R12", "SI R1")
    split: str = "SI R11, NB R55"
    void: str = "SI R16"
    void_online: str = "SI R85"
    stands_online: str = "SI R86"
    deck: str = "SI R3"
    cave: str = "SI R4"
    repique: str = "SI R19"
    repiques: str = "NB R38"
    lapse: str = "SI R83"
    extra_time: str = "SI R82"
    history: str = "SI R88"
    player_decides: str = "SI R89"
    ending: str = "SI R90"
    demo: str = "SI R91"
    ante: str = "SI R7"
    late_ante: str = "SI R18"
    first_card: str = "SI R14"
    offered: str = "SI R13"
    estardilho: str = "SI R13 a"
    restardilho: str = "SI R13 b"
    excess: str = "SI R17"
    general_void: str = "NB R66"
    order: str = "SI R9, R10, R12"
    two_and_three: str = "SI R1"


class SinteticoRules(HandRules, frozen=True, kw_only=True):
    """Values in which profiles differ."""

    places: int = 11
    cites: SinteticoCites = SinteticoCites()


def cites_of_missing_source() -> SinteticoCites:
    """Return Portugal's numbers; sintético's own are Cape Verde's, and say that the source lacks.

    Portaria 217/2007 names the game (n. 2 c) and gives it 11 places (n. 6), but the text at hand
    lacks its subsection.
    """
    general = structs.asdict(CITES_001)
    told: dict[str, Any] = {
        name: _marked(value) if "SI R" in str(value) else general.get(name, value)
        for name, value in structs.asdict(SinteticoCites()).items()
    }
    told |= {
        "places": "001 n.6",
        "minimum_players_online": "001 n.24",
        "repiques": "001 n.47",
        "general_void": "001 n.69",
    }
    return convert(told, SinteticoCites)


def _marked(value: str | tuple[str, ...]) -> str | tuple[str, ...]:
    if isinstance(value, str):
        return f"{value} (fonte em falta)"
    return tuple(f"{rule} (fonte em falta)" for rule in value)
