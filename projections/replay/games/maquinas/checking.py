"""Faults of a jogada: lines, complementary bets, configuration, voids, online play."""

from collections.abc import Iterator, Sequence

from projections.replay.games.maquinas.record import MaquinasRecord, MaquinasRules
from projections.replay.games.maquinas.settling import (
    Prizes,
    is_null,
    table_prizes,
    what_it_may_come_to,
)
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Line, Outcome, Settlement, money_text

DEMO = "demo"


def verify(
    record: MaquinasRecord, rules: MaquinasRules, _settlement: Settlement
) -> tuple[Found, ...]:
    """Return every fault but that of the amount credited, which the payments tell."""
    prizes = table_prizes(record)
    return (
        *_configuration(record),
        *_lines(record, prizes),
        *_complements(record, rules, prizes),
        *_void(record),
        *_online(record),
    )


def _configuration(record: MaquinasRecord) -> Iterator[Found]:
    """Find a denomination or plan that is not homologated (R7, R9)."""
    if record.denominacoes is not None and record.denominacao not in record.denominacoes:
        yield _unhomologated(
            "denomination", " ".join(map(str, record.denominacoes)), str(record.denominacao)
        )
    if record.planos is not None and not any(
        record.plano in (None, one.plano)
        and one.denominacao == record.denominacao
        and one.linhas in (0, record.linhas)
        for one in record.planos
    ):
        said = f"{record.plano} at {record.denominacao}, {record.linhas} lines"
        known = "; ".join(f"{p.plano} at {p.denominacao}, {p.linhas}" for p in record.planos)
        yield _unhomologated("plan", known, said)


def _unhomologated(fact: str, expected: str, recorded: str) -> Found:
    return Found(
        code="MQ-RTP-CFG",
        rule="MÁQ R7, R9",
        expected=expected,
        recorded=recorded,
        facts={"fact": fact},
    )


def _lines(record: MaquinasRecord, prizes: Prizes) -> Iterator[Found]:
    """Find lines that were not paid by their highest combination, or not at all (R13, R14)."""
    if prizes.total is None:
        return
    if prizes.progressive and not record.pap_m + record.pap_h and record.void is None:
        yield Found(
            code="MQ-LINE",
            rule="MÁQ R13, R18",
            expected="a progressive prize",
            recorded="none",
            facts={"fact": "progressive"},
        )
    if not record.ganhos:
        return  # the machine tells no lines: then the sum alone is compared
    due = {hit.line: hit for hit in prizes.hits if not hit.combination.progressivo}
    said: dict[int, int] = {}
    for one in record.ganhos:
        said[one.linha] = said.get(one.linha, 0) + one.valor
    for line in sorted(due.keys() | said.keys()):
        hit = due.get(line)
        expected, recorded = (hit.amount if hit is not None else 0), said.get(line, 0)
        if expected != recorded:
            name = "" if hit is None else f"{hit.combination.nome} "
            yield Found(
                code="MQ-LINE",
                rule="MÁQ R13" if line in due and line in said else "MÁQ R14",
                expected=f"{name}{money_text(expected)}",
                recorded=money_text(recorded),
                amount=recorded - expected,
                facts={"line": line},
            )


def _complements(record: MaquinasRecord, rules: MaquinasRules, prizes: Prizes) -> Iterator[Found]:
    """Find complementary bets that are not homologated, or have impossible results (R11)."""
    prize = prizes.total
    for number, one in enumerate(record.complementares, 1):
        if record.homologadas is not None and one.nome not in record.homologadas:
            yield _complement(number, " ".join(record.homologadas) or "none", one.nome, "name")
        if prize is None:
            continue
        if one.arriscado > prize:
            yield _complement(
                number, f"at most {money_text(prize)}", money_text(one.arriscado), "risked"
            )
        allowed = what_it_may_come_to(record, rules, one, prize)
        if allowed is not None and one.premio not in allowed:
            yield _complement(
                number,
                " or ".join(map(money_text, sorted(allowed))),
                money_text(one.premio),
                "prize",
            )
        prize = one.premio


def _complement(number: int, expected: str, recorded: str, fact: str) -> Found:
    return Found(
        code="MQ-COMP",
        rule="MÁQ R11",
        expected=expected,
        recorded=recorded,
        facts={"fact": fact, "step": number},
    )


def _void(record: MaquinasRecord) -> Iterator[Found]:
    """Find voids without a ground (R36, R37): the outcome known, the player's side, resumed."""
    void = record.void
    if void is None or is_null(record):
        return
    if record.conhecida:
        code, rule, expected = "VOID-BAD", "MÁQ R36", "a play without an outcome"
    elif void.side == "player":
        code, rule, expected = "VOID-NET", "MÁQ R37", "a fault of the operator's system"
    else:
        code, rule, expected = "MQ-ONL-VOID", "MÁQ R36", "a play that was not resumed"
    yield Found(code=code, rule=rule, expected=expected, recorded=void.cause)


def _online(record: MaquinasRecord) -> Iterator[Found]:
    """Find prizes of online play that wait for a hand (R33), or of demonstration (R39)."""
    by_hand = record.pam + record.pap_h
    if record.mode == DEMO:
        if record.pa + record.pap_m + by_hand:
            yield Found(
                code="ONL-DEMO",
                rule="MÁQ R39",
                expected="free play",
                recorded=money_text(record.pa + record.pap_m + by_hand),
            )
    elif record.mode != PHYSICAL and by_hand:
        yield Found(
            code="MQ-ONL-PAY",
            rule="MÁQ R33",
            expected="credits or the player's account, at once",
            recorded=f"{money_text(by_hand)} by hand",
            amount=-by_hand,
        )


def payment_code(
    record: MaquinasRecord, settlement: Settlement, _lines: Sequence[Line], _due: int, _paid: int
) -> tuple[str, str] | None:
    """Name a wrong credit: of an unfinished jogada, of complementary bets, or of the lines."""
    if settlement.void:
        return ("MQ-ONL-VOID" if record.mode != PHYSICAL else "VOID-REFUND"), "MÁQ R36"
    if record.complementares:
        return "MQ-COMP", "MÁQ R11"
    return "MQ-LINE", "MÁQ R13, R14"


def relabel(
    record: MaquinasRecord, _rules: MaquinasRules, settlement: Settlement, found: Found
) -> Found | None:
    """Drop payment faults that are none: prizes paid by hand (R12), voids, lines told already."""
    if record.void is not None and not settlement.void:
        return None
    if settlement.lines[0].outcome is Outcome.PENDENTE:
        return None  # nobody can say what was due
    due = settlement.lines[0].due
    told = record.folha and record.ganhos and not record.complementares
    if told and sum(one.valor for one in record.ganhos) == due + (found.amount or 0):
        return None  # it paid what its lines say: they tell what is wrong
    missing = -(found.amount or 0)
    if not settlement.void and missing > 0 and record.pam >= missing in (due, record.pam):
        return None
    if found.code in ("PAY-DIFF", "PAY-NONE"):
        code, rule = payment_code(record, settlement, settlement.lines, due, 0) or ("", "")
        return Found(
            code=code,
            rule=rule,
            seat=found.seat,
            bet=found.bet,
            expected=found.expected,
            recorded=found.recorded,
            amount=found.amount,
            facts=found.facts,
        )
    return found
