"""Finance's paper on the tax: base by day and category, due beside declared, adjustments.

Rules: contabilidade_de_mesa.md; regulatory.md 5.2.
"""

import shlex
from collections.abc import Mapping, Sequence
from typing import Final

from api.documents.document import (
    Block,
    Cell,
    Column,
    Document,
    Fields,
    Grid,
    Heading,
    Language,
    Note,
    Rows,
    Teller,
    broken,
    one_casino,
)
from api.documents.words.reasons import CATEGORIES as NAMES_OF_CATEGORIES
from api.documents.words.reasons import REVENUE_REASONS
from api.documents.words.zones import day_end_word
from api.requests.period import Period
from projections.stages.accounts.queries import Adjustment, RevenueDay, TaxPaper, TaxSpan
from projections.stages.accounts.tax import CATEGORIES, LAW, DayRate

_PARTS: Final[Mapping[str, tuple[str, str]]] = {
    "estado": ("Estado", "State"),
    "turismo": ("Turismo", "Tourism"),
    "desporto": ("Desporto", "Sport"),
    "cultura": ("Cultura", "Culture"),
    "municipios": ("Municípios", "Municipalities"),
    "educacao": ("Educação", "Education"),
}
_LEADING: Final = 2
"""Cells of a division before its amounts."""


def tax_document(
    papers: Sequence[TaxPaper],
    period: Period,
    casino: str | None,
    events: int,
    position: int,
    language: Language,
) -> Document:
    """Return the tax of a period, casino by casino: base, rate, tax, parts, declared beside due."""
    tell = Teller(language)
    blocks: list[Block] = []
    for number, paper in enumerate(papers):
        blocks += _paper(paper, tell, page=number > 0)
    if not papers:
        blocks.append(Note(tell.of("Não há receita neste período.", "There is no revenue.")))
    options = period.options + (f" --casino {shlex.quote(casino)}" if casino is not None else "")
    return Document(
        title=tell.of("Mapa do imposto especial", "Tax working paper"),
        subject=", ".join(
            tell.of("todos os casinos", "all casinos") if one.casino == "*" else one.casino
            for one in papers
        )
        or "—",
        period=tell.period(period),
        events=events,
        blocks=blocks,
        command=tell.command(f"accounts tax{options}", position),
        wide=True,
        language=language,
        casino=one_casino(one.casino for one in papers),
    )


def _paper(paper: TaxPaper, tell: Teller, *, page: bool) -> list[Block]:
    name = tell.of("todos", "all") if paper.casino == "*" else paper.casino
    return [
        Heading(f"Casino {name}", page),
        Fields(
            [
                (tell.of("Perfil", "Profile"), ", ".join(paper.profiles) or "—"),
                (tell.of("Moeda", "Currency"), paper.currency or "—"),
                (tell.of("Dias de jogo", "Gaming days"), tell.days(paper.first, paper.last)),
                (
                    tell.of("Fim do dia de jogo", "End of the gaming day"),
                    day_end_word(paper.day_ends, tell.language) or "—",
                ),
            ]
        ),
        *_foreign(paper, tell),
        *(
            block
            for one in paper.currencies
            for block in _in_currency(paper, one, tell.written_in(one))
        ),
        *_no_late(paper, tell),
    ]


def _in_currency(paper: TaxPaper, currency: str, tell: Teller) -> list[Block]:
    """Return the blocks of a currency, named where the casino has several."""
    marked = "" if paper.currencies == [paper.currency] else f" ({currency})"
    revenue = [one for one in paper.revenue if one.currency == currency]
    spans = [one for one in paper.spans if one.currency == currency]
    late = [one for one in paper.adjustments if one.currency == currency]
    return [
        *([_by_day(revenue, marked, tell), _by_reason(revenue, marked, tell)] if revenue else []),
        *_due(spans, marked, tell),
        *_parts(spans, marked, tell),
        *_late(late, marked, tell),
    ]


def _foreign(paper: TaxPaper, tell: Teller) -> list[Block]:
    """Return the paragraph on money of other currencies."""
    others = [one for one in paper.currencies if one != paper.currency]
    if not others and not paper.foreign:
        return []
    tables = ", ".join(paper.foreign) or "—"
    return [
        Note(
            tell.of(
                f"Mesas noutra moeda: {tables}. As suas importâncias não se convertem nem se "
                "somam às do casino: estão em quadros seus, na sua moeda. Uma declaração é na "
                "moeda do casino e não as abrange.",
                f"Tables in another currency: {tables}. Their amounts are neither converted nor "
                "added to the casino's: they stand in grids of their own, in their currency. A "
                "declaration is in the casino's currency and does not cover them.",
            ),
        )
    ]


def _of(names: Mapping[str, tuple[str, str]], name: str, tell: Teller) -> str:
    return tell.of(*names.get(name, (name, name)))


def _in_order(names: set[str]) -> list[str]:
    """Return categories in the law's order, those it does not know after them."""
    return [one for one in CATEGORIES if one in names] + sorted(names - set(CATEGORIES))


def _by_day(revenue: Sequence[RevenueDay], marked: str, tell: Teller) -> Grid:
    names = _in_order({one.category for one in revenue})
    days = sorted({one.day for one in revenue})
    sums: dict[tuple[str, str], int] = {}
    for one in revenue:
        for key in ((one.day, one.category), (one.day, ""), ("", one.category), ("", "")):
            sums[key] = sums.get(key, 0) + one.amount

    def row(day: str, said: str) -> list[Cell | str]:
        return [
            said,
            *(tell.money(sums.get((day, name), 0)) for name in names),
            Cell(tell.money(sums.get((day, ""), 0)), "bold"),
        ]

    return Grid(
        title=tell.of("Base por dia e categoria", "Base by day and category") + marked,
        columns=[
            tell.column("Dia", "Day"),
            *(Column(_of(NAMES_OF_CATEGORIES, name, tell), figures=True, wide=1) for name in names),
            Column("Total", figures=True, wide=1),
        ],
        rows=[row(day, tell.day(day)) for day in days],
        totals=[row("", tell.of("Período", "Period"))],
    )


def _by_reason(revenue: Sequence[RevenueDay], marked: str, tell: Teller) -> Grid:
    found: dict[tuple[str, str], list[RevenueDay]] = {}
    for one in revenue:
        found.setdefault((one.category, one.reason), []).append(one)
    order = _in_order({category for category, _ in found})
    rows: Rows = [
        [
            _of(NAMES_OF_CATEGORIES, category, tell),
            _of(REVENUE_REASONS, reason, tell),
            tell.count(sum(one.entries for one in mine)),
            tell.span(min(one.first for one in mine), max(one.last for one in mine)),
            tell.money(sum(one.amount for one in mine)),
        ]
        for (category, reason), mine in sorted(
            found.items(), key=lambda pair: (order.index(pair[0][0]), pair[0][1])
        )
    ]
    return Grid(
        title=tell.of("De que se faz a base", "What the base is made of") + marked,
        columns=[
            tell.column("Categoria", "Category", wide=1),
            tell.column("Lançamento", "Entry", wide=2),
            tell.figures("Lançamentos", "Entries", wide=1),
            tell.figures("Posições", "Positions", wide=1),
            tell.figures("Importância", "Amount", wide=1),
        ],
        rows=rows,
        totals=[
            [
                "Total",
                "",
                tell.count(sum(one.entries for one in revenue)),
                "",
                tell.money(sum(one.amount for one in revenue)),
            ]
        ],
    )


def _due(spans: Sequence[TaxSpan], marked: str, tell: Teller) -> list[Block]:
    if not spans:
        return []
    return [
        Grid(
            title=tell.of("Devido e declarado", "Due and declared") + marked,
            columns=[
                tell.column("Dias", "Days", wide=2),
                tell.column("Imposto", "Tax", wide=2),
                tell.figures("Base", "Base", wide=2),
                tell.figures("Taxa", "Rate", wide=1),
                tell.figures("Devido", "Due", wide=2),
                tell.figures("Base declarada", "Base declared", wide=2),
                tell.figures("Imposto declarado", "Tax declared", wide=2),
                tell.figures("Dif. da base", "Base off", wide=2),
                tell.figures("Dif. do imposto", "Tax off", wide=2),
                tell.figures("Declaração", "Declaration", wide=2),
                tell.column("Constatações", "Findings", wide=2),
            ],
            rows=_due_rows(spans, tell),
            note=tell.of(
                "Sobre uma perda não há imposto; os cêntimos cortam-se. Declaração: a posição do "
                "evento. O que ninguém declarou ainda apura-se como se fosse uma só "
                "declaração. A taxa de cada dia de jogo é a que vigorava no seu fim, conhecida ao "
                "declarar-se: ",
                "No tax is due on a loss; cents are cut off. Declaration: the event's position. "
                "What nobody has declared yet is computed as if it were one declaration. Each "
                "gaming day's rate is the one in force at its end, as known when declared: ",
            )
            + _whence(spans, tell)
            + ".",
        ),
        *_due_notes(spans, tell),
    ]


def _due_rows(spans: Sequence[TaxSpan], tell: Teller) -> Rows:
    rows: Rows = []
    for one in spans:
        base_off = None if one.declared_base is None else one.declared_base - one.base
        tax_off = (
            None if one.declared_tax is None or one.tax is None else one.declared_tax - one.tax
        )
        rows.append(
            [
                tell.days(one.first, one.last),
                one.tax_name.replace("_", " ")
                + (f" · {_of(NAMES_OF_CATEGORIES, one.category, tell)}" if one.category else ""),
                tell.money(one.base),
                " / ".join(dict.fromkeys(tell.percent(rate.ppm) for rate in one.rates)),
                Cell(tell.money(one.tax), "bold"),
                tell.money(one.declared_base),
                tell.money(one.declared_tax),
                tell.off(base_off),
                tell.off(tax_off),
                tell.of("por declarar", "not declared")
                if one.declared is None
                else str(one.declared),
                Cell(", ".join(one.findings), "wrong"),
            ]
        )
    return rows


def _due_notes(spans: Sequence[TaxSpan], tell: Teller) -> list[Note]:
    """Return notes on changes since a declaration, and on rates that nobody knows."""
    notes = [
        Note(
            tell.of(
                f"{tell.days(one.first, one.last)}: quando foi declarado, os eventos davam "
                f"a base de {tell.money(one.base_then)}; hoje dão {tell.money(one.base)}.",
                f"{tell.days(one.first, one.last)}: when it was declared the events gave a base of "
                f"{tell.money(one.base_then)}; now they give {tell.money(one.base)}.",
            ),
            "wrong",
        )
        for one in spans
        if one.base_then is not None and one.base_then != one.base
    ]
    if any(one.tax is None for one in spans):
        notes.append(
            Note(
                tell.of(
                    "Nem parâmetro nem perfil dão a taxa: o imposto não se apura.",
                    "Neither a parameter nor the profile gives the rate: no tax is computed.",
                ),
                "wrong",
            )
        )
    return notes


def _whence(spans: Sequence[TaxSpan], tell: Teller) -> str:
    """Return the origin of each rate: a parameter or the law; of several with their days."""

    def said(rate: DayRate, *, of_several: bool) -> str:
        days = f" ({tell.days(rate.first, rate.last)})" if of_several else ""
        if rate.ppm is None:
            return tell.of("não se conhece", "not known") + days
        ppm = tell.percent(rate.ppm)
        if rate.known is None:
            return tell.of(f"{ppm}, a da lei ({LAW})", f"{ppm}, the law's ({LAW})") + days
        return (
            tell.of(
                f"{ppm}, do parâmetro da posição {rate.known}",
                f"{ppm}, of the parameter at position {rate.known}",
            )
            + days
        )

    return "; ".join(
        dict.fromkeys(
            said(rate, of_several=len(span.rates) > 1) for span in spans for rate in span.rates
        )
    )


def _parts(spans: Sequence[TaxSpan], marked: str, tell: Teller) -> list[Block]:
    """Return each tax's division: by the law, and beneath it as declared."""
    mine = [one for one in spans if one.shares or one.declared_shares]
    if not mine:
        return []
    names = list(
        dict.fromkeys(name for one in mine for name in (*one.shares, *one.declared_shares))
    )
    due, said = tell.of("devida", "due"), tell.of("declarada", "declared")

    def row(lead: str, which: str, shares: Mapping[str, int]) -> list[Cell | str]:
        return [
            lead,
            which,
            *(tell.money(shares.get(name)) for name in names),
            Cell(tell.money(sum(shares.values())), "bold"),
        ]

    rows: Rows = []
    for one in mine:
        days = tell.days(one.first, one.last)
        rows.append(row(days, due, one.shares))
        if one.declared_shares:
            rows.append(_beside(row(days, said, one.declared_shares), rows[-1]))
        elif one.declared is not None:
            rows.append([days, tell.of("não declarada", "not declared"), *["—"] * (len(names) + 1)])
    totals = [row("Total", due, _summed([one.shares for one in mine]))]
    if any(one.declared is not None for one in mine):
        totals.append(row("Total", said, _summed([one.declared_shares for one in mine])))
    return [
        Grid(
            title=tell.of("Repartição do imposto", "How the tax is divided") + marked,
            columns=[
                tell.column("Dias", "Days", wide=2),
                tell.column("Repartição", "Division", wide=2),
                *(Column(_of(_PARTS, name, tell), figures=True, wide=2) for name in names),
                Column("Total", figures=True, wide=2),
            ],
            rows=rows,
            totals=totals,
            note=tell.of(
                "Devida: por maior resto; as partes somam o imposto ao cêntimo. Declarada: o que "
                "a declaração diz; marcado o que difere do devido.",
                "Due: by largest remainder; the parts add up to the tax, to the cent. Declared: "
                "what the declaration says; what differs from the due is marked.",
            ),
        )
    ]


def _beside(said: list[Cell | str], due: list[Cell | str]) -> list[Cell | str]:
    """Return the declared figure, marked where it differs from the due."""
    return [
        one if _text(one) == _text(due[number]) or number < _LEADING else Cell(_text(one), "wrong")
        for number, one in enumerate(said)
    ]


def _text(cell: Cell | str) -> str:
    return cell.text if isinstance(cell, Cell) else cell


def _summed(parts: Sequence[Mapping[str, int]]) -> dict[str, int]:
    """Return several divisions added up, name by name.

    >>> _summed([{"a": 1}, {"a": 2, "b": 3}])
    {'a': 3, 'b': 3}
    """
    found: dict[str, int] = {}
    for one in parts:
        for name, amount in one.items():
            found[name] = found.get(name, 0) + amount
    return found


def _no_late(paper: TaxPaper, tell: Teller) -> list[Block]:
    if paper.adjustments:
        return []
    return [
        Note(tell.of("Ajustes de dias anteriores: nenhum.", "Adjustments of earlier days: none."))
    ]


def _late(late: Sequence[Adjustment], marked: str, tell: Teller) -> list[Block]:
    if not late:
        return []
    return [
        Grid(
            title=tell.of("Ajustes de dias anteriores", "Adjustments of earlier days") + marked,
            columns=[
                tell.column("Lançado em", "Booked on"),
                tell.column("É do dia", "Is of day"),
                tell.column("Categoria", "Category"),
                tell.column("Lançamento", "Entry", wide=2),
                tell.column("Mesa ou máquina", "Table or machine", wide=1),
                tell.column("Jogada", "Round", wide=2),
                tell.figures("Posição", "Position"),
                tell.figures("Importância", "Amount"),
            ],
            rows=[
                [
                    tell.day(one.day),
                    tell.day(one.of_day),
                    _of(NAMES_OF_CATEGORIES, one.category, tell),
                    _of(REVENUE_REASONS, one.reason, tell),
                    one.place or "—",
                    broken(one.round or "—"),
                    str(one.position),
                    tell.money(one.amount),
                ]
                for one in late
            ],
            totals=[
                [
                    "Total",
                    *([""] * 6),
                    tell.money(sum(one.amount for one in late)),
                ]
            ],
            note=tell.of(
                "Chegaram depois de fechado o dia de que são: contam na base do dia em que foram "
                "lançados, e o dia fechado não mudou.",
                "They came after the day they are of was closed: they count in the base of the day "
                "on which they are booked, and the closed day did not change.",
            ),
        )
    ]
