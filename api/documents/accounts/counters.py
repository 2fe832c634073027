"""The counters of a casino's machines over a period as paper: the twelve of each, by its closings.

Rules: contadores.md; MAQ R15; regulatory.md 5.1.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from api.documents.document import Block, Document, Grid, Language, Note, Teller, broken
from api.requests.period import Period

TWELVE = ("cj", "cg", "je", "rb", "de", "be", "pa", "cc", "bp", "pap", "pam", "ccm")
"""The law's order."""
COUNTED = frozenset({"je"})
"""Counters of jogadas, not of money."""


class MachineSums(Struct, frozen=True, kw_only=True):
    """A machine's closed days added up."""

    machine: str
    days: int
    sums: Mapping[str, int]
    """The twelve and ``receita``."""


def counters_document(
    machines: Sequence[MachineSums],
    period: Period,
    casino: str,
    currency: str,
    events: int,
    command: str,
    language: Language,
) -> Document:
    """Return the twelve counters of each machine of a casino, all closed days together.

    ``events`` are the closings that they come from.
    """
    tell = Teller(language, currency=currency)
    names = (*TWELVE, "receita")
    blocks: list[Block] = [
        Grid(
            title=currency,
            columns=[
                tell.column("Máquina", "Machine", wide=1),
                tell.figures("Dias", "Days"),
                *(tell.figures(one.upper(), one.upper()) for one in TWELVE),
                tell.figures("Receita", "Revenue"),
            ],
            rows=[
                [broken(one.machine), tell.count(one.days), *_figures(one.sums, names, tell)]
                for one in machines
            ],
            totals=[
                [
                    "Total",
                    "",
                    *_figures(
                        {name: sum(one.sums[name] for one in machines) for name in names},
                        names,
                        tell,
                    ),
                ]
            ],
            note=tell.of(
                "Soma dos dias fechados de cada máquina; JE conta jogadas. Receita: RB menos o que "
                "as apostas deram aos acumulados e mais os prémios que os acumulados pagaram.",
                "The closed days of each machine added up; JE counts jogadas. Revenue: RB less "
                "what the stakes gave to pools, and with the prizes that pools paid.",
            ),
        )
    ]
    if not machines:
        blocks = [Note(tell.of("Nenhuma máquina foi fechada.", "No machine was closed."))]
    return Document(
        title=tell.of("Mapa de contadores", "Counters of machines"),
        subject=f"Casino {casino}",
        period=tell.period(period),
        events=events,
        blocks=blocks,
        command=command,
        wide=True,
        language=language,
        casino=casino,
    )


def _figures(sums: Mapping[str, int], names: Sequence[str], tell: Teller) -> list[str]:
    return [tell.count(sums[name]) if name in COUNTED else tell.money(sums[name]) for name in names]
