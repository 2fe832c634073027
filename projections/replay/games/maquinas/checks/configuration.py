"""Faults of a configuration: a denomination or plan that is not homologated (MÁQ R7, R9)."""

from collections.abc import Iterator

from projections.replay.games.maquinas.record import MaquinasRecord
from projections.replay.settlement import Found


def configuration_faults(record: MaquinasRecord) -> Iterator[Found]:
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
