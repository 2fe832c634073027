"""Nights at a table of stud póquer with its progressivo.

What is due is computed in ``hands`` and ``jogada`` from the rules' own words, apart from
replay; what is done wrongly stands in ``faults``. Dealt from a sabot on odd days and from a
shuffler on even ones.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, ClassVar, Final

from typing_extensions import override

from ledger.events.jackpots import (
    DisplayRead,
    JackpotIncrement,
    JackpotWon,
    PoolOpened,
    PoolReset,
)
from ledger.events.outcomes import (
    CardDealt,
    CardExposed,
    CardsCollected,
    DeckCut,
    DeckShuffled,
    ErrorNoted,
    HandShown,
)
from ledger.events.rounds import (
    BetPlaced,
    BetsClosed,
    BetsOpened,
    Collection,
    Decision,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.tables import EquipmentChanged, TableOpened
from ops.simulator.games.house_cards.seated import Seated
from ops.simulator.games.house_cards.stud_poker import faults as plans
from ops.simulator.games.house_cards.stud_poker import faulty as wrong
from ops.simulator.games.house_cards.stud_poker.hands import (
    ACE,
    HAND,
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
    Jogada,
    Player,
    Prize,
    prizes,
    progressive,
)
from ops.simulator.kit.cards import DECK
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.pools import BET, Pool
from ops.simulator.parties.table import CURRENCY, PROFILE, RECORDS
from ops.simulator.parties.terminal import Said

STAKES: Final = (500, 500, 1_000, 1_000, 1_500, 2_500, 5_000, 12_500)
RIGGED: Final = (
    (6, 12, ("cor", "trio_par")),
    (13, 22, ("sequencia_de_naipe", "sequencia_de_naipe")),
    (23, 34, ("naipe_real", "cor")),
    (35, 46, ("naipe_real", "naipe_real", "sequencia_de_naipe")),
)
"""In one round of each span these hands are dealt to players with a chip on the progressivo."""


class StudPoker(Seated):
    """A table of stud póquer; the progressivo is its own."""

    GAME: ClassVar[str] = "stud_poker"
    FAULTS: ClassVar[tuple[str, ...]] = plans.FAULTS

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
        self.always: dict[str, str] = {}
        """What is wrong with the progressivo's terms at every opening: code to the fault's id."""
        self.waiting: dict[int, tuple[str, str]] = {}
        """Seat to the player and the void jogada whose chip still lies there."""
        super().__init__(where, pool, faults)
        self._rigged: dict[int, tuple[str, ...]] = {
            self.rng.randint(first, last): hands for first, last, hands in RIGGED
        }

    @override
    def terms(self) -> PoolOpened:
        terms = progressive(f"progressivo-{self.badge}", self.where.place, CURRENCY)
        return wrong.terms(self, terms)

    # --- the day -------------------------------------------------------------------------------

    @override
    def opening(self) -> TableOpened:
        """Return what the table opens with."""
        options: dict[str, Any] = {
            "minimos": {"inicial": MINIMUM},
            "maximos": {"inicial": MAXIMUM},
            "multiplicador_real": self.real,
            "maximo_por_jogo": PER_GAME,
            "lugares": self.PLACES,
            "modo_distribuicao": "baralhador" if self.shuffler else "sabot",
        }
        wrong.at_opening(self, options)
        return TableOpened(
            profile=PROFILE,
            game=self.GAME,
            options=options,
            currency=CURRENCY,
            records=RECORDS,
            seats=self.PLACES,
            count=self.float,
            counted_by=self.counters,
        )

    @override
    def open(self) -> Telling:
        """Open the table; the first players sit down."""
        self.real = REAL
        self.shuffler = date.fromisoformat(self.terminal.day or "").toordinal() % 2 == 0
        yield from super().open()
        yield self.say(EquipmentChanged(item="deck", id="baralho-1", reason="opening", count=1))
        for _ in range(4):
            yield from self.arrive()

    @override
    def between(self) -> Telling:
        """Players come and go; now and then somebody reads the display."""
        yield from super().between()
        if len(self.guests) < self.PLACES and self.rng.randrange(8) == 0:
            yield from self.arrive()
        if len(self.guests) > 4 and not self.waiting and self.rng.randrange(12) == 0:  # noqa: PLR2004 - some stay
            yield self.leave(self.rng.choice(sorted(self.guests)))
        if self.rng.randrange(10) == 0:
            read = DisplayRead(pool=self.pool.terms.pool, amount=self.pool.balance, why="daily")
            yield self.say(read, after=(1, 3))

    # --- a jogada ------------------------------------------------------------------------------

    @override
    def play(self, number: int) -> Telling:
        """Play one jogada; the day's last is none that leaves chips to another."""
        name = self.round_id_now = self.round_id(number)
        fault = wrong.taken(self, last=self.last_round)
        yield from wrong.before(self, fault)
        jogada = self._draw(fault, name, last=self.last_round)
        self.begin_round()
        for player in jogada.players:
            guest = self.guests.get(player.seat)
            if guest is not None and guest.purse < 3 * player.stake + BET:
                yield self.buy(player.seat, 4 * player.stake + self.BOUGHT)
        tray = self.float
        came = dict(self.waiting)
        self.waiting.clear()
        yield self.say(RoundOpened(), name)
        yield self.say(BetsOpened(), name)
        yield from self._bets(jogada, came)
        yield from self._deal(jogada)
        if jogada.void and jogada.fault not in plans.PLAYED_ON:
            yield from self._void(jogada)
        else:
            yield from self._decide(jogada)
            yield from self._settle(jogada)
            if jogada.fault not in plans.VOIDED:
                yield from self._awards(jogada)
        yield self.say(CardsCollected(into="discard"), name, after=(2, 4))
        yield self.say(RoundClosed(), name)
        self.float = tray + self.laid - self.given
        wrong.after(self, jogada)
        self.count_idle({player.seat for player in jogada.players})

    # --- bets ----------------------------------------------------------------------------------

    def _bets(self, jogada: Jogada, came: Mapping[int, tuple[str, str]]) -> Telling:
        """Shuffle; take iniciais and chips; those that came over lie there already (R18 a)."""
        name = jogada.name
        method = "shuffler" if self.shuffler else "hand"
        yield self.say(DeckShuffled(method=method, decks=1), name, after=(4, 8))
        if not self.shuffler:
            yield self.say(DeckCut(), name)
        for player in jogada.players:
            yield self.put(player, "inicial", player.stake, name)
            wrong.laid(self, jogada, player)
        playing = {player.seat: player for player in jogada.players}
        fresh: list[Player] = []
        for seat, (holder, origin) in sorted(came.items()):
            player = playing.get(seat)
            yield from self._carry(jogada, player, seat, holder, origin)
        for player in jogada.players:
            if player.chip and player.seat not in came:
                by = wrong.bettor(self, jogada, player)
                yield self.put(player, "progressivo", BET, name, by=by)
                fresh.append(player)
        yield from wrong.more_bets(self, jogada)
        yield self.say(BetsClosed(by="call"), name, after=(1, 3))
        for player in fresh:
            yield from wrong.increment(self, jogada, player)

    def _carry(
        self, jogada: Jogada, player: Player | None, seat: int, holder: str, origin: str
    ) -> Telling:
        """Let a chip that came over play, or go back to who places no inicial."""
        if player is not None:
            player.chip, player.carried = True, origin
            yield from wrong.carry(self, jogada, player, origin)
            return
        one = Player(seat=seat, name=holder)
        yield self.put(one, "progressivo", BET, jogada.name, origin)
        self.earned -= self.pool.feed(-BET)  # what it brought into the pool is out of it again
        number = one.bets["progressivo"]
        if not wrong.keeps_chip(self, jogada, seat, number):
            yield self.pay(one, (number,), 0, BET, jogada.name)

    def put(
        self,
        player: Player,
        tipo: str,
        amount: int,
        name: str,
        origin: str | None = None,
        *,
        by: Player | None = None,
    ) -> Said:
        """Lay a bet."""
        self.last_bet += 1
        player.bets[tipo] = self.last_bet
        return self.say(
            BetPlaced(
                bet=self.last_bet,
                seat=player.seat,
                player=(by or player).name,
                chance=tipo,
                amount=amount,
                carried_from=origin,
                by=by.seat if by is not None and by is not player else None,
            ),
            name,
        )

    def increment(self, player: Player, name: str) -> Said:
        """Let the controller take a chip's increment."""
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

    def _deal(self, jogada: Jogada) -> Telling:
        """Deal from the pagador's left, he last; one of his cards lies open (R11)."""
        name = jogada.name
        shown = 1 if self.shuffler else HAND
        first = True
        if jogada.error == "carta_exposta" and jogada.target is None:
            shown = 3
        for player, index in wrong.order_of(self, jogada):
            cards = jogada.bank if player is None else player.cards
            dealt = CardDealt(
                to="bank" if player is None else "seat",
                seat=None if player is None else player.seat,
                card=cards[index - 1],
                index=index,
                open=player is None and index == shown and shown != 3,  # noqa: PLR2004 - exposed
            )
            yield self.say(dealt, name, after=(0, 1))
            if first:
                first = False
                yield from wrong.after_first_card(self, jogada)
            if player is None and shown == 3 and index == 3:  # noqa: PLR2004 - the third falls open
                yield self._expose(jogada, None, index)
        for player, index in wrong.exposures(jogada):
            yield self._expose(jogada, player, index)

    def _expose(self, jogada: Jogada, player: Player | None, index: int) -> Said:
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

    def _void(self, jogada: Jogada) -> Telling:
        """Void the jogada: iniciais go back, chips stay for the next (R25, R28)."""
        name, error = jogada.name, jogada.error
        assert error is not None
        by = "shuffler" if error == "avaria_do_baralhador" else "pagador"
        yield self.say(ErrorNoted(error=error, by=by), name, after=(2, 5))
        rule = "ST R28" if by == "shuffler" else "ST R25"
        yield self.say(RoundVoided(cause=error, rule=rule), name)
        for player in jogada.players:
            if not wrong.keeps_stake(self, jogada, player):
                yield self.pay(player, (player.bets["inicial"],), 0, player.stake, name)
            if player.chip:
                if wrong.gives_chip(self, jogada, player):
                    number = player.bets["progressivo"]
                    yield self.pay(player, (number,), 0, BET, name)
                    continue
                self.waiting[player.seat] = (player.name, name)
                self.laid -= BET  # the bettor's still, until it plays

    # --- decisions and payments ----------------------------------------------------------------

    def _decide(self, jogada: Jogada) -> Telling:
        """Let each lay the adicional or give up; who gives up is taken at once (R8, R9)."""
        for player in jogada.players:
            if player.goes:
                yield self.add(player, player.second, jogada.name)
                wrong.added(self, jogada, player)
                continue
            said = Decision(seat=player.seat, action="desistencia")
            yield self.say(said, jogada.name, after=(2, 8))
            yield from wrong.gave_up(self, jogada, player)
            yield self.collect(player, jogada.name)
            yield self.say(CardsCollected(of="seat", seat=player.seat, into="discard"), jogada.name)
        yield from wrong.idle_hand(self, jogada)

    def add(self, player: Player, amount: int, name: str) -> Said:
        """Lay the adicional."""
        self.last_bet += 1
        player.bets["adicional"] = self.last_bet
        said = Decision(seat=player.seat, action="adicional", bet=self.last_bet, added=amount)
        return self.say(said, name, after=(2, 8))

    def collect(self, player: Player, name: str) -> Said:
        """Take what lies before a player."""
        return self.say(Collection(amount=player.staked, bets=player.main, seat=player.seat), name)

    def _settle(self, jogada: Jogada) -> Telling:
        """Turn the pagador's cards, compare, take and pay (R12 to R15)."""
        name = jogada.name
        yield self.say(HandShown(of="bank", cards=tuple(jogada.bank)), name, after=(2, 4))
        if jogada.fault in plans.VOIDED:
            yield from wrong.void_falsely(self, jogada)
            return
        whole = self.rng.randrange(3) > 0
        for player in jogada.going:
            yield self.say(HandShown(seat=player.seat, cards=tuple(player.cards)), name)
            right = jogada.prize(player)
            if jogada.fault is not None:
                yield from wrong.settle(self, jogada, player, right)
            elif right is None:
                yield self.collect(player, name)
            else:
                yield from self._pay_rightly(player, right, name, whole=whole)

    def _pay_rightly(
        self, player: Player, right: tuple[int, int], name: str, *, whole: bool
    ) -> Iterator[Said]:
        if whole:
            yield self.pay(player, player.main, sum(right), player.staked, name)
            return
        stakes = player.stake, player.second
        for bet, prize, stake in zip(player.main, right, stakes, strict=True):
            yield self.pay(player, (bet,), prize, stake, name)

    # --- the progressivo -----------------------------------------------------------------------

    def _awards(self, jogada: Jogada) -> Telling:
        """Pay the prizes from the left, reais last; start again from the minimum (R18 to R24)."""
        name, pool = jogada.name, self.pool.terms.pool
        players = {one.seat: one for one in jogada.going if one.chip}
        winners = [
            (seat, held)
            for seat, player in players.items()
            if self.pool.has(held := combination(player.cards))
        ]
        if not winners:
            return
        before = self.pool.balance
        found, left = prizes(self.pool, winners)
        # What the pool cannot give the house gives (R18 b).
        self.earned -= sum(prize.amount for prize in found) - (before - left)
        again = max(self.pool.terms.base, left)
        last = ""
        for prize in wrong.in_order(self, jogada, found):
            player = players[prize.seat]
            won = self._won(player, prize, name)
            yield won
            last = won.name
            amount = wrong.award_paid(self, jogada, player, prize, found)
            if amount:
                yield self.pay_award(player, player.bets.get("progressivo"), amount, last, name)
        self.pool.balance = again
        reset = PoolReset(
            pool=pool,
            award=last,
            amount=again - left,
            funds="operator",
            balance=again + wrong.restarts_off(jogada),
        )
        wrong.restarted(self, jogada, again)
        yield self.say(reset, name)

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

    def _draw(self, fault: str | None, name: str, *, last: bool) -> Jogada:
        """Return a jogada in which the fault can be made."""
        hands = plans.HANDS.get(fault or "", self._rigged.get(self.occasion, ()))
        while True:
            jogada = self._shuffle(hands, fault, name)
            prepare = plans.PREPARE.get(fault or "")
            if prepare is None or prepare(self, jogada):
                for player in jogada.players:
                    player.second = player.second or 2 * player.stake
                if fault is None and (not hands or self.voids):
                    self._special(jogada, last=last)
                return jogada

    def _special(self, jogada: Jogada, *, last: bool) -> None:
        """Let something happen that the rules provide for: an error of the deal."""
        whim = self.rng.randrange(40)
        if self.voids:
            whim, self.voids = 2, False
        if whim == 0:
            jogada.error, jogada.target = "carta_exposta", self.rng.choice(jogada.players)
        elif whim == 1 and not self.shuffler:
            jogada.error = "carta_exposta"
        elif whim == 2 and not last:  # noqa: PLR2004 - one of forty
            jogada.error, jogada.target = "numero_de_cartas", self.rng.choice(jogada.players)
        elif whim == 3 and not last:  # noqa: PLR2004 - one of forty
            jogada.error, jogada.target = "cartas_expostas", self.rng.choice(jogada.players)
        elif whim == 4 and not last and self.shuffler:  # noqa: PLR2004 - one of forty
            jogada.error = "avaria_do_baralhador"

    def _shuffle(self, hands: Sequence[str], fault: str | None, name: str) -> Jogada:
        """Let players bet, and deal; hands that are asked for go to who has a chip."""
        players = self._bettors(max(3, len(hands)))
        left = list(DECK)
        lucky = self.rng.sample(players, min(len(hands), len(players)))
        for player, hand in zip(lucky, hands, strict=False):
            player.chip = True
            player.cards = hand_of(self.rng, hand, left)
            left = [card for card in left if card not in player.cards]
        self.rng.shuffle(left)
        for player in players:
            if not player.cards:
                player.cards, left = left[:HAND], left[HAND:]
        bank = left[:HAND]
        for player in players:
            player.goes = self._goes(player.cards, bank[-1])
        return Jogada(players=players, bank=bank, name=name, fault=fault, real=self.real)

    def _bettors(self, least: int) -> list[Player]:
        players = [
            Player(
                seat=seat,
                name=self.guests[seat].name,
                stake=self.rng.choice(STAKES),
                chip=self.rng.randrange(3) > 0,
            )
            for seat in sorted(self.guests)
        ]
        if len(players) > least and self.rng.randrange(5) == 0:
            players.remove(self.rng.choice(players))  # sits this jogada out
        return players

    def _goes(self, cards: Sequence[str], shown: str) -> bool:
        """Decide as players do: a pair or more; ace and king with something besides."""
        value, ranks, _ = strength(cards)
        if value > 0 or self.rng.randrange(40) == 0:
            return True
        return ranks[:2] == (ACE, KING) and shown[0] in {card[0] for card in cards}
