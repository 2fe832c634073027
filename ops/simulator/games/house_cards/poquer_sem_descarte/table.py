"""The course of a table of póquer sem descarte with a jackpot of its own.

What is due is computed in ``hands`` and ``jogada`` from the rules' own words (R6, R15, R26 to R33),
apart from replay, so that agreement of the two means something.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from typing_extensions import override

from ledger.events.jackpots import JackpotIncrement, JackpotWon, PoolOpened, PoolReset
from ledger.events.outcomes import (
    Announcement,
    CardBurned,
    CardDealt,
    CardExposed,
    DeckCut,
    DeckShuffled,
    ErrorNoted,
    HandShown,
)
from ledger.events.rounds import (
    BetChanged,
    BetsClosed,
    BetWithdrawn,
    Collection,
    Decision,
    RoundVoided,
)
from ledger.events.tables import EquipmentChanged
from ops.simulator.games.house_cards.jogada import Player
from ops.simulator.games.house_cards.poquer_sem_descarte.hands import (
    ACE,
    HAND,
    JACK,
    KING,
    THREE,
    combination,
    hand_of,
    strength,
)
from ops.simulator.games.house_cards.poquer_sem_descarte.jogada import (
    CAP,
    MAXIMUM,
    MINIMUM,
    Abstainer,
    SemDescarteJogada,
)
from ops.simulator.games.house_cards.seated import Guest, Seated
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.pools import BET, Pool, Prize, sem_descarte_terms
from ops.simulator.parties.table import CURRENCY
from ops.simulator.parties.terminal import Said

IDLE_MAX: Final = 2
"""How many jogadas in a row a player sits out, at most (R25)."""


class SemDescarteTable(Seated[SemDescarteJogada]):
    """A table of póquer sem descarte; the pool is its own."""

    GAME: ClassVar[str] = "poquer_sem_descarte"
    PACKS: ClassVar[tuple[str, int]] = ("baralhos-1", 2)
    JACKPOT: ClassVar[str] = "acumulado"
    GOES_ON_BY: ClassVar[tuple[str, str]] = ("segunda", "vou")
    SITS_OUT: ClassVar[int] = 6
    CAP: ClassVar[int | None] = CAP
    RIGGED: ClassVar[tuple[tuple[int, int, tuple[str, ...]], ...]] = (
        (8, 15, ("sequencia_de_cor",)),
        (16, 24, ("full", "full", "cor")),
        (25, 36, ("real", "full")),
        (37, 48, ("sequencia_de_cor", "sequencia_de_cor", "poquer")),
    )

    def __init__(
        self,
        where: Place,
        pool: Pool | None = None,
        faults: Mapping[int, str] | None = None,
    ) -> None:
        """Set the table up; it feeds this pool, which stands open, or opens one of its own."""
        self.maximum = MAXIMUM
        self.barred = 0
        """The seat of a guest who was told to play no more."""
        self.abstainer: Abstainer | None = None
        self._deck = 1
        super().__init__(where, pool, faults)

    @override
    def terms(self) -> PoolOpened:
        name = f"acumulado-{self.badge}"
        return sem_descarte_terms(name, self.where.place, currency=CURRENCY)

    # --- the day -------------------------------------------------------------------------------

    @override
    def options(self) -> dict[str, Any]:
        """Return limits, places, and the jackpot as approved."""
        terms = self.pool.terms
        return {
            "minimos": {"inicial": MINIMUM},
            "maximos": {"inicial": self.maximum},
            "minimo_autorizado": MINIMUM,
            "maximo_golpe": CAP,
            "lugares": self.PLACES,
            "baralhador": False,
            "marcacao": "automatica",
            "acumulado_comunicado": True,
            "acumulado_aposta": BET,
            "acumulado_ppm": terms.ppm,
            "acumulado_combinacoes": {
                one.name: one.ppm for one in terms.combinations if one.ppm is not None
            },
            "acumulado_fixos": {
                one.name: one.fixed for one in terms.combinations if one.fixed is not None
            },
        }

    @override
    def open(self) -> Telling:
        self.maximum = MAXIMUM
        yield from super().open()

    @override
    def changes(self) -> Telling:
        if (
            len(self.guests) > 4 and self.rng.randrange(20) == 0 and self.abstainer is None
        ):  # some stay
            yield self.leave(self.rng.choice(sorted(self.guests)))
        if self.rng.randrange(60) == 0:
            packs = f"baralhos-{self.occasion}"
            yield self.say(EquipmentChanged(item="deck", id=packs, reason="worn", count=2))

    @override
    def seats(self) -> list[int]:
        waits = self.abstainer.seat if self.abstainer is not None else None
        return [seat for seat in sorted(self.guests) if seat != waits]

    @override
    def may_sit_out(self, guest: Guest) -> bool:
        return guest.idle < IDLE_MAX

    @override
    def over(self, jogada: SemDescarteJogada) -> None:
        if not jogada.void:
            super().over(jogada)

    # --- bets ----------------------------------------------------------------------------------

    @override
    def take_bets(self, jogada: SemDescarteJogada) -> Telling:
        """Take the bets, while the pagador shuffles, cuts and burns a card (R8); then the chips."""
        name = jogada.name
        self._deck = 3 - self._deck
        deck = f"baralho-{self._deck}"
        yield self.say(DeckShuffled(method="hand", decks=1, deck=deck), name, after=(4, 8))
        yield from self.instead("cut", jogada, self.cut_and_burn(name))
        for player in jogada.players:
            yield from self._lay_inicial(jogada, player)
        for player in jogada.players:
            if player.jackpot:
                yield self.put(player, "acumulado", player.chip, name)
        yield from self.at("bets", jogada)
        yield self.say(BetsClosed(by="call"), name, after=(1, 3))
        yield from self._feed(jogada)
        yield from self.at("closed", jogada)

    def cut_and_burn(self, name: str, *, cut: bool = True, burn: bool = True) -> Telling:
        """Cut the cards, and burn one."""
        if cut:
            yield self.say(DeckCut(), name)
        if burn:
            yield self.say(CardBurned(cause="opening"), name)

    def _lay_inicial(self, jogada: SemDescarteJogada, player: Player) -> Telling:
        """Lay an initial bet; now and then more, or less, before the call."""
        name = jogada.name
        whim = self.rng.randrange(30) if jogada.fault is None else 2
        if whim == 0:
            yield self.put(player, "inicial", player.stake + MINIMUM, name)
            number = player.bets["inicial"]
            yield self.say(BetChanged(bet=number, amount=player.stake, cause="own"), name)
            self.move(player.seat, number, -MINIMUM)
            return
        if whim == 1:
            yield self.put(player, "inicial", MINIMUM, name)
            yield self.say(BetWithdrawn(bet=player.bets["inicial"], cause="own"), name)
        yield self.put(player, "inicial", player.stake, name, means=player.means)
        yield from self.at_seat("laid", jogada, player)

    def _feed(self, jogada: SemDescarteJogada) -> Telling:
        """Take the jackpot chips into the pool (R9)."""
        chips = [one for one in jogada.players if one.jackpot]
        if chips:
            staked = sum(one.chip for one in chips)
            numbers = tuple(one.bets["acumulado"] for one in chips)
            yield self.say(Collection(amount=staked, bets=numbers), jogada.name)
            yield self._increment(jogada, staked)

    def _increment(self, jogada: SemDescarteJogada, staked: int) -> Said:
        """Say the pool's share of the chips; of a void jogada it gives as much back."""
        grown = self.pool.feed(staked)
        told = JackpotIncrement(
            pool=self.pool.terms.pool,
            amount=grown,
            stake=staked,
            balance=self.pool.balance,
            residue=self.pool.residue,
        )
        said = self.say(self.instead("increment", jogada, told), jogada.name)
        return self.instead("increment-said", jogada, said)

    # --- cards ---------------------------------------------------------------------------------

    @override
    def deal(self, jogada: SemDescarteJogada) -> Telling:
        """Give five cards one by one, the bank's last one face up (R9)."""
        name, exposed = jogada.name, False
        lies_open = self.instead("open", jogada, HAND)
        turned = self.instead("turned", jogada, jogada.error == "carta_descoberta")
        for player, index in self.instead("deal", jogada, self.order(jogada.players)):
            if player is None:
                card, shown = jogada.bank[index - 1], index == lies_open and not exposed
                dealt = CardDealt(to="bank", card=card, index=index, open=shown)
                yield self.say(dealt, name, after=(0, 1))
                if jogada.error == "carta_da_banca" and index == THREE:
                    exposed = True
                    yield self.say(CardExposed(of="bank", card=card, index=index, by="deal"), name)
                continue
            last = player is jogada.target and index == HAND
            if last and jogada.error == "numero_de_cartas":
                continue
            dealt = CardDealt(
                to="seat",
                seat=player.seat,
                card=player.cards[index - 1],
                index=index,
                open=last and turned,
            )
            yield self.say(dealt, name, after=(0, 1))

    def order(self, players: Sequence[Player]) -> list[tuple[Player | None, int]]:
        """Return to whom each card goes, None the bank, and which of his cards it is (R9)."""
        return [(one, index) for index in range(1, HAND + 1) for one in (*players, None)]

    @override
    def void(self, jogada: SemDescarteJogada) -> Telling:
        """Void the jogada for an error of the deal: everything goes back (R34)."""
        name, staked = jogada.name, 0
        assert jogada.error is not None
        noted = ErrorNoted(error=jogada.error, seat=jogada.at.seat, by="pagador")
        yield self.say(noted, name, after=(2, 5))
        yield self.say(RoundVoided(cause=jogada.error, rule="SD R34"), name)
        for player in jogada.players:
            if player.jackpot:
                staked += player.chip
            yield from self.instead_at("refund", jogada, player, self._refund(player, name))
        if staked:
            yield self._increment(jogada, -staked)

    def _refund(self, player: Player, name: str) -> Telling:
        """Give a player all his bets back."""
        back = player.stake + (player.chip if player.jackpot else 0)
        yield self.pay(player, tuple(player.bets.values()), 0, back, name)

    # --- decisions and payments ----------------------------------------------------------------

    @override
    def decide(self, jogada: SemDescarteJogada) -> Telling:
        """Let each say vou or passo; a passo is collected at once (R11, R13)."""
        name = jogada.name
        yield self.say(Announcement(what="vejam_o_vosso_jogo", by="pagador"), name)
        for player in jogada.players:
            if player.shows:
                shown = CardExposed(
                    of="seat", seat=player.seat, card=player.cards[0], index=1, by="player"
                )
                yield self.say(shown, name, after=(2, 6))
                yield self.collect(player, name)
            elif not player.goes:
                yield self.say(Decision(seat=player.seat, action="passo"), name, after=(2, 8))
                yield from self.instead_at("passed", jogada, player, self._take(player, name))
            else:
                yield self.go_on(player, player.second, name)
                yield from self.at_seat("went", jogada, player)

    def _take(self, player: Player, name: str) -> Telling:
        """Collect the bets of a player who passed."""
        yield self.collect(player, name)

    @override
    def settle(self, jogada: SemDescarteJogada) -> Telling:
        """Turn the bank's cards, compare, take and pay (R14 to R16, R26 to R31)."""
        name = jogada.name
        yield self.say(HandShown(of="bank", cards=tuple(jogada.bank)), name, after=(2, 4))
        yield from self.at("bank-turned", jogada)
        said = "sim" if self.instead("bank-plays", jogada, jogada.plays) else "nao"
        yield self.say(Announcement(what="banca_qualifica", said=said, by="pagador"), name)
        yield from self.instead("settle", jogada, self.compare(jogada))

    # --- the jackpot ---------------------------------------------------------------------------

    @override
    def awards(self, jogada: SemDescarteJogada) -> Telling:
        """Pay the jackpot, the smallest prize first, before the cards are taken (R32, R42)."""
        name = jogada.name
        players = {player.seat: player for player in jogada.going if player.jackpot}
        winners = [
            (seat, held)
            for seat, player in players.items()
            if self.pool.has(held := combination(player.cards))
        ]
        jogada.balance = self.pool.balance
        prizes = self.pool.prizes(winners)
        full = self.pool.take(prizes)
        given = sum(prize.amount for prize in prizes)
        self.earned -= max(0, given - jogada.balance)  # the house gives
        award = None
        for prize in self.instead("prizes", jogada, prizes):
            winner = players[prize.seat]
            won = self._won(jogada, winner, prize)
            yield won
            award = won.name
            amount = self.instead("award", jogada, prize).amount
            if amount:
                yield self.pay_award(winner, winner.bets["acumulado"], amount, award, name)
        if full:
            pool, base = self.pool.terms.pool, self.pool.terms.base
            yield self.say(
                PoolReset(pool=pool, award=award, amount=base, funds="operator", balance=base),
                name,
            )

    def _won(self, jogada: SemDescarteJogada, player: Player, prize: Prize) -> Said:
        won = JackpotWon(
            pool=self.pool.terms.pool,
            combination=prize.combination,
            amount=prize.amount,
            seat=prize.seat,
            player=player.name,
            bet=player.bets["acumulado"],
            cards=tuple(player.cards),
        )
        told = self.instead_at("won", jogada, player, won)
        said = self.say(told, jogada.name, after=(3, 6))
        return self.instead_at("won-said", jogada, player, said)

    # --- what is going to happen ---------------------------------------------------------------

    @override
    def jogada(
        self, players: list[Player], bank: list[str], name: str, fault: str | None
    ) -> SemDescarteJogada:
        return SemDescarteJogada(players, bank, name, fault)

    @override
    def hand_of(self, name: str, left: Sequence[str]) -> list[str]:
        return hand_of(self.rng, name, left)

    @override
    def special(self, jogada: SemDescarteJogada, hands: Sequence[str]) -> None:
        """Let an error of the deal happen that the rules provide for, or cards be shown."""
        if hands:
            return
        whim = self.rng.randrange(60)
        chosen = self.rng.choice(jogada.players)
        if whim in (0, 1):
            jogada.error = ("numero_de_cartas", "carta_descoberta")[whim]
            jogada.target = chosen
        elif whim == 2:  # one of sixty
            jogada.error = "carta_da_banca"
        elif whim == 3:  # one of sixty
            chosen.shows = True

    @override
    def goes(self, cards: Sequence[str], shown: str) -> bool:
        """Decide as players do: a pair or more; ace and king with something besides."""
        value, kinds = strength(cards)
        if value > 0 or self.rng.randrange(40) == 0:
            return True
        helped = kinds[2] >= JACK or shown[0] in {card[0] for card in cards}
        return kinds[:2] == [ACE, KING] and helped
