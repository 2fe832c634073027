"""The course of a table of stud póquer with its progressivo.

What is due is computed in ``hands`` and ``jogada`` from the rules' own words, apart from replay.
Dealt from a sabot on odd days and from a shuffler on even ones.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, ClassVar

from typing_extensions import override

from ledger.events.jackpots import JackpotIncrement, JackpotWon, PoolOpened, PoolReset
from ledger.events.outcomes import (
    CardDealt,
    CardExposed,
    CardsCollected,
    DeckCut,
    DeckShuffled,
    ErrorNoted,
    HandShown,
)
from ledger.events.rounds import BetsClosed, Decision, RoundVoided
from ops.simulator.games.house_cards.jogada import Player
from ops.simulator.games.house_cards.seated import HAND, Seated
from ops.simulator.games.house_cards.stud_poker.hands import (
    ACE,
    KING,
    combination,
    hand_of,
    strength,
)
from ops.simulator.games.house_cards.stud_poker.jogada import (
    MAXIMUM,
    MINIMUM,
    PER_GAME,
    REAL,
    Prize,
    StudJogada,
    prizes,
    progressive,
)
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.pools import BET, Pool
from ops.simulator.parties.table import CURRENCY
from ops.simulator.parties.terminal import Said


class StudTable(Seated[StudJogada]):
    """A table of stud póquer; the progressivo is its own."""

    GAME: ClassVar[str] = "stud_poker"
    PACKS: ClassVar[tuple[str, int]] = ("baralho-1", 1)
    JACKPOT: ClassVar[str] = "progressivo"
    GOES_ON_BY: ClassVar[tuple[str, str]] = ("adicional", "adicional")
    SITS_OUT: ClassVar[int] = 5
    RIGGED: ClassVar[tuple[tuple[int, int, tuple[str, ...]], ...]] = (
        (6, 12, ("cor", "trio_par")),
        (13, 22, ("sequencia_de_naipe", "sequencia_de_naipe")),
        (23, 34, ("naipe_real", "cor")),
        (35, 46, ("naipe_real", "naipe_real", "sequencia_de_naipe")),
    )

    def __init__(
        self,
        where: Place,
        pool: Pool | None = None,
        faults: Mapping[int, str] | None = None,
    ) -> None:
        """Set the table up; it feeds this pool, which stands open, or opens one of its own."""
        self.shuffler = False
        self.real = REAL
        self.voids = False
        """Whether the next jogada is to be void, so that chips go on to another."""
        self.waiting: dict[int, tuple[str, str]] = {}
        """Seat to the player and the void jogada whose chip still lies there."""
        super().__init__(where, pool, faults)

    @override
    def terms(self) -> PoolOpened:
        return progressive(f"progressivo-{self.badge}", self.where.place, CURRENCY)

    # --- the day -------------------------------------------------------------------------------

    @override
    def options(self) -> dict[str, Any]:
        return {
            "minimos": {"inicial": MINIMUM},
            "maximos": {"inicial": MAXIMUM},
            "multiplicador_real": self.real,
            "maximo_por_jogo": PER_GAME,
            "lugares": self.PLACES,
            "modo_distribuicao": "baralhador" if self.shuffler else "sabot",
        }

    @override
    def open(self) -> Telling:
        self.real = REAL
        self.shuffler = date.fromisoformat(self.terminal.day or "").toordinal() % 2 == 0
        yield from super().open()

    @override
    def changes(self) -> Telling:
        if len(self.guests) > 4 and not self.waiting and self.rng.randrange(12) == 0:  # some stay
            yield self.leave(self.rng.choice(sorted(self.guests)))

    # --- bets ----------------------------------------------------------------------------------

    @override
    def take_bets(self, jogada: StudJogada) -> Telling:
        """Shuffle; take iniciais and chips; those that came over lie there already (R18 a)."""
        name, came = jogada.name, dict(self.waiting)
        self.waiting.clear()
        method = "shuffler" if self.shuffler else "hand"
        yield self.say(DeckShuffled(method=method, decks=1), name, after=(4, 8))
        if not self.shuffler:
            yield self.say(DeckCut(), name)
        for player in jogada.players:
            yield self.put(player, "inicial", player.stake, name)
            yield from self.at_seat("laid", jogada, player)
        playing = {player.seat: player for player in jogada.players}
        for seat, (holder, origin) in sorted(came.items()):
            yield from self._carry(jogada, playing.get(seat), seat, holder, origin)
        fresh = [one for one in jogada.players if one.jackpot and one.seat not in came]
        for player in fresh:
            by = self.instead_at("bettor", jogada, player, player)
            yield self.put(player, "progressivo", BET, name, by=by)
        yield from self.at("bets", jogada)
        yield self.say(BetsClosed(by="call"), name, after=(1, 3))
        for player in fresh:
            yield from self.instead_at("increment", jogada, player, self._feed(player, name))

    def _carry(
        self, jogada: StudJogada, player: Player | None, seat: int, holder: str, origin: str
    ) -> Telling:
        """Let a chip that came over play, or go back to a player who places no inicial."""
        name = jogada.name
        if player is not None:
            player.jackpot = True
            yield self.put(player, "progressivo", BET, name, origin=origin)
            yield from self.at_seat("carried", jogada, player)
            return
        one = Player(seat=seat, name=holder)
        yield self.put(one, "progressivo", BET, name, origin=origin)
        self.earned -= self.pool.feed(-BET)  # its share goes out of the pool again
        yield from self.instead_at("chip-back", jogada, one, self.return_chip(one, name))

    def return_chip(self, player: Player, name: str) -> Telling:
        """Give a chip back."""
        yield self.pay(player, (player.bets["progressivo"],), 0, BET, name)

    def _feed(self, player: Player, name: str) -> Telling:
        """Let the controller take a chip's increment."""
        yield self.increment(player, name)

    def increment(self, player: Player, name: str) -> Said:
        """Say a chip's increment."""
        grown = self.pool.feed(BET)
        told = JackpotIncrement(
            pool=self.pool.terms.pool,
            amount=grown,
            stake=BET,
            bet=player.bets["progressivo"],
            balance=self.pool.balance,
            residue=self.pool.residue,
        )
        return self.say(told, name)

    # --- cards ---------------------------------------------------------------------------------

    @override
    def deal(self, jogada: StudJogada) -> Telling:
        """Deal from the pagador's left, he last; one of his cards lies open (R11)."""
        name = jogada.name
        shown = 1 if self.shuffler else HAND
        first = True
        if jogada.error == "carta_exposta" and jogada.target is None:
            shown = 3
        for player, index in self.instead("deal", jogada, self._order_with_error(jogada)):
            cards = jogada.bank if player is None else player.cards
            dealt = CardDealt(
                to="bank" if player is None else "seat",
                seat=None if player is None else player.seat,
                card=cards[index - 1],
                index=index,
                open=player is None and index == shown and shown != 3,  # exposed
            )
            yield self.say(dealt, name, after=(0, 1))
            if first:
                first = False
                yield from self.at("first-card", jogada)
            if player is None and shown == 3 and index == 3:  # the third falls open
                yield self._expose(jogada, None, index)
        seen = {"carta_exposta": 1, "cartas_expostas": 2}.get(jogada.error or "", 0)
        if jogada.target is not None:
            for index in range(1, self.instead("seen", jogada, seen) + 1):
                yield self._expose(jogada, jogada.target, index)

    def order(self, players: Sequence[Player]) -> list[tuple[Player | None, int]]:
        """Return to whom each card goes, None the pagador, and which of his it is (R11)."""
        seats: list[Player | None] = [*players, None]
        if self.shuffler:
            return [(one, index) for one in seats for index in range(1, HAND + 1)]
        return [(one, index) for index in range(1, HAND + 1) for one in seats]

    def _order_with_error(self, jogada: StudJogada) -> list[tuple[Player | None, int]]:
        """Return that order, up to the shuffler's failure, or without a card that is missing."""
        order = self.order(jogada.players)
        if jogada.error == "numero_de_cartas":
            return without_last(order, jogada.target)
        if jogada.error == "avaria_do_baralhador":
            return order[: order.index((None, 3))]  # it jams
        return order

    def _expose(self, jogada: StudJogada, player: Player | None, index: int) -> Said:
        cards = jogada.bank if player is None else player.cards
        return self.say(
            CardExposed(
                of="bank" if player is None else "seat",
                seat=None if player is None else player.seat,
                card=cards[index - 1],
                index=index,
                by="deal",
            ),
            jogada.name,
        )

    @override
    def void(self, jogada: StudJogada) -> Telling:
        """Void the jogada: iniciais go back, chips stay for the next (R25, R28)."""
        name, error = jogada.name, jogada.error
        assert error is not None
        by = "shuffler" if error == "avaria_do_baralhador" else "pagador"
        yield self.say(ErrorNoted(error=error, by=by), name, after=(2, 5))
        rule = "ST R28" if by == "shuffler" else "ST R25"
        yield self.say(RoundVoided(cause=error, rule=rule), name)
        for player in jogada.players:
            yield from self.instead_at("refund", jogada, player, self._refund(player, name))
            if player.jackpot:
                kept = self._keep_chip(player, name)
                yield from self.instead_at("chip-kept", jogada, player, kept)

    def _refund(self, player: Player, name: str) -> Telling:
        """Give an inicial back."""
        yield self.pay(player, (player.bets["inicial"],), 0, player.stake, name)

    def _keep_chip(self, player: Player, name: str) -> Telling:
        """Let a chip wait for the next jogada: it is the player's still, until it plays."""
        self.waiting[player.seat] = (player.name, name)
        self.laid -= BET
        yield from ()

    # --- decisions and payments ----------------------------------------------------------------

    @override
    def decide(self, jogada: StudJogada) -> Telling:
        """Let each lay the adicional or give up; what a quitter has is taken at once (R8, R9)."""
        for player in jogada.players:
            if player.goes:
                yield self.go_on(player, player.second, jogada.name)
                yield from self.at_seat("added", jogada, player)
                continue
            said = Decision(seat=player.seat, action="desistencia")
            yield self.say(said, jogada.name, after=(2, 8))
            yield from self.at_seat("gave-up", jogada, player)
            yield self.collect(player, jogada.name)
            yield self.say(CardsCollected(of="seat", seat=player.seat, into="discard"), jogada.name)
        yield from self.at("decided", jogada)

    @override
    def settle(self, jogada: StudJogada) -> Telling:
        """Turn the pagador's cards, compare, take and pay (R12 to R15)."""
        yield self.say(HandShown(of="bank", cards=tuple(jogada.bank)), jogada.name, after=(2, 4))
        yield from self.instead("settle", jogada, self.compare(jogada))

    # --- the progressivo -----------------------------------------------------------------------

    @override
    def awards(self, jogada: StudJogada) -> Telling:
        """Pay the prizes from the left, reais last; start again from the minimum (R18 to R24)."""
        name, pool = jogada.name, self.pool.terms.pool
        players = {one.seat: one for one in jogada.going if one.jackpot}
        winners = [
            (seat, held)
            for seat, player in players.items()
            if self.pool.has(held := combination(player.cards))
        ]
        if not winners:
            return
        before = self.pool.balance
        jogada.found, left = prizes(self.pool, winners)
        # A prize that the pool cannot give the house gives (R18 b).
        self.earned -= sum(prize.amount for prize in jogada.found) - (before - left)
        again = max(self.pool.terms.base, left)
        last = ""
        for prize in self.instead("prizes", jogada, jogada.found):
            player = players[prize.seat]
            won = self._won(player, prize, name)
            yield won
            last = won.name
            paid = self.instead_at("award", jogada, player, prize).amount
            if paid:
                yield self.pay_award(player, player.bets.get("progressivo"), paid, last, name)
        self.pool.balance = again
        reset = PoolReset(
            pool=pool, award=last, amount=again - left, funds="operator", balance=again
        )
        yield self.say(self.instead("reset", jogada, reset), name)

    def _won(self, player: Player, prize: Prize, name: str) -> Said:
        won = JackpotWon(
            pool=self.pool.terms.pool,
            combination=prize.combination,
            amount=prize.amount,
            seat=prize.seat,
            player=player.name,
            bet=player.bets.get("progressivo"),
            cards=tuple(player.cards),
        )
        return self.say(won, name, after=(3, 6))

    # --- what is going to happen ---------------------------------------------------------------

    @override
    def jogada(
        self, players: list[Player], bank: list[str], name: str, fault: str | None
    ) -> StudJogada:
        return StudJogada(players, bank, name, fault, real=self.real)

    @override
    def hand_of(self, name: str, left: Sequence[str]) -> list[str]:
        return hand_of(self.rng, name, left)

    @override
    def special(self, jogada: StudJogada, hands: Sequence[str]) -> None:
        """Let an error of the deal happen that the rules provide for (R25, R26, R28)."""
        if hands and not self.voids:
            return
        last = self.last_round
        whim = self.rng.randrange(40)
        if self.voids:
            whim, self.voids = 2, False
        if whim == 0:
            jogada.error, jogada.target = "carta_exposta", self.rng.choice(jogada.players)
        elif whim == 1 and not self.shuffler:
            jogada.error = "carta_exposta"
        elif whim == 2 and not last:  # one of forty
            jogada.error, jogada.target = "numero_de_cartas", self.rng.choice(jogada.players)
        elif whim == 3 and not last:  # one of forty
            jogada.error, jogada.target = "cartas_expostas", self.rng.choice(jogada.players)
        elif whim == 4 and not last and self.shuffler:  # one of forty
            jogada.error = "avaria_do_baralhador"

    @override
    def goes(self, cards: Sequence[str], shown: str) -> bool:
        """Decide as players do: a pair or more; ace and king with something besides."""
        value, ranks, _ = strength(cards)
        if value > 0 or self.rng.randrange(40) == 0:
            return True
        return ranks[:2] == (ACE, KING) and shown[0] in {card[0] for card in cards}


def without_last(
    order: Sequence[tuple[Player | None, int]], player: Player | None
) -> list[tuple[Player | None, int]]:
    """Return an order of cards without a player's last one."""
    return [one for one in order if player is None or one != (player, HAND)]
