"""How a jackpot's prize came about, to the cent, for the winner's file.

From the full award before it, by the cycle's parts and by the journal's lines, to what was paid.
The winner stands there by seat and pseudonym only, and nobody else does.
Rules: regulatory.md 5.2; MAQ R18-R22.
"""

import shlex

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
)
from api.documents.jackpots import STATES
from api.documents.words.reasons import POOL_REASONS
from api.documents.words.results import with_cards
from projections.reads.jackpots.prize_file import Prize
from projections.stages.pools.figures import Explanation


def prize_document(told: Prize, position: int, language: Language, zone: str = ZONE) -> Document:
    """Return how a prize came about, from the full award before it to its payment.

    ``position`` is the one at which all of it is known; times are of the zone.
    """
    tell = Teller(language, zone)
    found = told.found
    blocks: list[Block] = [
        _whose(told, tell),
        _steps(told, tell),
        *_rates(found, tell),
        _journal(told, tell),
        _agreement(told, tell),
        _prize(told, tell),
        *_paid(found, tell),
    ]
    return Document(
        title=tell.of("Explicação de prémio acumulado", "How a jackpot prize came about"),
        subject=tell.of("Prémio ", "Prize ") + tell.award(found.award, found.place, found.position),
        period=tell.of(
            f"posições {found.since} a {found.position}",
            f"positions {found.since} to {found.position}",
        ),
        events=told.events,
        blocks=blocks,
        command=tell.command(f"jackpots explain {shlex.quote(found.award)}", position),
        language=language,
        casino=told.casino,
    )


def _whose(told: Prize, tell: Teller) -> Fields:
    found = told.found
    return Fields(
        [
            ("Jackpot" if tell.language == "pt" else "Pool", found.pool),
            (tell.of("Ganho em", "Won at"), tell.time(found.at)),
            (tell.of("Mesa ou máquina", "Table or machine"), found.place or "—"),
            (tell.of("Jogada", "Round"), tell.round(found.round)),
            (
                tell.of("Vencedor", "Winner"),
                " · ".join(
                    part
                    for part in (
                        ""
                        if found.seat is None
                        else tell.of(f"lugar {found.seat}", f"seat {found.seat}"),
                        ""
                        if told.player is None
                        else tell.of(f"pseudónimo {told.player}", f"pseudonym {told.player}"),
                    )
                    if part
                )
                or "—",
            ),
            (tell.of("Combinação", "Combination"), tell.combination(found.combination)),
            (tell.of("Moeda", "Currency"), told.currency),
        ]
    )


def _steps(told: Prize, tell: Teller) -> Grid:
    """Return the cycle's parts, each with what has come together so far."""
    found = told.found
    parts: tuple[tuple[str, int], ...] = (
        (
            tell.of(
                f"Base no início do ciclo (posição {found.since})",
                f"Base when the cycle began (position {found.since})",
            ),
            found.base,
        ),
        (
            tell.of("Acumulado que veio do ciclo anterior", "Accumulated, from the cycle before"),
            found.carried,
        ),
        (tell.of("Posto na base desde então", "Put into the base since"), found.funded),
        (
            tell.of(
                f"Incrementos de {tell.count(found.stakes)} apostas, menos os anulados",
                f"Increments of {tell.count(found.stakes)} stakes, less those voided",
            ),
            found.increments,
        ),
        (tell.of("Transferências", "Transfers"), found.transfers),
        (tell.of("Correcções", "Corrections"), found.corrections),
        (tell.of("Prémios parciais pagos antes deste", "Partial prizes before this"), found.wins),
    )
    rows: Rows = []
    sofar = 0
    for name, amount in parts:
        sofar += amount
        rows.append([name, tell.money(amount), tell.money(sofar)])
    return Grid(
        title=tell.of(
            "Do prémio integral anterior até este", "From the full award before to this one"
        ),
        columns=[
            tell.column("Passo", "Step", wide=1),
            tell.figures("Importância", "Amount"),
            tell.figures("Até aqui", "So far"),
        ],
        rows=rows,
        totals=[
            [
                tell.of("À vista dos jogadores quando foi ganho", "What players saw when won"),
                "",
                tell.money(found.balance),
            ]
        ],
    )


def _rates(found: Explanation, tell: Teller) -> list[Block]:
    if not found.rates:
        return []
    rates = sorted((int(ppm), staked) for ppm, staked in found.rates.items())
    exact = sum(ppm * staked for ppm, staked in rates)
    return [
        Grid(
            title=tell.of("Os incrementos, exactos", "The increments, exactly"),
            columns=[
                tell.figures("Taxa", "Rate"),
                tell.figures("Soma das apostas", "Sum of stakes"),
                tell.figures("Taxa × apostas", "Rate × stakes", wide=1),
            ],
            rows=[
                [tell.percent(ppm), tell.money(staked), tell.exact(ppm * staked)]
                for ppm, staked in rates
            ],
            totals=[
                ["", tell.money(sum(staked for _, staked in rates)), tell.exact(exact)],
            ],
            note=tell.of(
                "Ao jackpot vão os cêntimos inteiros; as fracções que os ciclos anterior e "
                "seguinte transportam, e o que reserva e tecto retêm, são a diferença para a soma "
                "lançada.",
                "Whole cents go into the pool; the fractions that the cycles before and after "
                "carry, and what reserve and ceiling keep, are the difference to what was booked.",
            ),
        )
    ]


def _journal(told: Prize, tell: Teller) -> Grid:
    sofar = told.start
    rows: Rows = [
        [
            tell.of("Saldo no início do ciclo", "Balance when the cycle began"),
            "",
            str(told.found.since),
            "",
            tell.money(sofar),
        ]
    ]
    for one in told.movements:
        sofar += one.amount
        rows.append(
            [
                " · ".join(
                    (
                        tell.day(one.day),
                        tell.of(POOL_REASONS.get(one.reason, one.reason), one.reason),
                    )
                ),
                tell.count(one.lines),
                tell.span(one.first, one.last),
                tell.money(one.amount),
                tell.money(sofar),
            ]
        )
    return Grid(
        title=tell.of("O mesmo, pelo diário", "The same, by the journal"),
        columns=[
            tell.column("Movimento", "Movement", wide=1),
            tell.figures("Linhas", "Lines"),
            tell.figures("Posições", "Positions"),
            tell.figures("Importância", "Amount"),
            tell.figures("Até aqui", "So far"),
        ],
        rows=rows,
        totals=[
            [
                tell.of("Saldo antes do prémio", "Balance before the prize"),
                "",
                "",
                "",
                tell.money(sofar),
            ]
        ],
    )


def _agreement(told: Prize, tell: Teller) -> Note:
    found = told.found
    if found.agrees:
        return Note(
            tell.of(
                "As partes do ciclo e o diário dão o mesmo saldo.",
                "The cycle's parts and the journal give the same balance.",
            ),
            "right",
        )
    return Note(
        tell.of(
            f"As partes do ciclo dão {tell.money(found.balance)}, o diário "
            f"{tell.money(found.journal)}: diferença {tell.money(found.balance - found.journal)}.",
            f"The cycle's parts give {tell.money(found.balance)}, the journal "
            f"{tell.money(found.journal)}: difference {tell.money(found.balance - found.journal)}.",
        ),
        "wrong",
    )


def _prize(told: Prize, tell: Teller) -> Grid:
    found = told.found
    rows: Rows = [
        *(
            [Cell(with_cards(tell.amounts(step), tell), "quiet"), ""]
            for step in told.why.get(tell.language, ())
        ),
        *_share(told, tell),
        [tell.of("Pago do jackpot", "By the pool"), tell.money(found.from_pool)],
        [tell.of("Coberto pela casa", "By the house"), tell.money(found.from_house)],
    ]
    after = (
        tell.of("Prémio integral: o ciclo acabou com ele.", "A full award: it ended the cycle.")
        if found.full
        else tell.of(
            "Prémio parcial: o ciclo continua com o que ficou.",
            "A partial award: the cycle goes on with what was left.",
        )
    )
    if found.reset:
        after += " " + tell.of(
            f"Reposto na base depois dele: {tell.money(found.reset)}.",
            f"Put back into the base after it: {tell.money(found.reset)}.",
        )
    if told.judged_since is not None:
        after += " " + tell.of(
            f"A jogada foi julgada de novo na posição {told.judged_since}: os passos são os do "
            "acerto que então se conhecia.",
            f"The round was judged anew at position {told.judged_since}: the steps are those of "
            "the settlement known then.",
        )
    if found.shares:
        after += " " + "; ".join(
            tell.of(
                f"{casino} deve {tell.money(amount)} a quem pagou",
                f"{casino} owes {tell.money(amount)} to who paid",
            )
            for casino, amount in sorted(found.shares.items())
        )
        after += "."
    return Grid(
        title=tell.of("O prémio", "The prize"),
        columns=[
            tell.column("Parte", "Part", wide=1),
            tell.figures("Importância", "Amount"),
        ],
        rows=rows,
        totals=[[tell.of("Prémio", "Prize"), tell.money(found.amount)]],
        note=after,
    )


def _share(told: Prize, tell: Teller) -> Rows:
    """Return the combination's share by the pool's terms; nothing where they name none."""
    terms = told.combination
    if terms is None:
        return []
    share = tell.of("{} do saldo", "{} of the balance").format(tell.percent(terms.ppm))
    fixed = tell.of("a soma fixa de {}", "the fixed sum of {}").format(tell.money(terms.fixed))
    if terms.ppm is None:
        said = fixed
    elif terms.fixed is None:
        said = share
    else:
        said = tell.of(f"o maior de {share} e {fixed}", f"the larger of {share} and {fixed}")
    text = tell.of("Pelos termos do jackpot", "By the pool's terms")
    return [[Cell(f"{text}: {said}", "quiet"), ""]]


def _paid(found: Explanation, tell: Teller) -> list[Block]:
    state = Note(
        tell.of(f"Estado do prémio: {STATES[found.state]}.", f"State of the prize: {found.state}.")
    )
    if not found.payments:
        return [state]

    def amount(name: str) -> int:
        return sum(one[name] for one in found.payments)

    return [
        Grid(
            title=tell.of("Pagamentos", "Payments"),
            columns=[
                tell.column("Posição", "Position", wide=1),
                tell.column("Talão", "Slip"),
                tell.figures("Importância", "Amount"),
                tell.figures("Imposto retido", "Tax withheld"),
                tell.figures("Entregue", "Handed over"),
            ],
            rows=[
                [
                    str(one["position"]),
                    one["slip"] or "—",
                    tell.money(one["amount"]),
                    tell.money(one["tax"]),
                    tell.money(one["amount"] - one["tax"]),
                ]
                for one in found.payments
            ],
            totals=[
                [
                    "Total",
                    "",
                    tell.money(amount("amount")),
                    tell.money(amount("tax")),
                    tell.money(amount("amount") - amount("tax")),
                ]
            ],
        ),
        state,
    ]
