"""Bacará ponto e banca: two hands against each other, stakes on either, on the tie and on pairs.

Rules: Portaria 1/2017, Anexo, Bacará ponto e banca, regras 1-34 and the variant online, 82-97,
cited as ``PB R32``. What it shares with ponto e banca/Macau stands in ``punto_banco``.
"""

from collections.abc import Sequence
from typing import Final

from projections.replay.game import Game, implemented, not_checkable, watched
from projections.replay.games.bacara.punto_banco.checks import shared_faults
from projections.replay.games.bacara.punto_banco.checks.bets import bettor, standing
from projections.replay.games.bacara.punto_banco.coverage import COUP_COVERAGE, TABLE_COVERAGE
from projections.replay.games.bacara.punto_banco.drawing import banca_draws
from projections.replay.games.bacara.punto_banco.hands import deal_of, pair, points_of
from projections.replay.games.bacara.punto_banco.payments import name_payment
from projections.replay.games.bacara.punto_banco.quick import quickly
from projections.replay.games.bacara.punto_banco.record import Aposta, PuntoBancoRecord
from projections.replay.games.bacara.punto_banco.rules import Cites, PuntoBancoRules
from projections.replay.games.bacara.punto_banco.score import winner_of
from projections.replay.games.bacara.punto_banco.settling import null_fate, settled
from projections.replay.kit.bets import instant, maxima_above_law
from projections.replay.kit.player_sessions import PlayerSession, demo_faults, session_faults
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Settlement

__all__ = ["banca_draws", "deal_of", "null_fate", "pair", "points_of", "winner_of"]

NAME: Final = "bacara_ponto_e_banca"
SHARED: Final = "shared"
DEMO: Final = "demo"


class BacaraPontoEBancaRecord(
    PuntoBancoRecord, frozen=True, kw_only=True, tag=NAME, tag_field="game"
):
    """One coup, from the first bet to the payments."""

    tempo_apostas: int | None = None
    """Online: the seconds for betting that the operator fixed for all (R86)."""
    segundos: int | None = None
    """Online: the seconds that the opening of the bets announced."""
    meios: tuple[str, ...] = ()
    """Of a demonstration: in what each prize was given, ``free_play`` or another thing."""
    sessoes: tuple[PlayerSession, ...] = ()
    """Players' sessions that ended, or were restricted, since the coup before."""


class BacaraPontoEBancaRules(PuntoBancoRules, frozen=True, kw_only=True):
    """The values in which laws may differ."""

    shared_players: int
    """The most players at a shared table online (R85)."""


CITES: Final = Cites(
    section="PB",
    wins="R29",
    pays="R30",
    pairs="R31",
    deduction="R32",
    stakes="R33",
    null="R34",
    announced="R27",
    close_online="R87",
    void_online="R91",
    network="R92",
)


def settle(record: BacaraPontoEBancaRecord, rules: BacaraPontoEBancaRules) -> Settlement:
    """Return the settlement of every bet. Payments are not read."""
    return settled(record, rules, CITES, NAME)


def verify(
    record: BacaraPontoEBancaRecord, rules: BacaraPontoEBancaRules, settlement: Settlement
) -> tuple[Found, ...]:
    """Return the faults of table, bets and procedure that the record decides."""
    found = shared_faults(record, rules, CITES, settlement)
    if record.limites:
        check_table_limits(record, rules, found)
    if record.mode != PHYSICAL:
        check_online(record, rules, standing(record, CITES, settlement), found)
    return tuple(found)


def check_table_limits(
    record: BacaraPontoEBancaRecord, rules: BacaraPontoEBancaRules, found: list[Found]
) -> None:
    """R8: a chance's maximum is at most so many times its minimum."""
    rules_of = dict.fromkeys(record.limites, "PB R8")
    found += maxima_above_law("PB-R8", record.limites, rules.maximum_per_minimum, rules_of)


def check_online(
    record: BacaraPontoEBancaRecord,
    rules: BacaraPontoEBancaRules,
    bets: Sequence[Aposta],
    found: list[Found],
) -> None:
    """R85, R86, R93-R96: who plays, the time for betting, sessions, demonstrations."""
    players = {bettor(bet) for bet in bets}
    most = rules.shared_players if record.mode == SHARED else 1
    if len(players) > most:
        found.append(
            Found(
                code="REG-RULE",
                rule="PB R85",
                expected=f"<= {most}",
                recorded=str(len(players)),
                facts={"mode": record.mode},
            )
        )
    if record.mode == SHARED:
        check_time(record, found)
    found.extend(
        session_faults(record.sessoes, history="PB R93", decides="PB R94", ending="PB R95")
    )
    if record.mode == DEMO:
        found.extend(demo_faults(record.meios, "PB R96"))


def check_time(record: BacaraPontoEBancaRecord, found: list[Found]) -> None:
    """R86: at a shared table the betting time is the one fixed, the same for all.

    The time announced is compared; where none was, the calls, which may not lie closer together.
    """
    due, given = record.tempo_apostas, record.segundos
    if due is None:
        return
    if given is None:
        opened = instant(record.apostas_abertas.at) if record.apostas_abertas else None
        closed = instant(record.nada_mais.at) if record.nada_mais else None
        if opened is None or closed is None:
            return
        lasted = (closed - opened).total_seconds()
        if lasted >= due:
            return
        given = int(lasted)
    if given != due:
        found.append(
            Found(code="ONL-TIME", rule="PB R86", expected=f"{due} s", recorded=f"{given} s")
        )


def quick(record: BacaraPontoEBancaRecord, rules: BacaraPontoEBancaRules) -> Settlement | None:
    """Settle and verify a faultless coup at once; None leaves the coup to the long road."""
    if record.limites:
        found: list[Found] = []
        check_table_limits(record, rules, found)
        if found:
            return None
    return quickly(record, rules, CITES, NAME)


def relabel(
    record: BacaraPontoEBancaRecord,
    rules: BacaraPontoEBancaRules,
    settlement: Settlement,
    fault: Found,
) -> Found | None:
    """Give a wrong payment its own name, or None where another finding tells it already."""
    return name_payment(record, rules, CITES, settlement, fault)


# --- the register --------------------------------------------------------------------------------

_SCREEN: Final = "what a screen shows: a person sees it: ONL-INFO"

COVERAGE: Final = (
    *TABLE_COVERAGE,
    *watched("PB-R8, BET-MIN, BET-MAX, BET-MULT", "R8"),
    *COUP_COVERAGE,
    *not_checkable("who handles the cards decides nothing", "R26"),
    *watched("RES-IMPOSS; points announced against the cards", "R27"),
    *not_checkable("a permission", "R28"),
    *implemented("winner_of", "R29"),
    *implemented("settle; PB-TIE", "R30"),
    *implemented("settle; PB-PAIR", "R31"),
    *implemented("settle; PB-COMM", "R32"),
    *implemented("settle", "R33"),
    *implemented("null_fate; PB-NUL, VOID-BAD, VOID-MISS, VOID-REFUND", "R34"),
    *implemented("settle: the rules of the table hold", "R82"),
    *not_checkable(_SCREEN, "R83", "R89"),
    *not_checkable("that a round ran in real time: its events carry their times", "R84"),
    *implemented("check_online; REG-RULE", "R85"),
    *implemented("check_time; ONL-TIME", "R86"),
    *watched("BET-LATE", "R87"),
    *not_checkable("a permission", "R88"),
    *not_checkable("whose hand marked a bet, which no record shows", "R90"),
    *implemented("null_fate; VOID-BAD, VOID-MISS, VOID-REFUND", "R91"),
    *implemented("null_fate; VOID-NET", "R92"),
    *implemented("check_online; ONL-HIST", "R93"),
    *implemented("check_online; ONL-EXCL", "R94", "R95"),
    *implemented("check_online; ONL-DEMO", "R96"),
    *not_checkable("what the site tells: a person sees it: ONL-INFO", "R97"),
)

GAME: Final = Game(
    name=NAME,
    section="PB",
    record=BacaraPontoEBancaRecord,
    settle=settle,
    verify=verify,
    rules=BacaraPontoEBancaRules,
    coverage=COVERAGE,
    relabel=relabel,
    quick=quick,
)
