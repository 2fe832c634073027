"""Marks taken off a cloth by mistake and put back, as the games of a wheel have them."""

from collections.abc import Iterable, Sequence

from msgspec import structs

from projections.replay.kit.bets import Bet, first_of_each


def with_marks_back(bets: Sequence[Bet], marks: Iterable[Bet]) -> list[Bet]:
    """Return the bets with marks put back, each as it counts; a bet not there yet comes last."""
    found = list(bets)
    where = first_of_each(found)
    for mark in marks:
        at = where.get(mark.bet, -1)
        if at < 0:
            where[mark.bet] = len(found)
            found.append(mark)
            continue
        found[at] = structs.replace(
            found[at],
            tipo=mark.tipo,
            selecao=mark.selecao,
            valor=mark.valor,
            chips=mark.chips or found[at].chips,
        )
    return found
