"""Checks of one jogada, and of statements about the balance, by themselves."""

from collections.abc import Callable, Iterator
from typing import Final

from ledger.events.machines import MachineHomologated, Play, PlayVoided
from projections.base.event import Event
from projections.base.produced import Fault, Produced
from projections.gather.maquinas import record_of
from projections.replay.games.maquinas.reels import Reels
from projections.replay.record import Record
from projections.replay.registry import Verdict
from projections.replay.settlement import money_text
from projections.stages.machines.faults import fault, once
from projections.stages.machines.machine import Homologation, Machine

CONFIGURATION: Final = "MQ-RTP-CFG"
ONLINE: Final = frozenset({"shared", "exclusive"})


# --- the balance ---------------------------------------------------------------------------------


def overdrawn(machine: Machine, before: int, event: Event) -> Fault:
    """Return the fault of an event that took the credit balance below zero (identity 1)."""
    return fault(
        "MQ-METER-BAL",
        event,
        f"at most {money_text(before)} from the balance",
        money_text(before - machine.credits),
        amount=machine.credits,
        facts={"fact": "balance"},
    )


def uncovered(before: int, event: Event, stake: int) -> Fault:
    """Return the fault of a stake above the balance, which only its own prize covered."""
    return fault(
        "MQ-METER-BAL",
        event,
        f"at most {money_text(before)} from the balance",
        money_text(stake),
        amount=before - stake,
        facts={"fact": "balance"},
    )


def short_of(machine: Machine) -> tuple[str, list[Fault]]:
    """Return the present faults of a desk's payment that the balance did not cover."""
    short = machine.short
    assert short is not None
    found = [
        Fault(
            code="MQ-METER-BAL",
            positions=(short.position,),
            place=machine.machine,
            expected=f"at most {money_text(machine.credits + short.paid)} from the balance",
            recorded=money_text(short.paid),
            amount=machine.credits,
            facts={"fact": "balance"},
        )
    ]
    return f"overdrawn {short.event}", found if machine.credits < 0 else []


def off_balance(machine: Machine, said: int, event: Event, produced: Produced) -> None:
    """Compare the balance that the machine says with the computed one, and name where they part."""
    off = said - machine.credits
    if off == machine.off:
        return
    prize = _credited(event.payload)
    late = prize > 0 and off - machine.off == -prize
    machine.off = off
    if late:
        found = fault(
            "MQ-ONL-PAY",
            event,
            money_text(machine.credits),
            money_text(said),
            rule="MÁQ R33",
            amount=-prize,
        )
        produced.about.append((f"credited {event.name}", [found]))
    if machine.first_off is None and isinstance(event.payload, Play):
        machine.first_off = (event.position, event.name)
    faults = (
        []
        if off == 0
        else [
            fault(
                "MQ-METER-EVT",
                event,
                f"SC {money_text(machine.credits)}",
                f"SC {money_text(said)}",
                amount=off,
                facts={"counter": "SC", "first": event.name},
            )
        ]
    )
    produced.about.append((f"balance {machine.machine}", faults))


def _credited(payload: object) -> int:
    """Return the credit of an online jogada."""
    if isinstance(payload, Play) and payload.mode in ONLINE:
        return payload.cg + payload.pa + payload.pap_m
    return 0


# --- what may run --------------------------------------------------------------------------------


def configured(machine: Machine, event: Event, play: Play, day: str) -> Iterator[tuple[str, Fault]]:
    """Find play without a homologation in force, or other than homologated (R6, R7, R9).

    Each with what is wrong, which is told once a day.
    """
    homologated = machine.homologations.get(play.configuration)
    if homologated is None:
        what = f"configuration {play.configuration}"
        if not machine.homologations:
            if once(machine, "homologation", day):
                yield "homologation", fault("MQ-HOM", event, "a homologation", "none")
        elif once(machine, what, day):
            known = ", ".join(name[:12] for name in machine.homologations)
            facts = {"fact": "configuration"}
            yield what, fault(CONFIGURATION, event, known, play.configuration[:12], facts=facts)
        return
    what = f"expired {play.configuration}"
    expired = homologated.until is not None and event.at > homologated.until
    if expired and once(machine, what, day):
        expected, proof = f"played until {homologated.until}", (homologated.position,)
        yield what, fault("MQ-HOM", event, expected, event.at, positions=proof)
    yield from _of_plan(machine, event, play, homologated, day)


def _of_plan(
    machine: Machine, event: Event, play: Play, homologated: Homologation, day: str
) -> Iterator[tuple[str, Fault]]:
    if play.denomination not in homologated.denominations:
        what = f"denomination {play.denomination}"
        expected, recorded = " ".join(map(str, homologated.denominations)), str(play.denomination)
    elif not has_plan(homologated, play):
        what = f"plan {play.paytable} {play.denomination} {play.lines}"
        expected = "; ".join(
            f"{one} at {at}, {lines} lines" for one, at, lines in homologated.plans
        )
        recorded = f"{play.paytable} at {play.denomination}, {play.lines} lines"
    else:
        return
    if once(machine, what, day):
        proof, facts = (homologated.position,), {"fact": what.partition(" ")[0]}
        yield (
            what,
            fault(CONFIGURATION, event, expected, recorded, positions=proof, facts=facts),
        )


def has_plan(homologated: Homologation, play: Play) -> bool:
    """Tell whether a play's pay table, denomination and lines are homologated."""
    return any(
        play.paytable in (None, paytable)
        and denomination == play.denomination
        and lines in (0, play.lines)
        for paytable, denomination, lines in homologated.plans
    )


# --- what it pays --------------------------------------------------------------------------------


def is_honest(play: Play, reels: Reels) -> bool:
    """Tell quickly whether a plain jogada paid what its reels give; if not, replay looks at it."""
    sheet = reels.sheet
    seen = _seen(play, reels)
    lines = len(sheet.linhas) if play.lines is None else play.lines
    if seen is None or not 1 <= lines <= len(sheet.linhas):
        return False
    unit = play.denomination
    level = reels.level(play.stake, lines, unit)
    highest = reels.levels
    if level is None or (highest is not None and not 1 <= level <= highest):
        return False
    paid: dict[int, int] = {}
    total = 0
    for hit in reels.hits(seen, lines, level, unit):
        if hit.combination.progressivo:
            return False
        total += hit.amount
        if hit.amount:
            paid[hit.line] = hit.amount
    if total != play.cg:
        return False
    return not play.wins or (
        len(play.wins) == len(paid) and {one.line: one.amount for one in play.wins} == paid
    )


def _seen(play: Play, reels: Reels) -> tuple[str, ...] | None:
    """Return the symbols shown; None where stops and symbols are not these reels'."""
    if not play.stops:
        return play.symbols if reels.is_window(play.symbols) else None
    seen = reels.window(play.stops)
    return None if play.symbols and seen != play.symbols else seen


def replayed(
    event: Event,
    play: Play,
    name: str,
    homologated: tuple[int, MachineHomologated] | None,
    void: PlayVoided | None = None,
    *,
    resumed: int | None = None,
    judge: Callable[[Record], Verdict],
) -> list[Fault]:
    """Return the faults that re-running a jogada finds, its configuration's apart."""
    payload = None if homologated is None else homologated[1]
    record = record_of(name, play, payload, void=void, resumed=resumed is not None)
    proof = (None if homologated is None else homologated[0], resumed)
    return [
        fault(
            one.code,
            event,
            one.expected,
            one.recorded,
            rule=one.rule,
            positions=proof,
            amount=one.amount,
            facts={**one.facts, "play": name},
        )
        for one in judge(record).found
        if one.code != CONFIGURATION or one.facts.get("fact") == "bet_level"
    ]


def needs_replay(play: Play, reels: Reels | None) -> bool:
    """Tell whether a jogada has to be looked at whole: nearly none has."""
    if play.complementary:
        return True
    if play.mode in ONLINE and play.pam + play.pap_h:
        return True
    if reels is not None and (play.stops or play.symbols):
        return not is_honest(play, reels)
    if play.wins and reels is None:
        return sum(one.amount for one in play.wins) != play.cg
    return False
