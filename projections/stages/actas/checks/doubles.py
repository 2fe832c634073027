"""Faults of doubles: paid before the second jogada was over, or never played again (R15, R45)."""

from collections.abc import Iterator

from projections.base.produced import Fault
from projections.stages.actas.jogada import Jogada


def double_faults(jogada: Jogada, place: str) -> Iterator[Fault]:
    """Find the faults of the doubles sold in a jogada (R15, R45).

    BI-PAYWHEN: all its prizes wait until the second jogada is over. BI-DOUBLE: there was none.
    """
    if not jogada.duplos or jogada.nula:
        return
    over = jogada.concluida
    for paid in jogada.pagos:
        if over is not None and paid.before(over):
            yield Fault(
                code="BI-PAYWHEN",
                rule="BI R45",
                positions=tuple(sorted((paid.position, over.position))),
                place=place,
                round=jogada.round,
                expected=f"paid when {jogada.segunda} was over, at {over.at}",
                recorded=f"paid at {paid.at}",
                amount=paid.valor,
                facts={"fact": "duplos", "next": jogada.segunda},
            )
    if jogada.sem_segunda is not None:
        yield Fault(
            code="BI-DOUBLE",
            rule="BI R15",
            positions=(jogada.opened, jogada.sem_segunda),
            place=place,
            round=jogada.round,
            expected="doubles valid in the next jogada",
            recorded="the room closed before it",
            amount=jogada.diferido,
            facts={"fact": "sem_segunda"},
        )
