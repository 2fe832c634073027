"""Faults of null coups (R34)."""

from collections.abc import Callable, Mapping
from typing import Final

from ledger.events.rounds import RoundVoided
from ops.simulator.games.bacara.punto_banco.faults.rigged import Fault, lay, note_payments
from ops.simulator.games.bacara.punto_banco.game import PuntoBanco
from ops.simulator.games.bacara.punto_banco.rules import PONTO
from ops.simulator.games.bacara.punto_banco.table import Coup
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling


def _voided(deal: Callable[[PuntoBanco, Coup], Telling], code: str, cause: str) -> Fault:
    """Declare a coup null that is not, and give every stake back."""

    def course(table: PuntoBanco, coup: Coup, right: Telling) -> Telling:
        del right
        yield from deal(table, coup)
        table.note(coup, code)
        voided = RoundVoided(cause=cause, rule=table.NULL_RULE)
        yield table.say(voided, coup.name, after=(10, 30))
        coup.paid = {bet.number: (0, bet.amount) for bet in coup.bets}
        yield from note_payments(table, coup)
        yield from table.refund(coup)
        yield from table.end(coup.name)

    return Wrong(instead={"course": course})


def _with_bet(table: PuntoBanco, coup: Coup) -> bool:
    """Let a seated player bet on ponto."""
    lay(table, coup, PONTO)
    return True


def _keep_stake(table: PuntoBanco, coup: Coup, right: Telling) -> Telling:
    """Keep a stake of a null coup."""
    del right
    bet = coup.bets[0]
    table.note(coup, "VOID-REFUND", bet, due=bet.amount, paid=0)
    return table.break_off(coup, kept=bet)


def _say_nothing(table: PuntoBanco, coup: Coup, right: Telling) -> Telling:
    """Give all stakes back without calling the coup null."""
    del right
    table.note(coup, "VOID-MISS")
    return table.break_off(coup, void=False)


VOIDS: Final[Mapping[str, Fault]] = {
    "void-though-correctable": _voided(PuntoBanco.deal_crosswise, "PB-NUL", "lapso"),
    "void-without-ground": _voided(PuntoBanco.deal, "VOID-BAD", "reclamacao"),
    "void-and-a-stake-kept": Wrong(fits=_with_bet, instead={"course": _keep_stake}),
    "null-not-declared": Wrong(fits=_with_bet, instead={"course": _say_nothing}),
}
