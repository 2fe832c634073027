"""Wrong payments and deductions, and openings with options against the rules (R30 to R33)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from ops.simulator.games.bacara.punto_banco.faults.rigged import (
    Fault,
    Hand,
    Test,
    lay_and_deal,
    note_payments,
    ponto_wins,
    tied,
    with_points,
    with_ponto,
)
from ops.simulator.games.bacara.punto_banco.game import PuntoBanco
from ops.simulator.games.bacara.punto_banco.rules import (
    BANCA,
    EMPATE,
    FIVE_PER_CENT,
    HALF_ON_FIVE,
    PAR_DO_PONTO,
    PONTO,
    is_pair,
)
from ops.simulator.games.bacara.punto_banco.table import Coup
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling


def _paid(tipo: str, test: Test, given: Callable[[int], tuple[int, int]]) -> Fault:
    """Return the fault of a bet on a chance, in a coup that ends so, that gets other sums."""

    def fits(table: PuntoBanco, coup: Coup) -> bool:
        (bet,) = lay_and_deal(table, coup, test, tipo)
        coup.paid[bet.number] = given(bet.amount)
        return True

    return Wrong(fits=fits, does={"announced": note_payments})


def _nothing(_: int) -> tuple[int, int]:
    return 0, 0


def _times(prize: int, part: int = 1) -> Callable[[int], tuple[int, int]]:
    """Return a prize of so many times the stake, divided by a part, beside the whole stake."""
    return lambda stake: (stake * prize // part, stake)


def _pair(ponto: Hand, banca: Hand) -> bool:
    """Tell whether ponto's first cards are a pair."""
    del banca
    return is_pair(ponto)


def _faces(ponto: Hand, banca: Hand) -> bool:
    """Tell whether ponto's first cards are a knave and a king."""
    del banca
    return {ponto[0][0], ponto[1][0]} == {"J", "K"}


def _elsewhere(table: PuntoBanco, coup: Coup) -> bool:
    """Let a bet that won be paid to the next place."""
    (bet,) = lay_and_deal(table, coup, ponto_wins, PONTO)
    other = bet.seat % table.places + 1
    coup.elsewhere[bet.number] = other
    table.note(coup, "PAY-DIFF", bet, seat=other, due=0, paid=2 * bet.amount)
    return True


def _another_bet(table: PuntoBanco, coup: Coup) -> bool:
    """Let the player's pair, which lost, be paid as the ponto that won."""
    bet, pair = lay_and_deal(
        table, coup, lambda p, b: ponto_wins(p, b) and not is_pair(p), PONTO, PAR_DO_PONTO
    )
    coup.paid[bet.number] = (0, 0)
    coup.paid[pair.number] = (2 * bet.amount - pair.amount, pair.amount)
    return True


def _mistell(table: PuntoBanco, coup: Coup) -> bool:
    """Let another deduction be told than the prizes have."""
    lay_and_deal(table, coup, with_points(5), BANCA)
    coup.error = coup.deducted = 5 * table.rng.randint(1, 20)
    return True


def _note_mistold(table: PuntoBanco, coup: Coup) -> Telling:
    """Plant that deduction."""
    table.note(coup, "PB-COMM", due=coup.deducted - coup.error, paid=coup.deducted)
    yield from ()


PAYMENTS: Final[Mapping[str, Fault]] = {
    "unpaid": _paid(PONTO, ponto_wins, _nothing),
    "pair-unpaid": _paid(PAR_DO_PONTO, _pair, _nothing),
    "tie-unpaid": _paid(EMPATE, tied, _nothing),
    "wrong-bet": Wrong(fits=_another_bet, does={"announced": note_payments}),
    "overpaid": _paid(PONTO, ponto_wins, _times(2)),
    "underpaid": _paid(PONTO, ponto_wins, _times(1, 2)),
    "loser-paid": _paid(BANCA, ponto_wins, _times(1)),
    "wrong-seat": Wrong(fits=_elsewhere),
    "pair-paid-eight": _paid(PAR_DO_PONTO, _pair, _times(8)),
    "pair-of-faces-paid": _paid(PAR_DO_PONTO, _faces, _times(11)),
    "tie-paid-nine": _paid(EMPATE, tied, _times(9)),
    "side-taken-on-tie": _paid(BANCA, tied, _nothing),
    "side-paid-on-tie": _paid(PONTO, tied, _times(1)),
    "half-on-six": _paid(BANCA, with_points(6), _times(50, 100)),
    "not-deducted": _paid(BANCA, with_points(5), _times(1)),
    "both-deductions-taken": _paid(BANCA, with_points(5), _times(4_750, 10_000)),
    "deduction-told-wrongly": Wrong(
        fits=_mistell,
        does={"settled": _note_mistold},
        instead={"tells": lambda _table, _coup, _right: True},
    ),
}


def opened(wrong: Mapping[str, Any], code: str, **more: Any) -> Fault:
    """Return the fault of options that the rules do not allow, and its finding's fields."""

    def note(table: PuntoBanco, coup: Coup) -> Telling:
        table.note(coup, code, **more)
        yield from ()

    return Wrong(reopens=lambda _: wrong, fits=with_ponto, does={"prepared": note})


OPENINGS: Final[Mapping[str, Fault]] = {
    "both-deductions-set": opened({"deducao": (FIVE_PER_CENT, HALF_ON_FIVE)}, "PB-COMM"),
    "deduction-not-notified": opened(
        {"deducao_comunicada": False}, "PB-COMM", facts={"fact": "comunicada"}
    ),
    "wrong-decks": opened({"baralhos": 7}, "PB-DECK"),
}
