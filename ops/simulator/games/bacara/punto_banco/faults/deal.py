"""Faults of the deal and of the announcement (R23 to R27)."""

from collections.abc import Mapping
from typing import Final

from ledger.events.outcomes import CardBurned, CardDealt, HandShown
from ops.simulator.games.bacara.punto_banco.faults.rigged import (
    Fault,
    Fits,
    Hand,
    Test,
    cards_of,
    lay,
    note_payments,
    with_ponto,
)
from ops.simulator.games.bacara.punto_banco.faults.shoe import by_hand, nothing
from ops.simulator.games.bacara.punto_banco.game import PuntoBanco
from ops.simulator.games.bacara.punto_banco.rules import (
    BANCA,
    EMPATE,
    PONTO,
    banca_draws,
    ponto_draws,
    winner,
)
from ops.simulator.games.bacara.punto_banco.table import Coup
from ops.simulator.kit.cards import DECK, bacara_points
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling

CARD_TOO_MANY: Final = "card-too-many"
FOUR: Final = 4
"""Cards of a deal without third ones."""


# --- a third card too many -----------------------------------------------------------------------


def _with_extra(*, paid: bool) -> Fits:
    """Let both sides stand, and another card lie ready, which flips the result where it is paid."""

    def fits(table: PuntoBanco, coup: Coup) -> bool:
        if paid:
            lay(table, coup, PONTO, BANCA, EMPATE)
        else:
            coup.bets = table.bets()
        extra = ""

        def test(ponto: Hand, banca: Hand) -> bool:
            nonlocal extra
            if len(ponto) + len(banca) > FOUR:
                return False
            extra = table.rng.choice([card for card in DECK if table.shoe.holds(card)])
            more = winner(ponto, [*banca, extra])
            return not paid or more not in (EMPATE, winner(ponto, banca))

        coup.cards = cards_of(table, test)[:FOUR]
        while extra in coup.cards:
            coup.cards = cards_of(table, test)[:FOUR]
        coup.cards.append(extra)
        return True

    return fits


def _drew(side: str, *, paid: bool = False) -> Fault:
    """Give a third card to a side that stands; the coup is paid without it, or with it."""

    def deal(table: PuntoBanco, coup: Coup, right: Telling) -> Telling:
        yield from right
        yield from table.draw(coup.name)
        yield table.say(CardDealt(to=side, card=table.drawn), coup.name, after=(0, 2))
        table.note(coup, "PB-3RD")
        coup.hand(side).append(table.drawn)

    def take_off(table: PuntoBanco, coup: Coup) -> Telling:
        by_extra = {bet.number: table.due(bet, coup) for bet in coup.bets}
        coup.hand(side).pop()
        if paid:
            coup.paid = by_extra
            yield from note_payments(table, coup)

    return Wrong(fits=_with_extra(paid=paid), does={"announced": take_off}, instead={"deal": deal})


# --- a third card too few ------------------------------------------------------------------------


def _ponto_draws(ponto: Hand, banca: Hand) -> bool:
    """Tell whether ponto draws beside a banca that has 6 or 7."""
    return len(ponto) == 3 and bacara_points(banca[:2]) in (6, 7)


def _banca_draws(ponto: Hand, banca: Hand) -> bool:
    """Tell whether banca alone draws."""
    return len(ponto) == 2 and len(banca) == 3


def _stood(test: Test) -> Fault:
    """Give no third card to a side that draws: nobody can say how the coup would have ended."""

    def fits(table: PuntoBanco, coup: Coup) -> bool:
        coup.bets = table.bets()
        coup.cards = cards_of(table, test)[:FOUR]
        return True

    return Wrong(
        fits=fits,
        does={"announced": _leave_undecided},
        instead={"deal": _two_each, "tells": lambda _table, _coup, _right: False},
    )


def _two_each(table: PuntoBanco, coup: Coup, right: Telling) -> Telling:
    """Deal two cards to each side, and no third one."""
    del right
    for to in (PONTO, BANCA, PONTO, BANCA):
        yield from table.deal_to(to, coup)
    table.note(coup, "PB-3RD")


def _leave_undecided(table: PuntoBanco, coup: Coup) -> Telling:
    """Expect that stakes which are taken up, though nobody won, may be told of beside."""
    table.note(coup, "PAY-DIFF", facts={"fact": "collected"}, may=True)
    yield from ()


# --- order, and what is shown --------------------------------------------------------------------


def _out_of_order(table: PuntoBanco, coup: Coup, right: Telling) -> Telling:
    """Give banca its two cards one after the other."""
    del right
    for to in (PONTO, BANCA, BANCA, PONTO):
        yield from table.deal_to(to, coup)
    if ponto_draws(coup.ponto, coup.banca):
        yield from table.deal_to(PONTO, coup)
    if banca_draws(coup.ponto, coup.banca):
        yield from table.deal_to(BANCA, coup)
    table.note(coup, "RES-IMPOSS", facts={"fact": "ordem"})


def _announce_banca(table: PuntoBanco, coup: Coup, right: Telling) -> Telling:
    """Announce banca, where ponto won."""
    del right
    table.note(coup, "RES-IMPOSS", facts={"fact": "vencedor"})
    return table.announce(coup, BANCA)


def _show_another(table: PuntoBanco, coup: Coup, right: Telling) -> Telling:
    """Show a card of banca's that was not dealt."""
    del right
    other = next(card for card in DECK if card not in coup.banca)
    table.note(coup, "RES-IMPOSS", facts={"fact": BANCA})
    yield table.say(HandShown(of=BANCA, cards=(other, *coup.banca[1:])), coup.name)


# --- a card that the packs cannot have held ------------------------------------------------------


def _with_figure(table: PuntoBanco, coup: Coup) -> bool:
    """Choose a card that counts nothing."""
    coup.cards = [table.rng.choice([card for card in DECK if card[0] in "TJQK"])]
    coup.bets = table.bets()
    return True


def _new_packs(table: PuntoBanco, coup: Coup) -> Telling:
    """Replace the packs: before the first coup of a shoe nothing is burned."""
    del coup
    return table.replace_packs()


def _deal_too_often(table: PuntoBanco, coup: Coup, right: Telling) -> Telling:
    """Deal that card so often that the packs cannot have held it."""
    del right
    assert coup.cards is not None
    (card,) = coup.cards
    for to in (PONTO, BANCA, PONTO, BANCA, PONTO, BANCA):
        coup.hand(to).append(card)
        yield table.say(CardDealt(to=to, card=card), coup.name, after=(0, 2))
    for _ in range(table.decks - 5):
        yield table.say(CardBurned(card=card, cause="remedy"), coup.name)
    table.note(coup, "RES-IMPOSS", facts={"card": card})


def _renew(table: PuntoBanco, coup: Coup) -> Telling:
    """Let new packs come before the next coup."""
    del coup
    table.aviso = True
    yield from ()


DEALS: Final[Mapping[str, Fault]] = {
    "banca-drew-wrongly": _drew(BANCA),
    "banca-stood-wrongly": _stood(_banca_draws),
    "ponto-drew-wrongly": _drew(PONTO),
    "ponto-stood-wrongly": _stood(_ponto_draws),
    "paid-by-a-wrong-card": _drew(BANCA, paid=True),
    "wrong-order": Wrong(instead={"deal": _out_of_order}),
    "wrong-winner-announced": Wrong(fits=with_ponto, instead={"announce": _announce_banca}),
    "exchanged-card": Wrong(fits=with_ponto, instead={"announce": _show_another}),
    CARD_TOO_MANY: Wrong(
        ready=by_hand,
        fits=_with_figure,
        does={"prepared": _new_packs, "after": _renew},
        instead={"burn": nothing, "deal": _deal_too_often},
    ),
}
