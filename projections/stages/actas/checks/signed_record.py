"""The record of a jogada as the room signed it, field by field beside what the events give.

Rules: BI R58, R59, R61; acta_de_bingo.md.
"""

from collections.abc import Sequence

from projections.base.produced import Fault
from projections.replay.settlement import money_text
from projections.stages.actas.checks.doubles import double_faults
from projections.stages.actas.jogada import Jogada, Registo, spans_text


def jogada_faults(jogada: Jogada, place: str) -> list[Fault]:
    """Return the faults of a jogada beyond its play: its record, and its doubles."""
    return [*record_faults(jogada, place), *double_faults(jogada, place)]


def record_faults(jogada: Jogada, place: str) -> list[Fault]:
    """Return the faults of a jogada's signed records (BI-ACTA-FIELD, BI-ACTA-SUM)."""
    found = [
        Fault(
            code="BI-ACTA-FIELD",
            positions=(jogada.opened, one.position),
            place=place,
            round=jogada.round,
            expected="every datum of R61 before the record is signed",
            recorded="signed before it was",
        )
        for one in jogada.registos
        if not one.valid
    ]
    last = jogada.registos[-1] if jogada.registos else None
    if last is not None:
        found += [
            Fault(
                code="BI-ACTA-SUM",
                positions=(jogada.closed or jogada.opened, last.position),
                place=place,
                round=jogada.round,
                expected=expected,
                recorded=recorded,
                facts={"field": name},
            )
            for name, expected, recorded in compared(jogada, last)
            if expected != recorded
        ]
    return found


def compared(jogada: Jogada, record: Registo) -> Sequence[tuple[str, str, str]]:
    """Return each field of R61 with what the events give and what the record says.

    What was told of the jogada after it had been recorded, a complaint or a breakdown, stands in
    the acta beside the record, and does not make the record wrong.
    """
    money, values, said = money_text, jogada.valores, record.said
    known = dict(noted_of(jogada) if record.noted is None else record.noted)
    return (
        ("a", jogada.inicio or said.started, said.started),
        ("b", ", ".join(one.serie for one in jogada.series), ", ".join(said.series)),
        ("c", money(jogada.series[0].preco if jogada.series else said.price), money(said.price)),
        ("d", str(jogada.cartoes), str(said.cards)),
        (
            "d intervalos",
            spans_text((one.serie, *span) for one in jogada.series for span in one.intervalos),
            spans_text((one.series, one.first, one.last) for one in said.sold),
        ),
        ("e", money(jogada.recolhido), money(said.collected)),
        ("f linha", money(values["linha"]), money(said.linha)),
        ("f bingo", money(values["bingo"]), money(said.bingo)),
        ("f adicionais", money(values["adicionais"]), money(said.additional)),
        ("f progressivo", money(values["progressivo"]), money(said.progressive)),
        ("g", money(values["g"]), money(said.tax)),
        ("h", jogada.ended or "", said.ended),
        ("i", jogada.anulada or "", said.annulled or ""),
        ("j", known["j"], ", ".join(sorted(said.complaints))),
        ("k", known["k"], ", ".join(sorted(said.ball_sets))),
        ("l", known["l"], str(said.breakdowns)),
        ("m", known["m"], str(said.incidents)),
    )


def noted_of(jogada: Jogada) -> tuple[tuple[str, str], ...]:
    """Return R61 j) to m) as the acta has them now, in the words in which a record has them."""
    return (
        ("j", ", ".join(sorted(one.nome for one in jogada.reclamacoes))),
        ("k", ", ".join(sorted(one.novo for one in jogada.bolas))),
        ("l", str(len(jogada.avarias))),
        ("m", str(len(jogada.ocorrencias))),
    )
