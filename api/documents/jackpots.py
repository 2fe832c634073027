"""The statement of a pool over a period: balances and movements, day by day.

Rules: regulatory.md 3.6 and 5.2; MAQ R18-R22.
"""

import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from api.documents.document import (
    ZONE,
    Block,
    Cell,
    Document,
    Fields,
    Grid,
    Language,
    Note,
    Rows,
    Teller,
    broken,
)
from api.documents.words.pools import pool_words
from api.requests.period import Period
from ledger.events.jackpots import Combination
from projections.reads.basis.scope import ELSEWHERE
from projections.stages.accounts.tax import EVERYWHERE
from projections.stages.pools.books.award import Won
from projections.stages.pools.books.pool import (
    ACTIVE,
    EXTINCT,
    REVERTED,
    TRANSFERRED,
    WITHDRAWN,
    Pool,
)
from projections.stages.pools.figures import MOVEMENTS, Statement

_NAMES: Final[Mapping[str, tuple[str, str]]] = {
    "declared": ("Declarado", "Declared"),
    "base": ("Base", "Base"),
    "increments": ("Incrementos", "Increments"),
    "voided": ("Anulados", "Voided"),
    "wins": ("Prémios", "Wins"),
    "resets": ("Reposições", "Resets"),
    "transfers": ("Transfer.", "Transfers"),
    "corrections": ("Correcções", "Corrections"),
    "ended": ("Termo", "Ended"),
}
_SELDOM: Final = frozenset({"declared", "voided", "ended"})
"""Movements that stand in a statement only where they moved something."""
STATES: Final[Mapping[str, str]] = {
    "won": "por pagar",
    "verified": "verificado, por pagar",
    "paid": "pago",
    "overpaid": "pago a mais",
    "refused": "recusado",
    "reversed": "revertido",
}
"""What became of a prize, in Portuguese."""
_STATUSES: Final[Mapping[str, str]] = {
    ACTIVE: "active",
    TRANSFERRED: "transferred",
    REVERTED: "reverted",
    EXTINCT: "extinguished",
    WITHDRAWN: "withdrawn",
}
"""How a pool stands, in English: in Portuguese it is the ledger's own word."""


def statement_document(
    pool: Pool,
    period: Period,
    days: Sequence[Statement],
    awards: Sequence[Won],
    events: int,
    position: int,
    language: Language,
    zone: str = ZONE,
    *,
    members: Sequence[str],
) -> Document:
    """Return a pool's statement: its days, what fed them, what devices and money say of them.

    ``position`` is the one at which all of them are known; times are of a zone; ``members`` are
    those that may be named.
    """
    tell = Teller(language, zone, pool.terms.currency)
    blocks: list[Block] = [_terms(pool, members, tell)]
    if days:
        hidden = _has(pool, "reserve_ppm")
        blocks += [_movements(days, tell), _stakes(days, tell, hidden=hidden), _sides(days, tell)]
    else:
        blocks.append(
            Note(tell.of("Nada se moveu neste período.", "Nothing moved in this period."))
        )
    blocks += _awards(period, awards, tell)
    return Document(
        title=tell.of("Extracto de jackpot", "Jackpot statement"),
        subject=f"{pool_words(pool.terms, members, language)} ({pool.name})",
        period=tell.period(period),
        events=events,
        blocks=blocks,
        command=tell.command(
            f"jackpots statement {shlex.quote(pool.name)}{period.options}", position
        ),
        wide=True,
        language=language,
        casino=None if pool.casino == EVERYWHERE else pool.casino,
    )


def _terms(pool: Pool, members: Sequence[str], tell: Teller) -> Fields:
    rows = [
        (tell.of("Moeda", "Currency"), pool.terms.currency),
        (
            tell.of("Estado", "Status"),
            tell.of(pool.status, _STATUSES.get(pool.status, pool.status)),
        ),
        (tell.of("Base de arranque", "Starting base"), tell.money(pool.base)),
        (tell.of("Taxa", "Rate"), _through_time(pool, "ppm", tell.percent, tell)),
    ]
    if _has(pool, "reserve_ppm"):
        hidden = _through_time(pool, "reserve_ppm", tell.percent, tell)
        rows.append((tell.of("Taxa oculta (reserva)", "Hidden rate (reserve)"), hidden))
    if _has(pool, "ceiling"):
        ceiling = _through_time(pool, "ceiling", tell.money, tell)
        rows.append((tell.of("Tecto à vista", "Ceiling shown"), ceiling))
    terms = pool.terms
    if terms.hit_high is not None:
        low, high = tell.money(terms.hit_low or 0), tell.money(terms.hit_high)
        rows.append(
            (tell.of("Sai entre", "Hit between"), tell.of(f"{low} e {high}", f"{low} and {high}"))
        )
    if terms.combinations:
        prizes = "; ".join(_prize(one, tell) for one in terms.combinations)
        rows.append((tell.of("Combinações", "Combinations"), broken(prizes)))
    others = tell.of(ELSEWHERE, "other houses")
    fed_by = ", ".join(others if one == ELSEWHERE else one for one in members)
    rows.append((tell.of("Alimentado por", "Fed by"), fed_by or "—"))
    return Fields(rows)


def _has(pool: Pool, name: str) -> bool:
    values = (getattr(pool.terms, name), *(one.value for one in pool.changes if one.name == name))
    return any(values)


def _through_time(pool: Pool, name: str, text: Callable[[int | None], str], tell: Teller) -> str:
    """Return a term as the pool was opened with it, and each change with its date."""
    parts = [text(getattr(pool.terms, name))]
    for one in pool.changes:
        if one.name == name:
            value, since = text(one.value), tell.time(one.since)
            parts.append(tell.of(f"{value} desde {since}", f"{value} since {since}"))
    return "; ".join(parts)


def _prize(one: Combination, tell: Teller) -> str:
    given = [tell.percent(one.ppm)] if one.ppm is not None else []
    given += [tell.money(one.fixed)] if one.fixed is not None else []
    return f"{tell.combination(one.name)} {tell.of(' ou ', ' or ').join(given)}"


def _movements(days: Sequence[Statement], tell: Teller) -> Grid:
    shown = [
        name for name in MOVEMENTS if name not in _SELDOM or any(getattr(day, name) for day in days)
    ]
    columns = [
        tell.column("Dia", "Day"),
        tell.figures("Abertura", "Opening", wide=1),
        *(tell.figures(*_NAMES[name], wide=1) for name in shown),
        tell.figures("Fecho", "Closing", wide=1),
    ]
    rows = [
        [
            tell.day(day.day),
            tell.money(day.opening),
            *(tell.money(getattr(day, name)) for name in shown),
            Cell(tell.money(day.closing), "bold"),
        ]
        for day in days
    ]
    total = [
        tell.of("Período", "Period"),
        tell.money(days[0].opening),
        *(tell.money(sum(getattr(day, name) for day in days)) for name in shown),
        tell.money(days[-1].closing),
    ]
    return Grid(
        title=tell.of("Movimentos por dia de jogo", "Movements by gaming day"),
        columns=columns,
        rows=rows,
        totals=[total],
        note=tell.of(
            "Abertura mais movimentos dá o fecho. O fecho é tudo o que ninguém ganhou ainda: "
            "base, acumulado, reserva e excesso (J1 a J4).",
            "Opening and movements give the closing, which is all that nobody has won yet: base, "
            "accumulated, reserve and overflow (J1 to J4).",
        ),
    )


def _stakes(days: Sequence[Statement], tell: Teller, *, hidden: bool) -> Grid:
    also = (
        tell.of(
            " O lançado inclui a taxa oculta, que fica em reserva (J3).",
            " What is booked has the hidden rate in it, which is kept in reserve (J3).",
        )
        if hidden
        else ""
    )
    rows: Rows = []
    for day in days:
        rates = sorted((int(ppm), staked) for ppm, staked in day.rates.items())
        exact = sum(ppm * staked for ppm, staked in rates)
        rows.append(
            [
                tell.day(day.day),
                tell.count(day.stakes),
                tell.money(day.staked),
                "; ".join(
                    tell.of(
                        f"{tell.percent(ppm)} de {tell.money(staked)}",
                        f"{tell.percent(ppm)} of {tell.money(staked)}",
                    )
                    for ppm, staked in rates
                )
                or "—",
                tell.exact(exact),
                tell.money(day.increments),
                f"0{'.' if tell.language == 'en' else ','}{day.residue:06d}",
                tell.span(day.first, day.last),
            ]
        )
    return Grid(
        title=tell.of("Incrementos", "Increments"),
        columns=[
            tell.column("Dia", "Day"),
            tell.figures("Apostas", "Stakes"),
            tell.figures("Soma das apostas", "Sum of stakes"),
            tell.column("Taxa", "Rate", wide=1),
            tell.figures("Taxa × apostas", "Rate × stakes"),
            tell.figures("Lançado", "Booked"),
            tell.figures("Fracção por lançar", "Fraction carried"),
            tell.figures("Posições", "Positions"),
        ],
        rows=rows,
        note=tell.of(
            "Só contam as apostas que dão direito ao jackpot. A fracção de cêntimo que sobra "
            "passa para o dia seguinte e nunca se arredonda.",
            "Only stakes that qualify count. The fraction of a cent that is left goes on to the "
            "next day and is never rounded.",
        )
        + also,
    )


def _sides(days: Sequence[Statement], tell: Teller) -> Grid:
    def lacking(day: Statement) -> Cell | str:
        if day.held is None or day.cover is None:
            return "—"
        over = day.cover - day.held
        return Cell(tell.money(over), "wrong") if over < 0 else tell.money(over)

    return Grid(
        title=tell.of("Visor, controlador e caução", "Display, controller and cover"),
        columns=[
            tell.column("Dia", "Day"),
            tell.figures("Fecho", "Closing", wide=1),
            tell.figures("À vista (J1+J2)", "Shown (J1+J2)", wide=1),
            tell.figures("Visor", "Display", wide=1),
            tell.figures("às", "at"),
            tell.figures("Diferença", "Difference", wide=1),
            tell.figures("Controlador", "Controller", wide=1),
            tell.figures("às", "at"),
            tell.figures("Cativo do casino", "Held by the casino", wide=1),
            tell.figures("Caução", "Cover", wide=1),
            tell.figures("Excesso", "Excess", wide=1),
        ],
        rows=[
            [
                tell.day(day.day),
                tell.money(day.closing),
                tell.money(day.shown),
                tell.money(day.display),
                tell.hour(day.display_at),
                tell.off(day.difference),
                tell.money(day.controller),
                tell.hour(day.controller_at),
                tell.money(day.held),
                tell.money(day.cover),
                lacking(day),
            ]
            for day in days
        ],
        note=tell.of(
            "Visor e controlador: última leitura do dia; a diferença é a do momento da leitura. "
            "Cativo e caução: todos os jackpots do casino ao fecho do dia (MAQ R21). "
            "—: não foi lido ou declarado.",
            "Display and controller: the day's last reading; the difference is that of the moment "
            "of reading. Held and cover: all the casino's pools at the day's close (MAQ R21). "
            "—: not read or declared.",
        ),
    )


def _awards(period: Period, awards: Sequence[Won], tell: Teller) -> list[Block]:
    chosen = [won for won in awards if won.day is None or period.has(won.day)]
    if not chosen:
        return []
    return [
        Grid(
            title=tell.of("Prémios", "Prizes"),
            columns=[
                tell.column("Dia", "Day"),
                tell.column("Prémio", "Prize", wide=3),
                tell.column("Combinação", "Combination", wide=2),
                tell.figures("Lugar", "Seat"),
                tell.figures("Importância", "Amount"),
                tell.figures("Do jackpot", "By the pool"),
                tell.figures("Da casa", "By the house"),
                tell.figures("Pago", "Paid"),
                tell.figures("Devido", "Owed"),
                tell.column("Estado", "State"),
                tell.figures("Posição", "Position"),
            ],
            rows=[
                [
                    tell.day(won.day),
                    tell.award(won.award, won.place, won.position),
                    broken(tell.combination(won.combination)),
                    "—" if won.seat is None else str(won.seat),
                    tell.money(won.amount),
                    tell.money(won.from_pool),
                    tell.money(won.house),
                    tell.money(won.paid),
                    tell.money(won.owed),
                    tell.of(STATES[won.state], won.state),
                    str(won.position),
                ]
                for won in chosen
            ],
        )
    ]
