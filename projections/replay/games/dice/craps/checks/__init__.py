"""Faults of a round, each subject in a module of its own; ``verify`` asks them all."""

from projections.replay.games.dice.craps.checks.announced_point import check_point
from projections.replay.games.dice.craps.checks.last_play import check_last
from projections.replay.games.dice.craps.checks.staff import check_staff
from projections.replay.games.dice.craps.record import (
    BARS,
    DICE,
    NULL_GROUNDS,
    OFFERED,
    CrapsRecord,
    CrapsRules,
)
from projections.replay.games.dice.craps.stakes import watched
from projections.replay.kit.bets import paid_to_another, repeated_numbers
from projections.replay.kit.coups.faults import not_repeated
from projections.replay.kit.dice import counts
from projections.replay.kit.player_sessions import demo_faults, session_faults
from projections.replay.kit.throws import stake_faults
from projections.replay.left_open.unread import IMPOSSIBLE
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Settlement


def verify(record: CrapsRecord, rules: CrapsRules, settlement: Settlement) -> tuple[Found, ...]:
    """Return the faults of table, bets and procedure that the record decides."""
    found: list[Found] = []
    if record.bar is not None and record.bar not in BARS:
        found.append(
            Found(
                code="CR-BAR",
                rule="CR R20 2.2",
                expected=" / ".join(map(str, BARS)),
                recorded=str(record.bar),
            )
        )
    play, stakes, shooters = watched(record, rules)
    found += repeated_numbers(record.bets)
    found += stake_faults([one.bet for one in play.bets if not one.standing.withdrawn], "CR R8")
    found += stakes.found
    if not any(fault.code == IMPOSSIBLE and fault.bet is not None for fault in play.found):
        # Who has a bet, and where, says whose turn it is: not where one of them cannot be read.
        found += shooters.found
    if record.has("announcements"):
        check_point(record, play, found)
    if record.mode == PHYSICAL:
        check_last(record, play, found)
        check_choice(record, found)
    if record.pessoal and record.has("staff"):
        check_staff(record, found)
    if record.has("payouts"):
        found += paid_to_another(settlement, record.payments, record.bets)
    if record.mode != PHYSICAL:
        if not any(counts(throw, DICE, NULL_GROUNDS) for throw in record.lancamentos):
            found += not_repeated(record, settlement, "CR R33", "")
        found += session_faults(record.sessoes, history="CR R36", decides="CR R37", ending="CR R38")
    if record.mode == "demo":
        found += demo_faults(record.meios, "CR R39")
    return tuple(found)


def check_choice(record: CrapsRecord, found: list[Found]) -> None:
    """R11: the shooter takes two dice of the five that he is handed."""
    found.extend(
        Found(
            code="CR-2OF5",
            rule="CR R11",
            seat=one.seat,
            expected=f"{DICE} / {OFFERED}",
            recorded=f"{one.tirados} / {one.oferecidos}",
        )
        for one in record.escolhas
        if (one.tirados, one.oferecidos) != (DICE, OFFERED)
    )
