"""A machine's play and the homologation in force, as the record that replay takes.

A jogada of a machine is told whole by one event, so there is nothing to gather but the pay table.
"""

from collections.abc import Sequence

from ledger.events.machines import Complement, MachineHomologated, PaySheet, Play, PlayVoided
from projections.replay.games.maquinas.record import (
    Combinacao,
    Complementar,
    Folha,
    Ganho,
    MaquinasRecord,
    Modo,
    Plano,
    RegraComplementar,
)
from projections.replay.record import Payment, Void

_MODES: dict[str, Modo] = {"line": "linha", "right": "direita", "scatter": "dispersa"}


def sheet_of(sheet: PaySheet) -> Folha:
    """Return a pay table in replay's words."""
    return Folha(
        plano=sheet.paytable,
        rolos=sheet.reels,
        filas=sheet.rows,
        linhas=sheet.lines,
        combinacoes=tuple(
            Combinacao(
                nome=one.name,
                simbolos=one.symbols,
                paga=one.pays,
                modo=_MODES[one.kind],
                progressivo=one.progressive,
            )
            for one in sheet.combinations
        ),
        curingas=sheet.wilds,
    )


def sheet_for(homologated: MachineHomologated | None, play: Play) -> Folha | None:
    """Return the pay table of a play; None if the homologation does not carry that pay table."""
    if homologated is None:
        return None
    sheets = homologated.sheets
    if play.paytable is None:
        return sheet_of(sheets[0]) if len(sheets) == 1 else None
    return next((sheet_of(one) for one in sheets if one.paytable == play.paytable), None)


def record_of(
    name: str,
    play: Play,
    homologated: MachineHomologated | None,
    *,
    void: PlayVoided | None = None,
    resumed: bool = False,
) -> MaquinasRecord:
    """Return the record of the play ``name``, with its void where it was voided."""
    paid = Payment(seat=1, bets=(1,), amount=play.cg)
    if void is not None and not play.stops and not play.symbols:
        paid = Payment(seat=1, bets=(1,), amount=0, stake_returned=void.returned)
    return MaquinasRecord(
        round=name,
        mode=play.mode,
        payments=(paid,),
        void=None if void is None else Void(cause=void.cause, rule=void.rule or "", side=void.side),
        aposta=play.stake,
        denominacao=play.denomination,
        linhas=play.lines,
        plano=play.paytable,
        paragens=play.stops,
        simbolos=play.symbols,
        ganhos=tuple(
            Ganho(linha=one.line, combinacao=one.combination, valor=one.amount) for one in play.wins
        ),
        pa=play.pa,
        pap_m=play.pap_m,
        pap_h=play.pap_h,
        pam=play.pam,
        complementares=tuple(
            Complementar(nome=one.name, aposta=one.stake, arriscado=one.risked, premio=one.prize)
            for one in play.complementary
        ),
        retomada=resumed,
        folha=sheet_for(homologated, play),
        homologadas=None if homologated is None else homologated.complementary,
        regras=_rules(() if homologated is None else homologated.complements),
        denominacoes=None if homologated is None else homologated.denominations,
        planos=None
        if homologated is None
        else tuple(
            Plano(plano=one.paytable, denominacao=one.denomination, linhas=one.lines)
            for one in homologated.plans
        ),
    )


def _rules(complements: Sequence[Complement]) -> tuple[RegraComplementar, ...]:
    return tuple(
        RegraComplementar(nome=one.name, fatores=one.factors, premios=one.awards)
        for one in complements
    )
