"""Faults of the jackpot: its chips, how it is fed, told and paid (R51 to R64)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import structs

from ledger.events.jackpots import AwardPaid, JackpotIncrement, JackpotWon
from ledger.events.outcomes import CardsCollected
from ledger.events.rounds import Payout
from ops.simulator.games.house_cards.blackjack.faults.bets import WRONG_BET
from ops.simulator.games.house_cards.blackjack.faults.rigs import Fault, rigged, with_two_places
from ops.simulator.games.house_cards.blackjack.jogada import PlayedBlackjack
from ops.simulator.games.house_cards.blackjack.rules import CHIP, combination
from ops.simulator.games.house_cards.blackjack.table import Jogada, Rig
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling
from ops.simulator.parties.pools import Prize
from ops.simulator.parties.terminal import Said

QUEENS: Final = Rig(own=("Qh", "Qh"), opened="9c", hidden="9d", script=("fica",), chip=True)
MORE: Final = 500
"""By which a prize is told too large."""


# --- chips ---------------------------------------------------------------------------------------


def _alone(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Leave the first place alone with a bet."""
    del table
    jogada.boxes = jogada.boxes[:1]
    yield from ()


def _without_bet(table: PlayedBlackjack, jogada: Jogada) -> int:
    """Return a place without a main bet."""
    playing = {box.seat for box in jogada.boxes}
    return next(one for one in table.players if one not in playing)


def _at_target(table: PlayedBlackjack, jogada: Jogada) -> int:
    del table
    return jogada.target.seat


def _chip_too_many(code: str, place: Callable[[PlayedBlackjack, Jogada], int]) -> Mapping[str, Any]:
    """Lay a chip without a main bet, or beside another one; give it back (R59, R61)."""

    def lay(table: PlayedBlackjack, jogada: Jogada) -> Telling:
        seat = place(table, jogada)
        yield table.put_chip(WRONG_BET, table.players[seat], CHIP, jogada.name)
        table.note(jogada, code, seat=seat, bet=WRONG_BET, due=0, paid=CHIP)

    def give_back(table: PlayedBlackjack, jogada: Jogada) -> Telling:
        seat = place(table, jogada)
        given = Payout(seat=seat, amount=0, bets=(WRONG_BET,), stake_returned=CHIP)
        yield table.say(given, jogada.name, after=(1, 3))

    return {"bets": lay, "awards": give_back}


def _chip_of_two(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Lay a chip of twice the fixed value (R54)."""
    box = jogada.target
    box.chip_amount = 2 * CHIP
    table.note(jogada, "BJ-JP-CHIP", box, bet=box.chip, due=CHIP, paid=2 * CHIP)
    yield from ()


def _misstate(table: PlayedBlackjack, jogada: Jogada, right: JackpotIncrement) -> JackpotIncrement:
    """Say that one chip more was taken."""
    del table, jogada
    return structs.replace(right, stake=(right.stake or 0) + CHIP)


def _note_misstated(table: PlayedBlackjack, jogada: Jogada, said: Said) -> Said:
    """Plant that increment."""
    assert isinstance(said.payload, JackpotIncrement)
    told = said.payload.stake or 0
    table.note(jogada, "JP-INC", event=said.name, due=told - CHIP, paid=told)
    return said


# --- prizes --------------------------------------------------------------------------------------


def _unpaid(code: str) -> Mapping[str, Any]:
    """Pass over the first place's prize."""

    def prizes(table: PlayedBlackjack, jogada: Jogada, right: Sequence[Prize]) -> Sequence[Prize]:
        mine = [prize for prize in right if prize.seat == jogada.target.seat]
        for prize in mine:
            table.note(jogada, code, jogada.target, due=prize.amount, paid=0)
        return [prize for prize in right if prize not in mine]

    return {"prizes": prizes}


def _paid(wrong: Callable[[PlayedBlackjack, Jogada, Prize], tuple[str, int] | None]) -> Any:
    """Pay another sum of a prize, where ``wrong`` says one and its code."""

    def paid(table: PlayedBlackjack, jogada: Jogada, prize: Prize) -> Prize:
        other = wrong(table, jogada, prize)
        if other is None:
            return prize
        code, amount = other
        table.note(jogada, code, seat=prize.seat, due=prize.amount, paid=amount)
        return structs.replace(prize, amount=amount)

    return {"paid": paid}


def _less(table: PlayedBlackjack, jogada: Jogada, prize: Prize) -> tuple[str, int] | None:
    """Pay the first place 10.00 too little."""
    if prize.seat != jogada.target.seat:
        return None
    several = len(table.winners(jogada)) > 1
    return "BJ-JP-SPLIT" if several else "JP-PAYDIFF", prize.amount - 1_000


def _halved(table: PlayedBlackjack, jogada: Jogada, prize: Prize) -> tuple[str, int] | None:
    """Pay half of a lower prize that is due whole (R64)."""
    del table, jogada
    lower = prize.combination == "as_e_valete"
    return ("BJ-JP-SPLIT", prize.amount // 2) if lower else None


def _before_lower(table: PlayedBlackjack, jogada: Jogada, prize: Prize) -> tuple[str, int] | None:
    """Pay the top prize as if no lower one went before (R64)."""
    del table
    mine = prize.seat == jogada.target.seat
    return ("BJ-JP-SPLIT", prize.amount + 5_000) if mine else None


def _take_cards(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Take the first place's cards away before its prize is said (R57)."""
    box = jogada.target
    taken = CardsCollected(of="seat", seat=box.seat, into="discard")
    yield table.say(taken, jogada.name)


def _note_taken(table: PlayedBlackjack, jogada: Jogada, right: JackpotWon) -> JackpotWon:
    """Plant a prize whose cards lie no more."""
    box = jogada.target
    table.note(jogada, "BJ-JP-EXP", box, bet=box.chip, due=0, paid=right.amount)
    return right


def _tell_more(table: PlayedBlackjack, jogada: Jogada, right: JackpotWon) -> JackpotWon:
    """Say that a prize is larger than it is."""
    del table, jogada
    return structs.replace(right, amount=right.amount + MORE)


def _note_told(table: PlayedBlackjack, jogada: Jogada, said: Said) -> Said:
    """Plant that prize."""
    assert isinstance(said.payload, JackpotWon)
    told = said.payload.amount
    table.note(jogada, "JP-WINBASIS", event=said.name, due=told - MORE, paid=told)
    return said


def _award_on_fifth(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Pay ace and knave of spades, of which the knave was the fifth card (R56)."""
    box = jogada.target
    if combination(box.first) is not None or len(box.first) < 5:
        return
    pool, amount = table.pool.terms.pool, 5_000
    won = table.say(
        JackpotWon(
            pool=pool,
            combination="as_e_valete",
            amount=amount,
            seat=box.seat,
            bet=box.chip,
            cards=("As", "Js"),
        ),
        jogada.name,
        after=(3, 6),
    )
    yield won
    table.note(jogada, "BJ-JP-CARDS", box, due=0, paid=amount)
    table.note(jogada, "JP-WINBASIS", event=won.name, due=0, paid=amount)
    paid = AwardPaid(
        award=won.name, pool=pool, seat=box.seat, amount=amount, means="chips", bet=box.chip
    )
    yield table.say(paid, jogada.name, after=(10, 60))


FIFTH: Final = Rig(
    own=("As", "2d"),
    opened="9c",
    hidden="9d",
    draws=("3c", "4h", "Js"),
    script=("pede", "pede", "pede", "fica"),
    chip=True,
)
BEATEN: Final = Rig(own=("Qh", "Qh"), opened="Tc", hidden="Ad", script=("fica",), chip=True)
TWO_LOWER: Final = Rig(own=("As", "Js"), second=("Js", "As"), opened="9c", chip=True)
TOP_AND_LOWER: Final = Rig(
    own=("7c", "7c"),
    second=("As", "Js"),
    opened="9c",
    draws=("7c",),
    script=("pede",),
    chip=True,
)

WINNER: Final[Mapping[str, Fault]] = {
    "jackpot-winner-unpaid": Wrong(instead={**rigged(QUEENS), **_unpaid("PAY-NONE")}),
}
CHIPS: Final[Mapping[str, Fault]] = {
    "jackpot-without-main-bet": Wrong(
        does={"prepared": _alone, **_chip_too_many("BJ-JP-MAIN", _without_bet)},
        instead=rigged(Rig(chip=True)),
    ),
    "second-jackpot-chip": Wrong(
        does=_chip_too_many("BJ-JP-CHIP", _at_target), instead=rigged(Rig(chip=True))
    ),
    "jackpot-chip-of-two": Wrong(does={"prepared": _chip_of_two}, instead=rigged(Rig(chip=True))),
}
JACKPOTS: Final[Mapping[str, Fault]] = {
    "jackpot-on-fifth-card": Wrong(does={"awards": _award_on_fifth}, instead=rigged(FIFTH)),
    "jackpot-loser-unpaid": Wrong(instead={**rigged(BEATEN), **_unpaid("BJ-JP-UNP")}),
    "jackpot-paid-less": Wrong(instead={**rigged(QUEENS), **_paid(_less)}),
    "jackpot-lower-prize-halved": Wrong(
        fits=with_two_places, instead={**rigged(TWO_LOWER), **_paid(_halved)}
    ),
    "jackpot-top-before-lower": Wrong(
        fits=with_two_places, instead={**rigged(TOP_AND_LOWER), **_paid(_before_lower)}
    ),
    "jackpot-cards-taken-first": Wrong(
        does={"award": _take_cards}, instead={**rigged(QUEENS), "won": _note_taken}
    ),
    "jackpot-increment-told-wrongly": Wrong(
        instead={**rigged(QUEENS), "increment": _misstate, "increment-said": _note_misstated}
    ),
    "jackpot-prize-told-wrongly": Wrong(
        instead={**rigged(QUEENS), "won": _tell_more, "won-said": _note_told}
    ),
}
