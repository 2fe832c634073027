"""Nights at a table of póquer sem descarte with a jackpot of its own.

What is due is computed here from the rules' own words (R6, R15, R26 to R33), apart from replay, so
that agreement of the two means something. Hands stand in ``hands``, what a
jogada holds in ``jogada``, what is done wrongly in
``faults``.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

import msgspec
from typing_extensions import override

from ledger.events.jackpots import (
    DisplayRead,
    JackpotIncrement,
    JackpotWon,
    PoolOpened,
    PoolReset,
)
from ledger.events.outcomes import (
    Announcement,
    CardBurned,
    CardDealt,
    CardExposed,
    CardsCollected,
    DeckCut,
    DeckShuffled,
    ErrorNoted,
    HandShown,
)
from ledger.events.rounds import (
    BetChanged,
    BetPlaced,
    BetsClosed,
    BetsOpened,
    BetWithdrawn,
    Collection,
    Decision,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.tables import EquipmentChanged, TableOpened
from ops.simulator.games.house_cards.poquer_sem_descarte import faults as plans
from ops.simulator.games.house_cards.poquer_sem_descarte import faulty as wrong
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
    PLACES,
    Jogada,
    Player,
)
from ops.simulator.games.house_cards.seated import Seated
from ops.simulator.kit.cards import DECK
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.pools import BET, Pool, Prize, sem_descarte_terms
from ops.simulator.parties.table import CURRENCY, PROFILE, RECORDS
from ops.simulator.parties.terminal import Said

STAKES: Final = (500, 500, 1_000, 1_000, 1_500, 2_500, 5_000, 12_500)
RIGGED: Final = (
    (8, 15, ("sequencia_de_cor",)),
    (16, 24, ("full", "full", "cor")),
    (25, 36, ("real", "full")),
    (37, 48, ("sequencia_de_cor", "sequencia_de_cor", "poquer")),
)
"""In one round of each span these hands are dealt to players who bet on the jackpot."""
IDLE_MAX: Final = 2
"""How many jogadas in a row a player sits out, at most (R25)."""


class PoquerSemDescarte(Seated):
    """A table of póquer sem descarte; the pool is its own."""

    GAME: ClassVar[str] = "poquer_sem_descarte"
    FAULTS: ClassVar[tuple[str, ...]] = plans.FAULTS

    def __init__(
        self,
        where: Place,
        pool: Pool | None = None,
        faults: Mapping[int, str] | None = None,
    ) -> None:
        """Set the table up; it feeds this pool, which stands open, or opens one of its own."""
        self.maximum = MAXIMUM
        self.abstainer: wrong.Abstainer | None = None
        self._deck = 1
        super().__init__(where, pool, faults)
        self._rigged: dict[int, tuple[str, ...]] = {
            self.rng.randint(first, last): hands for first, last, hands in RIGGED
        }

    @override
    def terms(self) -> PoolOpened:
        name = f"acumulado-{self.badge}"
        terms = sem_descarte_terms(name, self.where.place, currency=CURRENCY)
        if plans.LOW_BASE in self.faults.values():
            return msgspec.structs.replace(terms, base=plans.BASE_TOO_LOW)
        return terms

    # --- the day -------------------------------------------------------------------------------

    @override
    def opening(self) -> TableOpened:
        """Return what the table opens with: limits, places, and the jackpot as approved."""
        terms = self.pool.terms
        options: dict[str, Any] = {
            "minimos": {"inicial": MINIMUM},
            "maximos": {"inicial": self.maximum},
            "minimo_autorizado": MINIMUM,
            "maximo_golpe": CAP,
            "lugares": PLACES,
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
        wrong.at_opening(self, options)
        return TableOpened(
            profile=PROFILE,
            game=self.GAME,
            options=options,
            currency=CURRENCY,
            records=RECORDS,
            seats=PLACES,
            count=self.float,
            counted_by=self.counters,
        )

    @override
    def open(self) -> Telling:
        """Open the table; the first players sit down."""
        self.maximum = MAXIMUM
        yield from super().open()
        yield self.say(EquipmentChanged(item="deck", id="baralhos-1", reason="opening", count=2))
        for _ in range(4):
            yield from self.arrive()

    @override
    def between(self) -> Telling:
        """Players come and go; a worn deck is changed; now and then somebody reads the display."""
        yield from super().between()
        if len(self.guests) < PLACES and self.rng.randrange(8) == 0:
            yield from self.arrive()
        if len(self.guests) > 4 and self.rng.randrange(20) == 0 and self.abstainer is None:  # noqa: PLR2004 - some stay
            yield self.leave(self.rng.choice(sorted(self.guests)))
        if self.rng.randrange(60) == 0:
            yield self.say(
                EquipmentChanged(
                    item="deck", id=f"baralhos-{self.occasion}", reason="worn", count=2
                )
            )
        if self.rng.randrange(10) == 0:
            pool = self.pool
            yield self.say(
                DisplayRead(pool=pool.terms.pool, amount=pool.balance, why="daily"), after=(1, 3)
            )

    @override
    def close(self) -> Telling:
        """Let the players go, close and count."""
        if self.abstainer is not None:
            self.put_off(plans.ABSTAINS)
            self.abstainer = None
        yield from super().close()

    # --- a jogada ------------------------------------------------------------------------------

    @override
    def play(self, number: int) -> Telling:
        """Play one jogada."""
        name = self.round_id_now = self.round_id(number)
        fault = wrong.taken(self)
        yield from wrong.before(self, fault)
        jogada = self._draw(fault)
        self.begin_round()
        tray = self.float
        for player in jogada.players:
            guest = self.guests.get(player.seat)
            if guest is not None and guest.purse < 3 * player.stake + BET:
                yield self.buy(player.seat, 4 * player.stake + self.BOUGHT)
                tray = self.float
        yield self.say(RoundOpened(), name)
        yield self.say(BetsOpened(), name)
        yield from self._stakes(jogada, name)
        yield from self._after_the_call(jogada, name)
        yield from self._deal(jogada, name)
        if jogada.void:
            yield from self._void(jogada, name)
        else:
            yield self.say(Announcement(what="vejam_o_vosso_jogo", by="pagador"), name)
            yield from self._decide(jogada, name)
            yield from self._settle(jogada, name)
            if jogada.fault == plans.EARLY_COLLECTED:
                yield self.say(CardsCollected(into="discard"), name, after=(2, 4))
            yield from self._awards(jogada, name)
        if jogada.fault != plans.EARLY_COLLECTED:
            yield self.say(CardsCollected(into="discard"), name, after=(2, 4))
        yield self.say(RoundClosed(), name)
        self.float = tray + self.laid - self.given
        wrong.after(self, jogada, name)
        if not jogada.void:
            self.count_idle({player.seat for player in jogada.players})

    # --- bets ----------------------------------------------------------------------------------

    def _stakes(self, jogada: Jogada, name: str) -> Telling:
        """Take the bets, while the pagador shuffles, cuts and burns a card (R8)."""
        self._deck = 3 - self._deck
        deck = f"baralho-{self._deck}"
        yield self.say(DeckShuffled(method="hand", decks=1, deck=deck), name, after=(4, 8))
        yield from wrong.cut_and_burn(self, jogada, name)
        for player in jogada.players:
            yield from self._lay_inicial(jogada, player, name)
        for player in jogada.players:
            if player.jackpot:
                yield self.put(player, "acumulado", player.chip, name)
        yield from wrong.before_the_call(self, jogada, name)
        yield self.say(BetsClosed(by="call"), name, after=(1, 3))

    def _lay_inicial(self, jogada: Jogada, player: Player, name: str) -> Telling:
        """Lay an initial bet; now and then more, or less, before the call."""
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
        means = wrong.means_of(jogada, player)
        yield self.put(player, "inicial", player.stake, name, means=means)
        wrong.laid(self, jogada, player, name)

    def put(
        self, player: Player, tipo: str, amount: int, name: str, *, means: str | None = None
    ) -> Said:
        """Lay a bet."""
        self.last_bet += 1
        player.bets[tipo] = self.last_bet
        return self.say(
            BetPlaced(
                bet=self.last_bet,
                seat=player.seat,
                player=player.name,
                chance=tipo,
                amount=amount,
                means=means,
            ),
            name,
        )

    def burn(self, name: str) -> Said:
        """Burn a card."""
        return self.say(CardBurned(cause="opening"), name)

    def cut(self, name: str) -> Said:
        """Cut the cards."""
        return self.say(DeckCut(), name)

    def _after_the_call(self, jogada: Jogada, name: str) -> Telling:
        """Take the jackpot chips into the pool (R9)."""
        chips = [one for one in jogada.players if one.jackpot]
        if chips:
            staked = sum(one.chip for one in chips)
            numbers = tuple(one.bets["acumulado"] for one in chips)
            yield self.say(Collection(amount=staked, bets=numbers), name)
            yield self._increment(jogada, staked, name)
        yield from wrong.after_the_call(self, jogada, name)

    def _increment(self, jogada: Jogada, staked: int, name: str) -> Said:
        """Say what the pool takes of the chips; of a void jogada it gives as much back."""
        grown = self.pool.feed(staked)
        said = self.say(
            JackpotIncrement(
                pool=self.pool.terms.pool,
                amount=grown,
                stake=staked + wrong.misstated(jogada),
                balance=self.pool.balance,
                residue=self.pool.residue,
            ),
            name,
        )
        wrong.incremented(self, jogada, said, staked, name)
        return said

    # --- cards ---------------------------------------------------------------------------------

    def _deal(self, jogada: Jogada, name: str) -> Telling:
        """Give five cards one by one, the bank's last one face up (R9)."""
        exposed = False
        for player, index in wrong.order_of(jogada):
            cards = jogada.bank if player is None else player.cards
            card = cards[index - 1]
            if player is None:
                shown = wrong.open_card(self, jogada, index, name) and not exposed
                yield self.say(
                    CardDealt(to="bank", card=card, index=index, open=shown), name, after=(0, 1)
                )
                if jogada.error == "carta_da_banca" and index == THREE:
                    exposed = True
                    yield self.say(CardExposed(of="bank", card=card, index=index, by="deal"), name)
                continue
            turned = player is jogada.target and index == HAND and wrong.turns(jogada)
            yield self.say(
                CardDealt(to="seat", seat=player.seat, card=card, index=index, open=turned),
                name,
                after=(0, 1),
            )

    def _void(self, jogada: Jogada, name: str) -> Telling:
        """Void the jogada for an error of the deal: everything goes back (R34)."""
        assert jogada.error is not None
        assert jogada.target is not None
        noted = ErrorNoted(error=jogada.error, seat=jogada.target.seat, by="pagador")
        yield self.say(noted, name, after=(2, 5))
        yield self.say(RoundVoided(cause=jogada.error, rule="SD R34"), name)
        staked = 0
        for player in jogada.players:
            if player.jackpot:
                staked += player.chip
            if wrong.keeps_stake(self, jogada, player, name):
                continue
            back = player.stake + (player.chip if player.jackpot else 0)
            yield self.pay(player, tuple(player.bets.values()), 0, back, name)
        if staked:
            yield self._increment(jogada, -staked, name)

    # --- decisions -----------------------------------------------------------------------------

    def _decide(self, jogada: Jogada, name: str) -> Telling:
        """Let each say vou or passo; a passo is collected at once (R11, R13)."""
        for player in jogada.players:
            if player.shows:
                yield self.say(
                    CardExposed(
                        of="seat", seat=player.seat, card=player.cards[0], index=1, by="player"
                    ),
                    name,
                    after=(2, 6),
                )
                yield self.collect(player, name)
            elif not player.goes:
                yield self.say(Decision(seat=player.seat, action="passo"), name, after=(2, 8))
                yield from wrong.passed(self, jogada, player, name)
            else:
                yield self.go(player, player.second, name)
                wrong.went(self, jogada, player, name)

    def go(self, player: Player, second: int, name: str) -> Said:
        """Say vou, with a segunda aposta."""
        self.last_bet += 1
        player.bets["segunda"] = self.last_bet
        decision = Decision(seat=player.seat, action="vou", bet=self.last_bet, added=second)
        return self.say(decision, name, after=(2, 8))

    def collect(self, player: Player, name: str) -> Said:
        """Take what lies on a square."""
        return self.say(Collection(amount=player.staked, bets=player.main, seat=player.seat), name)

    # --- payments ------------------------------------------------------------------------------

    def _settle(self, jogada: Jogada, name: str) -> Telling:
        """Turn the bank's cards, compare, take and pay (R14 to R16, R26 to R31)."""
        yield self.say(HandShown(of="bank", cards=tuple(jogada.bank)), name, after=(2, 4))
        yield from wrong.bank_turned(self, jogada, name)
        said = wrong.said_of_bank(jogada)
        yield self.say(
            Announcement(what="banca_qualifica", said="sim" if said else "nao", by="pagador"), name
        )
        if jogada.fault == plans.FALSE_VOID:
            yield from wrong.void_falsely(self, jogada, name)
            return
        due = jogada.due()
        whole = self.rng.randrange(3) > 0 or sum(map(sum, due.values())) == CAP
        for player in jogada.going:
            yield self.say(HandShown(seat=player.seat, cards=tuple(player.cards)), name)
            if jogada.fault is not None:
                yield from wrong.settle(self, jogada, player, due, name)
            elif player.seat not in due:
                yield self.collect(player, name)
            else:
                yield from self._pay_rightly(player, due[player.seat], name, whole=whole)

    def _pay_rightly(
        self, player: Player, prizes: tuple[int, int], name: str, *, whole: bool
    ) -> Iterator[Said]:
        if whole:
            yield self.pay(player, player.main, sum(prizes), player.staked, name)
            return
        for bet, prize, stake in zip(
            player.main, prizes, (player.stake, player.second), strict=True
        ):
            yield self.pay(player, (bet,), prize, stake, name)

    # --- the jackpot ---------------------------------------------------------------------------

    def _awards(self, jogada: Jogada, name: str) -> Telling:
        """Pay the jackpot, the smallest prize first, before the cards are taken (R32, R42)."""
        players = {player.seat: player for player in jogada.going if player.jackpot}
        winners = [
            (seat, held)
            for seat, player in players.items()
            if self.pool.has(held := combination(player.cards))
        ]
        balance = self.pool.balance
        prizes = self.pool.prizes(winners)
        full = self.pool.take(prizes)
        self.earned -= max(0, sum(prize.amount for prize in prizes) - balance)  # the house gives
        award = None
        for prize in wrong.in_order(self, jogada, prizes, name):
            winner = players[prize.seat]
            won = self._won(jogada, winner, prize, name)
            yield won
            award = won.name
            amount = wrong.award_paid(self, jogada, winner, prize, balance, name)
            if amount:
                yield self.pay_award(winner, winner.bets["acumulado"], amount, award, name)
        if full:
            pool, base = self.pool.terms.pool, self.pool.terms.base
            yield self.say(
                PoolReset(pool=pool, award=award, amount=base, funds="operator", balance=base),
                name,
            )

    def _won(self, jogada: Jogada, player: Player, prize: Prize, name: str) -> Said:
        won = self.say(
            JackpotWon(
                pool=self.pool.terms.pool,
                combination=prize.combination,
                amount=prize.amount + wrong.miscounted(jogada, player),
                seat=prize.seat,
                player=player.name,
                bet=player.bets["acumulado"],
                cards=tuple(player.cards),
            ),
            name,
            after=(3, 6),
        )
        wrong.claimed(self, jogada, player, prize, won, name)
        return won

    # --- what is going to happen ---------------------------------------------------------------

    def _draw(self, fault: str | None) -> Jogada:
        """Return a jogada in which the fault can be made."""
        hands = plans.HANDS.get(fault or "", self._rigged.get(self.occasion, ()))
        while True:
            jogada = self._shuffle(hands, fault)
            prepare = plans.PREPARE.get(fault or "")
            if prepare is None or prepare(self, jogada):
                for player in jogada.players:
                    if player.goes and not player.second:
                        player.second = 2 * player.stake
                if fault is None and not hands:
                    self._special(jogada)
                return jogada

    def _special(self, jogada: Jogada) -> None:
        """Let something happen that the rules provide for: an error of the deal, cards shown."""
        whim = self.rng.randrange(60)
        chosen = self.rng.choice(jogada.players)
        if whim in (0, 1):
            jogada.error = ("numero_de_cartas", "carta_descoberta")[whim]
            jogada.target = chosen
        elif whim == 2:  # noqa: PLR2004 - one of sixty
            jogada.error = "carta_da_banca"
        elif whim == 3:  # noqa: PLR2004 - one of sixty
            chosen.shows = True

    def _shuffle(self, hands: Sequence[str], fault: str | None) -> Jogada:
        """Let players bet, and deal; hands that are asked for go to who bets on the jackpot."""
        players = self._bettors(max(THREE, len(hands)))
        lucky = self.rng.sample(players, min(len(hands), len(players)))
        left = list(DECK)
        for player, hand in zip(lucky, hands, strict=False):
            player.jackpot = True
            player.cards = hand_of(self.rng, hand, left)
            left = [card for card in left if card not in player.cards]
        self.rng.shuffle(left)
        for player in players:
            if not player.cards:
                player.cards, left = left[:HAND], left[HAND:]
        bank = left[:HAND]
        for player in players:
            player.goes = self._goes(player.cards, bank[-1])
        return Jogada(players=players, bank=bank, fault=fault)

    def _bettors(self, least: int) -> list[Player]:
        players = [
            Player(
                seat=seat,
                name=self.guests[seat].name,
                stake=self.rng.choice(STAKES),
                jackpot=self.rng.randrange(3) > 0,
            )
            for seat in sorted(self.guests)
            if self.abstainer is None or self.abstainer.seat != seat
        ]
        if len(players) > least and self.rng.randrange(6) == 0:
            one = self.rng.choice(players)  # sits this jogada out
            if self.guests[one.seat].idle < IDLE_MAX:
                players.remove(one)
        return players

    def _goes(self, cards: Sequence[str], shown: str) -> bool:
        """Decide as players do: a pair or more; ace and king with something besides."""
        value, kinds = strength(cards)
        if value > 0 or self.rng.randrange(40) == 0:
            return True
        helped = kinds[2] >= JACK or shown[0] in {card[0] for card in cards}
        return kinds[:2] == [ACE, KING] and helped
