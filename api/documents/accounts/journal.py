"""The journal for the general ledger and what the house owes, as papers.

Rules: regulatory.md 3.2 and 5.2.
"""

import shlex
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from api.documents.document import (
    Block,
    Document,
    Grid,
    Language,
    Note,
    Rows,
    Teller,
    broken,
    one_casino,
)
from api.documents.words.reasons import DEBTS, JOURNALS, account_words
from api.requests.period import Period

Row = Mapping[str, Any]
"""As the exports have it."""


def journal_document(
    rows: Sequence[Row], period: Period, casino: str | None, position: int, language: Language
) -> Document:
    """Return the journal of a period: debits and credits by day, casino, currency and account."""
    tell = Teller(language)
    blocks: list[Block] = []
    for (whose, currency), mine in groupby(
        sorted(rows, key=lambda row: (row["casino"], row["currency"] or "", row["day"])),
        key=lambda row: (row["casino"], row["currency"] or ""),
    ):
        blocks.append(_postings(whose, [*mine], tell.written_in(currency), currency))
    if not blocks:
        blocks.append(Note(tell.of("Nada se moveu neste período.", "Nothing moved.")))
    options = period.options + ("" if casino is None else f" --casino {shlex.quote(casino)}")
    return Document(
        title=tell.of("Diário para a contabilidade", "Journal for the general ledger"),
        subject=casino or tell.of("Por casino, dia e conta", "By casino, day and account"),
        period=tell.period(period),
        events=sum(row["postings"] for row in rows),
        blocks=blocks,
        command=tell.command(f"accounts journal{options}", position),
        wide=True,
        language=language,
        casino=casino or one_casino(row["casino"] for row in rows),
    )


def _postings(casino: str, rows: Sequence[Row], tell: Teller, currency: str) -> Grid:
    """Return the lines of a casino and currency; where debit is not credit, that is red."""
    told: Rows = []
    for row in rows:
        told.append(
            [
                tell.day(row["day"].isoformat()),
                tell.of(*JOURNALS.get(row["journal"], (row["journal"],) * 2)),
                broken(row["account"]),
                broken(tell.of(*account_words(row["account"]))),
                tell.money(row["debit"]) if row["debit"] else "",
                tell.money(row["credit"]) if row["credit"] else "",
                tell.count(row["postings"]),
                tell.span(row["first"], row["last"]),
            ]
        )
    debit, credit = (sum(row[name] for row in rows) for name in ("debit", "credit"))
    off = tell.of("Débito menos crédito", "Debit less credit")
    return Grid(
        title=f"Casino {casino}" + (f" ({currency})" if currency else ""),
        columns=[
            tell.column("Dia", "Day"),
            tell.column("Diário", "Journal"),
            tell.column("Conta", "Account", wide=1),
            tell.column("O que é", "What it is", wide=2),
            tell.figures("Débito", "Debit"),
            tell.figures("Crédito", "Credit"),
            tell.figures("Linhas", "Lines"),
            tell.figures("Posições", "Positions"),
        ],
        rows=told,
        totals=[
            [
                *("Total", "", "", ""),
                *(tell.money(debit), tell.money(credit)),
                tell.count(sum(row["postings"] for row in rows)),
                "",
            ],
            [off, "", "", "", tell.off(debit - credit), "", "", ""],
        ],
    )


def period_filters(period: Period, casino: str | None) -> dict[str, str | int]:
    """Return the journal's filters of a period and a casino."""
    told = {"from": period.first, "to": period.last, "casino": casino}
    return {name: value for name, value in told.items() if value is not None}


def owed_document(rows: Sequence[Row], position: int, language: Language) -> Document:
    """Return the paper of the house's debts at a position: by kind, then one by one."""
    tell = Teller(language)
    blocks: list[Block] = []
    for currency, all_of_it in groupby(
        sorted(rows, key=lambda row: (row["currency"] or "", _order(row), row["subject"])),
        key=lambda row: row["currency"] or "",
    ):
        mine, write = [*all_of_it], tell.written_in(currency)
        kinds = {kind: [*some] for kind, some in groupby(mine, key=lambda row: row["kind"])}
        blocks.append(_summary(currency, kinds, write))
        blocks += [_debts(kind, currency, some, write) for kind, some in kinds.items()]
    if not blocks:
        blocks.append(Note(tell.of("Nada se deve.", "Nothing is owed."), "right"))
    else:
        blocks.append(Note(_meaning(tell)))
    return Document(
        title=tell.of("Responsabilidades", "Liabilities"),
        subject=tell.of("Tudo o que a casa deve", "All that the house owes"),
        period=tell.of(f"à posição {position}", f"at position {position}"),
        events=len(rows),
        blocks=blocks,
        command=tell.command("accounts owed", position),
        language=language,
    )


_KINDS: Final = tuple(DEBTS)


def _order(row: Row) -> int:
    return _KINDS.index(row["kind"]) if row["kind"] in DEBTS else len(_KINDS)


def _summary(currency: str, kinds: Mapping[str, Sequence[Row]], tell: Teller) -> Grid:
    return Grid(
        title=tell.of("Em resumo", "In sum") + (f" ({currency})" if currency else ""),
        columns=[
            tell.column("Espécie", "Kind", wide=1),
            tell.figures("Dívidas", "Debts"),
            tell.figures("Valor", "Amount"),
        ],
        rows=[
            [_kind(kind, tell), tell.count(len(some)), tell.money(_sum(some))]
            for kind, some in kinds.items()
        ],
        totals=[
            [
                "Total",
                tell.count(sum(map(len, kinds.values()))),
                tell.money(sum(map(_sum, kinds.values()))),
            ]
        ],
    )


def _debts(kind: str, currency: str, rows: Sequence[Row], tell: Teller) -> Grid:
    name = _kind(kind, tell)
    return Grid(
        title=name[:1].upper() + name[1:] + (f" ({currency})" if currency else ""),
        columns=[
            tell.column("De quê", "Of what", wide=1),
            tell.figures("Desde a posição", "Since position"),
            tell.figures("Valor", "Amount"),
        ],
        rows=[
            [broken(row["subject"]), str(row["since"]), tell.money(row["amount"])] for row in rows
        ],
        totals=[["Total", "", tell.money(_sum(rows))]],
    )


def _kind(kind: str, tell: Teller) -> str:
    return tell.of(*DEBTS.get(kind, (kind, kind)))


def _sum(rows: Sequence[Row]) -> int:
    return sum(row["amount"] for row in rows)


def _meaning(tell: Teller) -> str:
    return tell.of(
        "Dos acumulados, por partes do livro (J1 a J4 e J6 a J10); dos bilhetes, o que está em "
        "circulação; das reclamações decididas, o que ainda não se pagou. De uma decisão que "
        "mudou, a soma é a que agora vale.",
        "Of jackpots by the parts of the books (J1 to J4, J6 to J10); of tickets what is in "
        "circulation; of decided disputes what was not yet paid. Of a decision that changed, the "
        "sum is the one that stands now.",
    )
