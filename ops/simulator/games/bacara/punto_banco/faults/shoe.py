"""Faults of the packs and of the shoe (R3, R12 to R17, R24)."""

from collections.abc import Mapping
from typing import Any, Final

from ledger.events.tables import EquipmentChanged
from ops.simulator.games.bacara.punto_banco.faults.rigged import Fault
from ops.simulator.games.bacara.punto_banco.game import PuntoBanco
from ops.simulator.games.bacara.punto_banco.rules import OPENING_BURN
from ops.simulator.games.bacara.punto_banco.table import Coup
from ops.simulator.parties.fault import Deed, Wrong
from ops.simulator.parties.party import Telling

EARLY_BURN: Final = "burn-before-the-call"
NO_BURN: Final = "no-burn"
AFTER_AVISO: Final = "coup-after-aviso"


def by_hand(table: PuntoBanco) -> bool:
    """Tell whether no shuffler stands at the table."""
    return not table.shuffler


def _burning(table: PuntoBanco) -> bool:
    """Tell whether a card is burned before this coup: not before a shoe's first one."""
    return by_hand(table) and not (table.first or table.over)


def nothing(table: PuntoBanco, coup: Coup, right: Telling) -> Telling:
    """Leave the right events untold."""
    del table, coup, right
    yield from ()


def _making(code: str, facts: Mapping[str, str], **made: Any) -> Deed[PuntoBanco, Coup]:
    """Make a new shoe otherwise than the rules say."""

    def make(table: PuntoBanco, coup: Coup) -> Telling:
        first = table.first
        yield from table.new_shoe(**made)
        if table.shuffler:  # its cards go round: only the day's first coup is a first one
            table.first = first
        table.note(coup, code, facts=dict(facts))

    return make


def _made(fact: str, **made: Any) -> Fault:
    """Return the fault of a new shoe that is made so."""
    return Wrong(ready=by_hand, does={"before": _making("PB-SHOE", {"fact": fact}, **made)})


def _note_burn(fact: str) -> Deed[PuntoBanco, Coup]:
    """Plant a card that is not burned when it should be."""

    def note(table: PuntoBanco, coup: Coup) -> Telling:
        table.note(coup, "PB-SHOE", facts={"fact": fact})
        yield from ()

    return note


def _burn_early(table: PuntoBanco, coup: Coup) -> Telling:
    """Burn the card before the call."""
    return table.burn(coup)


def _keep_shoe(table: PuntoBanco, coup: Coup, right: Telling) -> Telling:
    """Keep a shoe whose carta-aviso was told."""
    del coup
    if not table.aviso_said:
        yield from right


def _after_aviso(table: PuntoBanco, coup: Coup, right: Telling) -> Telling:
    """Play after the carta-aviso; let it come out first, where it lies in the shoe."""
    if table.aviso_said:
        table.note(coup, "PB-SHOE", facts={"fact": "ultimo_lance"})
        yield from right
        return
    table.put_off(AFTER_AVISO)
    honest = Coup(coup.name, table.bets())
    yield from table.lay(honest)
    yield table.aviso_out(coup.name)
    yield from table.burn(honest)
    yield from table.deal(honest)
    yield from table.announce(honest)
    yield from table.settle(honest)
    yield from table.end(coup.name)


def _replace_card(table: PuntoBanco, coup: Coup) -> Telling:
    """Replace one bad card, and not all packs (R3)."""
    packs = f"{table.badge}-cartas"
    changed = EquipmentChanged(item="deck", id=packs, reason="damaged", cards=("7c",))
    yield table.say(changed, after=(20, 60))
    table.note(coup, "EQ-BAD")


SHOES: Final[Mapping[str, Fault]] = {
    "wrong-decks-shuffled": Wrong(does={"before": _making("PB-DECK", {}, decks=5)}),
    "aviso-misplaced": _made("carta_aviso", aviso=10),
    "no-cut": _made("corte", aviso=None),
    "seven-burned": _made("queima_inicial", burn=OPENING_BURN - 1),
    NO_BURN: Wrong(
        ready=_burning, does={"prepared": _note_burn("queima")}, instead={"burn": nothing}
    ),
    EARLY_BURN: Wrong(
        ready=_burning,
        does={"prepared": _note_burn("queima_cedo"), "bets": _burn_early},
        instead={"burn": nothing},
    ),
    AFTER_AVISO: Wrong(ready=by_hand, instead={"packs": _keep_shoe, "play": _after_aviso}),
}
SINGLE: Final[Mapping[str, Fault]] = {
    "single-card-replaced": Wrong(does={"before": _replace_card}),
}
