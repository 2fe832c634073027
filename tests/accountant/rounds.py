"""What one round moved between the players and the house, by contabilidade_de_mesa.md.

A stake is the house's only when it lost. Who won is the one thing the accountant is told: he takes
the outcome of each bet as it is handed to him, and reckons every amount himself.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from tests.accountant.log import Body, Fact

BANKED: Final = frozenset(
    (
        *("roleta_americana", "roleta_francesa", "banca_francesa", "craps", "cussec", "boule"),
        *("roda_da_sorte", "desafio_ao_casino", "blackjack", "bacara_ponto_e_banca"),
        *("bacara_ponto_e_banca_macau", "poquer_sem_descarte", "stud_poker"),
    )
)
"""The house is the bank."""
PARTNERED: Final = frozenset({"poquer_3_cartas", "mahjong_pai_kao"})
"""A player is the bank, and the house may stand behind him (P3 R20, pai kao IV.13)."""
SIDE_BETS: Final = frozenset({"acumulado", "progressivo", "jackpot"})
"""Bets on a pool: the stake is the house's, win or lose, and the prize the pool's."""
BACK: Final = frozenset({"ganha", "nula", "devolvida"})
"""Outcomes after which the stake is its bettor's."""


class Outcome(NamedTuple):
    """What became of a bet, as whoever settled it says."""

    word: str
    """The rules': ganha, perde, nula, devolvida, pendente."""
    stake: int
    """What of the chips played: half of a line bet (BF R8), the challenge with its bet (DC R13)."""
    kept: int = 0
    """Of a lost stake what its bettor keeps: half of one given up (BJ R27, DC R12)."""


SERIES: Final[Mapping[str, tuple[tuple[int, frozenset[int]], ...]]] = {
    "serie_grande": (
        (2, frozenset({0, 2, 3})), (2, frozenset({25, 26, 28, 29})),
        *((1, frozenset(two)) for two in ((4, 7), (12, 15), (18, 21), (19, 22), (32, 35))),
    ),
    "serie_pequena": tuple(
        (1, frozenset(two))
        for two in ((5, 8), (10, 11), (13, 16), (23, 24), (27, 30), (33, 36))
    ),
    "vadios": tuple(
        (1, frozenset(some)) for some in ((1,), (6, 9), (14, 17), (17, 20), (31, 34))
    ),
}  # fmt: skip
"""Chips and numbers of each part of a series (roleta_americana.md R20): the others are lost."""
SERIES_OF_FRENCH: Final = {
    "serie_0_2_3": "serie_grande", "serie_5_8": "serie_pequena", "orfaos": "vadios",
}  # fmt: skip


@dataclass
class Bet:
    """A stake on the table."""

    number: int
    seat: int
    """Its bettor's."""
    stake: int
    chance: str
    chips: int | None = None
    """How many chips it is of."""
    selection: str | None = None
    place: int = 0
    """The seat it lies on, which may be another's."""
    withdrawn: bool = False


@dataclass
class Round:
    """What a round came to."""

    house: int = 0
    """Lost stakes less prizes, as chips moved."""
    owed: int = 0
    """Stakes that did not lose and were not handed back, wherever they lie: a liability."""
    collected: int = 0
    """Of these, what the bank is recorded to have taken."""
    commissions: int = 0
    awards: int = 0
    """Of pools, in chips at the table."""
    bets: dict[int, Bet] = field(default_factory=dict)


def bets_of(facts: Iterable[Fact]) -> dict[int, Bet]:
    """Return the stakes as they lay when the round was settled."""
    bets: dict[int, Bet] = {}
    for one in facts:
        body = one.body
        if one.kind == "bet-placed":
            number = body["bet"]
            seat = body.get("by", body["seat"])
            twice = bets[number].stake if number in bets else 0  # impossible; both lie there
            bets[number] = Bet(
                number, seat, body["amount"] + twice, body["chance"], _count(body),
                body.get("selection"), body["seat"],
            )  # fmt: skip
        elif one.kind == "decision" and "bet" in body and body.get("added"):
            seat = body["seat"]
            bets[body["bet"]] = Bet(body["bet"], seat, body["added"], body["action"])
        elif one.kind == "bet-changed" and body["bet"] in bets:
            bet = bets[body["bet"]]
            bet.stake = body.get("amount", bet.stake)
            bet.chance = body.get("chance", bet.chance)
            bet.selection = body.get("selection", bet.selection)
            bet.chips = _count(body) or bet.chips
        elif one.kind == "bet-withdrawn" and body["bet"] in bets:
            bets[body["bet"]].withdrawn = True
    return bets


def _count(body: Body) -> int | None:
    return body["chips"]["count"] if "chips" in body else None


def reckon(
    game: str,
    facts: Sequence[Fact],
    outcomes: Mapping[int, Outcome],
    *,
    capital: int = 0,
    commission_bp: int = 0,
) -> Round:
    """Return what a settled round moved; the banker's capital is what was told before it."""
    told = Round(bets=bets_of(facts))
    told.commissions = sum(one.body["amount"] for one in facts if one.kind == "commission")
    told.awards = sum(
        one.body["amount"] - one.body.get("tax", 0)
        for one in facts
        if one.kind == "award-paid" and one.body["means"] == "chips"
    )
    if game in BANKED:
        told.commissions = 0  # a deduction: withheld from the prize, and so in the result already
        _banked(told, facts, outcomes)
    elif game in PARTNERED:
        told.house = _partner(facts, capital, told.bets, commission_bp)
    return told


@dataclass
class _Lying:
    """The stakes of a settled round by bet: lost, the bettors' own, undecided, beside play."""

    lost: dict[int, int] = field(default_factory=dict)
    own: dict[int, int] = field(default_factory=dict)
    waits: dict[int, int] = field(default_factory=dict)
    aside: dict[int, int] = field(default_factory=dict)


def _lie(
    bets: Mapping[int, Bet],
    outcomes: Mapping[int, Outcome],
    collected: Collection[int],
    numbers: Sequence[int],
) -> _Lying:
    """Return whose each stake is: the house's where it lost, or was taken without a result."""
    lying = _Lying()
    for bet in bets.values():
        settled = outcomes.get(bet.number)
        if settled is None and (bet.withdrawn or _is_of_another(bet, outcomes, bets)):
            continue
        if settled is not None and settled.word in {"ganha", "perde"}:
            bet.withdrawn = False  # taken off after the call: it played all the same
        elif bet.withdrawn:
            continue
        word, stake, kept = settled or Outcome("pendente", bet.stake)
        lying.aside[bet.number] = max(bet.stake - stake, 0)
        if word == "pendente" and bet.number not in collected:
            lying.waits[bet.number] = stake
            continue
        lost = stake
        if bet.chance in SIDE_BETS and word != "devolvida":
            pass
        elif word in BACK:
            lost = _lost_of_series(bet, numbers) if word == "ganha" else 0
        elif word == "perde":
            lost = stake - kept
        lying.lost[bet.number] = lost
        lying.own[bet.number] = stake - lost
    return lying


def _banked(told: Round, facts: Sequence[Fact], outcomes: Mapping[int, Outcome]) -> None:
    taken = [one.body for one in facts if one.kind == "collection" and "to" not in one.body]
    collected = {number for one in taken for number in one.get("bets", ())}
    lying = _lie(told.bets, outcomes, collected, _numbers(facts))
    paid = [one.body for one in facts if one.kind == "payout"]
    beyond = _hand_back(told, lying, paid)
    told.house += sum(lying.lost.values()) - sum(beyond)
    told.owed = sum(lying.own.values())
    # A collection tells first of the bets it names; what is more is of lost stakes before others.
    theirs = sum(lying.lost[bet] for bet in lying.lost if bet in collected)
    theirs -= sum(
        more
        for one, more in zip(paid, beyond, strict=True)
        if not one.get("bets") or collected.intersection(one["bets"])
    )
    more = max(0, sum(one["amount"] for one in taken) - theirs)
    told.collected = min(more, sum(lying.own[bet] for bet in lying.own if bet in collected))
    more -= told.collected + max(0, sum(lying.lost.values()) - sum(beyond) - theirs)
    rest = told.owed - sum(lying.own[bet] for bet in lying.own if bet in collected)
    told.collected += min(max(0, more), rest + sum(lying.waits.values()))


def _hand_back(told: Round, lying: _Lying, paid: Sequence[Body]) -> list[int]:
    """Take what was handed back from the bettors' own; return of each what was not theirs.

    Chips of a seat are one player's, whichever of his bets a payment names; but what goes back
    under a bet that fell is first of all that bet's own, and the others lie where they lay.
    """
    told.house -= sum(one["amount"] for one in paid)
    left = [one.get("stake_returned", 0) for one in paid]
    wrong = [0] * len(paid)
    fell = dict(lying.lost)
    for named in (True, False):
        for index, one in enumerate(paid):
            bets = _with_challenge(told.bets, one.get("bets", ()))
            if any(told.bets[bet].withdrawn for bet in bets if bet in told.bets):
                left[index] = 0  # a bet that was taken off goes back to its bettor
            # Whatever a bet that fell is paid, a stake that nothing decided lies there still.
            of_another = not named and any(bet in lying.lost for bet in one.get("bets", ()))
            if not named:
                bets = [n for n, bet in told.bets.items() if bet.seat == one["seat"]]
            for theirs in (lying.own, {} if of_another else lying.waits, lying.aside):
                left[index] -= _take(theirs, bets, left[index])
            if named:  # what goes back under a bet that fell is that bet's own first
                wrong[index] = _take(fell, bets, left[index])
                left[index] -= wrong[index]
    return [one + more for one, more in zip(left, wrong, strict=True)]


def _take(theirs: dict[int, int], bets: Iterable[int], amount: int) -> int:
    """Take a payment out of what lies there of these bets; return how much of it that was."""
    taken = 0
    for bet in bets:
        part = min(amount - taken, theirs.get(bet, 0))
        if part:
            theirs[bet] -= part
            taken += part
    return taken


def _numbers(facts: Sequence[Fact]) -> list[int]:
    """Return the numbers on which the ball rested, the last first; which one stands is told."""
    landed = [one.body["number"] for one in facts if one.kind == "ball-landed"]
    return [one for one in reversed(landed) if isinstance(one, int)]


def _lost_of_series(bet: Bet, numbers: Sequence[int]) -> int:
    """Return what a won series lost with the parts that the number is not of."""
    if bet.chance == "vizinhos":
        return bet.stake - bet.stake // bet.chips if bet.chips else 0
    if bet.chance == "terminacao" and bet.selection is not None:  # RF R40 e: a pleno on each
        of_it = bet.selection.split("-")
        numbers_of_it = len(of_it) if len(of_it) > 1 else 4 if int(bet.selection) <= 6 else 3
        return bet.stake - bet.stake // numbers_of_it
    parts = SERIES.get(SERIES_OF_FRENCH.get(bet.chance, bet.chance))
    if parts is None:
        return 0
    unit = bet.stake // sum(chips for chips, _ in parts)
    kept = (sum(chips for chips, some in parts if number in some) for number in numbers)
    return bet.stake - unit * next((chips for chips in kept if chips), 0)


def _is_of_another(bet: Bet, outcomes: Mapping[int, Outcome], bets: Mapping[int, Bet]) -> bool:
    """Return whether a decision's stake is settled with the bet that it raised (DC R13)."""
    of_seat = [one for one in bets.values() if one.seat == bet.seat and one.number in outcomes]
    return any(outcomes[one.number].stake >= one.stake + bet.stake for one in of_seat)


def _with_challenge(bets: Mapping[int, Bet], named: Sequence[int]) -> list[int]:
    """Return the bets a payment names; a challenge is paid with the bet that it raised (DC R13)."""
    seats = {bets[one].seat for one in named if one in bets and bets[one].chance == "inicial"}
    raised = [one.number for one in bets.values() if one.chance.startswith("desafi")]
    return [*named, *(one for one in raised if bets[one].seat in seats and one not in named)]


def _partner(facts: Sequence[Fact], capital: int, bets: Mapping[int, Bet], bp: int) -> int:
    """Return what the house behind a player's bank won or lost, after the banker and those before.

    Loss and gain go to the banker up to his capital, then to each behind him in order. The bank
    pays a prize whole: what the house withholds of it as commission the bank has lost, too.
    """
    behind: list[tuple[int, int, bool]] = []
    gain = 0
    apart = any(one.kind == "commission" and one.body.get("apart") for one in facts)
    for one in facts:
        body = one.body
        if one.kind in {"bank-taken", "bank-changed"}:
            capital = body["capital"]
        elif one.kind == "bank-shared":
            house = body["role"] == "house" or "seat" not in body
            behind.append((body.get("order", 1), body["amount"], house))
        elif one.kind == "collection" and "to" in body:
            gain += body["amount"]
        elif one.kind == "payout" and body.get("bets"):
            stakes = sum(bets[number].stake for number in body["bets"] if number in bets)
            gain -= body["amount"] if apart else _whole(body["amount"], stakes, bp)
    left, share = abs(gain), 0
    left -= min(left, capital)
    for _, amount, house in sorted(behind, key=lambda one: one[0]):
        part = min(left, amount)
        left -= part
        share += part if house else 0
    return share if gain > 0 else -share


def _whole(net: int, stakes: int, bp: int) -> int:
    """Return the prize of which this was handed over, its commission rounded down to the cent."""
    if stakes - stakes * bp // 10_000 == net:
        return stakes
    whole = net
    while whole - whole * bp // 10_000 < net:
        whole += 1
    return whole


def by_round(facts: Iterable[Fact]) -> dict[str, list[Fact]]:
    """Return the facts of each round in its owner's order."""
    rounds: dict[str, list[Fact]] = defaultdict(list)
    for one in facts:
        if one.round is not None:
            rounds[one.round].append(one)
    return {
        name: sorted(told, key=lambda one: (one.source, one.seq)) for name, told in rounds.items()
    }
