"""Nights at a table of póquer sem descarte with a jackpot.

What is due is computed here from the rules' own words (R6, R15, R26 to R33), apart from replay, so
that agreement of the two means something.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

from ledger.events.jackpots import AwardPaid, DisplayRead, JackpotIncrement, JackpotWon, PoolReset
from ledger.events.outcomes import (
    Announcement,
    CardBurned,
    CardDealt,
    CardsCollected,
    DeckCut,
    DeckShuffled,
    HandShown,
)
from ledger.events.rounds import (
    BetPlaced,
    BetsClosed,
    BetsOpened,
    BetWithdrawn,
    Collection,
    Decision,
    Payout,
    RoundClosed,
    RoundOpened,
)
from ledger.events.seats import PlayerLeft, PlayerSeated
from ledger.events.tables import EquipmentChanged, TableOpened
from ops.simulator.party import Place, Telling
from ops.simulator.pools import BET, Pool, Prize
from ops.simulator.tables import CURRENCY, PROFILE, RECORDS, Table
from ops.simulator.terminal import Said

# --- the rules, as the law says them -----------------------------------------------------------

RANKS: Final = "23456789TJQKA"
DECK: Final = tuple(rank + suit for rank in RANKS for suit in "cdhs")
COMBINATIONS: Final[tuple[str, ...]] = (
    "cartas_maiores",
    "par",
    "dois_pares",
    "trio",
    "sequencia",
    "cor",
    "full",
    "poquer",
    "sequencia_de_cor",
    "real",
)
"""R6, upwards."""
MULTIPLES: Final[dict[str, int]] = dict(
    zip(COMBINATIONS, (1, 1, 2, 3, 4, 5, 7, 20, 50, 100), strict=True)
)
"""R30: times the segunda aposta."""
HAND: Final = 5
FOUR, THREE, PAIR = 4, 3, 2
ACE, KING, JACK = 14, 13, 11

Strength = tuple[int, list[int]]
"""Combination, then what decides between equal ones."""


def strength(cards: Sequence[str]) -> Strength:
    """Return how high a hand is.

    >>> strength(["As", "2d", "3c", "4h", "5s"])
    (4, [5])
    """
    ranks = sorted((RANKS.index(card[0]) + 2 for card in cards), reverse=True)
    groups = sorted(
        {rank: ranks.count(rank) for rank in ranks}.items(), key=lambda g: (-g[1], -g[0])
    )
    kinds = [rank for rank, _ in groups]
    counts = [count for _, count in groups]
    flush = len({card[1] for card in cards}) == 1
    top = 5 if ranks == [ACE, 5, 4, 3, 2] else ranks[0]
    straight = len(kinds) == HAND and (ranks[0] - ranks[4] == FOUR or top != ranks[0])
    if straight:
        name = (
            "sequencia" if not flush else "real" if top == ranks[0] == ACE else "sequencia_de_cor"
        )
        return COMBINATIONS.index(name), [top]
    if counts[0] == FOUR:
        name = "poquer"
    elif counts == [THREE, PAIR]:
        name = "full"
    elif flush:
        name = "cor"
    elif counts[0] == THREE:
        name = "trio"
    elif counts[:2] == [PAIR, PAIR]:
        name = "dois_pares"
    else:
        name = "par" if counts[0] == PAIR else "cartas_maiores"
    return COMBINATIONS.index(name), kinds


def combination(cards: Sequence[str]) -> str:
    """Return the name of a hand's combination."""
    return COMBINATIONS[strength(cards)[0]]


def bank_plays(cards: Sequence[str]) -> bool:
    """Tell whether the bank has ace and king or more (R15)."""
    value, kinds = strength(cards)
    return value > 0 or kinds[:2] == [ACE, KING]


def compare(mine: Sequence[str], bank: Sequence[str]) -> int:
    """Return 1 if the player's hand is the higher, -1 if the bank's is, 0 if they tie (R26-R28)."""
    one, other = strength(mine), strength(bank)
    if one != other:
        return 1 if one > other else -1
    if one[0] == 0:
        suited = [
            max(suits.count(s) for s in suits) >= THREE for suits in map(_suits, (mine, bank))
        ]
        return suited[0] - suited[1]
    return 0


def _suits(cards: Sequence[str]) -> list[str]:
    return [card[1] for card in cards]


# --- what happens ------------------------------------------------------------------------------

MINIMUM: Final = 500
MAXIMUM: Final = 12_500
CAP: Final = 1_500_000
"""The most that the bank pays in prizes in one jogada (R33)."""
PLACES: Final = 7
STAKES: Final = (500, 500, 1_000, 1_000, 1_500, 2_500, 5_000, 12_500)
RIGGED: Final = (
    (8, 15, ("sequencia_de_cor",)),
    (16, 24, ("full", "full", "cor")),
    (25, 36, ("real", "full")),
    (37, 48, ("sequencia_de_cor", "sequencia_de_cor", "poquer")),
)
"""In one round of each span these hands are dealt to players who bet on the jackpot."""

OVERPAID: Final = "overpaid"
UNDERPAID: Final = "underpaid"
LOSER_PAID: Final = "loser-paid"
BANK_PLAYED: Final = "bank-played-wrongly"
BANK_STAYED: Final = "bank-stayed-wrongly"
UNPAID_SHARE: Final = "unpaid-share"
UNDIVIDED: Final = "undivided-prize"
LATE_CHIP: Final = "late-jackpot-chip"
LATE_BET: Final = "late-bet"
LATE_NEWCOMER: Final = "late-newcomer"
OVER_LIMIT: Final = "over-limit"
SHORT_SECOND: Final = "short-second-bet"
NO_BURN: Final = "no-burn"


@dataclass
class _Player:
    """A seat, and what becomes of it in this jogada."""

    seat: int
    name: str
    stake: int = 0
    second: int = 0
    jackpot: bool = False
    cards: list[str] = field(default_factory=list)
    goes: bool = False
    bets: dict[str, int] = field(default_factory=dict)
    """Bet to its number within the round."""

    @property
    def main(self) -> tuple[int, ...]:
        """Numbers of the main bets."""
        return tuple(self.bets[tipo] for tipo in ("inicial", "segunda") if tipo in self.bets)

    @property
    def staked(self) -> int:
        """What lies on the square."""
        return self.stake + self.second

    def prizes(self, bank: Sequence[str], *, plays: bool) -> tuple[int, int] | None:
        """Return the prizes of inicial and segunda; None if both are lost (R15, R26 to R31)."""
        if not plays:
            return self.stake, 0
        better = compare(self.cards, bank)
        if better > 0:
            return self.stake, self.second * MULTIPLES[combination(self.cards)]
        return None if better < 0 else (0, 0)


@dataclass
class _Jogada:
    """What is going to happen in a jogada."""

    players: list[_Player]
    bank: list[str]
    fault: str | None = None
    target: _Player | None = None
    """At whose seat something is done wrongly."""

    @property
    def plays(self) -> bool:
        """Whether the bank plays."""
        return bank_plays(self.bank)

    @property
    def going(self) -> list[_Player]:
        """Who goes on."""
        return [player for player in self.players if player.goes]

    @property
    def winners(self) -> list[_Player]:
        """Who wins at least the initial bet's prize."""
        return [player for player in self.going if sum(self.prizes(player) or ()) > 0]

    def prizes(self, player: _Player) -> tuple[int, int] | None:
        """Return what the rules give him."""
        return player.prizes(self.bank, plays=self.plays)


class PoquerSemDescarte(Table):
    """A table of póquer sem descarte; the pool is its own."""

    GAME: ClassVar[str] = "poquer_sem_descarte"
    FAULTS: ClassVar[tuple[str, ...]] = (
        OVERPAID,
        UNDERPAID,
        LOSER_PAID,
        BANK_PLAYED,
        BANK_STAYED,
        UNPAID_SHARE,
        UNDIVIDED,
        LATE_CHIP,
        LATE_BET,
        LATE_NEWCOMER,
        OVER_LIMIT,
        SHORT_SECOND,
        NO_BURN,
    )

    def __init__(self, where: Place, pool: Pool, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up; it feeds this pool and wins from it."""
        super().__init__(where, faults)
        self.pool = pool
        self._players: dict[int, _Player] = {}
        self._came = 0
        self._deck = 1
        self._bets = 0
        """The last bet's number in the jogada."""
        self._rigged: dict[int, tuple[str, ...]] = {
            self.rng.randint(first, last): hands for first, last, hands in RIGGED
        }

    def opening(self) -> TableOpened:
        """Return what the table opens with: limits, places, and the jackpot as approved."""
        terms = self.pool.terms
        return TableOpened(
            profile=PROFILE,
            game=self.GAME,
            options={
                "minimos": {"inicial": MINIMUM},
                "maximos": {"inicial": MAXIMUM},
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
            },
            currency=CURRENCY,
            records=RECORDS,
            seats=PLACES,
            count=self.float,
            counted_by=self.counters,
        )

    def open(self) -> Telling:
        """Open the table; the first players sit down."""
        yield from super().open()
        yield self.say(EquipmentChanged(item="deck", id="baralhos-1", reason="opening", count=2))
        for _ in range(4):
            yield self._arrive()

    def between(self) -> Telling:
        """Players come and go; now and then somebody reads the display."""
        yield from super().between()
        if len(self._players) < PLACES and self.rng.randrange(8) == 0:
            yield self._arrive()
        if len(self._players) > 4 and self.rng.randrange(20) == 0:  # noqa: PLR2004 - some stay
            seat = self.rng.choice(sorted(self._players))
            player = self._players.pop(seat)
            yield self.say(PlayerLeft(seat=seat, player=player.name, cause="own"))
        if self.rng.randrange(10) == 0:
            pool = self.pool
            yield self.say(
                DisplayRead(pool=pool.terms.pool, amount=pool.balance, why="daily"), after=(1, 3)
            )

    def _arrive(self) -> Said:
        self._came += 1
        free = self.rng.choice([seat for seat in range(1, PLACES + 1) if seat not in self._players])
        player = _Player(seat=free, name=f"{self.badge}-j{self._came}")
        self._players[free] = player
        return self.say(PlayerSeated(seat=free, player=player.name, via="free"), after=(1, 10))

    # --- a jogada ------------------------------------------------------------------------------

    def play(self, number: int) -> Telling:
        """Play one jogada."""
        name = self.round_id(number)
        jogada = self._draw()
        self._bets = 0
        yield self.say(RoundOpened(), name)
        yield self.say(BetsOpened(), name)
        yield from self._stakes(jogada, name)
        yield from self._after_the_call(jogada, name)
        yield from self._deal(jogada, name)
        yield from self._decide(jogada, name)
        yield from self._settle(jogada, name)
        yield from self._awards(jogada, name)
        yield self.say(CardsCollected(into="discard"), name, after=(2, 4))
        yield self.say(RoundClosed(), name)

    def _stakes(self, jogada: _Jogada, name: str) -> Telling:
        """Take the bets, while the pagador shuffles, cuts and burns a card (R8)."""
        self._deck = 3 - self._deck
        deck = f"baralho-{self._deck}"
        yield self.say(DeckShuffled(method="hand", decks=1, deck=deck), name, after=(4, 8))
        yield self.say(DeckCut(), name)
        if jogada.fault != NO_BURN:
            yield self.say(CardBurned(cause="opening"), name)
        else:
            self.plant(NO_BURN, "SD-BURN", name)
        for player in jogada.players:
            yield self._put(player, "inicial", player.stake, name)
            if jogada.fault == OVER_LIMIT and player is jogada.target:
                self._note(jogada, "BET-MAX", name, MAXIMUM, player.stake, player.bets["inicial"])
        for player in jogada.players:
            if player.jackpot:
                yield self._put(player, "acumulado", BET, name)
        yield self.say(BetsClosed(by="call"), name, after=(1, 3))

    def _put(self, player: _Player, tipo: str, amount: int, name: str) -> Said:
        self._bets += 1
        player.bets[tipo] = self._bets
        return self.say(
            BetPlaced(
                bet=self._bets,
                seat=player.seat,
                player=player.name,
                chance=tipo,
                amount=amount,
            ),
            name,
        )

    def _after_the_call(self, jogada: _Jogada, name: str) -> Telling:
        """Take the jackpot chips; a chip that comes now is given back (R9)."""
        chips = tuple(one.bets["acumulado"] for one in jogada.players if one.jackpot)
        if chips:
            staked = len(chips) * BET
            yield self.say(Collection(amount=staked, bets=chips), name)
            grown = self.pool.feed(staked)
            yield self.say(
                JackpotIncrement(
                    pool=self.pool.terms.pool,
                    amount=grown,
                    stake=staked,
                    balance=self.pool.balance,
                    residue=self.pool.residue,
                ),
                name,
            )
        if jogada.fault in (LATE_CHIP, LATE_BET, LATE_NEWCOMER):
            yield from self._come_late(jogada, name)

    def _come_late(self, jogada: _Jogada, name: str) -> Telling:
        """Lay something after the call; the pagador pushes it back (R9)."""
        player = jogada.target
        assert player is not None
        main = player.bets.get("inicial")
        tipo = "acumulado" if jogada.fault == LATE_CHIP else "inicial"
        amount = BET if jogada.fault == LATE_CHIP else MINIMUM
        yield self._put(player, tipo, amount, name)
        late = player.bets.pop(tipo)
        if main is not None:
            player.bets["inicial"] = main
        self._note(jogada, "BET-LATE", name, 0, amount, late)
        if jogada.fault == LATE_NEWCOMER:
            yield self.say(BetWithdrawn(bet=late, cause="late"), name)
        else:
            back = Payout(seat=player.seat, amount=0, bets=(late,), stake_returned=amount)
            yield self.say(back, name)

    def _deal(self, jogada: _Jogada, name: str) -> Telling:
        """Give five cards one by one, the bank's last one face up (R9)."""
        for index in range(HAND):
            for player in jogada.players:
                yield self.say(
                    CardDealt(
                        to="seat", seat=player.seat, card=player.cards[index], index=index + 1
                    ),
                    name,
                    after=(0, 1),
                )
            yield self.say(
                CardDealt(
                    to="bank", card=jogada.bank[index], index=index + 1, open=index == HAND - 1
                ),
                name,
                after=(0, 1),
            )
        yield self.say(Announcement(what="vejam_o_vosso_jogo", by="pagador"), name)

    def _decide(self, jogada: _Jogada, name: str) -> Telling:
        """Let each say vou or passo; a passo is collected at once (R11, R13)."""
        for player in jogada.players:
            if not player.goes:
                yield self.say(Decision(seat=player.seat, action="passo"), name, after=(2, 8))
                yield self._collect(player, name)
                continue
            self._bets += 1
            player.bets["segunda"] = self._bets
            yield self.say(
                Decision(seat=player.seat, action="vou", bet=self._bets, added=player.second),
                name,
                after=(2, 8),
            )
            if jogada.fault == SHORT_SECOND and player is jogada.target:
                self._note(jogada, "SD-2X", name, 2 * player.stake, player.second)

    def _collect(self, player: _Player, name: str) -> Said:
        return self.say(Collection(amount=player.staked, bets=player.main, seat=player.seat), name)

    def _settle(self, jogada: _Jogada, name: str) -> Telling:
        """Turn the bank's cards, compare, take and pay (R14 to R16, R26 to R31)."""
        yield self.say(HandShown(of="bank", cards=tuple(jogada.bank)), name, after=(2, 4))
        plays = jogada.plays
        said = plays != (jogada.fault in (BANK_PLAYED, BANK_STAYED))
        yield self.say(
            Announcement(what="banca_qualifica", said="sim" if said else "nao", by="pagador"), name
        )
        due = self._due(jogada)
        whole = self.rng.randrange(3) > 0
        for player in jogada.going:
            yield self.say(HandShown(seat=player.seat, cards=tuple(player.cards)), name)
            prizes = self._paid(jogada, player, due, name, plays=said)
            if prizes is None:
                yield self._collect(player, name)
            elif whole or jogada.fault is not None or sum(map(sum, due.values())) == CAP:
                yield self._pay(player, player.main, sum(prizes), player.staked, name)
            else:
                for bet, prize, stake in zip(
                    player.main, prizes, (player.stake, player.second), strict=True
                ):
                    yield self._pay(player, (bet,), prize, stake, name)

    def _pay(
        self, player: _Player, bets: tuple[int, ...], prize: int, stake: int, name: str
    ) -> Said:
        return self.say(
            Payout(
                seat=player.seat,
                amount=prize,
                bets=bets,
                stake_returned=stake,
                player=player.name,
            ),
            name,
            after=(1, 4),
        )

    def _due(self, jogada: _Jogada) -> dict[int, tuple[int, int]]:
        """Return the prizes by seat, within the most that the bank pays (R33)."""
        prizes = {
            player.seat: prize
            for player in jogada.going
            if (prize := jogada.prizes(player)) is not None
        }
        total = sum(map(sum, prizes.values()))
        if total <= CAP:
            return prizes
        exact = {seat: CAP * sum(prize) for seat, prize in prizes.items()}
        parts = {seat: amount // total for seat, amount in exact.items()}
        by_rest = sorted(exact, key=lambda seat: (-(exact[seat] % total), seat))
        for seat in by_rest[: CAP - sum(parts.values())]:
            parts[seat] += 1
        return {seat: (0, part) for seat, part in parts.items()}

    def _awards(self, jogada: _Jogada, name: str) -> Telling:
        """Pay the jackpot, the smallest prize first, before the cards are taken (R32, R42)."""
        players = {player.seat: player for player in jogada.going if player.jackpot}
        winners = [
            (seat, held)
            for seat, player in players.items()
            if self.pool.has(held := combination(player.cards))
        ]
        prizes = self.pool.prizes(winners)
        full = self.pool.take(prizes)
        pool = self.pool.terms.pool
        award = None
        for prize in prizes:
            player = players[prize.seat]
            bet = player.bets["acumulado"]
            won = self.say(
                JackpotWon(
                    pool=pool,
                    combination=prize.combination,
                    amount=prize.amount,
                    seat=prize.seat,
                    player=player.name,
                    bet=bet,
                    cards=tuple(player.cards),
                ),
                name,
                after=(3, 6),
            )
            yield won
            award = won.name
            amount = self._award_paid(jogada, player, prize, name)
            if amount:
                yield self.say(
                    AwardPaid(
                        award=award,
                        pool=pool,
                        seat=prize.seat,
                        player=player.name,
                        amount=amount,
                        means="chips",
                        bet=bet,
                        cashier=self.dealer,
                    ),
                    name,
                    after=(10, 60),
                )
        if full:
            base = self.pool.terms.base
            yield self.say(
                PoolReset(pool=pool, award=award, amount=base, funds="operator", balance=base),
                name,
            )

    # --- what is done wrongly ------------------------------------------------------------------

    def _note(
        self, jogada: _Jogada, code: str, name: str, due: int, paid: int, bet: int | None = None
    ) -> None:
        assert jogada.fault is not None
        assert jogada.target is not None
        self.plant(jogada.fault, code, name, seat=jogada.target.seat, bet=bet, due=due, paid=paid)

    def _paid(
        self,
        jogada: _Jogada,
        player: _Player,
        due: dict[int, tuple[int, int]],
        name: str,
        *,
        plays: bool,
    ) -> tuple[int, int] | None:
        """Return the prizes that the pagador pays; None where he takes the stakes."""
        right = due.get(player.seat)
        fault = jogada.fault
        if fault in (BANK_PLAYED, BANK_STAYED):
            wrong = player.prizes(jogada.bank, plays=plays)
            if wrong != right:
                self._plant_payment(fault, "SD-QUAL", name, player, right, wrong)
            return wrong
        if player is not jogada.target:
            return right
        if fault == OVERPAID:
            assert right is not None
            wrong = right[0], right[1] + player.second
            self._plant_payment(fault, "SD-PAY", name, player, right, wrong)
            return wrong
        if fault == UNDERPAID:
            assert right is not None
            wrong = right[0], right[1] - player.second // 5
            self._plant_payment(fault, "SD-PAY", name, player, right, wrong)
            return wrong
        if fault == LOSER_PAID:
            wrong = player.stake, player.second * MULTIPLES[combination(player.cards)]
            self._plant_payment(fault, "SD-CMP", name, player, right, wrong)
            return wrong
        return right

    def _plant_payment(
        self,
        fault: str,
        code: str,
        name: str,
        player: _Player,
        right: tuple[int, int] | None,
        wrong: tuple[int, int] | None,
    ) -> None:
        if wrong is not None:
            due = 0 if right is None else sum(right) + player.staked
            paid = sum(wrong) + player.staked
            self.plant(fault, code, name, seat=player.seat, due=due, paid=paid)
            return
        assert right is not None
        # Stakes that were taken: nothing was paid for either bet, so each is a finding of its own.
        for bet, prize, stake in zip(
            player.main, right, (player.stake, player.second), strict=True
        ):
            self.plant(fault, code, name, seat=player.seat, bet=bet, due=prize + stake, paid=0)

    def _award_paid(self, jogada: _Jogada, player: _Player, prize: Prize, name: str) -> int:
        """Return what is paid of a jackpot prize."""
        if jogada.fault == UNPAID_SHARE and player is jogada.target:
            beaten = not jogada.plays or player not in jogada.winners
            code = "SD-JP-UNQ" if beaten else "PAY-NONE"
            self.plant(UNPAID_SHARE, code, name, seat=player.seat, due=prize.amount, paid=0)
            return 0
        if jogada.fault == UNDIVIDED and prize.undivided != prize.amount:
            self.plant(
                UNDIVIDED,
                "SD-JP-SPLIT",
                name,
                seat=player.seat,
                due=prize.amount,
                paid=prize.undivided,
            )
            return prize.undivided
        return prize.amount

    # --- what is going to happen ---------------------------------------------------------------

    def _draw(self) -> _Jogada:
        """Return a jogada in which the fault can be made."""
        fault = self.fault()
        hands = self._rigged.get(self.occasion, ())
        if fault in (UNPAID_SHARE, UNDIVIDED):
            hands = ("full", "full", "cor")
        while True:
            jogada = self._shuffle(hands, fault)
            prepare = _PREPARE.get(fault or "")
            if prepare is None or prepare(self, jogada):
                for player in jogada.players:
                    if player.goes and not player.second:
                        player.second = 2 * player.stake
                return jogada

    def _shuffle(self, hands: Sequence[str], fault: str | None) -> _Jogada:
        """Let players bet, and deal; hands that are asked for go to who bets on the jackpot."""
        players = [
            _Player(
                seat=seat,
                name=self._players[seat].name,
                stake=self.rng.choice(STAKES),
                jackpot=self.rng.randrange(3) > 0,
            )
            for seat in sorted(self._players)
        ]
        if len(players) > max(THREE, len(hands)) and self.rng.randrange(6) == 0:
            players.remove(self.rng.choice(players))  # one sits this jogada out
        lucky = self.rng.sample(players, len(hands))
        left = list(DECK)
        for player, hand in zip(lucky, hands, strict=True):
            player.jackpot = True
            player.cards = self._hand(hand, left)
            left = [card for card in left if card not in player.cards]
        self.rng.shuffle(left)
        for player in players:
            if not player.cards:
                player.cards, left = left[:HAND], left[HAND:]
        bank = left[:HAND]
        for player in players:
            player.goes = self._goes(player.cards, bank[-1])
        return _Jogada(players=players, bank=bank, fault=fault)

    def _goes(self, cards: Sequence[str], shown: str) -> bool:
        """Decide as players do: a pair or more; ace and king with something besides."""
        value, kinds = strength(cards)
        if value > 0 or self.rng.randrange(40) == 0:
            return True
        helped = kinds[2] >= JACK or shown[0] in {card[0] for card in cards}
        return kinds[:2] == [ACE, KING] and helped

    def _hand(self, name: str, left: Sequence[str]) -> list[str]:
        """Return five of the cards left that make a combination."""
        while True:
            suit = self.rng.choice("cdhs")
            top = self.rng.randrange(FOUR, 12)
            if name in ("sequencia_de_cor", "real"):
                top = 12 if name == "real" else top
                cards = [RANKS[rank] + suit for rank in range(top - FOUR, top + 1)]
            elif name == "cor":
                cards = [rank + suit for rank in self.rng.sample(RANKS, HAND)]
            else:
                one, other = self.rng.sample(RANKS, 2)
                count = FOUR if name == "poquer" else THREE
                cards = [one + s for s in self.rng.sample("cdhs", count)]
                cards += [other + s for s in self.rng.sample("cdhs", HAND - count)]
            if combination(cards) == name and set(cards) <= set(left):
                self.rng.shuffle(cards)
                return cards

    # --- rounds in which something goes wrong --------------------------------------------------

    def with_table_winner(self, jogada: _Jogada) -> bool:
        """Choose somebody who wins against a bank that plays, well below the cap."""
        return jogada.plays and self._choose(jogada, jogada.winners) and _modest(jogada)

    def with_loser(self, jogada: _Jogada) -> bool:
        """Choose somebody whom the bank beats."""
        losers = [one for one in jogada.going if jogada.prizes(one) is None]
        return jogada.plays and self._choose(jogada, losers)

    def with_idle_bank(self, jogada: _Jogada) -> bool:
        """Let the bank have less than ace and king, before two who go on."""
        return not jogada.plays and len(jogada.going) > 1 and _modest(jogada)

    def with_playing_bank(self, jogada: _Jogada) -> bool:
        """Let the bank play, before two who go on."""
        return jogada.plays and len(jogada.going) > 1 and _modest(jogada)

    def with_share(self, jogada: _Jogada) -> bool:
        """Choose one of several winners of the jackpot."""
        lucky = [
            one for one in jogada.going if one.jackpot and self.pool.has(combination(one.cards))
        ]
        return self._choose(jogada, lucky)

    def with_chip_to_lay(self, jogada: _Jogada) -> bool:
        """Choose somebody who has not bet on the jackpot."""
        return self._choose(jogada, [one for one in jogada.players if not one.jackpot])

    def with_anybody(self, jogada: _Jogada) -> bool:
        """Choose anybody."""
        return self._choose(jogada, jogada.players)

    def with_newcomer(self, jogada: _Jogada) -> bool:
        """Let somebody who sits this jogada out want to come in."""
        free = {*range(1, PLACES + 1)} - {one.seat for one in jogada.players}
        jogada.target = _Player(seat=min(free, default=0), name=f"{self.badge}-atrasado")
        return bool(free)

    def with_large_stake(self, jogada: _Jogada) -> bool:
        """Let somebody stake more than the table takes."""
        self._choose(jogada, jogada.players)
        assert jogada.target is not None
        jogada.target.stake = MAXIMUM + 500
        return _modest(jogada)

    def with_short_second(self, jogada: _Jogada) -> bool:
        """Let somebody put down no more than his initial bet."""
        if not self._choose(jogada, jogada.going):
            return False
        assert jogada.target is not None
        jogada.target.second = jogada.target.stake
        return _modest(jogada)

    def _choose(self, jogada: _Jogada, players: Sequence[_Player]) -> bool:
        if players:
            jogada.target = self.rng.choice(players)
        return bool(players)


def _modest(jogada: _Jogada) -> bool:
    """Tell whether the prizes stay below the most that the bank pays, however it plays."""
    for player in jogada.going:
        player.second = player.second or 2 * player.stake
    return (
        sum(one.stake + one.second * MULTIPLES[combination(one.cards)] for one in jogada.going)
        < CAP
    )


_PREPARE: Final[dict[str, Callable[[PoquerSemDescarte, _Jogada], bool]]] = {
    OVERPAID: PoquerSemDescarte.with_table_winner,
    UNDERPAID: PoquerSemDescarte.with_table_winner,
    LOSER_PAID: PoquerSemDescarte.with_loser,
    BANK_PLAYED: PoquerSemDescarte.with_idle_bank,
    BANK_STAYED: PoquerSemDescarte.with_playing_bank,
    UNPAID_SHARE: PoquerSemDescarte.with_share,
    UNDIVIDED: PoquerSemDescarte.with_share,
    LATE_CHIP: PoquerSemDescarte.with_chip_to_lay,
    LATE_BET: PoquerSemDescarte.with_anybody,
    LATE_NEWCOMER: PoquerSemDescarte.with_newcomer,
    OVER_LIMIT: PoquerSemDescarte.with_large_stake,
    SHORT_SECOND: PoquerSemDescarte.with_short_second,
}
