"""The most that the bank pays in a jogada: prizes are reduced in proportion to it (R33)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import structs

from ledger.money import Minor, split_by_weight
from projections.replay.games.house_cards.poquer_sem_descarte.ranking import (
    PRIZES,
    SHIFT,
    evaluate,
)
from projections.replay.games.house_cards.poquer_sem_descarte.record import (
    HAND,
    INICIAL,
    SEGUNDA,
    SemDescarteRecord,
)
from projections.replay.games.house_cards.poquer_sem_descarte.standing_bets import laid
from projections.replay.kit.bets import Bet
from projections.replay.kit.cards import RANK_OF
from projections.replay.settlement import OTHERS_OPEN, Line, Outcome, Phrase, Step

_CAPPED: Final = Phrase(
    "Os prémios do golpe somam {total:m} e a banca paga no máximo {cap:m}: os deste jogador"
    " reduzem-se em proporção, de {before:m} para {after:m}; o desta aposta, de {full:m} para"
    " {prize:m}.",
    "The round's prizes sum to {total:m} and the bank pays {cap:m} at most: this player's are"
    " reduced in proportion, from {before:m} to {after:m}; this bet's from {full:m} to {prize:m}.",
)


_OPEN: Final = Phrase(
    "Não se sabe quanto ganham todos os jogadores, nem se os prémios passam do máximo do golpe,"
    " {cap:m}: o prémio desta aposta não se sabe.",
    "It is not known how much all players win, nor whether the prizes pass the round's maximum,"
    " {cap:m}: this bet's prize is not known.",
)


def keep_to_maximum(
    record: SemDescarteRecord,
    cap: Minor,
    lines: list[Line],
    rule: str,
    result: dict[str, object],
) -> tuple[list[Line], tuple[tuple[int, ...], ...]]:
    """Return the lines with their prizes within the maximum, and which bets are told as a sum.

    Where nobody can read what a player won, and it might make the prizes pass the maximum, what the
    others win is not known either.
    """
    known = sum(line.prize for line in lines)
    most = sum(_most_of_unknown(record, lines)) if known else 0
    if not most or known + most <= cap:
        return _reduced(lines, cap, rule, result)
    result[OTHERS_OPEN] = True
    why = (Step(_OPEN, {"cap": cap}, rule),)
    return [
        structs.replace(line, outcome=Outcome.PENDENTE, prize=0, returned=0, rules=(rule,), why=why)
        if line.prize
        else line
        for line in lines
    ], ()


def _most_of_unknown(record: SemDescarteRecord, lines: Sequence[Line]) -> Iterator[Minor]:
    """Yield of each player whose play or cards nobody can read the most that he may win."""
    unread = {one.seat for one in record.unread}
    main = [bet for bet in laid(record).bets if bet.tipo in (INICIAL, SEGUNDA)]
    numbers = {bet.bet for bet in main}
    pending = {
        line.seat for line in lines if line.outcome is Outcome.PENDENTE and line.bet in numbers
    }
    for place in record.seats:
        mine = [bet for bet in main if bet.seat == place.seat]
        if place.seat in unread:
            # Which of his stakes were which, and whether he went on, is not known: the second
            # is twice the first.
            staked = sum(bet.valor for bet in laid(record).bets if bet.seat == place.seat)
            yield staked + 2 * staked * _best(record, place.cartas)
        elif place.seat in pending:
            yield _staked(mine, INICIAL) + _staked(mine, SEGUNDA) * _best(record, place.cartas)


def _staked(bets: Sequence[Bet], tipo: str) -> Minor:
    return sum(bet.valor for bet in bets if bet.tipo == tipo)


def _best(record: SemDescarteRecord, cards: Sequence[str | None]) -> int:
    """Return the most times the segunda aposta that a hand may win, one with unread cards too."""
    read = [card for card in cards if card in RANK_OF]
    whole = evaluate(read)
    if whole is not None:
        return PRIZES[whole >> SHIFT]
    if len(read) != HAND - 1:
        return max(PRIZES)
    seen = {*record.banca, *(card for place in record.seats for card in place.cartas)}
    values = (evaluate((*read, card)) for card in RANK_OF if card not in seen)
    return max(PRIZES[value >> SHIFT] for value in values if value is not None)


def _reduced(
    lines: list[Line], cap: Minor, rule: str, result: dict[str, object]
) -> tuple[list[Line], tuple[tuple[int, ...], ...]]:
    """Reduce the main prizes to the cap: each player's together, largest remainder by seat.

    The rule fixes what a player gets of both bets and not of each, so they are told as a sum.
    """
    prizes: dict[int, list[Minor]] = {}
    for line in lines:
        if line.prize:
            prizes.setdefault(line.seat, []).append(line.prize)
    before = {seat: sum(amounts) for seat, amounts in prizes.items()}
    total = sum(before.values())
    if total <= cap:
        return lines, ()
    result["maximo_golpe_aplicado"] = True  # flagged for the inspector
    result["premios_antes_do_maximo"] = total
    after = dict(zip(before, split_by_weight(cap, list(before.values())), strict=True))
    parts = {seat: iter(split_by_weight(after[seat], prizes[seat])) for seat in before}
    sums: dict[int, tuple[int, ...]] = {}
    for line in lines:
        if line.prize and line.bet is not None:
            sums[line.seat] = (*sums.get(line.seat, ()), line.bet)
    return [
        _capped(
            line,
            next(parts[line.seat]),
            {"total": total, "cap": cap, "before": before[line.seat], "after": after[line.seat]},
            rule,
        )
        if line.prize
        else line
        for line in lines
    ], tuple(sums.values())


def _capped(line: Line, prize: Minor, values: Mapping[str, Minor], rule: str) -> Line:
    money = line.why[-1]
    return structs.replace(
        line,
        prize=prize,
        rules=(*line.rules, rule),
        why=(
            *line.why[:-1],
            Step(money.phrase, {"prize": line.prize}, money.rule),
            Step(_CAPPED, {**values, "full": line.prize}, rule),
        ),
    )
