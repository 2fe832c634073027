"""Roleta americana's own law: its wheels, call bets, order of payments and rule numbers."""

from collections.abc import Mapping
from typing import Final

from projections.replay.games.wheels.roulette.record import (
    GRANDE,
    ORFAOS,
    PEQUENA,
    SIMPLES,
    VIZINHOS,
    Cites,
    Law,
    Parts,
    RouletteRules,
)
from projections.replay.games.wheels.roulette.wheels import PLATES

SERIES: Final[Mapping[str, Parts]] = {
    "serie_grande": GRANDE,
    "serie_pequena": PEQUENA,
    "vadios": ORFAOS,
}
"""Where the chips of a series lie, and how many (R20 a)."""
PAY_RANK: Final[Mapping[str, int]] = {
    "coluna": 0,
    **dict.fromkeys(SIMPLES, 1),
    "duzia": 2,
    VIZINHOS: 3,
    **dict.fromkeys(SERIES, 4),
    "linha": 5,
    "rua": 6,
    "quadro": 7,
    "cavalo": 8,
    "pleno": 9,
}
"""The order of payments (R37); it names no place for the cavalos of dozens and columns."""

CITES: Final = Cites(
    wheel="RA R3-4",
    colour="RA R17",
    geometry="RA R18-19",
    opens="RA R15",
    launch="RA R30",
    direction="RA R30",
    closes="RA R16",
    closes_online="RA R49",
    limits="RA R21",
    ratio_multiple="RA R21 a",
    ratio_simple="RA R21 b",
    chips="RA R26",
    colours="RA R22",
    display="RA R26",
    calls="RA R20",
    made={**dict.fromkeys(SERIES, "RA R20 a"), VIZINHOS: "RA R20 b"},
    paid={**dict.fromkeys(SERIES, "RA R42 d"), VIZINHOS: "RA R42 e"},
    call_chips="RA R21 c",
    call_most="RA R21 d",
    number="RA R36",
    collected="RA R37",
    zero="RA R39",
    pays="RA R42",
    pays_multiple="RA R42 a",
    pays_simple="RA R42 c",
    order="RA R37",
    null="RA R35",
    void=("RA R53", "RA R55"),
    network="RA R54",
    ball="RA R32",
    ball_failed="RA R33",
    staff="RA R2",
    relief="RA R34",
    time="RA R48",
    history="RA R56",
    decides="RA R57",
    ending="RA R58",
    demo="RA R59",
)

LAW: Final = Law(
    game="roleta_americana",
    cites=CITES,
    wheels=tuple(PLATES),
    series=SERIES,
    pay_rank=PAY_RANK,
    posts=((("pagador",), 1), (("fiscal",), 1)),
    launcher="pagador",
)


class RoletaAmericanaRules(RouletteRules, frozen=True, kw_only=True):
    """The values in which laws may differ."""

    law: Law = LAW
