"""The daily record of a casino as paper (fecho diário): each game's rounds, stakes and takings.

Rules: regulatory.md 5.1.
"""

import shlex

from api.documents.document import (
    Block,
    Cell,
    Document,
    Fields,
    Grid,
    Language,
    Note,
    Rows,
    Teller,
)
from api.documents.words.reasons import CATEGORIES
from projections.reads.basis.game_names import games_in
from projections.reads.floor.daily import AMOUNTS, COUNTS, DailyRecord, Game


def daily_document(
    record: DailyRecord, events: int, position: int, language: Language, zone: str
) -> Document:
    """Return a casino's gaming day: a table for each currency, and how far the day is settled."""
    tell = Teller(language, zone)
    blocks: list[Block] = [
        Fields(_state(record, tell)),
        *(_table(record, one, tell.written_in(one)) for one in record.currencies),
    ]
    if record.games:
        blocks.append(Note(_meaning(tell)))
    else:
        blocks.append(Note(tell.of("Neste dia não se jogou.", "Nothing was played on this day.")))
    options = f" --day {record.day} --casino {shlex.quote(record.casino)}"
    return Document(
        title=tell.of("Fecho diário", "Daily record"),
        subject=f"Casino {record.casino}, {tell.day(record.day.isoformat())}",
        period=tell.day(record.day.isoformat()),
        events=events,
        blocks=blocks,
        command=tell.command(f"accounts daily{options}", position),
        wide=True,
        language=language,
        casino=record.casino,
    )


def _state(record: DailyRecord, tell: Teller) -> list[tuple[str, str]]:
    closed = tell.of("aberto", "open")
    if record.closed is not None:
        closed = tell.of("fechado em ", "closed on ") + tell.time(record.closed_at)
        closed += tell.of(f", posição {record.closed}", f", position {record.closed}")
    machines = tell.count(record.machines)
    if record.machines_open:
        more = tell.count(record.machines_open)
        machines += tell.of(
            f"; por fechar, e em nenhuma soma: {more}", f"; not closed, and in no sum: {more}"
        )
    return [
        (tell.of("Dia de jogo", "Gaming day"), closed),
        (tell.of("Máquinas fechadas", "Machines closed"), machines),
    ]


def _table(record: DailyRecord, currency: str, tell: Teller) -> Grid:
    names = games_in(tell.language)
    rows: Rows = [
        [
            tell.of(*CATEGORIES[one.category]),
            tell.of("por lançar a um jogo", "of no one game")
            if one.game == "mesas"
            else names.get(one.game, one.game),
            *_figures(one, tell),
        ]
        for one in record.games
        if one.currency == currency
    ]
    return Grid(
        title=currency or tell.of("Moeda desconhecida", "Currency not known"),
        columns=[
            tell.column("Categoria", "Category"),
            tell.column("Jogo", "Game", wide=1),
            tell.figures("Jogadas", "Rounds"),
            tell.figures("Por apurar", "Not settled"),
            tell.figures("Divergem", "Differ"),
            tell.figures("Nulas", "Void"),
            tell.figures("Apostas", "Stakes"),
            tell.figures("Pagamentos", "Payments"),
            tell.figures("Acumulados", "Jackpots"),
            tell.figures("Para acumulados", "Into pools"),
            tell.figures("Comissão", "Commission"),
            tell.figures("Receita", "Revenue"),
        ],
        rows=rows,
        totals=[["Total", "", *_figures(record.total(currency), tell)]],
    )


def _meaning(tell: Teller) -> str:
    """Return the meaning of the daily record's columns, once for all its tables."""
    return tell.of(
        "Pagamentos: tudo o que se entregou aos jogadores, as suas apostas devolvidas "
        "incluídas, sem os prémios dos acumulados. Onde um jogador é banqueiro, as apostas "
        "incluem a banca e os pagamentos só o que mudou de mãos. As jogadas por apurar e as "
        "nulas não estão nas somas. Receita: a do dia, base do imposto.",
        "Payments: all that players were handed, their own stakes among it, without prizes of "
        "pools. Where a player holds the bank, the stakes include the bank, and the payments "
        "only what changed hands. Rounds not settled and void ones are in no sum. Revenue: "
        "that of the day, on which tax is due.",
    )


def _figures(one: Game, tell: Teller) -> list[Cell | str]:
    return [
        *(tell.count(getattr(one, name)) for name in COUNTS[:1]),
        *(_wrong(tell, getattr(one, name)) for name in COUNTS[1:3]),
        tell.count(one.voids),
        *(tell.money(getattr(one, name)) for name in AMOUNTS),
    ]


def _wrong(tell: Teller, number: int) -> Cell | str:
    return Cell(tell.count(number), "wrong") if number else "0"
