"""Faults of the packs and of the shoe (R2, R5, R6, R9 to R14)."""

from collections.abc import Mapping
from typing import Any, Final

from ledger.events.tables import EquipmentChanged
from ops.simulator.games.house_cards.blackjack.faults.rigs import Fault
from ops.simulator.games.house_cards.blackjack.jogada import PlayedBlackjack
from ops.simulator.games.house_cards.blackjack.table import Jogada
from ops.simulator.parties.fault import Deed, Wrong
from ops.simulator.parties.party import Telling

AFTER_AVISO: Final = "jogada-after-aviso"
MISPLACED: Final = 40
"""Cards by which a carta-aviso is misplaced."""


def _by_hand(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Open the table without a shuffler."""
    del jogada
    return table.open_as(shuffler=False)


def _of_shoe(prepared: Deed[PlayedBlackjack, Jogada], **does: Any) -> Fault:
    return Wrong(does={"before": _by_hand, "prepared": prepared, **does})


def _made(fact: str, **made: Any) -> Fault:
    """Return the fault of a new shoe that is made otherwise than the rules say."""

    def make(table: PlayedBlackjack, jogada: Jogada) -> Telling:
        yield from table.new_shoe(**made)
        table.note(jogada, "BJ-SHOE", facts={"fact": fact})

    return _of_shoe(make)


def _one_too_many(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Choose a card that is dealt so often that the packs cannot have held it (R2 b)."""
    jogada.card = table.rng.choice(("2c", "2d", "2h", "2s"))
    jogada.boxes = jogada.boxes[:1]
    table.note(jogada, "BJ-DECK", facts={"card": jogada.card})
    yield from ()


def _draw_often(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Let the place ask for cards so often."""
    jogada.scripts[jogada.target.seat] = ["pede"] * (table.decks - 1)
    yield from ()


def _smuggle(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Let that card come next, until it has come too often."""
    if jogada.target.first.count(jogada.card) <= table.decks:
        table.smuggled = [jogada.card]
    yield from ()


def _renew(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Let new packs come before the next jogada."""
    del jogada
    table.aviso = True
    yield from ()


def _replace_card(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Replace one damaged card, and not its deck, without leave (R5, R6)."""
    packs = f"{table.badge}-cartas"
    changed = EquipmentChanged(item="deck", id=packs, reason="damaged", cards=("7c",))
    yield table.say(changed, after=(20, 60))
    table.note(jogada, "EQ-BAD")


def _hush_jam(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Take a shuffler out that had jammed, and tell the authority nothing (R31)."""
    broken = f"{table.badge}-br"
    yield table.say(EquipmentChanged(item="shuffler", replaced=broken, reason="jam"))
    table.note(jogada, "BJ-CHEF", facts={"fact": "comunicado"})


def _keep_packs(table: PlayedBlackjack, jogada: Jogada, right: Telling) -> Telling:
    """Keep the shoe although its carta-aviso came out."""
    del table, jogada, right
    yield from ()


def _note_after(table: PlayedBlackjack, jogada: Jogada) -> Telling:
    """Plant a jogada that is played after the carta-aviso."""
    table.note(jogada, "BJ-SHOE", facts={"fact": "aviso"})
    yield from ()


SHOES: Final[Mapping[str, Fault]] = {
    "card-too-many": _of_shoe(_one_too_many, arranged=_draw_often, give=_smuggle, after=_renew),
    "no-burn": _made("queima", burn=False),
    "no-cut": _made("corte", cut=False),
    "aviso-misplaced": _made("aviso", off=MISPLACED),
    AFTER_AVISO: Wrong(
        ready=lambda table: table.aviso,
        does={"before": _by_hand, "prepared": _note_after},
        instead={"packs": _keep_packs},
    ),
    "jam-not-told": _of_shoe(_hush_jam),
    "single-card-replaced": _of_shoe(_replace_card),
}
