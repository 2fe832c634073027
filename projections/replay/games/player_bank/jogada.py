"""Games in which a player holds the bank, and dice say who is dealt to first. No game's rule.

Póquer de 3 cartas and mahjong pai kao. Places are numbered anticlockwise; every place is dealt to,
the banker's too. A bet lies on a place and plays for its hand against the banker's; a bet on the
banker's own place stands behind him, as do the house and whoever entrusts him with capital.

**The money.** All capital together, the banker's and theirs, limits what the bank can win or lose
in a jogada. Bets are settled in one pass, anticlockwise from the place that received first, those
of a place in the order placed; what the bank can no longer pay, or win, goes back. Its result is
the banker's up to his capital, then each partner's in the order placed. The commission is taken of
each winning bet's prize and of the net gain of the banker and of each partner, rounded down; of the
house as a partner nothing is taken, since it would pay itself.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec import Struct, field

from ledger.money import Count, Minor
from projections.replay.kit.bets import Bet, BetChange, Fact, Limit, Moment, Placed, is_after
from projections.replay.kit.cards import shown_by
from projections.replay.kit.dice import Throw, counts
from projections.replay.kit.shoe import Dealt
from projections.replay.record import Record
from projections.replay.settlement import Found

LUGAR: Final = "lugar"
"""The ``tipo`` of every bet: on a place."""
CASA: Final = "casa"
ASSOCIADO: Final = "associado"
ATRAS: Final = "atras"
"""A bet on the banker's place; it bars nothing."""

TOMOU: Final = "tomou"
RECUSOU: Final = "recusou"
MUDOU: Final = "mudou"

BANKS: Final = frozenset({"bank", "banca"})
"""Cards dealt to one of these went to the banker's place."""
HANDS: Final = BANKS | {"seat"}
"""What is dealt to another than these is no hand's."""
NOT_FLAT: Final = frozenset({"leaning", "off_table", "overlapping", "out_of_cup"})
"""Why a throw is repeated: a die that did not settle flat, or left the cup."""
NUMERO_ERRADO: Final = "numero_errado"
INCOMPLETO: Final = "incompleto"
GROUNDS: Final = frozenset({NUMERO_ERRADO, INCOMPLETO})
"""Errors noted that make a jogada null: a wrong number dealt, a set not complete."""


# --- what is recorded ----------------------------------------------------------------------------


class Aposta(Bet, frozen=True, kw_only=True, gc=False):
    """A stake on a place: ``seat`` is where it lies, rightly or wrongly put."""

    por: int | None = None
    """The bettor's own place, where the bet lies on another's."""


class Associacao(Fact, frozen=True, kw_only=True, gc=False):
    """Capital behind the banker: the house's, or a player's who entrusted it to him."""

    papel: str = ASSOCIADO
    """``casa``, ``associado``, or ``atras``: a bet on the banker's place without a number."""
    valor: Minor
    seat: int | None = None
    """The associate's, or the bettor's, own place."""
    player: str | None = None
    at: str | None = None
    seq: int | None = None


class Acto(Fact, frozen=True, kw_only=True, gc=False):
    """Something done with the bank between the jogada before and this one, in order."""

    acto: str
    """``tomou``, ``recusou``, ``mudou`` (its capital)."""
    seat: int
    valor: Minor | None = None
    """The capital, from then on."""
    acordo: tuple[int, ...] = ()
    """Of ``tomou``: the places that agreed to it."""
    at: str | None = None
    seq: int | None = None


class Vista(Fact, frozen=True, kw_only=True, gc=False):
    """A place's hand was seen and laid down."""

    seat: int
    at: str | None = None
    seq: int | None = None


class Abertura(Fact, frozen=True, kw_only=True, gc=False):
    """A place's hand was opened."""

    seat: int
    cartas: tuple[str, ...] = ()
    at: str | None = None
    seq: int | None = None


class Anunciado(Fact, frozen=True, kw_only=True, gc=False):
    """A place's result, as it was said: ``ganha`` or ``perde``."""

    seat: int
    resultado: str


class Cobrada(Fact, frozen=True, kw_only=True, gc=False):
    """A commission that was taken; compared, never used."""

    valor: Minor
    seat: int | None = None
    por_fora: bool = False
    """Paid besides: the prize was handed over whole."""


class Anterior(Fact, frozen=True, kw_only=True, gc=False):
    """The jogada before this one at the same table, as it was settled."""

    banqueiro: int
    fica: Minor | None = None
    """What the banker had of his own when it ended: capital and gains, or what was left."""
    seguidas: Count = 1
    """Jogadas that he had held the bank without a break, that one included."""
    apostaram: tuple[int, ...] | None = None
    """The places of those who bet in it; None where nobody says."""
    acordo: tuple[int, ...] = ()
    """Who had agreed that he holds it for longer."""


class PlayerBankRecord(Record, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The record of a jogada in both games."""

    # --- the table
    ordem: tuple[int, ...] = ()
    """The places anticlockwise, where they are not numbered so; empty: 1, 2, 3 …"""
    sentados: tuple[int, ...] | None = None
    """The occupied places; None where the table does not record them."""
    limites: dict[str, Limit] = field(default_factory=dict)
    """What the table takes of one player on one place, under ``lugar``."""

    # --- the bank
    banqueiro: int = 0
    """His place."""
    capital: Minor | None = None
    """His own, on the table when the dice were shaken; None where nobody said."""
    associacoes: tuple[Associacao, ...] = ()
    """In the order in which they were made."""
    anterior: Anterior | None = None
    actos: tuple[Acto, ...] = ()

    # --- the bets
    bets: tuple[Aposta, ...] = ()
    """In the order in which they were placed."""
    alteracoes: tuple[BetChange, ...] = ()
    jogo_feito: Moment | None = None
    """A call that closed the bets; the dice close them, called or not."""

    # --- dice, deal, openings
    dados_agitados: Moment | None = None
    """When the dice were first shaken, where that is recorded apart from the throw."""
    dados: tuple[Throw, ...] = ()
    primeiro_lugar: int | None = None
    """The place that was named to receive first."""
    vistas: tuple[Vista, ...] = ()
    aberturas: tuple[Abertura, ...] = ()
    """In the order opened."""
    resultados: tuple[Anunciado, ...] = ()

    # --- the money
    recolhidas: tuple[int, ...] = ()
    """Numbers of the bets that the pagador took in."""
    comissoes: tuple[Cobrada, ...] = ()

    def dealt(self) -> tuple[Dealt, ...]:
        """Return the cards or pieces in the order of the deal; a game names the field."""
        return ()


class PlayerBankRules(Struct, frozen=True, kw_only=True):
    """The values in which laws may differ."""

    places: int
    hand: int
    """Cards or pieces dealt to each place."""
    dice: int
    turns: int
    """Jogadas running that one place may hold the bank."""
    commission_bp: int
    """In hundredths of a percent; where the law leaves it to the operator, the table says it."""


class Law(Struct, frozen=True, kw_only=True, gc=False):
    """Which rules a game cites, and under which codes its faults stand."""

    game: str
    bank_code: str
    deal_code: str
    rank_code: str
    commission_code: str
    pieces: str
    """Of what the game is made."""
    turn: str
    refused: str
    first: str
    flat: str
    capital: str
    close: str
    kept: str
    house: str
    behind: str
    associate: str
    number: str
    """To all places so many."""
    order: str
    """The direction of the deal."""
    paid_in: str
    """The direction of payments; empty where the law gives none."""
    holder: str
    opening: str
    banker_first: bool
    """Whether the banker's hand is opened before the players'."""
    commission: str
    wins: str
    loses: str
    ties: tuple[str, ...]
    """By which what is equal is the banker's: a push there is a hand counted wrongly."""


# --- places, dice, hands -------------------------------------------------------------------------


def places_of(record: PlayerBankRecord, rules: PlayerBankRules) -> tuple[int, ...]:
    """Return the places anticlockwise."""
    said = record.ordem
    if len(said) == rules.places and len(set(said)) == len(said):
        return said
    return tuple(range(1, rules.places + 1))


def from_place(places: Sequence[int], first: int) -> tuple[int, ...]:
    """Return the places in order from one of them on.

    >>> from_place((1, 2, 3, 4), 3)
    (3, 4, 1, 2)
    """
    at = places.index(first) if first in places else 0
    return (*places[at:], *places[:at])


def throw_of(record: PlayerBankRecord, rules: PlayerBankRules) -> Throw | None:
    """Return the throw that decides: the first that counts."""
    return next((one for one in record.dados if counts(one, rules.dice, NOT_FLAT)), None)


def named_by_dice(record: PlayerBankRecord, rules: PlayerBankRules) -> int | None:
    """Return the place that the dice name: their sum counted from the banker, he being one.

    With four dice and eight places, a sum of 9 is the banker's own place again.
    """
    throw, places = throw_of(record, rules), places_of(record, rules)
    if throw is None or record.banqueiro not in places:
        return None
    return places[(places.index(record.banqueiro) + throw.total - 1) % len(places)]


def place_of(record: PlayerBankRecord, to: str, seat: int | None) -> int | None:
    """Return the place to which something went; the bank's is the banker's."""
    return record.banqueiro if to in BANKS or seat == 0 else seat


def dealt_to(record: PlayerBankRecord) -> list[int | None]:
    """Return the place of each card or piece dealt, in order, without the burned ones."""
    return [place_of(record, one.to, one.seat) for one in record.dealt() if one.to in HANDS]


def first_place(record: PlayerBankRecord, rules: PlayerBankRules) -> int | None:
    """Return the place that received first: as dealt, else as named, else as the dice say."""
    places = places_of(record, rules)
    for one in (*dealt_to(record)[:1], record.primeiro_lugar):
        if one in places:
            return one
    return named_by_dice(record, rules)


class Hands:
    """The hands of a jogada, as dealt and as opened."""

    def __init__(self, record: PlayerBankRecord, rules: PlayerBankRules) -> None:
        """Put every card, or piece, to its place."""
        self.size = rules.hand
        self.places = places_of(record, rules)
        self.banker = record.banqueiro
        self.dealt: dict[int, list[str | None]] = {}
        self.strays: list[Dealt] = []
        """What went to no place of the table."""
        for one in record.dealt():
            if one.to not in HANDS:
                continue
            place = place_of(record, one.to, one.seat)
            if place in self.places:
                self.dealt.setdefault(place, []).append(one.card)
            else:
                self.strays.append(one)
        shows: dict[int, list[tuple[str, ...]]] = {}
        for opened in record.aberturas:
            if opened.cartas:
                shows.setdefault(opened.seat or record.banqueiro, []).append(opened.cartas)
        self.opened = {place: _opened(made, self.size) for place, made in shows.items()}
        self._known: dict[int, tuple[str, ...] | None] = {}

    def of(self, place: int) -> tuple[str, ...] | None:
        """Return a place's whole hand; None where it is not known, or told in two ways."""
        if place not in self._known:
            self._known[place] = self._of(place)
        return self._known[place]

    def _of(self, place: int) -> tuple[str, ...] | None:
        opened = self.opened.get(place)
        known = [card for card in self.dealt.get(place, ()) if card is not None]
        if opened is not None and (len(opened) > self.size or self._is_another(place, opened)):
            return None
        if opened is None or len(opened) < self.size:
            return tuple(known) if len(known) == self.size else None
        return opened

    def contradicted(self) -> list[int]:
        """Return the places where another card was opened than had been dealt."""
        return [place for place, opened in self.opened.items() if self._is_another(place, opened)]

    def _is_another(self, place: int, opened: tuple[str, ...]) -> bool:
        known = Counter(card for card in self.dealt.get(place, ()) if card is not None)
        if len(opened) >= self.size:
            return bool(known - Counter(opened))
        return (Counter(opened) - known).total() > max(self.size - known.total(), 0)

    def seen(self) -> list[str]:
        """Return every card that the record names: a place's cards once, dealt and opened."""
        found: list[str] = [one.card for one in self.strays if one.card is not None]
        for place in dict.fromkeys((*self.dealt, *self.opened)):
            dealt = Counter(card for card in self.dealt.get(place, ()) if card is not None)
            found.extend((dealt | Counter(self.opened.get(place, ()))).elements())
        return found

    def wrong_number(self) -> dict[int, int]:
        """Return how many each place received that did not receive its number.

        Where nothing is recorded of the deal, only a hand that was opened can show it. 0 stands for
        what went to no place of the table.
        """
        if self.dealt or self.strays:
            found = {place: len(self.dealt.get(place, ())) for place in self.places}
            if self.strays:
                found[0] = len(self.strays)
        else:
            found = {place: len(cards) for place, cards in self.opened.items()}
        return {place: count for place, count in found.items() if count != self.size}


def _opened(shows: list[tuple[str, ...]], size: int) -> tuple[str, ...]:
    """Return a hand as it was last opened whole, or as its cards were opened one after another."""
    whole = [cards for cards in shows if len(cards) >= size]
    return whole[-1] if whole else shown_by((0, cards) for cards in shows)[0]


# --- the order of facts --------------------------------------------------------------------------


def shaken(record: PlayerBankRecord) -> Placed | None:
    """Return when the dice were first shaken; None where nobody says."""
    if record.dados_agitados is not None:
        return record.dados_agitados
    thrown = record.dados[:1]
    return next((one for one in thrown if one.at is not None or one.seq is not None), None)


def betting_ended(record: PlayerBankRecord) -> Placed | None:
    """Return the fact that closed the bets: the dice; where nobody says when, the call."""
    return shaken(record) or record.jogo_feito


def own_place(bet: Aposta) -> int:
    """Return the bettor's own place."""
    return bet.seat if bet.por is None else bet.por


def joined_late(one: Associacao, began: Placed | None) -> bool:
    """Tell whether capital was entrusted only after the dice were shaken."""
    return began is not None and is_after(one, began)


def fault_of(
    code: str,
    rule: str,
    fact: str,
    expected: object,
    recorded: object,
    *,
    seat: int | None = None,
    amount: Minor | None = None,
) -> Found:
    """Return a fault; ``fact`` tells it from another of the same code in the round."""
    return Found(
        code=code,
        rule=rule,
        seat=seat,
        expected=str(expected),
        recorded=str(recorded),
        amount=amount,
        facts={"fact": fact},
    )
