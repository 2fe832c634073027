"""A roulette, American or French: players, colours, the ball, null coups, online rounds."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any, ClassVar, Final

from typing_extensions import override

from ledger.events.outcomes import Announcement, BallLanded, BallLaunched
from ledger.events.rounds import BetsClosed, BetsOpened, CoupNulled, Payout, RoundVoided
from ledger.events.seats import PlaceRequested
from ledger.events.tables import (
    ChipValueAssigned,
    ColourAssigned,
    ColourReturned,
    EquipmentChanged,
)
from ops.simulator.games.wheels.coup import PHYSICAL, Coup, Laid, Player
from ops.simulator.games.wheels.roulette.cloth import (
    CLOTH,
    CLOTH_38,
    EVEN,
    FRENCH,
    OUTSIDE,
    PLATES,
    PRIZES,
    ZEROS,
    Parts,
    beside,
    colour_of,
    endings,
    prize_of,
    wins,
)
from ops.simulator.games.wheels.table import PLACES, CoupTable
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.terminal import Said

COLOURS: Final = ("amarelo", "azul", "castanho", "laranja", "rosa", "verde")
CHIP_VALUES: Final = (100, 200, 250, 500)
BALL_HOUR: Final = timedelta(minutes=52)
HOUR: Final = timedelta(hours=1)
SECONDS: Final = 25
"""For how long bets are open at a shared online table."""
SHARED: Final = "colour-shared"
VALUELESS: Final = "colour-without-value"
AMID_COLOURS: Final = frozenset({SHARED, VALUELESS})
"""Faults that want a player with chips of face value beside one with chips of colour."""
COUPS_LET_PASS: Final = 3
"""Coups without a bet after which a colour is lost to who waits for one (RA R25)."""
IDLE_SEAT: Final = 91
"""The first seat of players who hold a colour and do not bet."""
KEPT: Final = "colour-kept"
FELL_IN: Final = ("fichas", "bola", "objeto")
BALL_FAILED: Final = ("defeito", "fratura", "desaparecimento")


class Roulette(CoupTable):
    """A roulette table, its players and their luck."""

    PAY: ClassVar[str] = "RA-PAY"
    NULL_PAID: ClassVar[str] = "RA-NUL"
    FACE_VALUES: ClassVar[tuple[int, ...]] = (500, 1_000, 2_500)
    MINIMUM: ClassVar[Mapping[str, int]] = {
        **dict.fromkeys(("pleno", "cavalo", "rua", "quadro", "linha"), 100),
        **dict.fromkeys(OUTSIDE, 500),
    }
    MAXIMUM: ClassVar[Mapping[str, int]] = {
        "pleno": 3_000,
        "cavalo": 6_000,
        "rua": 9_000,
        "quadro": 12_000,
        "linha": 18_000,
        **dict.fromkeys(("duzia", "coluna"), 100_000),
        **dict.fromkeys(("cavalo_de_duzia", "cavalo_de_coluna"), 150_000),
        **dict.fromkeys(EVEN, 200_000),
    }
    MULTIPLE: ClassVar[Mapping[str, int]] = dict.fromkeys(OUTSIDE, 50)
    SERIES: ClassVar[Mapping[str, Parts]]
    """The table's series, with the places of their chips."""
    GOES_ON: ClassVar[frozenset[str]] = frozenset({KEPT})
    WHEELS: ClassVar[tuple[str, ...]] = (FRENCH,)
    """The wheels of the gaming days, by turns."""
    CALLS_ONLINE_ONLY: ClassVar[bool] = False
    NULL_RULE: ClassVar[str]
    VOID_RULE: ClassVar[str]
    """Of an online round."""

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up, with nobody at it."""
        super().__init__(where, faults)
        self.wheel = FRENCH
        self.last: str | None = None
        """The number of the coup before, since the table was opened."""
        self._days = 0
        self.left_hand = True
        """Whether the next ball goes to the left."""
        self.alternates = False
        """Whether the coup before, at this opening, had one ball and was not null."""
        self._ball = 0
        self.ball_since = where.start
        self.hushed = False
        """Whether the next change of ball is not said aloud."""
        self.beyond: tuple[str, int, int] = ("", 0, 0)
        """A chance whose maximum is too high: what it may be, and what it is."""
        self.voided = False
        """Whether the coup before was void: it counts for nobody (R25)."""
        self.keeping: str | None = None
        """The fault by which players who do not bet keep their colours while somebody waits."""
        self.idle: list[str] = []
        """Their colours."""
        self.kept = 0
        """How many of them have been there from the first."""
        self.let_pass = 0
        """Coups that they have let pass."""
        self.owed: tuple[Payout, str, str] | None = None
        """A payment that waits until the bets of the next coup are open, its round, the fault."""

    # --- the table -----------------------------------------------------------------------------

    @override
    def options(self) -> dict[str, Any]:
        return {
            "roda": self.wheel,
            "prato": self.plate,
            "cores": len(COLOURS),
            "tempo_apostas": SECONDS,
        }

    @property
    def plate(self) -> tuple[str, ...]:
        """The wheel's numbers, clockwise."""
        return PLATES[self.wheel]

    @property
    def cloth(self) -> Mapping[str, tuple[str, ...]]:
        """The places where chips may lie."""
        return CLOTH_38 if self.wheel == "americana38" else CLOTH

    @property
    def thrower(self) -> str:
        """Badge of who launches the ball."""
        return self.dealer

    @override
    def open(self) -> Telling:
        if not self.altered:
            self.wheel = self.WHEELS[self._days % len(self.WHEELS)]
        self.wheel = self.altered.get("roda", self.wheel)
        self.last, self.alternates = None, False
        yield from super().open()

    @override
    def play(self, number: int) -> Telling:
        if self.keeping is not None and self.let_pass == COUPS_LET_PASS:
            yield from self.hold_colours()
            for at in range(self.kept):
                self.plant(self.keeping, "RA-3G", self.round_id(number), seat=IDLE_SEAT + at)
        yield from super().play(number)
        if self.keeping is not None:
            self.let_pass += self.let_pass == COUPS_LET_PASS or not self.voided
            if self.let_pass > COUPS_LET_PASS:
                yield from self.free_idle()

    def hold_colours(self) -> Telling:
        """Let every colour that is free be held by somebody who does not bet."""
        for colour in self.free_colours():
            seat = IDLE_SEAT + len(self.idle)
            self.idle.append(colour)
            name = f"{self.badge}-parado-{seat}"
            yield self.say(ColourAssigned(colour=colour, seat=seat, player=name, value=100))

    def free_idle(self) -> Telling:
        """Let those go who did not bet, and who waited for a colour."""
        waits = f"{self.badge}-espera"
        yield self.say(PlaceRequested(player=waits, wish="colour", withdrawn=True))
        for at, colour in enumerate(self.idle):
            seat = IDLE_SEAT + at
            name = f"{self.badge}-parado-{seat}"
            returned = ColourReturned(colour=colour, seat=seat, player=name, cause="left")
            yield self.say(returned)
        self.keeping, self.idle, self.let_pass = None, [], 0

    @override
    def close(self) -> Telling:
        if self.keeping is not None:
            self.put_off(self.keeping)
            yield from self.free_idle()
        if self.owed is not None:
            self.put_off(self.owed[2])
            yield self.pay_owed()
        yield from super().close()
        if not self.altered:
            self._days += 1

    @override
    def reopen(self, **altered: Any) -> Telling:
        self._days -= not self.altered  # the same day
        yield from super().reopen(**altered)

    @override
    def prepare_table(self) -> Telling:
        yield self.new_ball("opening")

    @override
    def between(self) -> Telling:
        """Change the ball within the hour; players come, go and buy chips."""
        yield from super().between()
        if self.terminal.now - self.ball_since > BALL_HOUR:
            yield self.new_ball("hourly")
        if self.wants_colour() is not None and len(self.players) < PLACES:
            yield from self.arrive()

    @override
    def leave(self, seat: int) -> Telling:
        if self.owed is None or self.owed[0].seat != seat:
            yield from super().leave(seat)

    @override
    def take_fault(self) -> str | None:
        busy = self.owed is not None or self.keeping is not None
        return None if busy else super().take_fault()

    @override
    def hold(self, coup: Coup) -> None:
        assert coup.fault is not None
        self.owed = (coup.payouts.pop(), coup.name, coup.fault)

    def pay_owed(self) -> Said:
        """Pay the bets left open in the coup before."""
        assert self.owed is not None
        payout, name, _ = self.owed
        self.owed = None
        self.players[payout.seat].purse += payout.amount + payout.stake_returned
        return self.say(payout, name)

    def new_ball(self, reason: str) -> Said:
        """Change the ball; within the hour, aloud."""
        old, self._ball = self._ball, self._ball % 2 + 1
        said = self.say(
            EquipmentChanged(
                item="ball",
                id=f"bola-{self._ball}",
                replaced=f"bola-{old}" if old else None,
                reason=reason,
                announced=reason == "hourly" and not self.hushed,
            )
        )
        self.ball_since = self.terminal.now
        return said

    # --- players -------------------------------------------------------------------------------

    @override
    def newcomer(self, seat: int, name: str) -> Player:
        free = self.free_colours()
        # Some play with chips of face value, on the chances that take them (R28).
        wanted = self.wants_colour()
        coloured = bool(free) and (self.rng.randrange(4) > 0 if wanted is None else wanted)
        colour = self.rng.choice(free) if coloured else None
        value = self.rng.choice(CHIP_VALUES if colour else self.FACE_VALUES)
        return Player(seat, name, value, colour)

    def wants_colour(self) -> bool | None:
        """Tell whether the fault to come wants a player with a colour; None where any will do."""
        kinds = {player.colour is not None for player in self.players.values()}
        alike = self.coming() in AMID_COLOURS and len(kinds) == 1
        return not kinds.pop() if alike else None

    def free_colours(self) -> list[str]:
        """Return the colours that nobody has."""
        taken = {player.colour for player in self.players.values()}.union(self.idle)
        return [colour for colour in COLOURS if colour not in taken]

    @override
    def equip(self, player: Player) -> Telling:
        if player.colour is not None:
            asked = self.whims.choice(CHIP_VALUES) if self.whims.randrange(3) == 0 else player.value
            yield self.say(
                ColourAssigned(
                    colour=player.colour, seat=player.seat, player=player.name, value=asked
                )
            )
            if asked != player.value:  # he thinks better of it before he has a chip
                yield self.aside(
                    ChipValueAssigned(
                        colour=player.colour,
                        value=player.value,
                        seat=player.seat,
                        player=player.name,
                    )
                )

    @override
    def strip(self, player: Player) -> Telling:
        if player.colour is not None:
            yield self.say(
                ColourReturned(
                    colour=player.colour, seat=player.seat, player=player.name, cause="left"
                )
            )

    # --- bets ----------------------------------------------------------------------------------

    @override
    def ordinary(self, bet: Laid) -> bool:
        return bet.tipo in PRIZES

    @override
    def due(self, bet: Laid, result: str) -> tuple[int, int]:
        if bet.refused:
            return 0, bet.amount
        parts = self.parts(bet)
        if parts is None:
            if not wins(bet.tipo, bet.selection, result):
                return 0, 0
            times, of = PRIZES[bet.tipo]
            return bet.amount * times // of, bet.amount
        return prize_of(parts, bet.amount // sum(count for _, count in parts), result)

    def parts(self, bet: Laid) -> Parts | None:
        """Return where the chips of a bet on several places lie; None of another bet."""
        text = bet.selection
        if bet.tipo in self.SERIES:
            return as_laid(text) if text else self.SERIES[bet.tipo]
        if bet.tipo in ("vizinhos", "terminacao") and "-" in text:
            return tuple((n, 1) for n in text.split("-"))
        if bet.tipo == "vizinhos":
            return tuple((n, 1) for n in beside(text, bet.count, self.plate))
        if bet.tipo == "terminacao":
            return tuple((n, 1) for n in endings(text))
        return None

    @override
    def is_zero(self, result: str) -> bool:
        return result in ZEROS

    @override
    def lost_code(self, bet: Laid, result: str) -> str:
        return "RA-ZERO" if result in ZEROS and bet.tipo in OUTSIDE else "PAY-DIFF"

    @override
    def a_result(self) -> str:
        return self.rng.choice(self.plate)

    @override
    def a_bet(self, player: Player) -> Laid:
        value = player.value
        if player.colour is not None and self.wheel == FRENCH and not self.CALLS_ONLINE_ONLY:
            if self.rng.randrange(8) == 0:
                return self.a_series(player)
            if self.rng.randrange(8) == 0:
                return self.some_neighbours(player)
        inside = player.colour is not None and self.rng.randrange(3) > 0
        tipos = ("pleno", "pleno", "cavalo", "rua", "quadro", "linha") if inside else OUTSIDE
        tipo = self.rng.choice(tipos)
        least = -(-self.MINIMUM[tipo] // value)
        # A pleno leaves room for a chip of vizinhos on its number (R21 d).
        most = max(least, min(6, self.MAXIMUM[tipo] // value - (tipo == "pleno")))
        count = self.rng.randint(least, most)
        return Laid(player, tipo, self.rng.choice(self.cloth[tipo]), count * value, count)

    def a_series(self, player: Player) -> Laid:
        """Return a bet on a series: one of it, seldom two."""
        tipo = self.rng.choice(tuple(self.SERIES))
        count = sum(n for _, n in self.SERIES[tipo]) * self.rng.choice((1, 1, 1, 2))
        return Laid(player, tipo, "", count * player.value, count)

    def some_neighbours(self, player: Player) -> Laid:
        """Return a bet on a number and its neighbours."""
        count = self.rng.choice((3, 5, 7))
        return Laid(player, "vizinhos", self.rng.choice(self.plate), count * player.value, count)

    def some_ending(self, player: Player) -> Laid:
        """Return a bet on a final digit."""
        digit = self.rng.choice("0123456789")
        count = len(endings(digit))
        return Laid(player, "terminacao", digit, count * player.value, count)

    @override
    def fits_beside(self, bet: Laid, mine: Iterable[Laid]) -> bool:
        # One bet on neighbours at most: two and a pleno might pass the pleno's maximum (R21 d).
        on_numbers = ("vizinhos", "terminacao")
        return bet.tipo not in on_numbers or not any(one.tipo in on_numbers for one in mine)

    # --- a coup --------------------------------------------------------------------------------

    @override
    def a_course(self, coup: Coup) -> str:
        if self.owed is not None:
            return ""
        draw = self.rng.randrange(240)
        if draw < 4:  # of 240
            return "rebuilt"
        if draw < 10 and self.last is not None:  # of 240
            return "null" if draw < 8 else "ball-failed"  # of 240
        if draw == 10:  # of 240
            coup.void = RoundVoided(cause="avaria do cilindro", rule=self.NULL_RULE)
            return "null-void"
        if draw < 35:  # of 240
            return self.online(coup)
        return ""

    def online(self, coup: Coup) -> str:
        """Let a coup be played online; a few fail there."""
        coup.mode = self.rng.choice(("shared", "exclusive"))
        if coup.mode == "exclusive":
            only = self.someone()
            coup.bets = [bet for bet in coup.bets if bet.player is only]
        if self.CALLS_ONLINE_ONLY and self.rng.randrange(4):
            self.lay_calls(coup)
        if self.rng.randrange(6) == 0:
            coup.void = RoundVoided(cause="falha do sistema", rule=self.VOID_RULE, side="operator")
            return "failed"
        return ""

    def lay_calls(self, coup: Coup) -> None:
        """Add bets that are called."""
        for player in list(dict.fromkeys(bet.player for bet in coup.bets)):
            kinds = (self.a_series, self.some_neighbours, self.some_ending)
            coup.bets.append(self.rng.choice(kinds)(player))

    @override
    def launch(self, coup: Coup) -> Telling:
        if coup.mode == PHYSICAL:
            yield self.throw(coup)

    def throw(self, coup: Coup) -> Said:
        """Launch the ball, alternately from left and right."""
        side = "left" if self.left_hand else "right"
        return self.say(BallLaunched(by=self.thrower, direction=side), coup.name, after=(1, 4))

    @override
    def betting(self, coup: Coup) -> Telling:
        if self.owed is not None:
            self.plant(self.owed[2], "BET-EARLY", coup.name)
            yield self.pay_owed()
        yield from super().betting(coup)

    @override
    def take_bets(self, coup: Coup) -> Telling:
        if coup.mode == PHYSICAL:
            yield from super().take_bets(coup)
            return
        shared = coup.mode == "shared"
        yield self.say(BetsOpened(seconds=SECONDS if shared else None), coup.name)
        opened = self.terminal.now
        for bet in coup.bets:
            yield self.put(bet, bet.amount, coup.name, after=(0, 0))
        self.terminal.now = max(self.terminal.now, opened + timedelta(seconds=SECONDS))
        yield self.say(BetsClosed(by="clock"), coup.name, after=(0, 0))
        yield self.throw(coup)

    @override
    def decide(self, coup: Coup) -> Telling:
        self.left_hand = not self.left_hand
        self.alternates = not coup.course and coup.fault is None
        self.voided = coup.void is not None
        coup.previous = self.last
        if coup.course in ("null", "ball-failed", "ball-kept"):
            yield from self.null(coup)
        if coup.course in ("null-void", "null-only"):
            yield self.called_null(coup, self.rng.choice(FELL_IN))
        self.last = None
        if coup.course not in ("null-void", "null-only", "failed", "unseen"):
            yield from self.landed(coup)
            self.last = coup.result if coup.result in self.plate else None

    def called_null(self, coup: Coup, cause: str) -> Said:
        """Call the coup null, and put the ball back on the number before (R35)."""
        back = coup.previous or self.last
        nulled = CoupNulled(cause=cause, rule=self.NULL_RULE, previous_result=back, announced=True)
        return self.say(nulled, coup.name, after=(2, 5))

    def null(self, coup: Coup) -> Telling:
        """Call the coup null, put the ball back, change it if it failed, and launch it again."""
        failed = coup.course in ("ball-failed", "ball-kept")
        yield self.called_null(coup, self.rng.choice(BALL_FAILED if failed else FELL_IN))
        if coup.course == "ball-failed":
            yield self.new_ball("damaged")
        if self.last is not None and self.rng.randrange(2):
            yield self.say(BallLanded(number=pocket(self.last)), coup.name)
        yield self.throw(coup)

    def landed(self, coup: Coup) -> Telling:
        """Let the ball rest, and show the number."""
        number = coup.result
        colour = "verde" if number not in self.plate else colour_of(number)
        if coup.course == "wrong-colour":
            colour = "preto" if colour == "encarnado" else "encarnado"
        yield self.say(BallLanded(number=pocket(number), colour=colour), coup.name, after=(8, 15))
        yield self.say(Announcement(what="marcador", said=number, by="pagador"), coup.name)


def pocket(number: str) -> int | str:
    """Return a number as events write it: 00 has no number of its own."""
    return number if number == "00" else int(number)


def as_laid(text: str) -> Parts:
    """Return the places of a series that lies otherwise, as a bet's selection writes them.

    >>> as_laid("0-2-3:2 4-7")
    (('0-2-3', 2), ('4-7', 1))
    """
    words = (word.partition(":") for word in text.split())
    return tuple((place, int(count or 1)) for place, _, count in words)
