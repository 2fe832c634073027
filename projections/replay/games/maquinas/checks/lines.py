"""Faults of lines not paid by their highest combination, or not at all (MÁQ R13, R14)."""

from collections.abc import Iterator

from projections.replay.games.maquinas.record import MaquinasRecord
from projections.replay.games.maquinas.settling import Prizes
from projections.replay.left_open.unread import IMPOSSIBLE, UNREADABLE
from projections.replay.settlement import Found, money_text


def line_faults(record: MaquinasRecord, prizes: Prizes) -> Iterator[Found]:
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
    lines = range(len(record.folha.linhas) + 1) if record.folha is not None else range(1)
    nowhere = [one.linha for one in record.ganhos if one.linha not in lines]
    if nowhere:  # no line of the table: which one it was nobody can read, and the sum is compared
        yield Found(
            code=IMPOSSIBLE,
            rule="MÁQ R14",
            expected=f"0-{len(lines) - 1}",
            recorded=", ".join(map(str, nowhere)),
            facts={"fact": UNREADABLE, "what": "linha"},
        )
        return
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
