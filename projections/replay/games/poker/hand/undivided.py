"""Settles a hand whose pot nobody divides: it is void, or the record does not tell who wins."""

from collections.abc import Iterable

from ledger.money import Minor
from projections.replay.record import Record
from projections.replay.settlement import Line, Outcome, Settlement, Step


def stakes_given_back(
    game: str, record: Record, stakes: Iterable[tuple[int, Minor]], step: Step
) -> Settlement:
    """Return the settlement of a void hand: each seat has its stake back."""
    lines = tuple(
        Line(
            seat=seat,
            outcome=Outcome.DEVOLVIDA,
            stake=stake,
            returned=stake,
            rules=(step.rule,),
            why=(step,),
        )
        for seat, stake in stakes
    )
    return _settled(game, record, lines, void=True)


def stakes_left_in_pot(
    game: str, record: Record, stakes: Iterable[tuple[int, Minor]], step: Step
) -> Settlement:
    """Return the settlement of a hand whose winner the record does not tell: stakes wait."""
    lines = tuple(
        Line(seat=seat, outcome=Outcome.PENDENTE, stake=stake, rules=(step.rule,), why=(step,))
        for seat, stake in stakes
    )
    return _settled(game, record, lines, void=False)


def _settled(game: str, record: Record, lines: tuple[Line, ...], *, void: bool) -> Settlement:
    return Settlement(
        game=game, round=record.round, currency=record.currency, lines=lines, void=void
    )
