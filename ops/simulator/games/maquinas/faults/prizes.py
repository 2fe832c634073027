"""Faults of what a jogada pays: lines, cards, complementary bets (R11, R13, R14)."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from ledger.events.machines import (
    ComplementaryBet,
    LineWin,
)
from ops.simulator.games.maquinas.bank import Bank
from ops.simulator.games.maquinas.faults.scenes import (
    EXTRA,
    guest_of,
    said,
    seated,
    spun,
    table_of,
    told,
)
from ops.simulator.games.maquinas.machine import Machine
from ops.simulator.parties.fault import scene
from ops.simulator.parties.party import Telling


def line_fault(  # noqa: D103 - said by each that uses it
    bank: Bank, machine: Machine, name: str, due: int, paid: int, **facts: Any
) -> None:
    bank.plant(
        name,
        "MQ-LINE",
        place=machine.place,
        facts={"play": machine.told, **facts},
        due=due,
        paid=paid,
    )


def not_paid(bank: Bank, name: str) -> Telling:
    """Pay nothing, and tell of no line (R14)."""
    machine = yield from seated(bank, bank.rng.choice(("classica", "video", "progressiva")))
    stops, wins = spun(bank, machine, wins_at_least=1)
    yield from said(bank, machine, told(bank, machine, stops, ()))
    line_fault(bank, machine, name, sum(one.amount for one in wins), 0)


def overpaid(bank: Bank, name: str) -> Telling:
    """Pay a line more than its combination gives."""
    machine = yield from seated(bank, bank.rng.choice(("classica", "progressiva")))
    stops, wins = spun(bank, machine, wins_at_least=1)
    first = wins[0]
    more = msgspec.structs.replace(first, amount=first.amount + EXTRA)
    yield from said(bank, machine, told(bank, machine, stops, (more, *wins[1:])))
    line_fault(bank, machine, name, first.amount, more.amount, line=first.line)


def lower(bank: Bank, name: str) -> Telling:
    """Pay three sevens as three bars (R13)."""
    machine = yield from seated(bank, "classica", level=3)
    guest, table = guest_of(machine), table_of(machine)
    stops = table.stops_for(["bar"] * 3)
    won = table.pays(stops, 1, guest.level, guest.denomination)
    as_high = 60 * guest.denomination
    told_wins = (LineWin(line=1, combination="altos", amount=as_high),)
    yield from said(bank, machine, told(bank, machine, stops, told_wins))
    line_fault(bank, machine, name, won.total, as_high, line=1)


def one_line(bank: Bank, name: str) -> Telling:
    """Leave a line of several that win unpaid (R14)."""
    machine = yield from seated(bank, bank.rng.choice(("video", "progressiva")))
    stops, wins = spun(bank, machine, wins_at_least=2, several=True)
    gone = wins[-1]
    yield from said(bank, machine, told(bank, machine, stops, wins[:-1]))
    line_fault(bank, machine, name, gone.amount, 0, line=gone.line)


def losing_line(bank: Bank, name: str) -> Telling:
    """Pay a line that shows nothing."""
    machine = yield from seated(bank, bank.rng.choice(("video", "progressiva")))
    stops, _ = spun(bank, machine)
    paid = (LineWin(line=2, combination="ninguem", amount=EXTRA),)
    yield from said(bank, machine, told(bank, machine, stops, paid))
    line_fault(bank, machine, name, 0, EXTRA, line=2)


def no_scatter(bank: Bank, name: str) -> Telling:
    """Pay the lines, and not the lighthouses."""
    machine = yield from seated(bank, "video")
    stops, wins = spun(bank, machine, wins_at_least=1, scatter=True)
    lines = tuple(one for one in wins if one.line)
    due = sum(one.amount for one in wins) - sum(one.amount for one in lines)
    yield from said(bank, machine, told(bank, machine, stops, lines))
    if lines:
        line_fault(bank, machine, name, due, 0, line=0)
    else:
        line_fault(bank, machine, name, due, 0)


def credited(bank: Bank, name: str) -> Telling:
    """Tell the lines rightly, and credit something else."""
    machine = yield from seated(bank, bank.rng.choice(("classica", "video", "progressiva")))
    stops, wins = spun(bank, machine, wins_at_least=1)
    due = sum(one.amount for one in wins)
    paid = due + EXTRA if bank.chance(2) else max(0, due - 5)
    yield from said(bank, machine, told(bank, machine, stops, wins, paid))
    line_fault(bank, machine, name, due, paid)


def not_given(bank: Bank, name: str) -> Telling:
    """Show three golds, and give no progressive prize (R18)."""
    machine = yield from seated(bank, "progressiva")
    guest, table = guest_of(machine), table_of(machine)
    while True:
        stops = table.stops_for(["ouro"] * 3, bank.rng.randint(1, guest.lines))
        won = table.pays(stops, guest.lines, guest.level, guest.denomination)
        if won.progressives == 1:
            break
    yield from said(bank, machine, told(bank, machine, stops, won.wins))
    facts = {"fact": "progressive", "play": machine.told}
    bank.plant(name, "MQ-LINE", place=machine.place, facts=facts)


def cards(bank: Bank, name: str) -> Telling:
    """Credit something else than the hand's own line."""
    machine = yield from seated(bank, "poquer", level=bank.rng.randint(1, 5))
    while True:
        wins, hand = bank.poker(guest_of(machine))
        if wins and wins[0].amount < EXTRA * 100:
            break
    due = wins[0].amount
    paid = due + (EXTRA if bank.chance(2) else -25)
    yield from said(bank, machine, told(bank, machine, (), wins, paid, symbols=hand))
    line_fault(bank, machine, name, due, paid)


# --- complementary bets ----------------------------------------------------------------------


def complemented(
    bank: Bank, name: str, step: Callable[[int], ComplementaryBet], facts: dict[str, Any]
) -> Telling:
    """Play a jogada that wins, with a complementary bet that cannot be."""
    machine = yield from seated(bank, "video")
    stops, wins = spun(bank, machine, wins_at_least=1)
    one = step(sum(win.amount for win in wins))
    play = told(bank, machine, stops, wins, one.prize, complementary=(one,))
    yield from said(bank, machine, play)
    bank.plant(
        name,
        "MQ-COMP",
        place=machine.place,
        facts={"play": machine.told, "step": 1, **facts},
    )


def not_offered(bank: Bank, name: str) -> Telling:
    """Offer a bet that the certificate does not know (R11)."""
    yield from complemented(
        bank,
        name,
        lambda prize: ComplementaryBet(name="roleta", risked=prize, prize=2 * prize),
        {"fact": "name"},
    )


def tripled(bank: Bank, name: str) -> Telling:
    """Give three times the prize for a doubling."""
    yield from complemented(
        bank,
        name,
        lambda prize: ComplementaryBet(name="dobrar", risked=prize, prize=3 * prize),
        {"fact": "prize"},
    )


def wrong_bonus(bank: Bank, name: str) -> Telling:
    """Let the chest hold what it cannot."""
    yield from complemented(
        bank,
        name,
        lambda prize: ComplementaryBet(name="arca", prize=prize + 7),
        {"fact": "prize"},
    )


def risked(bank: Bank, name: str) -> Telling:
    """Let more be risked than the prize is."""
    yield from complemented(
        bank,
        name,
        lambda prize: ComplementaryBet(name="dobrar", risked=2 * prize, prize=3 * prize),
        {"fact": "risked"},
    )


def not_credited(bank: Bank, name: str) -> Telling:
    """Credit the table's prize where the doubling won twice as much."""
    machine = yield from seated(bank, "video")
    stops, wins = spun(bank, machine, wins_at_least=1)
    prize = sum(one.amount for one in wins)
    step = ComplementaryBet(name="dobrar", risked=prize, prize=2 * prize)
    yield from said(bank, machine, told(bank, machine, stops, wins, prize, complementary=(step,)))
    facts = {"play": machine.told}
    bank.plant(name, "MQ-COMP", place=machine.place, facts=facts, due=2 * prize, paid=prize)


PRIZES: Final = {
    "win-not-paid": scene(not_paid),
    "line-overpaid": scene(overpaid),
    "lower-combination-paid": scene(lower),
    "one-line-of-several-not-paid": scene(one_line),
    "losing-line-paid": scene(losing_line),
    "scatter-not-paid": scene(no_scatter),
    "credited-other-than-lines": scene(credited),
    "progressive-not-given": scene(not_given),
    "cards-credited-wrongly": scene(cards),
    "complement-not-homologated": scene(not_offered),
    "doubling-tripled": scene(tripled),
    "bonus-not-in-table": scene(wrong_bonus),
    "more-risked-than-won": scene(risked),
    "complement-not-credited": scene(not_credited),
}
