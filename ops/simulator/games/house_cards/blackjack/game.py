"""Blackjack/21 as the roster seats it: the table's course, bound to its faults."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from typing_extensions import override

from ops.simulator.games.house_cards.blackjack.faults.all import FAULTS
from ops.simulator.games.house_cards.blackjack.faults.shoe import AFTER_AVISO
from ops.simulator.games.house_cards.blackjack.jogada import PlayedBlackjack
from ops.simulator.games.house_cards.blackjack.table import Jogada, Rig
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling

SPARE_CARDS: Final = 90
"""With fewer in the shoe a new one is made, before cards are arranged."""


class Blackjack(PlayedBlackjack):
    """A table of blackjack/21 at which faults can be planted."""

    WRONGS: ClassVar[Mapping[str, Wrong[Any, Any]]] = FAULTS
    FAULTS: ClassVar[tuple[str, ...]] = tuple(FAULTS)

    @override
    def play(self, number: int) -> Telling:
        """Play one jogada, as it should be or not."""
        if self.wrong_options:
            yield from self.open_with({})
        fault = self.fault()
        if fault is not None and len(self.players) < 2:  # somebody to play beside
            self.put_off(fault)
            fault = None
        if fault is None:
            yield from super().play(number)
        else:
            yield from self._play_wrongly(Jogada(self.round_id(number), fault=fault))

    def _play_wrongly(self, coming: Jogada) -> Telling:
        """Play a jogada with a fault: cards that must come do come."""
        assert coming.fault is not None
        wrong = self.WRONGS[coming.fault]
        yield from self.at("before", coming)
        if wrong.ready is not None and not wrong.ready(self):
            self.put_off(coming.fault)
            jogada = Jogada(coming.name)
            jogada.boxes = self.boxes(None)
            yield from self.jogada(jogada)
            return
        yield from self.instead("packs", coming, self._fresh_packs())
        yield from self.at("seated", coming)
        jogada = self._draw(coming, wrong)
        if not self._can_come(jogada.rig):
            yield from self.replace_packs()
        if wrong.reopens is not None:
            yield from self.open_with(dict(wrong.reopens(self)))
            self.shows = True
        yield from self.jogada(jogada)

    def _fresh_packs(self) -> Telling:
        """Replace the packs where the shoe is over, or has few cards left."""
        if self.aviso or len(self.shoe) < SPARE_CARDS:
            yield from self.replace_packs()

    def _draw(self, coming: Jogada, wrong: Wrong[Any, Any]) -> Jogada:
        """Return a jogada in which the fault can be made."""
        rig = self.instead("rig", coming, Rig())
        while True:
            jogada = Jogada(coming.name, fault=coming.fault, rig=rig)
            jogada.boxes = self.boxes(rig)
            if wrong.fits(self, jogada):
                return jogada

    def _can_come(self, rig: Rig | None) -> bool:
        """Tell whether the shoe holds the rig's cards."""
        if rig is None:
            return True
        cards = (*rig.own, *rig.second, rig.opened, rig.hidden, *rig.draws)
        holds = self.shoe.arrange([card for card in cards if card is not None])
        self.shoe.forget()
        return holds

    @override
    def feed(self, jogada: Jogada) -> Telling:
        """Take the chips; let the carta-aviso come out before a fault that needs it."""
        yield from super().feed(jogada)
        comes = self.faults.get(self.occasion + 1) == AFTER_AVISO
        if jogada.fault is None and comes and not (self.shuffler or self.aviso):
            yield self.aviso_out(jogada.name)
