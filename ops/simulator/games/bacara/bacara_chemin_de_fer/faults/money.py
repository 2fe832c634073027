"""Faults of payments, of the cagnotte and of a lost bank (R77, R102, R114 to R123)."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import structs

from ledger.events.rounds import Claim, ClaimDecided, Payout, RoundVoided
from ops.simulator.games.bacara.bacara_chemin_de_fer.coup import MINIMUM, Coup, Stake, cagnotte
from ops.simulator.games.bacara.bacara_chemin_de_fer.faults.choice import covered, with_cards
from ops.simulator.games.bacara.bacara_chemin_de_fer.remedies import NINE, with_error
from ops.simulator.games.bacara.bacara_chemin_de_fer.table import CheminDeFerTable
from ops.simulator.kit.cards import bacara_points
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling

Fault = Wrong[CheminDeFerTable, Coup]
Fits = Callable[[CheminDeFerTable, Coup], bool]


# --- which coups fit -----------------------------------------------------------------------------


def _with(result: str, besides: Fits | None = None) -> Fits:
    """Choose a covered bet of a coup with this result of the banker's."""

    def fits(table: CheminDeFerTable, coup: Coup) -> bool:
        stakes = [one for one in coup.stakes if one.covered]
        if coup.result != result or not stakes:
            return False
        coup.target = table.rng.choice(stakes)
        return besides is None or besides(table, coup)

    return fits


def _with_rest(table: CheminDeFerTable, coup: Coup) -> bool:
    """Tell whether something is left of a bank that one banker holds."""
    return table.bank.partner is None and table.bank.capital > coup.covered


def _of_several(table: CheminDeFerTable, coup: Coup) -> bool:
    """Tell whether several players bet."""
    del table
    return len({one.player.seat for one in coup.stakes}) > 1


def _with_cagnotte(table: CheminDeFerTable, coup: Coup) -> bool:
    """Tell whether the cagnotte is more than a cent."""
    del table
    return cagnotte(coup.covered) > 1


def _unremedied(table: CheminDeFerTable, coup: Coup) -> bool:
    """Let the banker throw the ponto's cards on the floor, and be paid all the same (R102 i).

    One bets on the line, half of which goes back even to who loses.
    """
    mine, his = (bacara_points(coup.hands[side][:2]) for side in ("ponto", "banca"))
    if his <= mine or his == NINE or table.bank.partner is not None:
        return False
    first = coup.stakes[0]
    first.line, first.amount = True, 2 * MINIMUM
    table.cover(coup)
    table.give_cards(coup)
    return first.covered > 0 and with_error(coup, "102i", [], table.rng)


# --- payments ------------------------------------------------------------------------------------


def _plant_paid(
    table: CheminDeFerTable, coup: Coup, one: Stake, due: int, paid: int, code: str = "PAY-DIFF"
) -> None:
    """Plant a bet that was paid another sum than is due; nothing where it is the same."""
    if paid == due:
        return
    table.note(
        coup,
        code if paid else "PAY-NONE",
        seat=one.player.seat,
        bet=one.number,
        due=due,
        paid=paid,
    )


def _paid(wrong: Callable[[Stake, Payout], tuple[int, int]], fits: Fits) -> Fault:
    """Return the fault of a payment: another prize, another part of the stake."""

    def payout(table: CheminDeFerTable, coup: Coup, right: Payout) -> Payout:
        assert coup.target is not None
        prize, back = wrong(coup.target, right)
        due = right.amount + right.stake_returned
        _plant_paid(table, coup, coup.target, due, prize + back)
        return structs.replace(right, amount=prize, stake_returned=back)

    return Wrong(ready=with_cards, fits=fits, instead={"payout": payout})


def _nothing(one: Stake, right: Payout) -> tuple[int, int]:
    del one, right
    return 0, 0


def _to_another_seat(table: CheminDeFerTable, coup: Coup, right: Payout) -> Payout:
    """Pay a bet to a player who did not lay it."""
    to = next(other for other in sorted(table.players) if other != right.seat)
    paid = right.amount + right.stake_returned
    (bet,) = right.bets
    table.note(coup, "PAY-DIFF", seat=to, bet=bet, due=0, paid=paid)
    return structs.replace(right, seat=to)


def _backwards(table: CheminDeFerTable, coup: Coup, stakes: list[Stake]) -> list[Stake]:
    """Pay against the order of right (R122)."""
    table.note(coup, "PAY-ORDER")
    return stakes[::-1]


def _as_if_won(table: CheminDeFerTable, coup: Coup, result: str) -> str:
    """Pay as if the banker had won, and plant each bet that the remedy gives another sum."""
    for one in table.in_order(coup):
        _plant_paid(table, coup, one, sum(one.due(result)), sum(one.due("ganha")), "CF-ERR")
    return "ganha"


# --- the cagnotte, and the rest of the bank ------------------------------------------------------


def _fee(wrong: Callable[[Coup, int], int]) -> Callable[[CheminDeFerTable, Coup, int], int]:
    """Return a cagnotte of another sum than is due."""

    def fee(table: CheminDeFerTable, coup: Coup, due: int) -> int:
        taken = wrong(coup, due)
        if taken != due:
            seat = table.bank.banker
            table.note(coup, "CF-CAG", seat=seat, due=due, paid=taken)
        return taken

    return fee


def _of_cagnotte(wrong: Callable[[Coup, int], int], fits: Fits) -> Fault:
    return Wrong(ready=with_cards, fits=fits, instead={"fee": _fee(wrong)})


def _keep_rest(table: CheminDeFerTable, coup: Coup, rests: dict[int, int]) -> dict[int, int]:
    """Keep the rest of a lost bank."""
    for seat, rest in rests.items():
        if rest:
            table.note(coup, "PAY-NONE", seat=seat, due=rest, paid=0)
    return {}


def _void(table: CheminDeFerTable, coup: Coup, right: Telling) -> Telling:
    """Annul a coup without a ground, and give the stakes back."""
    del right
    name = coup.name
    staked = sum(one.amount for one in coup.stakes)
    table.note(coup, "VOID-BAD", due=0, paid=staked)
    fee = cagnotte(coup.covered)
    if fee:
        table.note(coup, "CF-CAG", seat=table.bank.banker, due=fee, paid=0)
    yield table.say(RoundVoided(cause="engano"), name)
    for one in table.in_order(coup):
        if one.covered:
            _plant_paid(table, coup, one, one.amount - one.covered, one.amount)
        back = Payout(seat=one.player.seat, amount=0, bets=(one.number,), stake_returned=one.amount)
        yield table.say(back, name)


PAYMENTS: Final[Mapping[str, Fault]] = {
    "overpaid": _paid(
        lambda _, right: (right.amount + MINIMUM // 2, right.stake_returned), _with("perde")
    ),
    "underpaid": _paid(
        lambda _, right: (right.amount - MINIMUM // 2, right.stake_returned), _with("perde")
    ),
    "unpaid": _paid(_nothing, _with("perde")),
    "wrong-seat": Wrong(
        ready=with_cards, fits=_with("perde"), instead={"payout": _to_another_seat}
    ),
    "rest-of-bank-kept": Wrong(
        ready=with_cards, fits=_with("perde", _with_rest), instead={"rest": _keep_rest}
    ),
    "cagnotte-of-a-lost-coup": _of_cagnotte(lambda _coup, _due: 100, _with("perde")),
    "paid-backwards": Wrong(
        ready=with_cards, fits=_with("perde", _of_several), instead={"order": _backwards}
    ),
    "loser-paid": _paid(lambda one, _: (one.covered, one.amount), _with("ganha")),
    "cagnotte-short": _of_cagnotte(lambda _, due: due - 1, _with("ganha", _with_cagnotte)),
    "cagnotte-over": _of_cagnotte(lambda _, due: due + 100, _with("ganha", _with_cagnotte)),
    "cagnotte-untaken": _of_cagnotte(lambda _coup, _due: 0, _with("ganha")),
    "voided-without-ground": Wrong(
        ready=with_cards, fits=_with("ganha"), instead={"settle": _void}
    ),
    "tie-taken": _paid(_nothing, _with("nula")),
}


def _hear_too_late(table: CheminDeFerTable, coup: Coup) -> Telling:
    """Hear a claim that may not be heard any more (R102 k)."""
    if coup.holder is None:
        return
    seat = coup.holder.seat
    said = table.say(Claim(seat=seat, about="deal_error"), coup.name)
    yield said
    table.note(coup, "CF-ERR", seat=seat)
    yield table.say(ClaimDecided(claim=said.name, admitted=True), coup.name)


AFTERWARDS: Final[Mapping[str, Fault]] = {
    "claim-heard-too-late": Wrong(
        ready=with_cards, fits=covered, does={"collected": _hear_too_late}
    ),
    "remedy-not-applied": Wrong(
        ready=with_cards,
        fits=_unremedied,
        instead={
            "result": _as_if_won,
            "fee": _fee(lambda coup, _: cagnotte(coup.covered)),
            "rest": _keep_rest,
        },
    ),
}
