"""Faults of the bank between two coups: its holder, its capital, how it is passed on.

R7 to R9, R20, R48, R62 to R65, R77 to R95.
"""

from collections.abc import Callable, Mapping
from typing import Final

from ledger.events.base import Payload
from ledger.events.rounds import BankBid, BankChanged, BankPassed, BankRefused, BankShared
from ops.simulator.games.bacara.bacara_chemin_de_fer.bank import Bank
from ops.simulator.games.bacara.bacara_chemin_de_fer.coup import MINIMUM, STANDING, Coup
from ops.simulator.games.bacara.bacara_chemin_de_fer.faults.choice import covered
from ops.simulator.games.bacara.bacara_chemin_de_fer.table import CheminDeFerTable
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling

MORE: Final = 1_000
"""By which a bank, or a bid, is raised."""
MISCOUNTED: Final = 100
FEWEST: Final = 3
"""Seated players, of whom a table may not have so few (R48)."""
HALVED_FROM: Final = 3
"""Coups won in a hand from which on half of the bank may be taken out (R9)."""

Acts = list[Payload]
Fault = Wrong[CheminDeFerTable, Coup]


def _bad(table: CheminDeFerTable, coup: Coup, code: str, seat: int, *amounts: int) -> None:
    """Plant a fault at a seat; of sums, the one that was due and the one that was paid."""
    table.note(coup, code, seat=seat, **dict(zip(("due", "paid"), amounts, strict=False)))


# --- a lost hand goes to the right ---------------------------------------------------------------


def _lost(table: CheminDeFerTable) -> bool:
    """Tell whether a banker without an associate has lost the hand."""
    return table.bank.result == "perde" and table.bank.partner is None


def _seated(bank: Bank) -> list[int]:
    """Return the seats to which the hand goes in its turn, in order."""
    return [seat for seat in bank.order() if seat < STANDING]


def _below_minimum(table: CheminDeFerTable, coup: Coup, _: Acts | None) -> Acts:
    """Let the next player take the hand with less than the least capital (R7)."""
    bank = table.bank
    seat, low = _seated(bank)[0], bank.LEAST - MINIMUM
    _bad(table, coup, "CF-BANK", seat, bank.LEAST, low)
    return bank.takes(seat, "turn", low)


def _passed_over(table: CheminDeFerTable, coup: Coup, _: Acts | None) -> Acts:
    """Let the hand go past the next player to the one after (R63)."""
    seat = _seated(table.bank)[1]
    _bad(table, coup, "CF-PASS", seat)
    return table.bank.takes(seat, "turn", table.bank.LEAST)


def _kept_lost(table: CheminDeFerTable, coup: Coup, _: Acts | None) -> Acts:
    """Let the banker keep a hand that he lost (R63)."""
    bank = table.bank
    _bad(table, coup, "CF-PASS", bank.banker)
    bank.wins = 0
    return bank.takes(bank.banker, "kept", bank.LEAST)


def _unequal(table: CheminDeFerTable, coup: Coup, _: Acts | None) -> Acts:
    """Let an associate bring more than the banker (R62)."""
    bank = table.bank
    first, second = _seated(bank)[:2]
    acts = bank.takes(first, "turn", bank.LEAST)
    amount = bank.LEAST + MINIMUM
    bank.partner, bank.capital = second, bank.LEAST + amount
    _bad(table, coup, "CF-PASS", second)
    return [*acts, BankShared(seat=second, amount=amount, role="associate")]


def _after_a_loss(acts: Callable[[CheminDeFerTable, Coup, Acts | None], Acts]) -> Fault:
    return Wrong(ready=_lost, fits=covered, instead={"bank": acts})


LOST: Final[Mapping[str, Fault]] = {
    "associate-unequal": _after_a_loss(_unequal),
    "bank-below-minimum": _after_a_loss(_below_minimum),
    "lost-hand-kept": _after_a_loss(_kept_lost),
    "turn-passed-over": _after_a_loss(_passed_over),
}


# --- a hand that is kept, or passed on -----------------------------------------------------------


def _kept(table: CheminDeFerTable) -> bool:
    """Tell whether a banker alone keeps a hand that is large enough, in a shoe that goes on."""
    bank = table.bank
    return (
        bank.result in ("ganha", "nula")
        and bank.partner is None
        and not table.aviso_out
        and bank.capital >= 2 * bank.LEAST
    )


def _odd(bank: Bank) -> bool:
    """Tell whether the banker may take out half (R9)."""
    return bank.wins >= HALVED_FROM and bank.wins % 2 == 1


def _twice(bank: Bank) -> int:
    """Return the capital to which the banker may reduce one that was not covered (R20), or 0."""
    return 2 * bank.covered if 0 < bank.covered < bank.played else 0


def _half_early(bank: Bank) -> int | None:
    """Return half of the capital, where that may not be taken out yet (R9)."""
    half = bank.capital - bank.capital // 2
    return None if _odd(bank) or half == _twice(bank) else half


def _other_than_half(bank: Bank) -> int | None:
    """Return another part of the capital than may stay (R9, R20)."""
    part = bank.capital * 3 // 5
    return None if part == _twice(bank) else part


def _misstated(bank: Bank) -> int | None:
    """Return a capital to which the bank may be reduced."""
    if _odd(bank):
        return bank.capital - bank.capital // 2
    twice = _twice(bank)
    return twice if bank.LEAST <= twice < bank.capital else None


def _garage(left: Callable[[Bank], int | None], *, misstated: int = 0) -> Fault:
    """Return the fault of a bank that is reduced wrongly, or whose garage is misstated."""

    def ready(table: CheminDeFerTable) -> bool:
        won = table.bank.result == "ganha"
        return _kept(table) and won and left(table.bank) is not None

    def reduced(table: CheminDeFerTable, coup: Coup, _: Acts | None) -> Acts:
        bank = table.bank
        whole, rest = bank.capital, left(bank)
        assert rest is not None
        bank.capital = rest
        if not misstated:
            _bad(table, coup, "CF-GARAGE", bank.banker, whole, rest)
            return [bank.changed(whole, "CF R9")]
        out = whole - rest
        _bad(table, coup, "CF-GARAGE", bank.banker, out, out + misstated)
        return [BankChanged(seat=bank.banker, capital=rest, garage=out + misstated)]

    return Wrong(ready=ready, fits=covered, instead={"bank": reduced})


def _added(table: CheminDeFerTable, coup: Coup, _: Acts | None) -> Acts:
    """Let the banker add to the bank in the middle of a hand."""
    bank = table.bank
    whole = bank.capital
    bank.own_stake, bank.capital = MORE, whole + MORE
    _bad(table, coup, "CF-BANK", bank.banker, whole, bank.capital)
    return [BankChanged(seat=bank.banker, capital=bank.capital)]


def _associate_in_midhand(table: CheminDeFerTable, coup: Coup, _: Acts | None) -> Acts:
    """Let an associate come in the middle of a hand (R62)."""
    bank = table.bank
    whole = bank.capital
    bank.partner = _seated(bank)[0]
    bank.capital = 2 * whole
    _bad(table, coup, "CF-PASS", bank.partner)
    _bad(table, coup, "CF-BANK", bank.banker, whole, 2 * whole)
    shared = BankShared(seat=bank.partner, amount=whole, role="associate")
    return [BankChanged(seat=bank.banker, capital=whole), shared]


def _send_away(table: CheminDeFerTable, coup: Coup) -> Telling:
    """Let all but three of the seated players leave (R48)."""
    del coup
    for seat in table.seated:
        if seat not in table.bank.people and len(table.seated) > FEWEST:
            table.missing += 1
            yield from table.leave(seat)


def _of_three(table: CheminDeFerTable, coup: Coup, _: Acts | None) -> Acts:
    """Play on with three, and keep the hand."""
    table.note(coup, "CF-MIN4")
    return table.bank.kept(plain=False)


def _fill_up(table: CheminDeFerTable, coup: Coup) -> Telling:
    """Let others sit down for those who left."""
    del coup
    while table.missing:
        table.missing -= 1
        free = next(seat for seat in range(1, 10) if seat not in table.players)
        yield from table.arrive(free)


# --- a hand that is passed on --------------------------------------------------------------------


def _pass(bank: Bank) -> BankPassed:
    """Pass the hand on: who passes it after a tie may not bet in the next coup (R90)."""
    if bank.result == "nula":
        bank.tied_passer = bank.banker
    return BankPassed(seat=bank.banker, level=bank.capital, cause="own")


def _unpassed(table: CheminDeFerTable, coup: Coup, _: Acts | None) -> Acts:
    """Let the next player take a hand that nobody passed."""
    bank = table.bank
    seat = bank.order()[0]
    _bad(table, coup, "CF-PASS", seat)
    return bank.takes(seat, "offer", bank.capital)


def _other_level(table: CheminDeFerTable, coup: Coup, _: Acts | None) -> Acts:
    """Let the next player take a passed hand at another level than the offered one (R79)."""
    bank = table.bank
    seat, level = bank.order()[0], bank.capital
    passed = _pass(bank)
    _bad(table, coup, "CF-PASS", seat, level, level + MINIMUM)
    return [passed, *bank.takes(seat, "offer", level + MINIMUM)]


def _skipped(table: CheminDeFerTable, coup: Coup, _: Acts | None) -> Acts:
    """Offer a passed hand to the second in order, past the first (R79, R80)."""
    bank = table.bank
    seat, passed = bank.order()[1], _pass(bank)
    _bad(table, coup, "CF-PASS", seat)
    return [passed, *bank.takes(seat, "offer", bank.capital)]


def _auction(whose: Callable[[Bank, list[int]], tuple[int, list[BankBid]]]) -> Fault:
    """Return the fault of an auction: at which seat it is found, and the bids (R82 to R86)."""

    def sold(table: CheminDeFerTable, coup: Coup, _: Acts | None) -> Acts:
        bank, order = table.bank, table.bank.order()
        passed = _pass(bank)
        seat, bids = whose(bank, order)
        _bad(table, coup, "CF-PASS", seat)
        refused = [BankRefused(seat=one) for one in order]
        return [passed, *refused, *bids, *bank.takes(order[0], "auction", bank.LEAST)]

    return Wrong(ready=_kept, fits=covered, instead={"bank": sold})


def _passer_bids(bank: Bank, order: list[int]) -> tuple[int, list[BankBid]]:
    """Let the player who passed the hand bid for it."""
    over = BankBid(seat=bank.banker, amount=bank.LEAST + MORE)
    return bank.banker, [over, BankBid(seat=order[0], amount=bank.LEAST)]


def _lower_bid_takes(bank: Bank, order: list[int]) -> tuple[int, list[BankBid]]:
    """Let the lower of two bids take the hand."""
    higher = BankBid(seat=order[1], amount=bank.LEAST + MINIMUM)
    return order[0], [BankBid(seat=order[0], amount=bank.LEAST), higher]


def _bid_below_base(bank: Bank, order: list[int]) -> tuple[int, list[BankBid]]:
    """Let somebody bid less than the base of the auction."""
    low = BankBid(seat=order[1], amount=bank.LEAST - MINIMUM)
    return order[1], [low, BankBid(seat=order[0], amount=bank.LEAST)]


def _after_a_win(acts: Callable[[CheminDeFerTable, Coup, Acts | None], Acts]) -> Fault:
    return Wrong(ready=_kept, fits=covered, instead={"bank": acts})


KEPT: Final[Mapping[str, Fault]] = {
    "associate-in-midhand": _after_a_win(_associate_in_midhand),
    "bank-raised": _after_a_win(_added),
    "bid-below-base": _auction(_bid_below_base),
    "garage-misstated": _garage(_misstated, misstated=MISCOUNTED),
    "half-too-early": _garage(_half_early),
    "lower-bid-takes": _auction(_lower_bid_takes),
    "offer-skips": _after_a_win(_skipped),
    "other-level": _after_a_win(_other_level),
    "other-than-half": _garage(_other_than_half),
    "passer-bids": _auction(_passer_bids),
    "taken-unpassed": _after_a_win(_unpassed),
    "three-seated": Wrong(
        ready=_kept,
        fits=covered,
        does={"before": _send_away, "after": _fill_up},
        instead={"bank": _of_three},
    ),
}
