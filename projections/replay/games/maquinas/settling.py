"""Settles a jogada: lines and scatter by the table, then the complementary bets step by step.

Prizes of a machine are gross: the stake is not returned beside them. What was credited stands in
the payments and is never read here.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from projections.replay.games.maquinas.record import (
    Complementar,
    MaquinasRecord,
    MaquinasRules,
    RegraComplementar,
)
from projections.replay.games.maquinas.reels import Hit, Reels, levels_of, reels_of
from projections.replay.settlement import Found, Line, Outcome, Phrase, Settlement, Step

HUNDREDTHS: Final = 100
DOUBLED: Final = (0, 200)
"""R11 a: the prize is doubled or lost."""

LINE_PAYS: Final = Phrase(
    pt="Linha {linha}: {combinacao} paga {valor:m}, a mais alta da linha.",
    en="Line {linha}: {combinacao} pays {valor:m}, the highest of the line.",
)
SCATTER_PAYS: Final = Phrase(
    pt="Em qualquer posição: {combinacao} paga {valor:m}.",
    en="Anywhere: {combinacao} pays {valor:m}.",
)
PROGRESSIVE: Final = Phrase(
    pt="Linha {linha}: {combinacao} dá o prémio acumulado progressivo, e nada pela tabela.",
    en="Line {linha}: {combinacao} gives the progressive prize, and nothing by the table.",
)
NOTHING_WON: Final = Phrase(
    pt="Nenhuma linha tem combinação premiada: perdem-se {stake:m}.",
    en="No line has a winning combination: {stake:m} are lost.",
)
ALL_LINES: Final = Phrase(
    pt="Pagam-se todas as linhas: {valor:m}.", en="All lines are paid: {valor:m}."
)
COMPLEMENT: Final = Phrase(
    pt="{nome}: arriscados {arriscado:m}, apostados {aposta:m}; o prémio passa a {premio:m}.",
    en="{nome}: {arriscado:m} risked, {aposta:m} staked; the prize becomes {premio:m}.",
)
UNKNOWN: Final = Phrase(
    pt="Sem a folha de pagamentos e o resultado dos rolos o prémio não se pode calcular.",
    en="Without the pay table and the reels' outcome the prize cannot be computed.",
)
AS_SAID: Final = Phrase(
    pt="As linhas, como a máquina as registou, somam {valor:m}.",
    en="The lines, as the machine recorded them, add up to {valor:m}.",
)
VOID: Final = Phrase(
    pt="A jogada não terminou e é nula: devolvem-se {stake:m}.",
    en="The play did not finish and is null: {stake:m} go back.",
)


class Prizes(Struct, frozen=True, kw_only=True, gc=False):
    """The prizes by the table."""

    hits: tuple[Hit, ...] = ()
    total: int | None = None
    """None: it cannot be computed."""
    found: tuple[Found, ...] = ()

    @property
    def progressive(self) -> bool:
        """Whether a combination gives a progressive prize."""
        return any(hit.combination.progressivo for hit in self.hits)


def staked(record: MaquinasRecord) -> int:
    """Return the sum of all stakes from the credit balance (CJ)."""
    return record.aposta + sum(one.aposta for one in record.complementares)


def table_prizes(record: MaquinasRecord) -> Prizes:
    """Return the prizes of lines and scatter by the homologated table (R13, R14)."""
    sheet = record.folha
    if sheet is None or not record.conhecida:
        return Prizes()
    reels = reels_of(sheet)
    seen, found = seen_by(record, reels)
    lines = len(sheet.linhas) if record.linhas is None else record.linhas
    level = reels.level(record.aposta, lines, record.denominacao)
    if level is None and levels_of(sheet) is None and _divides(record.aposta, lines):
        level, unit = record.aposta // lines, 1  # in proportion: a line's stake in minor units
    else:
        unit = record.denominacao
    if not _is_level(reels, level, lines):
        found.append(
            Found(
                code="MQ-RTP-CFG",
                rule="MÁQ R7, R9",
                expected=f"1 to {len(sheet.linhas)} lines, whole credits, a bet level of the table",
                recorded=f"{record.aposta} on {lines} lines at {record.denominacao}",
                facts={"fact": "bet_level"},
            )
        )
        seen = None
    if seen is None or level is None:
        return Prizes(found=tuple(found))
    hits = tuple(reels.hits(seen, lines, level, unit))
    return Prizes(hits=hits, total=sum(hit.amount for hit in hits), found=tuple(found))


def _divides(stake: int, lines: int) -> bool:
    return lines > 0 and stake % lines == 0


def _is_level(reels: Reels, level: int | None, lines: int) -> bool:
    highest = levels_of(reels.sheet)
    return (
        level is not None
        and 1 <= lines <= len(reels.sheet.linhas)
        and (highest is None or 1 <= level <= highest)
    )


def seen_by(record: MaquinasRecord, reels: Reels) -> tuple[tuple[str, ...] | None, list[Found]]:
    """Return the symbols seen, and the faults of stops or symbols that the reels lack."""
    if not record.paragens:
        if reels.is_window(record.simbolos):
            return record.simbolos, []
        return None, [_impossible("symbols of the homologated reels", record.simbolos)]
    seen = reels.window(record.paragens)
    if seen is None:
        return None, [_impossible("a stop of each reel", record.paragens)]
    if record.simbolos and record.simbolos != seen:
        return seen, [_impossible(" ".join(seen), record.simbolos)]
    return seen, []


def _impossible(expected: str, recorded: Iterable[object]) -> Found:
    return Found(
        code="RES-IMPOSS",
        rule="MÁQ R5",
        expected=expected,
        recorded=" ".join(map(str, recorded)) or "none",
    )


def settle(record: MaquinasRecord, rules: MaquinasRules) -> Settlement:
    """Return the prize of the jogada, and why."""
    found: list[Found] = []
    if record.void is not None and is_null(record):
        line = Line(
            seat=1,
            bet=1,
            outcome=Outcome.DEVOLVIDA,
            stake=staked(record),
            returned=staked(record),
            rules=("MÁQ R36",),
            why=(Step(VOID, rule="MÁQ R36"),),
        )
    else:
        line, found = _line(record, rules)
    return Settlement(
        game="maquinas",
        round=record.round,
        currency=record.currency,
        lines=(line,),
        void=line.outcome is Outcome.DEVOLVIDA,
        result=_result(record),
        found=tuple(found),
    )


def is_null(record: MaquinasRecord) -> bool:
    """Tell whether a void holds: the outcome does not stand in the record (R36, R37)."""
    assert record.void is not None
    return not record.conhecida and record.void.side != "player" and not record.retomada


def _line(record: MaquinasRecord, rules: MaquinasRules) -> tuple[Line, list[Found]]:
    prizes = table_prizes(record)
    found = list(prizes.found)
    why, prize = _table_steps(record, prizes)
    for one in record.complementares:
        why.append(_complement_step(one))
        if prize is not None:
            allowed = what_it_may_come_to(record, rules, one, prize)
            possible = allowed is None or one.premio in allowed
            prize = one.premio if possible and one.arriscado <= prize else None
    stake = staked(record)
    if prize is None:
        outcome, paid = Outcome.PENDENTE, 0
    else:
        outcome, paid = (Outcome.GANHA if prize > 0 else Outcome.PERDE), prize
    rules_cited = ("MÁQ R13", "MÁQ R14", *(("MÁQ R11",) if record.complementares else ()))
    line = Line(
        seat=1,
        bet=1,
        outcome=outcome,
        stake=stake,
        prize=paid,
        rules=rules_cited,
        why=tuple(why),
    )
    return line, found


def _table_steps(record: MaquinasRecord, prizes: Prizes) -> tuple[list[Step], int | None]:
    """Return the steps and the amount of the pay table's prize; None where either is unknown."""
    if prizes.total is None:
        if record.folha is not None or not record.ganhos:
            return [Step(UNKNOWN)], None
        said = sum(one.valor for one in record.ganhos)
        return [Step(AS_SAID, {"valor": said}, "MÁQ R14")], said
    why: list[Step] = []
    for hit in prizes.hits:
        phrase = SCATTER_PAYS if hit.line == 0 else LINE_PAYS
        phrase = PROGRESSIVE if hit.combination.progressivo else phrase
        values = {"linha": hit.line, "combinacao": hit.combination.nome, "valor": hit.amount}
        why.append(Step(phrase, values, "MÁQ R18" if hit.combination.progressivo else "MÁQ R13"))
    if len(prizes.hits) > 1:
        why.append(Step(ALL_LINES, {"valor": prizes.total}, "MÁQ R14"))
    return why or [Step(NOTHING_WON)], prizes.total


def _complement_step(one: Complementar) -> Step:
    values = {
        "nome": one.nome,
        "arriscado": one.arriscado,
        "aposta": one.aposta,
        "premio": one.premio,
    }
    return Step(COMPLEMENT, values, "MÁQ R11")


def what_it_may_come_to(
    record: MaquinasRecord, rules: MaquinasRules, one: Complementar, prize: int
) -> set[int] | None:
    """Return the prizes possible after a complementary bet; None where no rule of it is known."""
    rule = next((rule for rule in record.regras if rule.nome == one.nome), None)
    if rule is None and one.nome in rules.dobrar:
        rule = RegraComplementar(nome=one.nome, fatores=DOUBLED)
    if rule is None:
        return None
    kept = prize - one.arriscado
    at_risk = one.arriscado + one.aposta
    came = {kept + at_risk * factor // HUNDREDTHS for factor in rule.fatores}
    came |= {kept + award * record.aposta for award in rule.premios}
    return came


def _result(record: MaquinasRecord) -> dict[str, object]:
    if record.simbolos:
        return {"simbolos": list(record.simbolos)}
    return {"paragens": list(record.paragens)} if record.paragens else {}
