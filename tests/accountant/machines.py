"""The twelve contadores of contadores.md, by machine and day, and the identities between them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from tests.accountant.log import Fact, Log

SUMS: Final = {"DE": ("DEn", "DEc"), "CC": ("CCm", "CCc"), "PAP": ("PAPm", "PAPh")}
"""Counters that have sub-counters."""
TWELVE: Final = ("CJ", "CG", "JE", "RB", "DE", "BE", "PA", "CC", "BP", "PAP", "PAM", "CCM")
"""As R25 lists them."""
MONEY_IN: Final = {"note": "DEn", "coin": "DEn", "account": "DEc"}
MONEY_OUT: Final = {"machine": "CCm", "account": "CCc"}

Meters = dict[str, int]


@dataclass
class Machine:
    """One machine: its days, and what it had counted before."""

    casino: str = ""
    days: dict[str, Meters] = field(default_factory=lambda: defaultdict(lambda: defaultdict(int)))
    opening: Meters = field(default_factory=dict)

    def lifetime(self) -> Meters:
        """Return the counters as they stand now."""
        total: Meters = defaultdict(int, self.opening)
        for day in self.days.values():
            for name, amount in day.items():
                total[name] += amount
        return whole(total)


def whole(meters: Mapping[str, int]) -> Meters:
    """Return the counters with their sums, RB and SC, by identities 1 and 2."""
    all_of: Meters = defaultdict(int, meters)
    for name, parts in SUMS.items():
        all_of[name] = sum(all_of[part] for part in parts)
    all_of["RB"] = all_of["CJ"] - all_of["CG"] - all_of["PA"] - all_of["PAP"] - all_of["PAM"]
    all_of["SC"] = (
        all_of["DE"] + all_of["BE"] - all_of["CJ"] + all_of["CG"] + all_of["PA"]
        + all_of["PAPm"] - all_of["CC"] - all_of["BP"] - all_of["CCM"]
    )  # fmt: skip
    return all_of


def third_identity(meters: Mapping[str, int]) -> bool:
    """Tell whether cash comes to revenue and balance: identity 3."""
    m = meters
    cash = m["DE"] + m["BE"] - m["CC"] - m["BP"] - m["CCM"] - m["PAM"] - m["PAPh"]
    return cash == m["RB"] + m["SC"]


def machines(log: Log) -> dict[str, Machine]:
    """Return every machine's counters as they are known now."""
    return _fold(log)[0]


def voided_plays(log: Log) -> dict[str, Fact]:
    """Return each play that was made null, with the event that had this effect."""
    return _fold(log)[1]


def _fold(log: Log) -> tuple[dict[str, Machine], dict[str, Fact]]:
    found: dict[str, Machine] = defaultdict(Machine)
    plays: dict[str, Fact] = {}
    voided: dict[str, Fact] = {}
    for one in log.facts:
        if one.kind == "opening-declared" and one.body["subject"] == "machine":
            values = one.body["values"]
            found[one.body["name"]].opening = {
                name: value for name, value in values.items() if name not in SUMS
            } | _split(values)
            continue
        moved = dict(_moves(one))
        if one.kind == "play" and one.body.get("mode") != "demo":
            plays[one.name] = one
        if one.kind == "play-voided":
            play = plays.get(one.body["play"])
            if play is None or play.name in voided or not _covered(found, one, play):
                continue
            voided[play.name] = one
            moved = {name: -amount for name, amount in _moves(play)}
        if not moved or one.place is None:
            continue
        casino = log.home_of(one.source)
        day = log.day_of(casino, one.claimed, one.position) or one.at[:10]
        found[one.place].casino = casino
        meters = found[one.place].days[day]
        for name, amount in moved.items():
            meters[name] += amount
    return dict(found), voided


def _split(values: Mapping[str, int]) -> Meters:
    """Return the sub-counters of a declaration that tells only the sums."""
    parts: Meters = {}
    for name, (first, second) in SUMS.items():
        if name in values and first not in values:
            parts[first] = values[name] - values.get(second, 0)
    return parts


def _covered(found: Mapping[str, Machine], void: Fact, play: Fact) -> bool:
    """Tell whether what the play had won can still be taken from the balance."""
    assert void.place is not None
    won = sum(play.body.get(name, 0) for name in ("cg", "pa", "pap_m"))
    stake = play.body["stake"] + sum(
        one.get("stake", 0) for one in play.body.get("complementary", ())
    )
    machine = found[void.place]
    before = whole(machine.opening)["SC"]  # a declaration that does not come out is its own fault
    return machine.lifetime()["SC"] - min(before, 0) + stake - won >= 0


def _moves(one: Fact) -> Iterator[tuple[str, int]]:
    body = one.body
    match one.kind:
        case "play" if body.get("mode") != "demo":
            extra = sum(step.get("stake", 0) for step in body.get("complementary", ()))
            yield "CJ", body["stake"] + extra
            yield "JE", 1
            names = {"cg": "CG", "pa": "PA", "pap_m": "PAPm", "pap_h": "PAPh", "pam": "PAM"}
            yield from ((name, body.get(prize, 0)) for prize, name in names.items())
        case "credits-in":
            yield MONEY_IN.get(body["means"], "DEn"), body["amount"]
        case "credits-out":
            yield MONEY_OUT.get(body["means"], "CCm"), body["amount"]
        case "ticket-issued":
            yield "BP", body["amount"]
        case "ticket-redeemed":
            yield "BE", body["amount"]
        case "hand-paid" if body["category"] == "CCM":
            yield "CCM", body["amount"]
        case _:
            return
