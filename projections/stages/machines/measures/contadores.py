"""The twelve contadores (MÁQ R25): what moves each, and the identities between them.

Lifetime totals in minor units, JE in plays. Kept are the fourteen that events move; DE, CC, PAP and
RB are sums of them. One prize moves exactly one of CG, PA, PAP and PAM.

Rules: contadores.md.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from ledger.events.machines import (
    CreditsIn,
    CreditsOut,
    HandPaid,
    Play,
    TicketIssued,
    TicketRedeemed,
)

NAMES: Final = (
    "CJ",
    "CG",
    "JE",
    "DEn",
    "DEc",
    "BE",
    "PA",
    "CCm",
    "CCc",
    "BP",
    "PAPm",
    "PAPh",
    "PAM",
    "CCM",
)
"""What events move, in the order in which totals keep them."""
CJ, CG, JE, DE_N, DE_C, BE, PA, CC_M, CC_C, BP, PAP_M, PAP_H, PAM, CCM = range(len(NAMES))
SUMS: Final = {"DE": (DE_N, DE_C), "CC": (CC_M, CC_C), "PAP": (PAP_M, PAP_H)}
TWELVE: Final = ("CJ", "CG", "JE", "RB", "DE", "BE", "PA", "CC", "BP", "PAP", "PAM", "CCM")
"""As R25 lists them: a, b, c, d, e, f, g.1 to g.6."""
REPORTED: Final = tuple(name for name in TWELVE if name != "RB")
"""Those that a device must report: RB has no meter of its own."""
TO_BALANCE: Final = (-1, 1, 0, 1, 1, 1, 1, -1, -1, -1, 1, 0, 0, -1)
"""How each of them moves the credit balance (identity 1)."""
ACCOUNT: Final = "account"
DEMO: Final = "demo"

Totals = Sequence[int]
Moves = tuple[tuple[int, int], ...]
"""Which totals move, and by how much."""


def zeros() -> list[int]:
    """Return the totals of a machine to which nothing has happened."""
    return [0] * len(NAMES)


def moves(payload: Any) -> Moves:  # noqa: PLR0911 - one a kind
    """Return the contadores that an event moves; none in demonstration play or by other kinds."""
    match payload:
        case Play():
            return () if payload.mode == DEMO else _play(payload)
        case CreditsIn():
            return ((DE_C if payload.means == ACCOUNT else DE_N, payload.amount),)
        case CreditsOut():
            return ((CC_C if payload.means == ACCOUNT else CC_M, payload.amount),)
        case TicketRedeemed():
            return ((BE, payload.amount),)
        case TicketIssued():
            return ((BP, payload.amount),)
        case HandPaid(category="CCM"):
            return ((CCM, payload.amount),)
        case _:
            return ()  # a prize paid by hand moved its counter when it was won


def staked(play: Play) -> int:
    """Return a jogada's whole stake, complementary bets included."""
    return play.stake + sum(one.stake for one in play.complementary)


def _play(play: Play) -> Moves:
    every = (
        (CJ, staked(play)),
        (CG, play.cg),
        (JE, 1),
        (PA, play.pa),
        (PAP_M, play.pap_m),
        (PAP_H, play.pap_h),
        (PAM, play.pam),
    )
    return tuple(one for one in every if one[1])


def figure(totals: Totals, name: str) -> int:
    """Return a counter or sub-counter by its name, RB and SC among them.

    >>> totals = zeros(); totals[CJ], totals[CG] = 500, 120
    >>> figure(totals, "RB"), figure(totals, "DE"), figure(totals, "SC")
    (380, 0, -380)
    """
    if name == "RB":
        return gross_revenue(totals)
    if name == "SC":
        return credit_balance(totals)
    parts = SUMS.get(name)
    return totals[NAMES.index(name)] if parts is None else sum(totals[part] for part in parts)


def twelve(totals: Totals) -> dict[str, int]:
    """Return the twelve, as R25 lists them."""
    return {name: figure(totals, name) for name in TWELVE}


def credit_balance(totals: Totals) -> int:
    """Return SC, the credits that stand on the machine (identity 1)."""
    return sum(sign * total for sign, total in zip(TO_BALANCE, totals, strict=True))


def gross_revenue(totals: Totals) -> int:
    """Return RB, the receita bruta by play (identity 2); below zero on a jackpot's day."""
    t = totals
    return t[CJ] - t[CG] - t[PA] - t[PAP_M] - t[PAP_H] - t[PAM]


def cash_result(totals: Totals) -> int:
    """Return the receita by money: what came in less what went out (left side of identity 3)."""
    t = totals
    return (
        t[DE_N] + t[DE_C] + t[BE]
        - t[CC_M] - t[CC_C] - t[BP] - t[CCM] - t[PAM] - t[PAP_H]
    )  # fmt: skip


def revenue_by_table(totals: Totals) -> int:
    """Return CJ - CG - PA - PAM: receita_jogo before increments (identity 5).

    Increments are captive and go to the pools; a progressive paid comes from them. Subtracting both
    would count the same cost twice.
    """
    return totals[CJ] - totals[CG] - totals[PA] - totals[PAM]


class Broken(Struct, frozen=True, kw_only=True, gc=False):
    """An identity that does not hold."""

    identity: int
    of: str
    expected: int
    recorded: int


def broken(said: dict[str, int], modulus: int) -> Iterator[Broken]:
    """Yield the identities that a device's own counters break among themselves.

    Only counters that it reports are compared, modulo the counter's size. The balance is compared
    by lifetimes (``balance_broken``): it outlives a cleared memory, and void jogadas go back to it.
    """
    for whole, (one, other) in {k: (NAMES[a], NAMES[b]) for k, (a, b) in SUMS.items()}.items():
        if {whole, one, other} <= said.keys():
            expected = (said[one] + said[other]) % modulus
            if expected != said[whole] % modulus:
                yield Broken(identity=1, of=whole, expected=expected, recorded=said[whole])
    if {"RB", "CJ", "CG", "PA", "PAM"} <= said.keys() and (
        {"PAPm", "PAPh"} <= said.keys() or "PAP" in said
    ):
        pap = said["PAP"] if "PAP" in said else said["PAPm"] + said["PAPh"]
        expected = said["CJ"] - said["CG"] - said["PA"] - pap - said["PAM"]
        if (expected - said["RB"]) % modulus:
            yield Broken(identity=2, of="RB", expected=expected, recorded=said["RB"])


def balance_broken(
    lifetime: dict[str, int], balance: int, base: int, voided: Totals, modulus: int
) -> Broken | None:
    """Return identity 1 where the device's balance is not what its own counters give.

    ``base`` is the balance at its beginning less what the counters then gave.
    """
    totals = _totals_of(lifetime)
    if totals is None:
        return None
    expected = credit_balance(totals) - credit_balance(voided) + base
    if (expected - balance) % modulus == 0:
        return None
    return Broken(identity=1, of="SC", expected=expected, recorded=balance)


def _totals_of(said: dict[str, int]) -> list[int] | None:
    """Return a device's counters as totals; None where a counter of the sum is missing.

    Where only a sum is told, all of it stands in its first part: the balance minds only of PAP, so
    that one is needed in parts, or is zero.
    """
    said = dict(said)
    for whole, (one, other) in SUMS.items():
        if NAMES[one] not in said and NAMES[other] not in said:
            if whole not in said or (whole == "PAP" and said[whole]):
                return None
            said[NAMES[one]], said[NAMES[other]] = said[whole], 0
        elif whole in said:
            said.setdefault(NAMES[one], said[whole] - said.get(NAMES[other], 0))
            said.setdefault(NAMES[other], said[whole] - said[NAMES[one]])
        else:
            said.setdefault(NAMES[one], 0)
            said.setdefault(NAMES[other], 0)
    if any(name not in said for name in NAMES):
        return None
    return [said[name] for name in NAMES]


def totals_of(said: dict[str, int]) -> list[int]:
    """Return declared counters as totals; what is not told is nothing."""
    whole = {name: 0 for name in REPORTED if name not in SUMS}
    given = {name: value for name, value in said.items() if name in NAMES or name in SUMS}
    for name, (one, other) in SUMS.items():
        if name in given:
            given.setdefault(NAMES[one], given[name] - given.get(NAMES[other], 0))
        given.setdefault(NAMES[one], 0)
        given.setdefault(NAMES[other], 0)
    return [({**whole, **given})[name] for name in NAMES]
