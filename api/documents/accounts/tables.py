"""Finance's paper on a day's tables: the results by count beside those of the rounds.

Rules: contabilidade_de_mesa.md; regulatory.md 5.2.
"""

import shlex
from collections.abc import Sequence
from typing import Final

from api.documents.document import (
    Block,
    Cell,
    Column,
    Document,
    Grid,
    Language,
    Note,
    Rows,
    Teller,
    broken,
    one_casino,
)
from projections.reads.basis.game_names import games_in
from projections.stages.accounts.tables.queries import TableResult

_SUMMED: Final = (
    "opening",
    "fills",
    "credits",
    "drop",
    "closing",
    "by_count",
    "by_rounds",
    "owed",
    "quebra",
)


def tables_document(
    day: str,
    place: str | None,
    tables: Sequence[TableResult],
    events: int,
    position: int,
    language: Language,
) -> Document:
    """Return the results of a day's tables: what was counted beside what the rounds say."""
    tell = Teller(language)
    blocks: list[Block] = []
    for currency in sorted({one.currency for one in tables}):
        mine = [one for one in tables if one.currency == currency]
        write = tell.written_in(currency)
        blocks += [
            _results(mine, currency, write),
            _slots(mine, currency, write),
            _settlements(mine, currency, write),
        ]
    waiting = [one.place for one in tables if not one.settled]
    if waiting:
        blocks.append(
            Note(tell.of("Por contar: ", "Not counted yet: ") + ", ".join(waiting) + ".", "wrong")
        )
    if not tables:
        blocks.append(Note(tell.of("Nenhuma mesa abriu.", "No table was opened.")))
    where = f" --place {shlex.quote(place)}" if place else ""
    return Document(
        title=tell.of("Apuramento das mesas", "Results of tables"),
        subject=tell.of(f"Dia de jogo {tell.day(day)}", f"Gaming day {tell.day(day)}")
        + (f" · {place}" if place else ""),
        period=tell.day(day),
        events=events,
        blocks=[block for block in blocks if not isinstance(block, Grid) or block.rows],
        command=tell.command(f"accounts tables --day {day}{where}", position),
        wide=True,
        language=language,
        casino=one_casino(one.casino for one in tables),
    )


def _results(tables: Sequence[TableResult], currency: str, tell: Teller) -> Grid:
    rows: Rows = []
    for one in tables:
        quebra = tell.money(one.quebra)
        rows.append(
            [
                one.place,
                _game(one, tell),
                tell.money(one.opening),
                tell.money(one.fills),
                tell.money(one.credits),
                tell.money(one.drop),
                tell.money(one.closing),
                Cell(tell.money(one.by_count), "bold"),
                Cell(tell.money(one.by_rounds), "bold"),
                tell.money(one.owed),
                Cell(quebra, "wrong") if one.quebra else quebra,
                tell.hundredths(one.hold_ppm),
                tell.count(one.rounds),
            ]
        )

    return Grid(
        title=tell.of(
            f"Contagem e jogadas, lado a lado ({currency})",
            f"Count and rounds, side by side ({currency})",
        ),
        columns=[
            tell.column("Mesa", "Table"),
            tell.column("Jogo", "Game", wide=2),
            *(
                Column(name, figures=True, wide=1)
                for name in (
                    tell.of("Abertura", "Opening"),
                    tell.of("Reforços", "Fills"),
                    tell.of("Retornos", "Credits"),
                    "Drop",
                    tell.of("Fecho", "Closing"),
                    tell.of("Por contagem", "By count"),
                    tell.of("Por jogadas", "By rounds"),
                    tell.of("Em dívida", "Owed"),
                    "Quebra",
                    "Hold",
                )
            ),
            tell.figures("Jogadas", "Rounds"),
        ],
        rows=rows,
        totals=_totals(tables, tell),
        note=tell.of(
            "Por contagem: fecho + drop + retornos – abertura – reforços. Por jogadas: apostas "
            "perdidas menos tudo o que foi pago, jogada a jogada. Em dívida: apostas dos próprios "
            "jogadores que estão no ficheiro. Quebra: a diferença para as duas, que nunca se "
            "absorve. Hold: resultado por contagem sobre o drop, cortado, só onde a banca joga. "
            "—: não contado. O total contado compara as duas bases das mesmas mesas.",
            "By count: closing + drop + credits – opening – fills. By rounds: stakes lost less all "
            "that was paid, round by round. Owed: players' own stakes in the tray. Quebra: "
            "the difference to both, which is never absorbed. Hold: result by count over drop, cut "
            "off, only where the bank plays. —: not counted. The total counted compares both bases "
            "of the same tables.",
        ),
    )


def _totals(tables: Sequence[TableResult], tell: Teller) -> Rows:
    """Return the sums of the tables that were counted, and of those that were not."""

    def row(said: str, mine: Sequence[TableResult], names: Sequence[str]) -> list[Cell | str]:
        sums = {name: tell.money(sum(getattr(one, name) for one in mine)) for name in names}
        rounds = tell.count(sum(one.rounds for one in mine))
        return [said, "", *(sums.get(name, "") for name in _SUMMED), "", rounds]

    counted = [one for one in tables if one.by_count is not None]
    rest = [one for one in tables if one.by_count is None]
    found = [row(tell.of("Contado", "Counted"), counted, _SUMMED)] if counted else []
    if rest:
        found.append(row(tell.of("Sem contagem", "Uncounted"), rest, ("by_rounds", "owed")))
    return found


def _slots(tables: Sequence[TableResult], currency: str, tell: Teller) -> Grid:
    mine = [one for one in tables if one.cagnotte or one.cagnotte_counted]
    return Grid(
        title=tell.of(
            f"Cagnotte e comissões ({currency})", f"Cagnotte and commissions ({currency})"
        ),
        columns=[
            tell.column("Mesa", "Table"),
            tell.column("Jogo", "Game", wide=1),
            tell.figures("Pelas jogadas", "By the rounds", wide=1),
            tell.figures("Contada na caixa", "Counted in the slot", wide=1),
            tell.figures("Diferença", "Difference", wide=1),
        ],
        rows=[
            [
                one.place,
                _game(one, tell),
                tell.money(one.cagnotte),
                tell.money(one.cagnotte_counted),
                tell.off(
                    None if one.cagnotte_counted is None else one.cagnotte_counted - one.cagnotte
                ),
            ]
            for one in mine
        ],
        totals=_slot_totals(mine, tell),
    )


def _settlements(tables: Sequence[TableResult], currency: str, tell: Teller) -> Grid:
    """Return the grid of payments after the fact of rounds that were paid too little."""
    mine = [one for one in tables if one.settlements]
    return Grid(
        title=tell.of(
            f"Acertos pagos depois, na caixa ({currency})",
            f"Settled after the fact, at the cage ({currency})",
        ),
        columns=[
            tell.column("Mesa", "Table"),
            tell.column("Jogo", "Game", wide=1),
            tell.figures("Importância", "Amount", wide=1),
        ],
        rows=[[one.place, _game(one, tell), tell.money(one.settlements)] for one in mine],
        totals=[["Total", "", tell.money(sum(one.settlements for one in mine))]] if mine else [],
        note=tell.of(
            "Pagos na caixa e não do tabuleiro: nenhuma contagem os vê. Onde a banca joga, a "
            "receita baixa por eles.",
            "Paid at the cage and not from the float: no count sees them. Where the bank plays, "
            "the receita falls by them.",
        ),
    )


def _slot_totals(tables: Sequence[TableResult], tell: Teller) -> Rows:
    """Return the sums of the slots that were counted, and of those that were not."""
    counted = [(one.cagnotte, one.cagnotte_counted) for one in tables]
    found: Rows = []
    pairs = [(said, box) for said, box in counted if box is not None]
    if pairs:
        said, box = (sum(amounts) for amounts in zip(*pairs, strict=True))
        found.append(
            [
                tell.of("Contado", "Counted"),
                "",
                tell.money(said),
                tell.money(box),
                tell.off(box - said),
            ]
        )
    if len(pairs) < len(tables):
        rest = sum(said for said, box in counted if box is None)
        found.append([tell.of("Sem contagem", "Uncounted"), "", tell.money(rest), "", ""])
    return found


def _game(one: TableResult, tell: Teller) -> str:
    """Return the name of a table's game in the paper's language; one that nobody knows as told."""
    return games_in(tell.language).get(one.game) or broken(one.game)
