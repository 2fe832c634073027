"""Faults of complementary bets: not homologated, or of impossible results (MÁQ R11)."""

from collections.abc import Iterator

from projections.replay.games.maquinas.record import MaquinasRecord, MaquinasRules
from projections.replay.games.maquinas.settling import Prizes, what_it_may_come_to
from projections.replay.settlement import Found, money_text


def complement_faults(
    record: MaquinasRecord, rules: MaquinasRules, prizes: Prizes
) -> Iterator[Found]:
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
