"""The findings of a selection, code by code, each with its rule, its proof and its money.

A list that is too long to be read as a document is refused, never cut: the export has all of it.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from api.documents.document import (
    ZONE,
    Block,
    Cell,
    Document,
    Fields,
    Grid,
    Language,
    Note,
    Teller,
    broken,
)
from api.documents.words.law import law_of
from api.documents.words.results import with_cards
from ledger.text.rounds import with_rounds
from projections.replay.codes import CODES
from projections.replay.rulebook.citation import citation_text

ROWS_MAX: Final = 2_000
"""What a document takes."""
SEVERITIES: Final[Mapping[str, tuple[str, str]]] = {
    "critical": ("crítica", "critical"),
    "ordinary": ("ordinária", "ordinary"),
    "information": ("informação", "information"),
}
_ORDER: Final = tuple(SEVERITIES)
STATES: Final[Mapping[str, str]] = {
    "open": "aberta",
    "acknowledged": "vista",
    "explained": "explicada",
    "remedied": "saldada",
    "accepted": "aceite",
    "sanctioned": "sancionada",
    "void": "sem efeito",
    "reopened": "reaberta",
}
"""The states of findings in Portuguese."""


def state_word(state: str, language: Language) -> str:
    """Return how a finding stands, in words.

    >>> state_word("remedied", "pt"), state_word("remedied", "en")
    ('saldada', 'remedied')
    """
    return STATES.get(state, state) if language == "pt" else state


_EVIDENCE: Final[Mapping[str, tuple[str, str]]] = {
    "E": ("eventos do jogo", "play events"),
    "C": ("configuração ou autorizações", "configuration or approvals"),
    "D": ("aparelhos", "devices"),
    "W": ("pessoas e contagens", "persons and counts"),
    "T": ("estatística", "statistics"),
}
Row = Mapping[str, Any]


def too_many(count: int) -> str | None:
    """Return why a number of findings makes no document, and what to ask instead; None if it does.

    >>> too_many(2_000) is None
    True
    """
    if count <= ROWS_MAX:
        return None
    return (
        f"{count} findings are too many for a PDF, which takes {ROWS_MAX}: narrow them by a "
        "filter, or take the export findings as CSV or XLSX (razao export findings, "
        "/v1/exports/findings), which has them all"
    )


def findings_document(
    rows: Sequence[Row],
    filters: Mapping[str, str],
    command: str,
    language: Language,
    zone: str = ZONE,
) -> Document:
    """Return the report of these findings; ``filters`` chose them.

    Rows are as the findings' table has them, and no more than a document takes; ``command`` is
    what makes the report again; times are of a zone.
    """
    assert len(rows) <= ROWS_MAX, "whoever asks checks with too_many"
    tell = Teller(language, zone)
    chosen = sorted(
        rows,
        key=lambda row: (
            _ORDER.index(row["severity"]),
            row["code"],
            row["currency"] or "",
            row["known_from"],
            row["id"],
        ),
    )
    blocks: list[Block] = [_chosen(filters, tell)]
    if not rows:
        blocks.append(
            Note(
                tell.of(
                    "Nada está errado, tanto quanto os eventos dizem.",
                    "Nothing is wrong, as far as the events tell.",
                ),
                "right",
            )
        )
    else:
        blocks.append(_summary(chosen, tell))
        for code, mine in groupby(chosen, key=lambda row: row["code"]):
            blocks += _of_code(code, list(mine), tell)
    return Document(
        title=tell.of("Relatório de constatações", "Findings report"),
        subject=tell.of(
            f"{tell.count(len(rows))} constatações", f"{tell.count(len(rows))} findings"
        ),
        period=tell.of("tudo o que está registado", "everything recorded"),
        events=len({position for row in rows for position in row["positions"]}),
        blocks=blocks,
        command=command,
        wide=True,
        signed=False,
        language=language,
    )


def _chosen(filters: Mapping[str, str], tell: Teller) -> Fields:
    names = {
        "code": tell.of("código", "code"),
        "place": tell.of("lugar", "place"),
        "round": tell.of("jogada", "round"),
        "severity": tell.of("gravidade", "severity"),
        "state": tell.of("estado", "state"),
    }
    severities = {name: tell.of(*words) for name, words in SEVERITIES.items()}
    states = {name: state_word(name, tell.language) for name in STATES}
    words = {"severity": severities, "state": states}
    said = "; ".join(
        f"{names[name]} {words.get(name, {}).get(value, value)}" for name, value in filters.items()
    )
    return Fields([(tell.of("Escolha", "Selection"), said or tell.of("todas", "all"))])


def _summary(rows: Sequence[Row], tell: Teller) -> Grid:
    counts: dict[tuple[str, str], int] = {}
    for row in rows:
        key = (row["severity"], row["code"])
        counts[key] = counts.get(key, 0) + 1
    severities = {
        name: sum(count for (severity, _), count in counts.items() if severity == name)
        for name in _ORDER
    }
    said = " · ".join(
        f"{tell.of(*SEVERITIES[name])}: {tell.count(count)}"
        for name, count in severities.items()
        if count
    )
    return Grid(
        title=tell.of("Resumo", "Summary"),
        columns=[
            tell.column("Código", "Code"),
            tell.column("Gravidade", "Severity"),
            tell.column("O que diz", "What it says", wide=1),
            tell.figures("Constatações", "Findings"),
        ],
        rows=[
            [
                code,
                _severity(severity, tell),
                tell.of(CODES[code].pt, CODES[code].en),
                tell.count(count),
            ]
            for (severity, code), count in counts.items()
        ],
        totals=[["Total", "", said, tell.count(len(rows))]],
    )


def _severity(name: str, tell: Teller) -> Cell | str:
    said = tell.of(*SEVERITIES[name])
    return Cell(said, "wrong") if name == "critical" else said


def _of_code(code: str, rows: Sequence[Row], tell: Teller) -> list[Block]:
    """Return a code's findings; its sentence and its rule stand once above them."""
    meaning = CODES[code]
    rule = citation_text(meaning.rule, tell.language)
    return [
        Grid(
            title=f"{code} · {tell.of(meaning.pt, meaning.en)}",
            columns=[
                tell.column("Jogada ou lugar", "Round or place", wide=4),
                tell.column("Sobre", "About", wide=4),
                tell.column("Regra", "Rule", wide=3),
                tell.column("Esperado", "Expected", wide=4),
                tell.column("Registado", "Recorded", wide=4),
                tell.figures("Importância", "Amount", wide=3),
                tell.column("Posições", "Positions", wide=3),
                tell.column("Estado", "State", wide=2),
            ],
            rows=[_row(row, tell) for row in rows],
            note=tell.of(
                f"Gravidade {SEVERITIES[meaning.severity][0]} · regra do código {rule} · "
                f"mostra-se por {_evidence(meaning.evidence, tell)}",
                f"Severity {SEVERITIES[meaning.severity][1]} · the code's rule {rule} · "
                f"shown by {_evidence(meaning.evidence, tell)}",
            ),
        ),
        *law_of((row["rule"] for row in rows), tell),
    ]


def _evidence(letters: str, tell: Teller) -> str:
    said = [tell.of(*_EVIDENCE[one]) for one in letters if one in _EVIDENCE]
    return ", ".join(said) or letters


def _row(row: Row, tell: Teller) -> list[Cell | str]:
    seat, bet = tell.seat(row["seat"]), tell.bet(row["bet"])
    about = [
        tell.of(f"lugar {seat}", f"seat {seat}") if seat != "—" else "",
        tell.of(f"aposta {bet}", f"bet {bet}") if bet != "—" else "",
        # What it is about by the ledger's own name, where nothing that people know says it.
        "" if row["round"] or row["place"] else with_rounds(row["subject"] or "", tell.round),
    ]
    currency = f" {row['currency']}" if row["currency"] else ""
    write = tell.written_in(row["currency"] or "")
    positions: Sequence[int] = row["positions"]
    state: str = row["state"]
    return [
        tell.round(row["round"]) if row["round"] else broken(row["place"] or "—"),
        broken(", ".join(one for one in about if one) or "—"),
        broken(citation_text(row["rule"], tell.language)),
        broken(with_cards(write.value(row["expected"]), tell) or "—"),
        broken(with_cards(write.value(row["recorded"]), tell) or "—"),
        "—" if row["amount"] is None else f"{write.money(row['amount'])}{currency}",
        ", ".join(map(str, positions)),
        state_word(state, tell.language),
    ]
