"""Hands dealt to somebody who had not bet: each is void, and the jogada goes on (ST R27)."""

from collections.abc import Iterator

from projections.replay.games.house_cards.stud_poker.record import (
    ADICIONAL,
    INICIAL,
    PROGRESSIVO,
    StudRecord,
)
from projections.replay.games.house_cards.stud_poker.rules import StudRules
from projections.replay.games.house_cards.stud_poker.standing_bets import standing
from projections.replay.settlement import Found, Settlement, money_text


def check_no_bet(record: StudRecord, _: StudRules, __: Settlement) -> Iterator[Found]:
    """ST-NOBET: an adicional taken on a hand dealt to somebody who had not bet (R27)."""
    if not record.has("bets"):
        return
    added = [bet for bet in standing(record)[0] if bet.tipo == ADICIONAL]
    for seat in hands_without_bet(record):
        laid = [bet for bet in added if bet.seat == seat]
        if laid:
            yield Found(
                code="ST-NOBET",
                rule="ST R27",
                seat=seat,
                bet=laid[0].bet,
                expected=money_text(0),
                recorded=money_text(sum(bet.valor for bet in laid)),
                amount=sum(bet.valor for bet in laid),
                facts={"fact": "adicional"},
            )


def hands_without_bet(record: StudRecord) -> list[int]:
    """Return the seats that got cards though nothing had been bet there before the deal (R27)."""
    some = {bet.seat for bet in standing(record)[0] if bet.tipo in {INICIAL, PROGRESSIVO}}
    return sorted(place.seat for place in record.seats if place.cartas and place.seat not in some)
