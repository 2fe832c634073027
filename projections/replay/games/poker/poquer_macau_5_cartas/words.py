"""The sentences on a jogada, each in two languages."""

from typing import Final

from msgspec import Struct

from projections.replay.settlement import Phrase


class Bolo(Struct, frozen=True, gc=False):
    """The bolo, or a separate one of those who bet on when another's capital was spent (A11 a)."""

    level: int

    def __format__(self, language: str) -> str:
        """Name the bolo in ``pt`` or ``en``."""
        if language == "en":
            return f"separate bolo {self.level}" if self.level else "the bolo"
        return f"o bolo separado {self.level}" if self.level else "o bolo"


GAVE_UP: Final = Phrase(
    "desistiu: perde {stake:m} que pôs no bolo", "gave up: loses the {stake:m} put into the bolo"
)
DID_NOT_OPEN: Final = Phrase(
    "cabia-lhe abrir e não apostou, o que vale por desistir: perde {stake:m}",
    "had to open and did not bet, which is giving up: loses {stake:m}",
)
SHORT: Final = Phrase(
    "não igualou a aposta, tendo com quê, o que vale por desistir: {stake:m} ficam no bolo",
    "did not equal the bet, though able to, which is giving up: {stake:m} stay in the bolo",
)
KEY_SEEN: Final = Phrase(
    "a chave foi revelada na distribuição: a mão é abatida e voltam {entry:m} da entrada",
    "the key card was revealed in the deal: the hand is out, and the entry of {entry:m} goes back",
)
STRANGER: Final = Phrase(
    "{stake:m} de um lugar em que ninguém joga ficam no bolo",
    "{stake:m} of a place at which nobody plays stay in the bolo",
)
HAS: Final = Phrase("tem {hand:pt}", "holds {hand:en}")
NOT_SHOWN: Final = Phrase(
    "não mostrou a chave: a sua mão não foi comparada",
    "did not show the key card: the hand was not compared",
)
LAYER: Final = Phrase(
    "{pot:pt}: o que cada um tem entre {low:m} e {high:m}, {amount:m} ao todo",
    "{pot:en}: what each holds between {low:m} and {high:m}, {amount:m} in all",
)
ALONE: Final = Phrase(
    "fica só, com {pot:pt} de {amount:m}", "is left alone, with {pot:en} of {amount:m}"
)
WON: Final = Phrase(
    "ganha {pot:pt} de {amount:m}, disputado entre {seats:pt}",
    "wins {pot:en} of {amount:m}, played for by {seats:en}",
)
SHARED: Final = Phrase(
    "{pot:pt} de {amount:m} em partes iguais entre {seats:pt}: {share:m}",
    "{pot:en} of {amount:m} in equal parts among {seats:en}: {share:m}",
)
LOST: Final = Phrase(
    "{pot:pt} de {amount:m} fica para {seats:pt}, com {hand:pt}",
    "{pot:en} of {amount:m} goes to {seats:en}, with {hand:en}",
)
UNCALLED: Final = Phrase(
    "{amount:m} que ninguém acompanhou voltam, sem comissão",
    "{amount:m} that nobody called go back, without commission",
)
INITIAL: Final = Phrase(
    "comissão inicial da jogada, tirada do bolo: {amount:m}",
    "the jogada's initial commission, taken out of the bolo: {amount:m}",
)
INITIAL_EACH: Final = Phrase(
    "comissão inicial do jogador, além da entrada: {amount:m}",
    "the player's initial commission, besides the entry: {amount:m}",
)
SHARE: Final = Phrase(
    "comissão da casa: {ppm:pt%} de {pot:m} = {total:m}; desta parte {taken:m}",
    "the house's commission: {ppm:en%} of {pot:m} = {total:m}; of this part {taken:m}",
)
RECEIVES: Final = Phrase(
    "recebe {prize:m} do bolo e {returned:m} de volta: {due:m}",
    "receives {prize:m} of the bolo and {returned:m} back: {due:m}",
)
UNDECIDED: Final = Phrase(
    "as cartas registadas não decidem a jogada", "the recorded cards do not decide the jogada"
)
VOIDED: Final = Phrase(
    "jogada sem efeito ({cause}): devolve-se tudo o que foi posto",
    "jogada without effect ({cause}): all that was put in goes back",
)
