"""Roleta americana: one ball, 37 or 38 pockets, stakes on sectors of the cloth.

Rules: Portaria 1/2017, Anexo, Roleta americana, regras 1-60, cited as ``RA R42``.

Numbers are texts, because there are two zeros: ``0``, ``00``, ``1`` … ``36``. A bet is a ``tipo``
of the rules page and a ``selecao``:

=====================================  =============================================================
tipo                                   selecao
=====================================  =============================================================
``pleno``                              the number: ``17``
``cavalo rua quadro linha``            its numbers upwards, zeros first: ``17-20``, ``0-2-3``
``duzia``                              ``1``, ``2`` or ``3``
``coluna``                             its foot: ``34``, ``35`` or ``36``
``cavalo_de_duzia cavalo_de_coluna``   the two: ``1-2``, ``34-35``
``par impar menor maior``              empty
``encarnado preto``                    empty
``serie_grande serie_pequena vadios``  empty; or, where the chips lay otherwise, each sector with
                                       its chips: ``0-2-3:2 4-7 12-15``
``vizinhos``                           the number in the middle, ``17``, and ``chips.count`` 3, 5 or
                                       7; or all numbers covered, the middle first: ``17-34-25``
=====================================  =============================================================

The numbers of a sector in another order mean the same sector.
"""

from functools import partial
from typing import Final

from projections.replay.game import Game
from projections.replay.games.wheels.roulette.chances import (
    Coup,
    Fate,
    coup_of,
    fate_of,
    numbers_of_neighbours,
    parts_of,
)
from projections.replay.games.wheels.roulette.checks import REFUSED, verify
from projections.replay.games.wheels.roulette.checks.ball import check_ball, check_opening
from projections.replay.games.wheels.roulette.checks.call_bets import check_neighbours, check_series
from projections.replay.games.wheels.roulette.checks.colours import check_colours
from projections.replay.games.wheels.roulette.checks.limits import (
    check_stakes,
    check_table_limits,
    totals_of,
)
from projections.replay.games.wheels.roulette.checks.null_coups import check_errors, check_null
from projections.replay.games.wheels.roulette.checks.online import check_online
from projections.replay.games.wheels.roulette.checks.order_of_payment import check_order
from projections.replay.games.wheels.roulette.checks.staff import check_staff
from projections.replay.games.wheels.roulette.checks.wheel import check_wheel
from projections.replay.games.wheels.roulette.payment_names import payment_code as named_by
from projections.replay.games.wheels.roulette.quick import quick
from projections.replay.games.wheels.roulette.rebuilt_marks import rebuilt
from projections.replay.games.wheels.roulette.record import (
    BALL_FAILED,
    LOST_TO_ZERO,
    NULL_GROUNDS,
    SAME_COLOUR,
    SIMPLES,
    VIZINHOS,
    Anterior,
    BolaLancada,
    BolaReposta,
    BolaTrocada,
    CorAtribuida,
    GolpeNulo,
    Marca,
    Reconstituida,
    Resultado,
    plate_of,
)
from projections.replay.games.wheels.roulette.roleta_americana.coverage import COVERAGE
from projections.replay.games.wheels.roulette.roleta_americana.law import (
    CITES,
    LAW,
    PAY_RANK,
    SERIES,
    RoletaAmericanaRules,
)
from projections.replay.games.wheels.roulette.roleta_americana.record import RoletaAmericanaRecord
from projections.replay.games.wheels.roulette.settling import (
    bets_in_time,
    check_result,
    close_rule,
    decide_null,
    decide_void,
    launched_again,
    settle,
    settle_any,
    settle_ordinary,
)

__all__ = [
    "BALL_FAILED",
    "CITES",
    "COVERAGE",
    "GAME",
    "LAW",
    "LOST_TO_ZERO",
    "NULL_GROUNDS",
    "PAY_RANK",
    "REFUSED",
    "SAME_COLOUR",
    "SERIES",
    "SIMPLES",
    "VIZINHOS",
    "Anterior",
    "BolaLancada",
    "BolaReposta",
    "BolaTrocada",
    "CorAtribuida",
    "Coup",
    "Fate",
    "GolpeNulo",
    "Marca",
    "Reconstituida",
    "Resultado",
    "RoletaAmericanaRecord",
    "RoletaAmericanaRules",
    "bets_in_time",
    "check_ball",
    "check_colours",
    "check_errors",
    "check_neighbours",
    "check_null",
    "check_online",
    "check_opening",
    "check_order",
    "check_result",
    "check_series",
    "check_staff",
    "check_stakes",
    "check_table_limits",
    "check_wheel",
    "close_rule",
    "coup_of",
    "decide_null",
    "decide_void",
    "fate_of",
    "launched_again",
    "numbers_of_neighbours",
    "parts_of",
    "payment_code",
    "plate_of",
    "quick",
    "rebuilt",
    "settle",
    "settle_any",
    "settle_ordinary",
    "totals_of",
    "verify",
]

payment_code = partial(named_by, LAW)
"""Names a wrong payment by this chapter's rules."""

GAME: Final = Game(
    name="roleta_americana",
    section="RA",
    record=RoletaAmericanaRecord,
    settle=settle,
    verify=verify,
    quick=quick,
    rules=RoletaAmericanaRules,
    coverage=COVERAGE,
    payment_code=payment_code,
)
