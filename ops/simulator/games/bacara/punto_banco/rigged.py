"""Coups of ponto e banca that end as asked, and what their wrong payments must be found as."""

from typing_extensions import override

from ops.simulator.games.bacara.punto_banco.faults import Test
from ops.simulator.games.bacara.punto_banco.game import PuntoBanco
from ops.simulator.games.bacara.punto_banco.rules import (
    BANCA,
    EMPATE,
    OTHER,
    PAIRS,
    TIMES,
    banca_draws,
    ponto_draws,
    winner,
)
from ops.simulator.games.bacara.punto_banco.table import MINIMUM, Bet, Coup
from ops.simulator.kit.cards import DECK
from ops.simulator.parties.party import Telling


class RiggedPuntoBanco(PuntoBanco):
    """A table of ponto e banca at which what must come does come."""

    def cards(self, test: Test) -> list[str]:
        """Return cards of a coup that are still in the shoe, and end as asked."""
        while True:
            cards = self.rng.sample(DECK, 6)
            ponto, banca = [cards[0], cards[2]], [cards[1], cards[3]]
            left = cards[4:]
            if ponto_draws(ponto, banca):
                ponto.append(left.pop(0))
            if banca_draws(ponto, banca):
                banca.append(left.pop(0))
            if test(ponto, banca) and all(map(self.shoe.holds, cards)):
                return cards

    def with_bets(self, *tipos: str) -> tuple[list[Bet], list[Bet]]:
        """Return the bets of a coup, and one seated player's on these chances among them."""
        player = self.seated()[0]
        bets = [bet for bet in self.bets() if bet.seat != player.seat]
        mine = [
            Bet(player, player.seat, tipo, MINIMUM[tipo] + 5 * self.rng.randrange(60))
            for tipo in tipos
        ]
        bets = self.within([*mine, *bets], mine)
        for number, bet in enumerate(bets, 1):
            bet.number = number
        return bets, mine

    def one_coup(self, fault: str, test: Test | None = None, *tipos: str) -> tuple[Coup, list[Bet]]:
        """Return a coup that ends as asked, with one player's bets on these chances."""
        bets, mine = self.with_bets(*tipos)
        coup = Coup(bets, fault=fault)
        if test is not None:
            coup.cards = self.cards(test)
        return coup, mine

    def run(self, coup: Coup, name: str) -> Telling:
        """Play a coup whose payments were decided on."""
        yield from self.lay(coup, name)
        yield from self.burn(coup, name)
        yield from self.deal(coup, name)
        yield from self.announce(coup, name)
        self.note_payments(coup, name)
        yield from self.settle(coup, name)
        yield from self.end(name)

    def note_payments(self, coup: Coup, name: str) -> None:
        """Plant what each wrong payment must be found as."""
        assert coup.fault is not None
        for bet in coup.bets:
            due, paid = sum(self.due(bet, coup)), sum(self.pays(bet, coup))
            if due != paid:
                code = self.code_of(bet, coup, paid)
                where = {"seat": bet.seat, "bet": bet.number}
                self.plant(coup.fault, code, name, **where, due=due, paid=paid)

    def code_of(self, bet: Bet, coup: Coup, paid: int) -> str:
        """Return what a wrong payment is called."""
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

    @override
    def settle(self, coup: Coup, name: str) -> Telling:
        yield from super().settle(coup, name)
        for bet in coup.bets:
            if bet.tipo not in TIMES:  # no bet of this game: the stake goes back
                yield self.pay([bet], 0, bet.amount, name)
