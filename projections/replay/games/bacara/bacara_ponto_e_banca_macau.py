"""Bacará ponto e banca/Macau: as ponto e banca, with unlimited bets and no variant online.

Rules: Portaria 1/2017, Anexo, Bacará ponto e banca/Macau, regras 1-25 and 35-43 (there are none
between), cited as ``PM R38``. The name does not import Macau's law: the half prize is on 5, not 6.
"""

from collections.abc import Sequence
from typing import Final

from ledger.money import Minor
from projections.replay.game import Game, implemented, not_checkable, watched
from projections.replay.games.bacara.points import BANCA, PONTO
from projections.replay.games.bacara.punto_banco.checks import shared_faults
from projections.replay.games.bacara.punto_banco.checks.bets import standing
from projections.replay.games.bacara.punto_banco.coverage import COUP_COVERAGE, TABLE_COVERAGE
from projections.replay.games.bacara.punto_banco.drawing import banca_draws
from projections.replay.games.bacara.punto_banco.hands import deal_of, pair, points_of
from projections.replay.games.bacara.punto_banco.payments import name_payment
from projections.replay.games.bacara.punto_banco.quick import quickly
from projections.replay.games.bacara.punto_banco.record import (
    CHANCES,
    SIDES,
    Aposta,
    PuntoBancoRecord,
)
from projections.replay.games.bacara.punto_banco.rules import Cites, PuntoBancoRules
from projections.replay.games.bacara.punto_banco.score import winner_of
from projections.replay.games.bacara.punto_banco.settling import null_fate, settled
from projections.replay.kit.coups.faults import no_online
from projections.replay.settlement import Found, Settlement, money_text

__all__ = ["banca_draws", "deal_of", "null_fate", "pair", "points_of", "winner_of"]

NAME: Final = "bacara_ponto_e_banca_macau"


class BacaraMacauRecord(PuntoBancoRecord, frozen=True, kw_only=True, tag=NAME, tag_field="game"):
    """One coup, from the first bet to the payments."""

    diferenca_maxima: Minor | None = None
    """The most by which all bets on ponto and all on banca may differ (R39); None is no limit."""
    diferenca_autorizada: bool | None = None
    """Whether that limit was authorised; None where nobody says it."""


class BacaraMacauRules(PuntoBancoRules, frozen=True, kw_only=True):
    """The values in which laws may differ; without ``maximum_per_minimum`` bets are unlimited."""


CITES: Final = Cites(
    section="PM",
    wins="R38",
    pays="R38",
    pairs="R40",
    deduction="R41",
    stakes="R42",
    null="R43",
    announced="R36",
)


def settle(record: BacaraMacauRecord, rules: BacaraMacauRules) -> Settlement:
    """Return the settlement of every bet. Payments are not read."""
    return settled(record, rules, CITES, NAME)


def verify(
    record: BacaraMacauRecord, rules: BacaraMacauRules, settlement: Settlement
) -> tuple[Found, ...]:
    """Return the faults of table, bets and procedure that the record decides."""
    found = shared_faults(record, rules, CITES, settlement)
    found.extend(no_online(record))
    if record.limites:
        check_unlimited(record, found)
    if record.diferenca_maxima is not None:
        check_difference(record, standing(record, CITES, settlement), found)
    return tuple(found)


def check_unlimited(record: BacaraMacauRecord, found: list[Found]) -> None:
    """R8: the stakes of a player on a chance are unlimited, so a table has no maximum."""
    found.extend(
        Found(
            code="PB-R8",
            rule="PM R8",
            expected="sem_limite",
            recorded=money_text(limit.maximum),
            facts={"tipo": tipo},
        )
        for tipo, limit in record.limites.items()
        if limit.maximum
    )


def check_difference(record: BacaraMacauRecord, bets: Sequence[Aposta], found: list[Found]) -> None:
    """R39: the difference between all bets on ponto and on banca, where the table limits it."""
    assert record.diferenca_maxima is not None
    most = record.diferenca_maxima
    if record.diferenca_autorizada is False:
        found.append(
            Found(
                code="PB-R8",
                rule="PM R39",
                recorded=money_text(most),
                facts={"fact": "autorizada"},
            )
        )
    # A stake below nothing is none, and BET-MIN tells it; nor can a limit be below nothing.
    laid = {side: sum(max(bet.valor, 0) for bet in bets if bet.tipo == side) for side in SIDES}
    difference = abs(laid[PONTO] - laid[BANCA])
    # A stake on a chance that nobody can read may lie on the other side.
    unread = sum(max(bet.valor, 0) for bet in record.bets if bet.tipo not in CHANCES)
    if difference - unread > max(most, 0):
        more = PONTO if laid[PONTO] > laid[BANCA] else BANCA
        last = [bet for bet in bets if bet.tipo == more][-1]
        found.append(
            Found(
                code="PB-R8",
                rule="PM R39",
                seat=last.seat,
                bet=last.bet,
                expected=money_text(most),
                recorded=money_text(difference),
                amount=difference - most,
                facts=dict(laid),
            )
        )


def quick(record: BacaraMacauRecord, rules: BacaraMacauRules) -> Settlement | None:
    """Settle and verify a faultless coup at once; None leaves the coup to the long road."""
    if record.diferenca_maxima is not None or record.limites:
        return None
    return quickly(record, rules, CITES, NAME)


def relabel(
    record: BacaraMacauRecord, rules: BacaraMacauRules, settlement: Settlement, fault: Found
) -> Found | None:
    """Give a wrong payment its own name, or None where another finding tells it already."""
    return name_payment(record, rules, CITES, settlement, fault)


# --- the register --------------------------------------------------------------------------------

COVERAGE: Final = (
    *TABLE_COVERAGE,
    *watched("PB-R8, BET-MIN", "R8"),
    *COUP_COVERAGE,
    *not_checkable("who handles the cards decides nothing", "R35"),
    *watched("RES-IMPOSS; points announced against the cards", "R36"),
    *not_checkable("a permission", "R37"),
    *implemented("settle, winner_of; PB-TIE", "R38"),
    *implemented("check_difference; PB-R8", "R39"),
    *implemented("settle; PB-PAIR", "R40"),
    *implemented("settle; PB-COMM", "R41"),
    *implemented("settle", "R42"),
    *implemented("null_fate; PB-NUL, VOID-BAD, VOID-MISS, VOID-REFUND", "R43"),
)

GAME: Final = Game(
    name=NAME,
    section="PM",
    record=BacaraMacauRecord,
    settle=settle,
    verify=verify,
    rules=BacaraMacauRules,
    coverage=COVERAGE,
    relabel=relabel,
    quick=quick,
)
