"""The paper on a round: what is due for each bet and why, what is wrong, and its events.

What the program reckoned stands beside the events that it reckoned from; the proof that is attached
holds those events byte by byte.
"""

from collections.abc import Mapping
from typing import Any

from api.documents.document import (
    ZONE,
    Block,
    Document,
    Fields,
    Grid,
    Language,
    Note,
    Rows,
    Teller,
)
from api.documents.words.kinds import kind_text
from api.documents.words.law import law_of
from api.documents.words.results import result_text, with_cards
from projections.reads.floor.round_again import RoundAgain
from projections.replay.registry import Verdict
from projections.replay.settlement import Found, Line, describe


def round_document(
    again: RoundAgain, language: Language, zone: str = ZONE, casino: str | None = None
) -> Document:
    """Return a closed round of a casino as a document; its times are of a zone."""
    closed, verdict = again.closed, again.verdict
    currency = "" if verdict is None else verdict.settlement.currency
    tell = Teller(language, zone, currency)
    blocks: list[Block] = [_about(again, tell), _judged(again, tell)]
    if verdict is not None:
        blocks += [_due(verdict, tell), _found(verdict, tell)]
        blocks += law_of((one.rule for one in verdict.found), tell)
    blocks.append(_events(again, tell))
    return Document(
        title=tell.of("Jogada", "Round"),
        subject=f"{tell.round(closed.round)} · {tell.game(closed.game)}",
        period=tell.day(closed.day),
        events=len(closed.events),
        blocks=[block for block in blocks if not isinstance(block, Grid) or block.rows],
        command=f"razao prove round {closed.round} --lang {language} --pdf {tell.file}",
        language=language,
        casino=casino,
    )


def _about(again: RoundAgain, tell: Teller) -> Fields:
    closed, verdict = again.closed, again.verdict
    rows = [
        (tell.of("Lugar", "Place"), closed.place),
        (tell.of("Dia de jogo", "Gaming day"), tell.day(closed.day)),
        (tell.of("Número", "Number"), str(closed.number)),
        (tell.of("Jogo", "Game"), tell.game(closed.game)),
        (tell.of("Aberta", "Opened"), tell.time(closed.events[0].at)),
        (tell.of("Fechada", "Closed"), tell.time(closed.events[-1].at)),
    ]
    if verdict is not None:
        settlement = verdict.settlement
        rows += [
            (tell.of("Resultado", "Result"), result_text(settlement.result, tell) or "—"),
            (tell.of("Moeda", "Currency"), settlement.currency),
            (tell.of("Regras", "Rules"), verdict.record.profile),
        ]
    return Fields(rows)


def _judged(again: RoundAgain, tell: Teller) -> Note:
    """Say in a sentence how the round stands; of nothing unproved that it is wrong."""
    verdict = again.verdict
    if again.unproved is not None:
        return Note(
            tell.of(
                f"Não provada desde o evento {again.unproved}: nada nela é dado por errado.",
                f"Not proved since event {again.unproved}: nothing in it is said to be wrong.",
            )
        )
    if verdict is None:
        return Note(
            tell.of(
                "Não se pode recalcular: o registo não diz tudo o que as regras pedem.",
                "It cannot be recalculated: the record does not tell all that the rules need.",
            )
        )
    if verdict.found:
        return Note(tell.of("Diverge das regras.", "It differs from the rules."), "wrong")
    if verdict.not_compared:
        return Note(
            tell.of(
                "Não comparada: aqui não se registam pagamentos.",
                "Not compared: payouts are not recorded here.",
            )
        )
    return Note(
        tell.of("O declarado e o recalculado conferem.", "Declared and recalculated agree."),
        "right",
    )


def _due(verdict: Verdict, tell: Teller) -> Grid:
    told = describe(verdict.settlement)["lines"]
    pairs = zip(verdict.settlement.lines, told, strict=True)
    return Grid(
        title=tell.of("O que é devido, e porquê", "What is due, and why"),
        columns=[
            tell.column("Aposta", "Bet"),
            tell.column("Lugar", "Seat"),
            tell.figures("Apostado", "Staked"),
            tell.figures("Prémio", "Prize"),
            tell.figures("Devolvido", "Returned"),
            tell.figures("Devido", "Due"),
            tell.column("Porquê", "Why", wide=1),
        ],
        rows=[_line(line, said, tell) for line, said in pairs],
    )


def _line(line: Line, said: Mapping[str, Any], tell: Teller) -> list[Any]:
    why = " ".join(said["why"][tell.language])
    return [
        tell.bet(line.bet),
        tell.seat(line.seat),
        tell.money(line.stake),
        tell.money(line.prize),
        tell.money(line.returned),
        tell.money(line.due),
        with_cards(tell.amounts(why), tell) or ", ".join(line.rules),
    ]


def _found(verdict: Verdict, tell: Teller) -> Grid:
    def row(one: Found) -> list[Any]:
        return [
            one.code,
            one.rule or "—",
            _where(one, tell),
            with_cards(tell.value(one.expected), tell) or "—",
            with_cards(tell.value(one.recorded), tell) or "—",
        ]

    return Grid(
        title=tell.of("O que diverge", "What differs"),
        columns=[
            tell.column("Código", "Code"),
            tell.column("Regra", "Rule"),
            tell.column("Onde", "Where"),
            tell.column("Esperado", "Expected", wide=1),
            tell.column("Registado", "Recorded", wide=1),
        ],
        rows=[row(one) for one in verdict.found],
    )


def _where(one: Found, tell: Teller) -> str:
    """Return the seat and the bet that a fault is of; a dash where it is of the round.

    >>> both, hand = Found(code="RA-PAY", seat=3, bet=1), Found(code="SD-QUAL", seat=2)
    >>> [_where(one, Teller("pt")) for one in (both, hand, Found(code="VOID-MISS"))]
    ['lugar 3, aposta 1', 'lugar 2', '—']
    """
    seat, bet = tell.seat(one.seat), tell.bet(one.bet)
    said = (
        "" if seat == "—" else tell.of(f"lugar {seat}", f"seat {seat}"),
        "" if bet == "—" else tell.of(f"aposta {bet}", f"bet {bet}"),
    )
    return ", ".join(filter(None, said)) or "—"


def _events(again: RoundAgain, tell: Teller) -> Grid:
    rows: Rows = [
        [
            str(event.position),
            kind_text(event.kind, tell.language),
            tell.time(event.at),
        ]
        for event in again.closed.events
    ]
    return Grid(
        title=tell.of("Os eventos", "The events"),
        columns=[
            tell.figures("Posição", "Position"),
            tell.column("O que se disse", "What was said", wide=1),
            tell.column("Hora", "Time"),
        ],
        rows=rows,
    )
