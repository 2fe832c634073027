"""Coups of ponto e banca that end as a fault needs it, with the bets that it needs."""

from collections.abc import Callable, Sequence

from ops.simulator.games.bacara.punto_banco.game import PuntoBanco
from ops.simulator.games.bacara.punto_banco.rules import (
    BANCA,
    EMPATE,
    OTHER,
    PAIRS,
    PONTO,
    banca_draws,
    ponto_draws,
    winner,
)
from ops.simulator.games.bacara.punto_banco.table import MINIMUM, Bet, Coup
from ops.simulator.kit.cards import DECK, bacara_points
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling

Hand = Sequence[str]
Test = Callable[[Hand, Hand], bool]
Fault = Wrong[PuntoBanco, Coup]
Fits = Callable[[PuntoBanco, Coup], bool]


def ponto_wins(ponto: Hand, banca: Hand) -> bool:
    """Tell whether ponto has more."""
    return winner(ponto, banca) == PONTO


def tied(ponto: Hand, banca: Hand) -> bool:
    """Tell whether both have the same."""
    return winner(ponto, banca) == EMPATE


def with_points(points: int) -> Test:
    """Return a test whether banca wins with so many points."""
    return lambda p, b: winner(p, b) == BANCA and bacara_points(b) == points


def cards_of(table: PuntoBanco, test: Test) -> list[str]:
    """Return cards of a coup that are still in the shoe, and end as asked."""
    while True:
        cards = table.rng.sample(DECK, 6)
        ponto, banca = [cards[0], cards[2]], [cards[1], cards[3]]
        left = cards[4:]
        if ponto_draws(ponto, banca):
            ponto.append(left.pop(0))
        if banca_draws(ponto, banca):
            banca.append(left.pop(0))
        if test(ponto, banca) and all(map(table.shoe.holds, cards)):
            return cards


def lay(table: PuntoBanco, coup: Coup, *tipos: str) -> list[Bet]:
    """Let players bet, a seated one on these chances among them; return those bets."""
    player = table.seated()[0]
    others = [bet for bet in table.bets() if bet.seat != player.seat]
    mine = [
        Bet(player, player.seat, tipo, MINIMUM[tipo] + 5 * table.rng.randrange(60))
        for tipo in tipos
    ]
    coup.bets = table.within([*mine, *others], mine)
    for number, bet in enumerate(coup.bets, 1):
        bet.number = number
    return mine


def lay_and_deal(table: PuntoBanco, coup: Coup, test: Test, *tipos: str) -> list[Bet]:
    """Let players bet so, and let the coup end as asked."""
    mine = lay(table, coup, *tipos)
    coup.cards = cards_of(table, test)
    return mine


def with_ponto(table: PuntoBanco, coup: Coup) -> bool:
    """Let a seated player bet on ponto, which wins."""
    lay_and_deal(table, coup, ponto_wins, PONTO)
    return True


def note_payments(table: PuntoBanco, coup: Coup) -> Telling:
    """Plant each wrong payment under its code."""
    for bet in coup.bets:
        due, paid = sum(table.due(bet, coup)), sum(table.pays(bet, coup))
        if due != paid:
            table.note(coup, _code_of(bet, coup, paid), bet, due=due, paid=paid)
    yield from ()


def _code_of(bet: Bet, coup: Coup, paid: int) -> str:
    """Return the code of a wrong payment."""
    won = winner(coup.ponto, coup.banca)
    if paid == 0:
        return "PB-TIE" if won == EMPATE and bet.tipo in OTHER else "PAY-NONE"
    if bet.tipo in PAIRS:
        return "PB-PAIR"
    if won == EMPATE:
        return "PB-TIE"
    parts = {bet.amount * part // 10_000 for part in (9_500, 5_000, 4_750)}
    if won == bet.tipo == BANCA and paid - bet.amount in parts:
        return "PB-COMM"
    return "PAY-DIFF"
