"""Faults of the colours of chips: one colour, one player, a value on the display (RA R22, R26)."""

from collections.abc import Sequence
from typing import Final

from projections.replay.games.wheels.roulette.checks.limits import not_whole
from projections.replay.games.wheels.roulette.record import CorAtribuida, Law, RouletteRecord
from projections.replay.kit.bets import Bet
from projections.replay.settlement import Found, money_text

IDLE_COUPS: Final = 3
"""Coups without a bet after which a colour is lost to who waits for one (R25)."""


def check_colours(
    record: RouletteRecord, law: Law, bets: Sequence[Bet], found: list[Found]
) -> None:
    """RA R22, R26: one colour, one player, with a value on the display; whole chips of it.

    R26 wants the value before its player begins: when the bets of a coup are closed in which he has
    a stake, it must be there. Which chips that stake is made of nobody can tell without it.
    """
    if record.sem_apostar:
        check_idle(record, found)
    held = [(one.cor, one.seat, one.player) for one in record.cores_atribuidas]
    used = [(bet.cor, bet.seat, bet.player) for bet in bets if bet.cor is not None]
    if not held and not used:
        return
    rule = law.cites.colours
    names = _names([*held, *used])
    holders: dict[str, set[str]] = {}
    colours: dict[str, set[str]] = {}
    for cor, seat, player in held + used:
        name = player or names.get(seat, f"seat {seat}")
        if not name:
            continue  # one of several who play from that place: nobody can tell which
        holders.setdefault(cor, set()).add(name)
        colours.setdefault(name, set()).add(cor)
    for subject, of in [*holders.items(), *colours.items()]:
        if len(of) > 1:
            found.append(_colour(rule, "1", ", ".join(sorted(of)), subject))
    if record.cores is not None and len(colours) > record.cores:
        found.append(_colour(rule, f"<= {record.cores}", str(len(colours)), "cores"))
    if record.cores_atribuidas:
        _check_values(record, law, bets, found)


def check_idle(record: RouletteRecord, found: list[Found]) -> None:
    """RA R25: who has not bet for three coups keeps no colour while others wait for one.

    Told once, in the coup after the third, where none of the table's colours is free.
    """
    held = {one.cor for one in record.cores_atribuidas}
    if not record.esperam_cor or (record.cores is not None and len(held) < record.cores):
        return
    found.extend(
        Found(
            code="RA-3G",
            rule="RA R25",
            seat=one.seat,
            expected=", ".join(record.esperam_cor),
            recorded=one.cor,
            facts={"colour": one.cor, "player": one.player},
        )
        for one in record.cores_atribuidas
        if record.sem_apostar.get(one.cor) == IDLE_COUPS
    )


def _names(facts: Sequence[tuple[str, int, str | None]]) -> dict[int, str]:
    """Return whose a seat is, of the seats where the facts name a player; empty where several."""
    names: dict[int, set[str]] = {}
    for _, seat, player in facts:
        if player is not None:
            names.setdefault(seat, set()).add(player)
    return {seat: min(known) if len(known) == 1 else "" for seat, known in names.items()}


def _plays(one: CorAtribuida, bets: Sequence[Bet]) -> bool:
    """Tell whether who holds a colour has a stake: a player, or where one has no name his seat."""
    return any(
        bet.player == one.player if bet.player and one.player else bet.seat == one.seat
        for bet in bets
    )


def _check_values(
    record: RouletteRecord, law: Law, bets: Sequence[Bet], found: list[Found]
) -> None:
    values = {one.cor: one.valor for one in record.cores_atribuidas if one.valor}
    used = {bet.cor for bet in bets if bet.cor is not None}
    played = {one.cor for one in record.cores_atribuidas if not one.valor and _plays(one, bets)}
    without = (used | played) - values.keys()
    found.extend(
        _colour(law.cites.display, ">" + money_text(0), "", cor) for cor in sorted(without)
    )
    for bet in bets:
        value = values.get(bet.cor) if bet.cor is not None else None
        if value is not None and bet.chips is None and bet.valor % value:
            found.append(not_whole(law, bet, f"n x {money_text(value)}"))


def _colour(rule: str, expected: str, recorded: str, subject: str) -> Found:
    return Found(
        code="RA-COLOR",
        rule=rule,
        expected=expected,
        recorded=recorded,
        facts={"subject": subject},
    )
