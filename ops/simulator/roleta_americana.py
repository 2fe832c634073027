"""Nights at a table of roleta americana with the French plate.

What is due is computed here from the rules' own words (R20, R39, R42), apart from replay, so that
agreement of the two means something.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import ClassVar, Final

from ledger.events.base import Chips
from ledger.events.outcomes import Announcement, BallLanded, BallLaunched
from ledger.events.rounds import (
    BetChanged,
    BetPlaced,
    BetsClosed,
    BetsOpened,
    BetWithdrawn,
    Collection,
    CoupNulled,
    Payout,
    RoundClosed,
    RoundOpened,
)
from ledger.events.seats import PlayerLeft, PlayerSeated
from ledger.events.tables import (
    ChipsRedeemed,
    ChipsSold,
    ColourAssigned,
    ColourReturned,
    EquipmentChanged,
    TableOpened,
)
from ops.simulator.party import Place, Telling
from ops.simulator.tables import CURRENCY, PROFILE, RECORDS, Table
from ops.simulator.terminal import Said

# --- the rules, as the law says them -----------------------------------------------------------

_CLOCKWISE: Final = (
    "0-32-15-19-4-21-2-25-17-34-6-27-13-36-11-30-8-23-10-5-24-16-33-1-20-14-31-9-22-18-29-7-28-12"
    "-35-3-26"
)
PLATE: Final = tuple(map(int, _CLOCKWISE.split("-")))
"""R3: the French order."""
RED: Final = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
PRIZES: Final = {
    "pleno": (35, 1),
    "cavalo": (17, 1),
    "rua": (11, 1),
    "quadro": (8, 1),
    "linha": (5, 1),
    "duzia": (2, 1),
    "coluna": (2, 1),
    "cavalo_de_duzia": (1, 2),
    "cavalo_de_coluna": (1, 2),
    "par": (1, 1),
    "impar": (1, 1),
    "menor": (1, 1),
    "maior": (1, 1),
    "encarnado": (1, 1),
    "preto": (1, 1),
}
"""R42: so many times the stake."""
EVEN: Final = ("par", "impar", "menor", "maior", "encarnado", "preto")
OUTSIDE: Final = ("duzia", "coluna", "cavalo_de_duzia", "cavalo_de_coluna", *EVEN)
SERIES: Final[dict[str, list[tuple[str, tuple[int, ...], int]]]] = {
    "serie_grande": [
        ("rua", (0, 2, 3), 2),
        ("cavalo", (4, 7), 1),
        ("cavalo", (12, 15), 1),
        ("cavalo", (18, 21), 1),
        ("cavalo", (19, 22), 1),
        ("quadro", (25, 26, 28, 29), 2),
        ("cavalo", (32, 35), 1),
    ],
    "serie_pequena": [
        ("cavalo", pair, 1) for pair in ((5, 8), (10, 11), (13, 16), (23, 24), (27, 30), (33, 36))
    ],
    "vadios": [
        ("pleno", (1,), 1),
        *(("cavalo", pair, 1) for pair in ((6, 9), (14, 17), (17, 20), (31, 34))),
    ],
}
"""R20 a: where the chips lie."""
ORDER: Final = (
    ("coluna",),
    EVEN,
    ("duzia",),
    ("vizinhos",),
    tuple(SERIES),
    ("linha",),
    ("rua",),
    ("quadro",),
    ("cavalo",),
    ("pleno",),
    ("cavalo_de_coluna", "cavalo_de_duzia"),
)
"""R37, which names no place for the last two."""
RANK: Final = {tipo: rank for rank, tipos in enumerate(ORDER) for tipo in tipos}


def _cloth() -> dict[str, list[str]]:
    def spell(*numbers: int) -> str:
        return "-".join(map(str, numbers))

    return {
        "pleno": [str(n) for n in range(37)],
        "cavalo": [
            *(spell(0, n) for n in (1, 2, 3)),
            *(spell(n, n + 1) for n in range(1, 36) if n % 3),
            *(spell(n, n + 3) for n in range(1, 34)),
        ],
        "rua": ["0-1-2", "0-2-3", *(spell(n, n + 1, n + 2) for n in range(1, 35, 3))],
        "quadro": [
            "0-1-2-3",
            *(spell(n, n + 1, n + 3, n + 4) for n in range(1, 33) if n % 3),
        ],
        "linha": [spell(*range(n, n + 6)) for n in range(1, 32, 3)],
        "duzia": ["1", "2", "3"],
        "coluna": ["34", "35", "36"],
        "cavalo_de_duzia": ["1-2", "2-3"],
        "cavalo_de_coluna": ["34-35", "35-36"],
        **{tipo: [""] for tipo in EVEN},
    }


CLOTH: Final = _cloth()
"""R18, R19: every place on the cloth where a chip may lie."""


def wins(tipo: str, selection: str, number: int) -> bool:  # noqa: PLR0911 - one a chance
    """Tell whether a number is one of those a chance covers.

    >>> wins("coluna", "34", 19), wins("menor", "", 0), wins("cavalo_de_duzia", "2-3", 13)
    (True, False, True)
    """
    if tipo in ("pleno", "cavalo", "rua", "quadro", "linha"):
        return str(number) in selection.split("-")
    if number == 0:
        return False
    if tipo in ("duzia", "cavalo_de_duzia"):
        return str((number + 11) // 12) in selection.split("-")
    if tipo in ("coluna", "cavalo_de_coluna"):
        return str(34 + (number - 1) % 3) in selection.split("-")
    if tipo in ("par", "impar"):
        return number % 2 == (tipo == "impar")
    if tipo in ("menor", "maior"):
        return (number > 18) == (tipo == "maior")  # noqa: PLR2004 - half of 36
    return (number in RED) == (tipo == "encarnado")


def beside(number: int, count: int) -> list[int]:
    """Return a number and its neighbours on the plate, so many in all."""
    place, side = PLATE.index(number), count // 2
    return [PLATE[(place + step) % len(PLATE)] for step in range(-side, side + 1)]


# --- players and what they do ------------------------------------------------------------------

COLOURS: Final = ("amarelo", "azul", "castanho", "laranja", "rosa", "verde")
CHIP_VALUES: Final = (100, 200, 250, 500)
FACE_VALUES: Final = (500, 1_000, 2_500)
MINIMUM: Final = {
    **dict.fromkeys(("pleno", "cavalo", "rua", "quadro", "linha"), 100),
    **dict.fromkeys(OUTSIDE, 500),
}
MAXIMUM: Final = {
    "pleno": 3_000,
    "cavalo": 6_000,
    "rua": 9_000,
    "quadro": 12_000,
    "linha": 18_000,
    **dict.fromkeys(("duzia", "coluna"), 100_000),
    **dict.fromkeys(("cavalo_de_duzia", "cavalo_de_coluna"), 150_000),
    **dict.fromkeys(EVEN, 200_000),
}
BOUGHT: Final = 50_000
SPARE: Final = 20_000
PLACES: Final = 8
BALL_HOUR: Final = timedelta(minutes=52)

OVERPAID: Final = "overpaid"
UNDERPAID: Final = "underpaid"
WRONG_BET: Final = "wrong-bet"
WRONG_SEAT: Final = "wrong-seat"
UNPAID: Final = "unpaid"
LATE_BET: Final = "late-bet"
LATE_REFUSED: Final = "late-bet-refused"
OVER_LIMIT: Final = "over-limit"
ZERO_KEPT: Final = "zero-kept"
WRONG_COLOUR: Final = "wrong-colour"


@dataclass
class _Player:
    seat: int
    name: str
    colour: str | None
    value: int
    purse: int = 0


@dataclass
class _Laid:
    """A bet as it lies when the bets are closed."""

    player: _Player
    tipo: str
    selection: str
    amount: int
    count: int
    number: int = 0
    """Within the round."""
    late: bool = False

    def due(self, number: int) -> tuple[int, int]:
        """Return the prize and what goes back of the stake (R42)."""
        parts: list[tuple[str, bool, int]]
        if self.tipo in SERIES:
            parts = [(kind, number in on, n) for kind, on, n in SERIES[self.tipo]]
        elif self.tipo == "vizinhos":
            covered = beside(int(self.selection), self.count)
            parts = [("pleno", n == number, 1) for n in covered]
        else:
            parts = [(self.tipo, wins(self.tipo, self.selection, number), 1)]
        chip = self.amount // sum(n for _, _, n in parts)
        prize = back = 0
        for kind, won, n in parts:
            if won:
                times, of = PRIZES[kind]
                prize += n * chip * times // of
                back += n * chip
        return prize, back


@dataclass
class _Coup:
    """What is going to happen in a coup."""

    bets: list[_Laid]
    number: int
    fault: str | None = None
    target: _Laid | None = None
    """The bet that is dealt with wrongly."""
    instead: _Laid | None = None
    """The bet that gets what is the target's."""
    collected: list[_Laid] = field(default_factory=list)
    payouts: list[Payout] = field(default_factory=list)

    @property
    def winners(self) -> list[_Laid]:
        """The bets that win something, in the order of payment."""
        won = [bet for bet in self.bets if any(bet.due(self.number))]
        first = {
            seat: min(RANK[bet.tipo] for bet in won if bet.player.seat == seat)
            for seat in {bet.player.seat for bet in won}
        }
        return sorted(
            won,
            key=lambda bet: (first[bet.player.seat], bet.player.seat, RANK[bet.tipo], bet.number),
        )


class RoletaAmericana(Table):
    """A table of roleta americana, its players and their luck."""

    GAME: ClassVar[str] = "roleta_americana"
    FAULTS: ClassVar[tuple[str, ...]] = (
        OVERPAID,
        UNDERPAID,
        WRONG_BET,
        WRONG_SEAT,
        UNPAID,
        LATE_BET,
        LATE_REFUSED,
        OVER_LIMIT,
        ZERO_KEPT,
        WRONG_COLOUR,
    )

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up, with nobody at it."""
        super().__init__(where, faults)
        self._players: dict[int, _Player] = {}
        self._came = 0
        self._last: int | None = None
        self._left_hand = True
        self._ball = 0
        self._ball_since = where.start

    def opening(self) -> TableOpened:
        """Return what the table opens with: wheel, plate, limits, colours."""
        return TableOpened(
            profile=PROFILE,
            game=self.GAME,
            options={
                "roda": "francesa37",
                "prato": tuple(map(str, PLATE)),
                "minimos": dict(MINIMUM),
                "maximos": dict(MAXIMUM),
                "cores": len(COLOURS),
            },
            currency=CURRENCY,
            records=RECORDS,
            count=self.float,
            counted_by=self.counters,
        )

    def open(self) -> Telling:
        """Open the table; the first players come."""
        yield from super().open()
        yield from self._new_ball("opening")
        for _ in range(4):
            yield from self._arrive()

    def close(self) -> Telling:
        """Let everybody go, and count."""
        for seat in sorted(self._players):
            yield from self._leave(seat)
        yield from super().close()

    def between(self) -> Telling:
        """Change the ball within the hour; players come, go and buy chips."""
        yield from super().between()
        if self.terminal.now - self._ball_since > BALL_HOUR:
            yield from self._new_ball("hourly")
        if len(self._players) < PLACES and self.rng.randrange(10) == 0:
            yield from self._arrive()
        if len(self._players) > 3 and self.rng.randrange(25) == 0:  # noqa: PLR2004 - some stay
            yield from self._leave(self.rng.choice(sorted(self._players)))
        for seat in sorted(self._players):
            if self._players[seat].purse < SPARE:
                yield self._buy(self._players[seat])

    def _new_ball(self, reason: str) -> Telling:
        old, self._ball = self._ball, self._ball % 2 + 1
        said = self.say(
            EquipmentChanged(
                item="ball",
                id=f"bola-{self._ball}",
                replaced=f"bola-{old}" if old else None,
                reason=reason,
                announced=reason == "hourly",
            )
        )
        self._ball_since = self.terminal.now
        yield said

    def _arrive(self) -> Telling:
        self._came += 1
        free = next(seat for seat in range(1, PLACES + 1) if seat not in self._players)
        taken = {player.colour for player in self._players.values()}
        colours = [colour for colour in COLOURS if colour not in taken]
        # Some play with chips of face value, on the chances that take them (R28).
        colour = self.rng.choice(colours) if colours and self.rng.randrange(4) else None
        player = _Player(
            seat=free,
            name=f"{self.badge}-j{self._came}",
            colour=colour,
            value=self.rng.choice(CHIP_VALUES if colour else FACE_VALUES),
        )
        self._players[free] = player
        yield self.say(PlayerSeated(seat=free, player=player.name), after=(1, 10))
        if colour is not None:
            yield self.say(
                ColourAssigned(colour=colour, seat=free, player=player.name, value=player.value)
            )
        yield self._buy(player)

    def _buy(self, player: _Player, amount: int = BOUGHT) -> Said:
        player.purse += amount
        return self.say(
            ChipsSold(
                amount=amount,
                means="cash",
                seat=player.seat,
                player=player.name,
                colour=player.colour,
            ),
            after=(3, 8),
        )

    def _leave(self, seat: int) -> Telling:
        player = self._players.pop(seat)
        if player.purse:
            yield self.say(
                ChipsRedeemed(
                    amount=player.purse,
                    means="chips",
                    seat=seat,
                    player=player.name,
                    colour=player.colour,
                ),
                after=(3, 8),
            )
        if player.colour is not None:
            yield self.say(
                ColourReturned(colour=player.colour, seat=seat, player=player.name, cause="left")
            )
        yield self.say(PlayerLeft(seat=seat, player=player.name, cause="own"))

    def _buy_enough(self, coup: _Coup) -> Telling:
        """Let who is going to lay more than he has buy chips first."""
        for seat in sorted(self._players):
            player = self._players[seat]
            if sum(bet.amount for bet in coup.bets if bet.player is player) > player.purse:
                yield self._buy(player, 10 * BOUGHT)

    # --- a coup --------------------------------------------------------------------------------

    def play(self, number: int) -> Telling:
        """Play one coup."""
        name = self.round_id(number)
        coup = self._draw(self.fault())
        yield from self._buy_enough(coup)
        yield self.say(RoundOpened(), name)
        yield self.say(BetsOpened(), name)
        in_time = [bet for bet in coup.bets if not bet.late]
        early = self.rng.randrange(len(in_time) + 1)
        for bet in in_time[:early]:
            yield from self._place(bet, name)
        yield self._launch(name)
        for bet in in_time[early:]:
            yield from self._place(bet, name)
        yield self.say(BetsClosed(by="call"), name, after=(2, 6))
        for bet in coup.bets:
            if bet.late:
                yield self._put(bet, bet.amount, name)
        if coup.fault == OVER_LIMIT:
            self._note_large_bet(coup, name)
        if coup.fault == LATE_REFUSED:
            yield from self._refuse(coup, name)
        if self._last is not None and self.rng.randrange(40) == 0:
            yield from self._null(name)
        yield from self._result(coup, name)
        yield from self._settle(coup, name)
        yield self.say(RoundClosed(), name)
        self._last = coup.number
        self._left_hand = not self._left_hand

    def _place(self, bet: _Laid, name: str) -> Telling:
        """Put a bet down; now and then more, or one that is taken back, before the close."""
        whim = self.rng.randrange(30)
        if whim == 0 and bet.count > 1 and bet.tipo in PRIZES:
            value = bet.amount // bet.count
            yield self._put(bet, value, name)
            yield self.say(
                BetChanged(
                    bet=bet.number,
                    amount=bet.amount,
                    chips=Chips(count=bet.count, value=value),
                    cause="own",
                ),
                name,
            )
            return
        if whim == 1:
            yield self._put(bet, bet.amount, name)
            yield self.say(BetWithdrawn(bet=bet.number, cause="own"), name)
            bet.number += 1_000  # put down again under another number
        yield self._put(bet, bet.amount, name)

    def _put(self, bet: _Laid, amount: int, name: str) -> Said:
        value = bet.player.value
        if bet.tipo in PRIZES:
            chips = Chips(count=amount // value, value=value)
        else:
            chips = Chips(count=bet.count, value=bet.amount // bet.count)
        return self.say(
            BetPlaced(
                bet=bet.number,
                seat=bet.player.seat,
                player=bet.player.name,
                chance=bet.tipo,
                selection=bet.selection or None,
                amount=amount,
                chips=chips,
            ),
            name,
        )

    def _launch(self, name: str) -> Said:
        side = "left" if self._left_hand else "right"
        return self.say(BallLaunched(by=self.dealer, direction=side), name, after=(1, 4))

    def _null(self, name: str) -> Telling:
        """Call the coup null, put the ball back and launch it again (R35)."""
        assert self._last is not None
        yield self.say(
            CoupNulled(
                cause=self.rng.choice(("fichas", "objeto")),
                rule="RA R35",
                previous_result=str(self._last),
                announced=True,
            ),
            name,
            after=(2, 5),
        )
        if self.rng.randrange(2):
            yield self.say(BallLanded(number=self._last), name)
        yield self._launch(name)

    def _result(self, coup: _Coup, name: str) -> Telling:
        number = coup.number
        colour = "encarnado" if number in RED else "preto"
        if coup.fault == WRONG_COLOUR:
            colour = "preto" if number in RED else "encarnado"
            self.plant(WRONG_COLOUR, "RES-IMPOSS", name)
        elif number == 0:
            colour = "verde"
        yield self.say(BallLanded(number=number, colour=colour), name, after=(8, 15))
        yield self.say(Announcement(what="marcador", said=str(number), by="pagador"), name)

    def _settle(self, coup: _Coup, name: str) -> Telling:
        """Take what is lost, then pay what is won (R37)."""
        self._decide_payments(coup, name)
        lost = [(bet.number, _lost(bet, coup.number)) for bet in coup.collected]
        if lost:
            total = sum(amount for _, amount in lost)
            numbers = tuple(number for number, _ in lost)
            yield self.say(Collection(amount=total, bets=numbers), name, after=(3, 8))
        for bet in coup.bets:
            bet.player.purse -= bet.amount
        for payout in coup.payouts:
            self._players[payout.seat].purse += payout.amount + payout.stake_returned
            yield self.say(payout, name, after=(1, 5))

    def _decide_payments(self, coup: _Coup, name: str) -> None:
        winners = coup.winners
        skipped = {id(coup.target)} if coup.fault in (UNPAID, WRONG_BET) else set[int]()
        kept = coup.target if coup.fault == ZERO_KEPT else None
        coup.collected = [bet for bet in coup.bets if _lost(bet, coup.number) and bet is not kept]
        style = self.rng.choice(("line", "line", "player", "seat"))
        if coup.fault not in (None, LATE_REFUSED, OVER_LIMIT, WRONG_COLOUR):
            style = "line"
        if style != "line":
            coup.payouts = _together(winners, coup.number, whole_seat=style == "seat")
            return
        if coup.fault is not None:
            winners.sort(key=lambda bet: RANK[bet.tipo])  # in order whoever is left out
        coup.payouts = [
            self._pay_line(bet, coup, name) for bet in winners if id(bet) not in skipped
        ]
        if kept is not None:
            self.plant(
                ZERO_KEPT,
                "RA-ZERO",
                name,
                seat=kept.player.seat,
                bet=kept.number,
                due=0,
                paid=kept.amount,
            )
            coup.payouts.append(_payout(kept, 0, kept.amount))
        if skipped:
            self._pay_nobody_or_another(coup, name)

    def _pay_line(self, bet: _Laid, coup: _Coup, name: str) -> Payout:
        prize, back = bet.due(coup.number)
        seat, due = bet.player.seat, prize + back
        where = {"seat": seat, "bet": bet.number}
        if bet.late:
            # Not a bet any more: the stake alone is due (R16).
            self.plant(LATE_BET, "BET-LATE", name, **where, due=0, paid=bet.amount)
            self.plant(LATE_BET, "PAY-DIFF", name, **where, due=bet.amount, paid=due)
        elif bet is coup.target and coup.fault in (OVERPAID, UNDERPAID):
            wrong = max(1, bet.amount // self.rng.choice((1, 2, 5)))
            prize = prize + wrong if coup.fault == OVERPAID else max(0, prize - wrong)
            self.plant(coup.fault, "RA-PAY", name, **where, due=due, paid=prize + back)
        elif bet is coup.target and coup.fault == WRONG_SEAT:
            others = [other for other in sorted(self._players) if other != seat]
            seat = self.rng.choice(others)
            self.plant(WRONG_SEAT, "PAY-DIFF", name, seat=seat, bet=bet.number, due=0, paid=due)
        return _payout(bet, prize, back, seat)

    def _pay_nobody_or_another(self, coup: _Coup, name: str) -> None:
        target, instead = coup.target, coup.instead
        assert target is not None
        assert coup.fault is not None
        prize, back = target.due(coup.number)
        due = prize + back
        seat = target.player.seat
        self.plant(coup.fault, "PAY-NONE", name, seat=seat, bet=target.number, due=due, paid=0)
        if instead is not None:
            coup.payouts.append(_payout(instead, prize, back))
            self.plant(coup.fault, "PAY-DIFF", name, seat=seat, bet=instead.number, due=0, paid=due)

    def _refuse(self, coup: _Coup, name: str) -> Telling:
        """Push a late bet back (R16)."""
        player = self._players[self.rng.choice(sorted(self._players))]
        bet = _Laid(player, "par", "", 5 * player.value, 5, number=len(coup.bets) + 500)
        yield self._put(bet, bet.amount, name)
        yield self.say(BetWithdrawn(bet=bet.number, cause="late"), name)
        self.plant(
            LATE_REFUSED,
            "BET-LATE",
            name,
            seat=player.seat,
            bet=bet.number,
            due=0,
            paid=bet.amount,
        )

    def _note_large_bet(self, coup: _Coup, name: str) -> None:
        bet = coup.target
        assert bet is not None
        self.plant(
            OVER_LIMIT,
            "BET-MAX",
            name,
            seat=bet.player.seat,
            bet=bet.number,
            due=MAXIMUM[bet.tipo],
            paid=bet.amount,
        )

    # --- what is going to happen ---------------------------------------------------------------

    def _draw(self, fault: str | None) -> _Coup:
        """Return a coup in which the fault can be made."""
        while True:
            coup = _Coup(bets=self._bets(), number=self.rng.randrange(37), fault=fault)
            prepare = _PREPARE.get(fault or "")
            if prepare is None or prepare(self, coup):
                for number, bet in enumerate(coup.bets, 1):
                    bet.number = number
                return coup

    def _bets(self) -> list[_Laid]:
        bets: list[_Laid] = []
        for seat in sorted(self._players):
            player = self._players[seat]
            count = self.rng.choice((0, 1, 2, 2, 3, 4, 6))
            mine: dict[tuple[str, str], _Laid] = {}
            for _ in range(count):
                bet = self._bet(player)
                on_numbers = any(tipo == "vizinhos" for tipo, _ in mine)
                if bet.tipo == "vizinhos" and on_numbers:
                    continue
                mine.setdefault((bet.tipo, bet.selection), bet)
            while sum(bet.amount for bet in mine.values()) > player.purse:
                mine.popitem()
            bets += mine.values()
        self.rng.shuffle(bets)
        return bets

    def _bet(self, player: _Player) -> _Laid:
        value = player.value
        if player.colour is not None:
            if self.rng.randrange(8) == 0:
                tipo = self.rng.choice(tuple(SERIES))
                size = sum(n for _, _, n in SERIES[tipo])
                times = self.rng.choice((1, 1, 1, 2))
                return _Laid(player, tipo, "", times * size * value, times * size)
            if self.rng.randrange(8) == 0:
                count = self.rng.choice((3, 5, 7))
                return _Laid(player, "vizinhos", str(self.rng.choice(PLATE)), count * value, count)
        inside = player.colour is not None and self.rng.randrange(3) > 0
        tipos = ("pleno", "pleno", "cavalo", "rua", "quadro", "linha") if inside else OUTSIDE
        tipo = self.rng.choice(tipos)
        least = -(-MINIMUM[tipo] // value)
        # A pleno leaves room for a chip of vizinhos on its number (R21 d).
        most = max(least, min(6, MAXIMUM[tipo] // value - (tipo == "pleno")))
        count = self.rng.randint(least, most)
        return _Laid(player, tipo, self.rng.choice(CLOTH[tipo]), count * value, count)

    # --- rounds in which something goes wrong --------------------------------------------------

    def with_winner(self, coup: _Coup) -> bool:
        """Choose a bet that wins; zero is kept apart."""
        plain = [bet for bet in coup.winners if bet.tipo in PRIZES]
        if coup.number == 0 or not plain:
            return False
        coup.target = self.rng.choice(plain)
        return True

    def with_loser_beside(self, coup: _Coup) -> bool:
        """Choose a bet that wins, and one of the same player that loses."""
        if not self.with_winner(coup):
            return False
        assert coup.target is not None
        seat = coup.target.player.seat
        losers = [
            bet
            for bet in coup.bets
            if bet.player.seat == seat and _lost(bet, coup.number) == bet.amount
        ]
        if losers:
            coup.instead = self.rng.choice(losers)
        return bool(losers)

    def with_late_winner(self, coup: _Coup) -> bool:
        """Lay a bet that wins after the call."""
        if coup.number == 0:
            return False
        player = self._players[self.rng.choice(sorted(self._players))]
        tipo = "par" if coup.number % 2 == 0 else "impar"
        bet = _Laid(player, tipo, "", 5 * player.value, 5, late=True)
        coup.bets.append(bet)
        coup.target = bet
        return True

    def with_large_bet(self, coup: _Coup) -> bool:
        """Lay more than the table takes."""
        player = self._players[self.rng.choice(sorted(self._players))]
        count = MAXIMUM["maior"] // player.value + 3
        bet = _Laid(player, "maior", "", count * player.value, count)
        coup.bets = [one for one in coup.bets if (one.player, one.tipo) != (player, "maior")]
        coup.bets.append(bet)
        coup.target = bet
        return True

    def with_zero(self, coup: _Coup) -> bool:
        """Let zero come while something lies that it takes."""
        coup.number = 0
        outside = [bet for bet in coup.bets if bet.tipo in OUTSIDE]
        if outside:
            coup.target = self.rng.choice(outside)
        return bool(outside)

    def with_colour(self, coup: _Coup) -> bool:
        """Let a number come that has a colour."""
        return coup.number != 0


_PREPARE: Final[dict[str, Callable[[RoletaAmericana, _Coup], bool]]] = {
    OVERPAID: RoletaAmericana.with_winner,
    UNDERPAID: RoletaAmericana.with_winner,
    WRONG_SEAT: RoletaAmericana.with_winner,
    UNPAID: RoletaAmericana.with_winner,
    WRONG_BET: RoletaAmericana.with_loser_beside,
    LATE_BET: RoletaAmericana.with_late_winner,
    OVER_LIMIT: RoletaAmericana.with_large_bet,
    ZERO_KEPT: RoletaAmericana.with_zero,
    WRONG_COLOUR: RoletaAmericana.with_colour,
}


def _lost(bet: _Laid, number: int) -> int:
    """Return what of a bet the bank takes."""
    return bet.amount - bet.due(number)[1]


def _payout(bet: _Laid, prize: int, back: int, seat: int | None = None) -> Payout:
    return Payout(
        seat=bet.player.seat if seat is None else seat,
        amount=prize,
        bets=(bet.number,),
        stake_returned=back,
        player=bet.player.name if seat in (None, bet.player.seat) else None,
        announced=prize,
    )


def _together(winners: Sequence[_Laid], number: int, *, whole_seat: bool) -> list[Payout]:
    """Return one payment a player, who gets all his prizes at one go (R41)."""
    payouts: list[Payout] = []
    for seat in dict.fromkeys(bet.player.seat for bet in winners):
        mine = [bet for bet in winners if bet.player.seat == seat]
        due = [bet.due(number) for bet in mine]
        payouts.append(
            Payout(
                seat=seat,
                amount=sum(prize for prize, _ in due),
                bets=() if whole_seat else tuple(bet.number for bet in mine),
                stake_returned=sum(back for _, back in due),
                player=mine[0].player.name,
            )
        )
    return payouts
