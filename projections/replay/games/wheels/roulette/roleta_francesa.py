"""Roleta francesa, or europeia: 37 pockets in the French order, and call bets online.

Rules: Portaria 1/2017, Anexo, Roleta francesa, regras 1-54, cited as ``RF R33``. It is played by
the rules of roleta americana with some adaptations (R1): zero takes every simple chance whole, for
neither chapter knows la partage or a prison (R29).

Bets are those of roleta americana with these call bets, which are played online only (R40):

==============================  ====================================================================
tipo                            selecao
==============================  ====================================================================
``serie_0_2_3 serie_5_8``       empty; or, where the chips lay otherwise, each sector with its
``orfaos``                      chips: ``0-2-3:2 4-7 12-15``
``vizinhos``                    the number in the middle, ``17``, and ``chips.count`` 3, 5 or 7; or
                                all numbers covered, the middle first: ``17-34-25``
``terminacao``                  the final digit, ``7``; or all numbers covered: ``7-17-27``
==============================  ====================================================================

R40 lists numbers and no chips, and R41 pays as at a table of wood: so the chips lie as in roleta
americana (RA R20), a final digit is one pleno on each of its numbers, and the chips that series and
neighbours may have are those of RA R21 c and d (DECISION of the page).
"""

from collections.abc import Mapping
from functools import partial
from typing import Final

from projections.replay.game import Game, Rule, implemented, not_checkable, watched
from projections.replay.games.wheels.roulette.chances import fate_of
from projections.replay.games.wheels.roulette.checks import verify
from projections.replay.games.wheels.roulette.checks.call_bets import (
    check_endings,
    check_place,
    check_series,
)
from projections.replay.games.wheels.roulette.payment_names import payment_code as named_by
from projections.replay.games.wheels.roulette.quick import quick
from projections.replay.games.wheels.roulette.rebuilt_marks import rebuilt
from projections.replay.games.wheels.roulette.record import (
    GRANDE,
    ORFAOS,
    PEQUENA,
    SIMPLES,
    TERMINACAO,
    VIZINHOS,
    Cites,
    Law,
    Parts,
    RouletteRecord,
    RouletteRules,
)
from projections.replay.games.wheels.roulette.settling import (
    bets_in_time,
    decide_null,
    decide_void,
    settle,
    settle_any,
    settle_ordinary,
)

__all__ = [
    "COVERAGE",
    "GAME",
    "LAW",
    "SERIES",
    "RoletaFrancesaRecord",
    "RoletaFrancesaRules",
    "bets_in_time",
    "check_endings",
    "check_place",
    "check_series",
    "decide_null",
    "decide_void",
    "fate_of",
    "payment_code",
    "quick",
    "rebuilt",
    "settle",
    "settle_any",
    "settle_ordinary",
    "verify",
]


class RoletaFrancesaRecord(
    RouletteRecord, frozen=True, kw_only=True, tag="roleta_francesa", tag_field="game", gc=False
):
    """One coup, from the call that opens the bets to the payments."""


SERIES: Final[Mapping[str, Parts]] = {
    "serie_0_2_3": GRANDE,
    "serie_5_8": PEQUENA,
    "orfaos": ORFAOS,
}
"""Where the chips of a series lie, and how many."""
PAY_RANK: Final[Mapping[str, int]] = {
    "coluna": 0,
    "duzia": 1,
    **dict.fromkeys(SIMPLES, 2),
    "linha": 3,
    "rua": 4,
    "quadro": 5,
    "cavalo": 6,
    "pleno": 7,
}
"""The order of payments (R26); it names no place for call bets, cavalos of dozens and columns."""

CITES: Final = Cites(
    wheel="RF R4",
    colour="RF R28",
    geometry="RF R17-18",
    opens="RF R15",
    launch="RF R21",
    direction="RF R22",
    closes="RF R16",
    closes_online="RF R43",
    limits="RF R19-20",
    ratio_multiple="RF R20 a",
    ratio_simple="RF R20 b",
    chips="RF R1, RA R26",
    colours="RF R1, RA R22",
    display="RF R1, RA R26",
    calls="RF R40",
    made={
        "serie_0_2_3": "RF R40 a",
        "serie_5_8": "RF R40 b",
        "orfaos": "RF R40 c",
        VIZINHOS: "RF R40 d",
        TERMINACAO: "RF R40 e",
    },
    paid=dict.fromkeys((*SERIES, VIZINHOS, TERMINACAO), "RF R41"),
    call_chips="RF R1, RA R21 c",
    call_most="RF R1, RA R21 d",
    number="RF R28",
    collected="RF R26",
    zero="RF R29",
    pays="RF R33",
    pays_multiple="RF R33 a",
    pays_simple="RF R33 b",
    order="RF R26",
    null="RF R27",
    void=("RF R47", "RF R49"),
    network="RF R48",
    ball="RF R11",
    ball_failed="RF R23",
    staff="RF R3",
    relief="RF R24, RF R34",
    time="RF R42",
    history="RF R50",
    decides="RF R51",
    ending="RF R52",
    demo="RF R53",
)

LAW: Final = Law(
    game="roleta_francesa",
    cites=CITES,
    wheels=("francesa37",),  # R4
    series=SERIES,
    endings=True,  # R40 e
    calls_online_only=True,  # R40 stands in the online section; R13 and R18 name no series
    series_code="RF-CALL",
    neighbours_code="RF-CALL",
    pay_rank=PAY_RANK,
    posts=((("lancador", "pagador"), 2), (("fiscal",), 1)),  # R3
    launcher="lancador",
    null_is_credited=True,  # R49: "nulas ou anuladas"
)


class RoletaFrancesaRules(RouletteRules, frozen=True, kw_only=True):
    """The values in which laws may differ."""

    law: Law = LAW


payment_code = partial(named_by, LAW)
"""Names a wrong payment by this chapter's rules."""

_FURNITURE: Final = "manner or furniture, which no record shows"
_SHOWN: Final = "what a screen shows, which no record of a round shows"

COVERAGE: Final[tuple[Rule, ...]] = (
    *implemented("settle, verify", "R1"),
    *not_checkable("a permission", "R2", "R39", "R44"),
    *watched("STAFF-MIN", "R3"),
    *watched("RA-WHEEL", "R4"),
    *not_checkable(_FURNITURE, "R5", "R6", "R7", "R9", "R12"),
    *watched("RES-IMPOSS", "R8"),
    *not_checkable("the table's capital, which its accounting compares: TB-FLOAT", "R10"),
    *watched("RA-BALL", "R11"),
    *implemented("settle", "R13", "R14"),
    *watched("BET-EARLY", "R15", "R21"),
    *implemented("bets_in_time; BET-LATE", "R16", "R43"),
    *implemented("fate_of; RA-GEOM", "R17", "R18"),
    *watched("BET-MIN; REG-LIMIT-CHG of parameters", "R19"),
    *watched("RA-R21, BET-MAX", "R20"),
    *watched("RA-DIR: the ball's sides; how the plate turns a person sees", "R22"),
    *watched("EQ-BAD", "R23"),
    *watched("STAFF-1H", "R24", "R34"),
    *not_checkable("that prizes go out together, told apart: a person sees it: RA-JOINT", "R25"),
    *watched("PAY-ORDER, PAY-NONE", "R26"),
    *implemented("decide_null; RA-NUL, VOID-BAD, VOID-MISS", "R27"),
    *watched("RES-IMPOSS", "R28"),
    *implemented("settle; RA-ZERO", "R29"),
    *not_checkable("how prizes are laid out: a person sees it: RA-JOINT", "R30"),
    *not_checkable("what is said aloud of each payment; its three figures are recorded", "R31"),
    *implemented("rebuilt", "R32"),
    *implemented("settle; RA-PAY", "R33"),
    *implemented("settle", "R35"),
    *not_checkable(_SHOWN, "R36", "R37", "R38", "R45", "R46"),
    *implemented("fate_of, check_series, check_endings, check_place; RF-CALL", "R40"),
    *implemented("fate_of; RA-PAY", "R41"),
    *watched("ONL-TIME", "R42"),
    *implemented("decide_void; VOID-BAD, VOID-MISS", "R47"),
    *implemented("decide_void; VOID-NET", "R48"),
    *implemented("decide_void; VOID-REFUND", "R49"),
    *watched("ONL-HIST", "R50"),
    *watched("ONL-EXCL", "R51", "R52"),
    *watched("ONL-DEMO", "R53"),
    *not_checkable("what is shown of the rules: a person sees it: ONL-INFO", "R54"),
)

GAME: Final = Game(
    name="roleta_francesa",
    section="RF",
    record=RoletaFrancesaRecord,
    settle=settle,
    verify=verify,
    quick=quick,
    rules=RoletaFrancesaRules,
    coverage=COVERAGE,
    payment_code=payment_code,
)
