"""A shared table of póquer sem descarte online: one clock for bets, warnings, extra time (R43-R59).

No jackpot is in play. Who does not decide is warned, given extra time, and only then loses the
initial bet (R52); a failure of the operator's systems with no winner shown gives all stakes back
(R53), one of the player's own network gives nothing back (R54). Who looks on for as many jogadas as
he was told is put out (R57).
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import ClassVar, Final

from msgspec import structs
from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.outcomes import CardDealt, CardsCollected, HandShown
from ledger.events.rounds import (
    BetPlaced,
    BetsClosed,
    BetsOpened,
    Collection,
    Decision,
    Payout,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.seats import PlayerSeated, PlayerWarned
from ledger.events.tables import TableClosed, TableOpened
from ledger.roles import Binding, Role
from ops.simulator.games.house_cards.jogada import Player
from ops.simulator.games.house_cards.poquer_sem_descarte.hands import HAND, strength
from ops.simulator.games.house_cards.poquer_sem_descarte.jogada import (
    CAP,
    MAXIMUM,
    MINIMUM,
    PLACES,
    SemDescarteJogada,
)
from ops.simulator.games.house_cards.poquer_sem_descarte.sessions import Sessions
from ops.simulator.kit.cards import DECK
from ops.simulator.parties.party import Party, Place, Telling
from ops.simulator.parties.table import CURRENCY, PROFILE
from ops.simulator.parties.terminal import Said

SECONDS: Final = 20
"""For bets, the same for all (R47)."""
EXTRA: Final = 15
STAKES: Final = (500, 1_000, 1_500, 2_500)
UNWARNED: Final = "lapsed-unwarned"
EARLY: Final = "lapsed-early"
CLOCK_PLAYS: Final = "clock-plays"
LAPSE_RETURNED: Final = "lapsed-bet-returned"
OTHER_TIME: Final = "other-betting-time"
NET_VOID: Final = "void-for-players-network"
UNREFUNDED: Final = "stake-not-refunded"
OVERPAID: Final = "overpaid"
PUT_OUT_EARLY: Final = "put-out-early"


class PoquerSemDescarteOnline(Party):
    """A shared table online."""

    GAME: ClassVar[str] = "poquer_sem_descarte"
    FAULTS: ClassVar[tuple[str, ...]] = (
        UNWARNED,
        EARLY,
        CLOCK_PLAYS,
        LAPSE_RETURNED,
        OTHER_TIME,
        NET_VOID,
        UNREFUNDED,
        OVERPAID,
        PUT_OUT_EARLY,
    )

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up, with nobody at it."""
        super().__init__(where, faults)
        self._sessions = Sessions(self.GAME, self.badge, where.seed)
        self._came = 0
        self._bets = 0
        self._void = False
        """Whether the operator's systems fail in the jogada (R53)."""

    @property
    def _chief(self) -> str:
        """The chief, who answers for what the table opens with."""
        return f"{self.badge}-chefe"

    @override
    def sources(self) -> dict[str, Binding]:
        return {**super().sources(), self._chief: Binding(role=Role.FLOOR_MANAGER)}

    def _say(
        self, payload: Payload, name: str | None = None, after: tuple[int, int] = (0, 2)
    ) -> Said:
        match payload:
            case Collection():
                self.earned += payload.amount
            case Payout():
                self.earned -= payload.amount
            case _:
                pass
        self.terminal.wait(*after)
        return self.terminal.say(payload, name)

    # --- the day -------------------------------------------------------------------------------

    @override
    def gaming_day(self, day: str, start: datetime, rounds: int) -> Telling:
        self.terminal.begin(day, start)
        opened = self._say(
            TableOpened(
                profile=PROFILE,
                game=self.GAME,
                options={
                    "minimos": {"inicial": MINIMUM},
                    "maximos": {"inicial": MAXIMUM},
                    "minimo_autorizado": MINIMUM,
                    "maximo_golpe": CAP,
                    "lugares": PLACES,
                    "baralhador": False,
                    "tempo_apostas": SECONDS,
                },
                currency=CURRENCY,
                records=("bets", "decisions", "cards", "payouts"),
                seats=PLACES,
                act="despacho-mesa",
            )
        )
        yield structs.replace(opened, approved_by=(self._chief,))
        for _ in range(3):
            yield from self._arrive()
        for number in range(1, rounds + 1):
            self.terminal.wait(5, 15)
            yield from self._come_and_go()
            self.occasion += 1
            yield from self._play(f"{self.where.place}/{day}/{number}")
        for seat in sorted(self._sessions.at):
            yield from self._told(self._sessions.leave(seat))
        yield self._say(TableClosed(), after=(60, 120))

    def _come_and_go(self) -> Telling:
        """Let players come, go, pause, and be put out who paused for long enough (R57)."""
        for seat in self._sessions.over():
            yield from self._told(self._sessions.put_out(seat))
        here = self._sessions.at
        if len(here) < PLACES and self.rng.randrange(6) == 0:
            yield from self._arrive()
        if len(self._sessions.playing()) > 3 and self.rng.randrange(8) == 0:  # some stay
            yield from self._told(self._sessions.leave(self.rng.choice(sorted(here))))
        self._sessions.pause()

    def _arrive(self) -> Telling:
        self._came += 1
        free = [seat for seat in range(1, PLACES + 1) if seat not in self._sessions.at]
        seat, name = self.rng.choice(free), f"{self.badge}-o{self._came}"
        yield self._say(self._sessions.begin(seat, name))
        yield self._say(PlayerSeated(seat=seat, player=name, via="free"))

    def _told(self, payloads: Iterable[Payload]) -> Telling:
        for one in payloads:
            yield self._say(one)

    # --- a jogada ------------------------------------------------------------------------------

    def _play(self, name: str) -> Telling:
        fault = self.fault()
        if fault == PUT_OUT_EARLY:
            yield from self._put_out_early(name)
        jogada = self._draw(fault)
        self._sessions.played([one.seat for one in jogada.players])
        self._bets = 0
        self._void = jogada.fault == UNREFUNDED or (
            jogada.fault is None and self.rng.randrange(30) == 0
        )
        yield self._say(RoundOpened(mode="shared"), name)
        yield from self._stakes(jogada, name)
        for index in range(HAND):
            for player in jogada.players:
                dealt = CardDealt(
                    to="seat", seat=player.seat, card=player.cards[index], index=index + 1
                )
                yield self._say(dealt, name, after=(0, 1))
            last = index == HAND - 1
            bank = CardDealt(to="bank", card=jogada.bank[index], index=index + 1, open=last)
            yield self._say(bank, name, after=(0, 1))
        if self._void:
            yield from self._failed(jogada, name)
        else:
            for player in jogada.players:
                yield from self._decide(jogada, player, name)
            yield from self._settle(jogada, name)
        yield self._say(CardsCollected(into="discard"), name)
        yield self._say(RoundClosed(), name)

    def _put_out_early(self, name: str) -> Telling:
        """End a session for jogadas without a bet before there were as many as told (R57)."""
        seat = self._sessions.too_soon()
        if seat is None:
            self.put_off(PUT_OUT_EARLY)
            return
        self.plant(PUT_OUT_EARLY, "ONL-EXCL", name, facts={"session": self._sessions.at[seat].name})
        yield from self._told(self._sessions.put_out(seat))

    def _stakes(self, jogada: SemDescarteJogada, name: str) -> Telling:
        """Take bets for as long as the clock gives to all (R47)."""
        seconds = SECONDS
        if jogada.fault == OTHER_TIME:
            seconds = SECONDS + 10
            self.plant(OTHER_TIME, "ONL-TIME", name)
        opened = self._say(BetsOpened(seconds=seconds), name)
        yield opened
        start = self.terminal.now
        for player in jogada.players:
            self._bets += 1
            player.bets["inicial"] = self._bets
            yield self._say(
                BetPlaced(
                    bet=self._bets,
                    seat=player.seat,
                    player=player.name,
                    chance="inicial",
                    amount=player.stake,
                    means="account",
                ),
                name,
            )
        self.terminal.now = start + timedelta(seconds=seconds)
        yield self.terminal.say(BetsClosed(by="clock"), name)

    def _decide(self, jogada: SemDescarteJogada, player: Player, name: str) -> Telling:
        """Take a decision; who is slow is warned and given time, and then the clock says passo."""
        fault = jogada.fault if player is jogada.target else None
        slow = self.rng.randrange(6) == 0 if jogada.fault is None else False
        if slow or fault in (EARLY, CLOCK_PLAYS, LAPSE_RETURNED):
            warned = PlayerWarned(seat=player.seat, cause="undecided")
            yield self._say(warned, name, after=(10, 12))
            extra = PlayerWarned(seat=player.seat, cause="undecided", extra_time=EXTRA)
            yield self._say(extra, name, after=(5, 6))
        lapses = fault in (UNWARNED, EARLY, LAPSE_RETURNED) or (slow and self.rng.randrange(2) == 0)
        if fault == CLOCK_PLAYS:
            yield from self._clock_plays(player, name)
        elif lapses:
            yield from self._lapse(player, fault, name)
        elif player.goes:
            yield self._go(player, name)
        else:
            yield self._say(Decision(seat=player.seat, action="passo"), name, after=(2, 6))
            yield self._take(player, name)

    def _go(self, player: Player, name: str, *, lapsed: bool = False) -> Said:
        self._bets += 1
        player.bets["segunda"] = self._bets
        said = Decision(
            seat=player.seat, action="vou", bet=self._bets, added=player.second, lapsed=lapsed
        )
        return self._say(said, name, after=(2, 6))

    def _lapse(self, player: Player, fault: str | None, name: str) -> Telling:
        player.goes = False
        after = (3, 5) if fault in (UNWARNED, EARLY) else (EXTRA + 1, EXTRA + 2)
        passo = Decision(seat=player.seat, action="passo", lapsed=True)
        yield self._say(passo, name, after=after)
        where = {"seat": player.seat, "due": 0, "paid": player.stake}
        if fault is not None:
            self.plant(fault, "SD-ONL", name, **where)
        if fault != LAPSE_RETURNED:
            yield self._take(player, name)
            return
        back = (player.bets["inicial"],)
        yield self._pay(player, back, 0, player.stake, name)

    def _clock_plays(self, player: Player, name: str) -> Telling:
        """Let the clock say vou: nobody decided, and the initial bet is lost."""
        player.goes = False
        self.terminal.wait(EXTRA + 1, EXTRA + 2)
        yield self._go(player, name, lapsed=True)
        number = player.bets.pop("segunda")
        self.plant(CLOCK_PLAYS, "SD-ONL", name, seat=player.seat, due=0, paid=player.stake)
        yield self._take(player, name)
        yield self._pay(player, (number,), 0, player.second, name)

    def _take(self, player: Player, name: str) -> Said:
        taken = Collection(amount=player.staked, bets=player.main, seat=player.seat)
        return self._say(taken, name)

    def _pay(
        self, player: Player, bets: tuple[int, ...], prize: int, stake: int, name: str
    ) -> Said:
        paid = Payout(
            seat=player.seat, amount=prize, bets=bets, stake_returned=stake, means="account"
        )
        return self._say(paid, name)

    def _settle(self, jogada: SemDescarteJogada, name: str) -> Telling:
        yield self._say(HandShown(of="bank", cards=tuple(jogada.bank)), name)
        if jogada.fault == NET_VOID:
            yield from self._void_for_network(jogada, name)
            return
        due = jogada.due()
        for player in jogada.going:
            yield self._say(HandShown(seat=player.seat, cards=tuple(player.cards)), name)
            prizes = due.get(player.seat)
            if prizes is None:
                yield self._take(player, name)
                continue
            prize = sum(prizes)
            if player is jogada.target and jogada.fault == OVERPAID:
                whole = prize + player.staked
                more = {"due": whole, "paid": whole + player.second}
                self.plant(OVERPAID, "SD-PAY", name, seat=player.seat, **more)
                prize += player.second
            yield self._pay(player, player.main, prize, player.staked, name)

    def _void_for_network(self, jogada: SemDescarteJogada, name: str) -> Telling:
        """Void a jogada that stands: the failure was a player's own (R54)."""
        yield self._say(RoundVoided(cause="rede", rule="SD R54", side="player"), name)
        due = jogada.due()
        paid = sum(player.staked for player in jogada.going)
        whole = sum(sum(due[one.seat]) + one.staked for one in jogada.going if one.seat in due)
        for player in jogada.going:
            yield self._pay(player, player.main, 0, player.staked, name)
        self.plant(NET_VOID, "VOID-NET", name, due=whole, paid=paid)

    def _failed(self, jogada: SemDescarteJogada, name: str) -> Telling:
        """Void the jogada for the operator's own failure: stakes go back (R53)."""
        void = RoundVoided(cause="falha_do_sistema", rule="SD R53", side="operator")
        yield self._say(void, name, after=(5, 10))
        for player in jogada.players:
            number = player.bets["inicial"]
            if player is jogada.target and jogada.fault == UNREFUNDED:
                of_bet = {"seat": player.seat, "bet": number, "due": player.stake, "paid": 0}
                self.plant(UNREFUNDED, "VOID-REFUND", name, **of_bet)
                continue
            yield self._pay(player, (number,), 0, player.stake, name)

    # --- what is going to happen ---------------------------------------------------------------

    def _draw(self, fault: str | None) -> SemDescarteJogada:
        while True:
            cards = list(DECK)
            self.rng.shuffle(cards)
            players = [
                Player(
                    seat=seat,
                    name=self._sessions.at[seat].player,
                    stake=self.rng.choice(STAKES),
                    cards=[cards.pop() for _ in range(HAND)],
                )
                for seat in self._sessions.playing()
            ]
            for player in players:
                player.second = 2 * player.stake
                player.goes = strength(player.cards)[0] > 0 or self.rng.randrange(9) == 0
            jogada = SemDescarteJogada(
                players=players, bank=[cards.pop() for _ in range(HAND)], fault=fault
            )
            chosen = players
            if fault == OVERPAID:
                chosen = jogada.winners if jogada.plays else []
            elif fault == NET_VOID:
                chosen = jogada.winners
            if chosen:
                jogada.target = self.rng.choice(chosen)
                return jogada
