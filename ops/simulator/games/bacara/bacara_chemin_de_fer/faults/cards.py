"""Faults of the cards: drawn, not drawn or dealt against the rules (R66 to R74, R103 a)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ops.simulator.games.bacara.bacara_chemin_de_fer.coup import (
    FREE,
    NATURAL,
    Coup,
    banker_must,
    compared,
)
from ops.simulator.games.bacara.bacara_chemin_de_fer.faults.choice import covered, with_cards
from ops.simulator.games.bacara.bacara_chemin_de_fer.table import CheminDeFerTable
from ops.simulator.kit.cards import bacara_points
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling

Fault = Wrong[CheminDeFerTable, Coup]


def _points(coup: Coup) -> tuple[int, int]:
    """Return the points of the ponto's first two cards and of the banker's."""
    return bacara_points(coup.hands["ponto"][:2]), bacara_points(coup.hands["banca"][:2])


def _left(table: CheminDeFerTable, used: int = 4) -> list[str]:
    """Return the shoe below so many cards that were dealt already."""
    return table.cards[: len(table.cards) - used]


def _ponto_drew(table: CheminDeFerTable, coup: Coup) -> bool:
    """Let the ponto draw on 6 or 7: the coup is rebuilt by the table (R67 b, R74)."""
    hands, (mine, his) = coup.hands, _points(coup)
    if mine not in (6, 7) or his >= NATURAL:
        return False
    shoe = _left(table)
    card = shoe.pop()
    hands["ponto"], coup.said = [*hands["ponto"][:2], card], "carta"
    hands["banca"] = hands["banca"][:2]
    if banker_must(his, bacara_points([card])) == "T":
        hands["banca"].append(shoe.pop())
    total = his
    if banker_must(his, None) == "T":
        total = (his + bacara_points([card])) % 10
    coup.result = compared(mine, total)
    return True


def _ponto_stood(table: CheminDeFerTable, coup: Coup) -> bool:
    """Let the ponto stand below 5; the banker's card is then the ponto's (R67 c, R74)."""
    hands, (mine, his) = coup.hands, _points(coup)
    if mine >= FREE or his >= NATURAL or banker_must(his, None) != "T":
        return False
    card = _left(table).pop()
    if banker_must(his, bacara_points([card])) == "T":
        return False
    hands["ponto"], coup.said = hands["ponto"][:2], "nao"
    hands["banca"] = [*hands["banca"][:2], card]
    coup.result = compared((mine + bacara_points([card])) % 10, his)
    return True


def _ponto_silent(table: CheminDeFerTable, coup: Coup) -> bool:
    """Let the ponto not show his 8 or 9: he has lost the right to it (R67 a, R103 a)."""
    hands, (mine, his) = coup.hands, _points(coup)
    if mine < NATURAL or his >= NATURAL:
        return False
    coup.said = "nao"
    if banker_must(his, None) == "T":
        hands["banca"] = [*hands["banca"][:2], _left(table).pop()]
    coup.result = compared(mine, bacara_points(hands["banca"]))
    return True


def _table_drew(table: CheminDeFerTable, coup: Coup) -> bool:
    """Let the banker draw where he must stand: his card is burned (R70, R74)."""
    ponto, (mine, his) = coup.hands["ponto"], _points(coup)
    drew = len(ponto) > 2  # a third card
    third = bacara_points(ponto[2:]) if drew else None
    if mine >= NATURAL or his >= NATURAL or banker_must(his, third) != "R":
        return False
    _burn(coup, _left(table, 4 + drew), his)
    return True


def _natural_drew(table: CheminDeFerTable, coup: Coup) -> bool:
    """Let the banker draw on 8 or 9 (R70 a)."""
    mine, his = _points(coup)
    if mine < NATURAL <= his:
        _burn(coup, _left(table), his)
        return True
    return False


def _burn(coup: Coup, shoe: list[str], his: int) -> None:
    """Let the banker draw a card that does not count."""
    hands = coup.hands
    hands["banca"] = [*hands["banca"][:2], shoe.pop()]
    coup.result = compared(bacara_points(hands["ponto"]), his)


def _note_ponto(table: CheminDeFerTable, coup: Coup) -> Telling:
    """Plant that the ponto left his duty."""
    table.note(coup, "CF-PONTO")
    yield from ()


def _note_banker(table: CheminDeFerTable, coup: Coup) -> Telling:
    """Plant that the banker left the table of draws."""
    table.note(coup, "CF-TABLE", seat=table.bank.banker)
    yield from ()


def _two_by_two(
    table: CheminDeFerTable, coup: Coup, right: Sequence[tuple[str, int]]
) -> Sequence[tuple[str, int]]:
    """Deal both cards of the ponto, then both of the banker (R66)."""
    table.note(coup, "CF-ERR")
    return sorted(right, key=lambda one: one[0] == "banca")


def _by_ponto(fits: Callable[[CheminDeFerTable, Coup], bool]) -> Fault:
    return Wrong(ready=with_cards, fits=fits, does={"closed": _note_ponto})


def _by_banker(fits: Callable[[CheminDeFerTable, Coup], bool]) -> Fault:
    return Wrong(ready=with_cards, fits=fits, does={"closed": _note_banker})


CARDS: Final[Mapping[str, Fault]] = {
    "ponto-draws-on-six": _by_ponto(_ponto_drew),
    "ponto-stands-below-five": _by_ponto(_ponto_stood),
    "ponto-does-not-show": _by_ponto(_ponto_silent),
    "banker-draws-wrongly": _by_banker(_table_drew),
    "banker-draws-on-natural": _by_banker(_natural_drew),
    "dealt-out-of-order": Wrong(ready=with_cards, fits=covered, instead={"turns": _two_by_two}),
}
