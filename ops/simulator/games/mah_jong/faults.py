"""Who pays what at a table of mah-jong, what can go wrong, and what must be found of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ledger.events.outcomes import (
    DiceRolled,
    ErrorNoted,
    HandShown,
    TileClaimed,
    TileDiscarded,
    TileDrawn,
    WallBuilt,
)
from ledger.events.rounds import Collection, Commission, LiabilityRuled, Payout
from ledger.events.seats import StackDeclared
from ops.simulator.games.mah_jong.hand import Game, Win
from ops.simulator.games.mah_jong.hand import bearer as bearer_of
from ops.simulator.games.mah_jong.hand import worth as worth_of
from ops.simulator.parties.party import Telling

if TYPE_CHECKING:
    from ops.simulator.games.mah_jong.table import MahJongTable

OVERPAID: Final = "overpaid"
UNDERPAID: Final = "underpaid"
UNPAID: Final = "unpaid"
WRONG_SEAT: Final = "wrong-seat"
NOT_COLLECTED: Final = "loser-not-collected"
FAN_TOO_HIGH: Final = "fan-too-high"
FAN_TOO_LOW: Final = "fan-too-low"
BANKER_SINGLE: Final = "banker-not-double"
CAP_IGNORED: Final = "capital-ignored"
FEE_WRONG: Final = "fee-wrong"
NO_FEE: Final = "no-fee"
LIABLE_SPARED: Final = "liable-spared"
LIABLE_FOURTH: Final = "fourth-set-spared"
LIABLE_HONOUR: Final = "honour-spared"
NOT_LIABLE: Final = "charged-alone"
RULED_WRONGLY: Final = "ruled-wrongly"
FARTHER_PAID: Final = "farther-winner-paid"
FALSE_WIN: Final = "false-win"
FALSE_UNPAID: Final = "false-win-unpaid"
FALSE_SHORT: Final = "false-win-short"
FALSE_PAID: Final = "false-win-paid"
FALSE_PLAYED_ON: Final = "false-win-played-on"
GAVE_UP: Final = "given-up-pong-wins"
OUT_OF_TURN: Final = "out-of-turn"
DEALT_WRONG: Final = "dealt-out-of-order"
SAW: Final = "saw-and-kong"
CHI_FAR: Final = "chi-from-afar"
CHI_FIRST: Final = "chi-before-pong"
CHI_BARRED: Final = "chi-in-simplified"
SHORT_SET: Final = "short-set"
WRONG_DICE: Final = "wrong-dice"
ONE_MISSING: Final = "one-player-missing"
FIFTH: Final = "fifth-piece"
NOT_HELD: Final = "discards-not-held"
OTHER_WALL: Final = "other-piece-than-wall"
NOT_LAST: Final = "not-the-last-piece"
VOIDED: Final = "voided-without-ground"
SEEN: Final = {SAW: "MJ-PRIO", NOT_LAST: "RES-IMPOSS"}
"""Faults of what was played before the win, found of the winner: the money is right."""

MONEY: Final = (
    OVERPAID,
    UNDERPAID,
    UNPAID,
    WRONG_SEAT,
    NOT_COLLECTED,
    FAN_TOO_HIGH,
    FAN_TOO_LOW,
    BANKER_SINGLE,
    CAP_IGNORED,
    FEE_WRONG,
    NO_FEE,
    NOT_LIABLE,
    RULED_WRONGLY,
    FALSE_WIN,
    FALSE_UNPAID,
    FALSE_SHORT,
    FALSE_PAID,
    FALSE_PLAYED_ON,
    OUT_OF_TURN,
    DEALT_WRONG,
    SAW,
    SHORT_SET,
    WRONG_DICE,
    FIFTH,
    NOT_HELD,
    OTHER_WALL,
    NOT_LAST,
    VOIDED,
)
CONVENTIONAL: Final = (
    *MONEY,
    LIABLE_SPARED,
    LIABLE_FOURTH,
    LIABLE_HONOUR,
    GAVE_UP,
    CHI_FAR,
    CHI_FIRST,
    ONE_MISSING,
    FARTHER_PAID,
)
SIMPLE: Final = (*MONEY, CHI_BARRED, FARTHER_PAID)
OF_ACTS: Final = frozenset(
    {
        OUT_OF_TURN,
        DEALT_WRONG,
        CHI_FAR,
        CHI_FIRST,
        CHI_BARRED,
        SHORT_SET,
        WRONG_DICE,
        ONE_MISSING,
        FIFTH,
        NOT_HELD,
        OTHER_WALL,
        VOIDED,
    }
)
FALSE_WINS: Final = frozenset({FALSE_WIN, FALSE_UNPAID, FALSE_SHORT, FALSE_PAID, FALSE_PLAYED_ON})
NATURAL: Final = OF_ACTS | FALSE_WINS
"""For which no hand is arranged, and nobody wins."""
MILLION: Final = 1_000_000
UNITS: Final = (100, 200, 400)
"""The operator's: for kai vu, one fán, a fán dobrado."""
FEES: Final = ((0, 50_000, 0), (1_000, 30_000, 15))
"""The approved table of commissions (R31): from which prize, parts in a million, and besides."""
FEW: Final = 3


def fee_of(prize: int, table: Iterable[tuple[int, int, int]]) -> int:
    """Return the commission on a prize by the line of the table that it reaches (R31).

    >>> fee_of(999, ((0, 50_000, 0), (1_000, 30_000, 15)))
    49
    >>> fee_of(1_000, ((0, 50_000, 0), (1_000, 30_000, 15)))
    45
    """
    reached = [line for line in table if line[0] <= prize]
    if not reached or prize <= 0:
        return 0
    _, ppm, fixed = max(reached)
    return min(prize, prize * ppm // MILLION + fixed)


def divided(amount: int, weights: Sequence[int]) -> list[int]:
    """Divide in proportion; odd units to the largest remainders, in order (R35).

    >>> divided(100, [200, 200, 400]), divided(10, [1, 1, 1])
    ([25, 25, 50], [4, 3, 3])
    """
    total = sum(weights)
    parts = [amount * weight // total for weight in weights]
    rest = [amount * weight % total for weight in weights]
    order = sorted(range(len(weights)), key=lambda at: (-rest[at], at))
    for at in order[: amount - sum(parts)]:
        parts[at] += 1
    return parts


@dataclass
class Money:
    """What passes between the players, and to the house."""

    taken: dict[int, int]
    """Seat to what he pays."""
    fee: int
    prize: int
    """To the winner."""
    to: dict[int, int] | None = None
    """Who is paid, where it is another."""


class Desk:
    """What the fiscal and the pagador do at a table of mah-jong."""

    def __init__(self, table: "MahJongTable") -> None:
        """Serve a table."""
        self.table = table
        self.done = False
        """Whether the fault of this game was made."""
        self.changed: list[int] = []
        """Seats whose capital is another after the game."""
        self._piled: list[str] = []
        """The order of the wall, as it is told."""
        self._front = 0
        """Pieces drawn from its front."""
        self._ruled = 0
        """Whom a wrong ruling names."""

    # --- the game ------------------------------------------------------------------------------

    def begin(self, game: Game) -> None:
        """Begin a game."""
        self.done = False
        fault = game.fault
        if fault in NATURAL:
            game.no_win = True
        game.machine = fault == OTHER_WALL

    def made(self, game: Game, code: str, **more: object) -> None:
        """Note what must be found."""
        assert game.fault is not None
        self.done = True
        self.table.plant(game.fault, code, game.name, **more)

    def wanted(self, game: Game) -> tuple[str, int] | None:
        """Return the hand, and at whose place, that a fault needs."""
        fault, rng = game.fault, self.table.rng
        others = game.places[1:]
        if fault is None:
            return None
        name = {
            LIABLE_SPARED: "um_grupo_3",
            LIABLE_FOURTH: "um_grupo_4",
            LIABLE_HONOUR: "tai_sei_hei",
            SAW: "kong",
            NOT_LAST: "lugar" if self.table.conventional else "par",
            FAN_TOO_LOW: "peng_vu" if self.table.conventional else "fat_choi",
        }.get(fault, "kai_vu")
        if fault == CAP_IGNORED:
            name = "um_grupo" if self.table.conventional else "fat_choi"
        return name, rng.choice(others if fault == BANKER_SINGLE else game.places)

    def capital(self, game: Game) -> Telling:
        """Let everybody have enough in play, or too little, as a fault needs it."""
        if game.fault is None:
            return
        for seat in game.places:
            one = self.table.seats[seat]
            stack = 10_000
            if game.fault == CAP_IGNORED and game.script is not None:
                stack = 150 if seat == game.script.winner else 10_000
            one.stack = stack
            yield self.table.say(StackDeclared(seat=seat, amount=stack, why="capital"))

    def material(self, game: Game, dice: int, pieces: int) -> Telling:
        """Pile the pieces and throw the dice (R7, R8)."""
        table, fault, name = self.table, game.fault, game.name
        if fault in (SHORT_SET, WRONG_DICE):
            self.made(game, "MJ-SET")
        order = tuple(self._order(game)) if game.machine else ()
        yield table.say(
            WallBuilt(pieces=pieces - (fault == SHORT_SET), order=order), name, after=(20, 60)
        )
        count = dice + (fault == WRONG_DICE)
        yield table.say(DiceRolled(dice=tuple(table.rng.randint(1, 6) for _ in range(count))), name)
        if fault == SAW:
            assert game.script is not None
            seat = game.script.winner
            yield table.say(ErrorNoted(error="viu_pedras", seat=seat, by="player"), name)

    def _order(self, game: Game) -> list[str]:
        order = list(game.wall)
        if game.fault == OTHER_WALL:
            at = 70
            other = next(i for i in range(at, len(order)) if order[i] != order[at])
            order[at], order[other] = order[other], order[at]
        self._piled, self._front = order, len(self.table.order(game))
        return order

    def drawn_from_wall(self, game: Game, seat: int, tile: str) -> None:
        """Note a piece drawn that is not the one that the machine had piled there."""
        self._front += 1
        wrong = game.fault == OTHER_WALL and self._piled[self._front - 1] != tile
        if wrong and not self.done:
            self.made(game, "RES-IMPOSS", seat=seat)

    def order_of_deal(self, game: Game) -> list[int]:
        """Return who takes each piece of the deal."""
        order = self.table.order(game)
        if game.fault == DEALT_WRONG:
            last = len(order) - 1
            at = next(at for at in range(3, last) if order[at] != order[at + 1])
            order[at], order[at + 1] = order[at + 1], order[at]
            self.made(game, "MJ-PRIO", seat=order[at])
        return order

    def next_to_draw(self, game: Game, giver: int) -> int:
        """Return who draws after a discard that nobody took."""
        seat = game.right(giver)
        if game.fault == OUT_OF_TURN and not self.done and game.discards > FEW:
            seat = game.right(seat)
            self.made(game, "MJ-PRIO", seat=seat)
        return seat

    # --- a win ---------------------------------------------------------------------------------

    def declared(self, game: Game, win: Win) -> Telling:
        """Tell who says that he has won, and show his pieces."""
        for seat in (win.seat, *game.rivals):
            yield from self._declares(game, win, seat)

    def _declares(self, game: Game, win: Win, seat: int) -> Telling:
        table, name = self.table, game.name
        yield table.say(
            TileClaimed(
                seat=seat, claim="ganho", tiles=(win.piece,), of=win.giver, robbed=win.robbed
            ),
            name,
        )
        closed = table.seats[seat].closed
        with_piece = win.giver is None or table.rng.randrange(2)
        shown = [*closed, win.piece] if win.giver is not None and with_piece else closed
        yield table.say(HandShown(seat=seat, cards=tuple(shown)), name, after=(1, 4))

    def shares(self, game: Game, win: Win, grade: int) -> dict[int, int]:
        """Return what each owes before any capital ends: the banker double (R30, R68)."""
        return {
            seat: UNITS[grade] * (2 if game.banker in (seat, win.seat) else 1)
            for seat in game.places
            if seat != win.seat
        }

    def capped(self, win: Win, owed: dict[int, int]) -> dict[int, int]:
        """Return what each pays: no more than he has, nor all more than the winner has (R35)."""
        seats = self.table.seats
        able = {seat: min(amount, seats[seat].stack) for seat, amount in owed.items()}
        most = seats[win.seat].stack
        if sum(able.values()) > most:
            able = dict(zip(able, divided(most, list(able.values())), strict=True))
        return able

    def settled(self, game: Game, win: Win) -> Telling:
        """Take from who loses and pay who wins (R30 to R41); or make him pay who won nothing."""
        table = self.table
        if game.false:
            yield from self._indemnity(game, win)
            return
        worth = worth_of(table.seats, game, win, table.SETS)
        own = self.shares(game, win, worth)
        bearer = bearer_of(table.seats, win, table.SETS)
        owed = dict(own)
        if bearer is not None:
            owed = {seat: sum(own.values()) if seat == bearer[0] else 0 for seat in own}
        taken = self.capped(win, owed)
        total = sum(taken.values())
        due = Money(taken, fee_of(total, FEES), total - fee_of(total, FEES))
        if game.fault is None or game.fault in NATURAL:
            paid = due
        else:
            paid = self._as_done(game, win, due, own, worth, bearer)
        if bearer is not None and paid is due:
            yield table.say(
                LiabilityRuled(seat=bearer[0], rule=f"MJ {bearer[1]}", by=f"{table.badge}-fiscal"),
                game.name,
            )
        if game.fault == RULED_WRONGLY and self.done:
            rule = "MJ R36" if table.conventional else "MJ R73"
            yield table.say(LiabilityRuled(seat=self._ruled, rule=rule), game.name)
        yield from self._moves(game, win.seat, paid)
        for seat, amount in due.taken.items():
            self._changes(seat, -amount)
        self._changes(win.seat, due.prize)

    def _changes(self, seat: int, amount: int) -> None:
        if amount:
            self.table.seats[seat].stack += amount
            self.changed.append(seat)

    def _moves(self, game: Game, winner: int, money: "Money") -> Telling:
        """Tell what is taken from whom, the commission, and what is paid to whom."""
        table, name = self.table, game.name
        to = winner if table.rng.randrange(2) and game.fault is None else None
        for seat, amount in money.taken.items():
            if amount:
                yield table.say(Collection(amount=amount, seat=seat, to=to), name, after=(1, 3))
        if money.fee:
            yield table.say(Commission(amount=money.fee, seat=winner, mode="prize"), name)
        for seat, amount in (money.to or {winner: money.prize}).items():
            if amount:
                yield table.say(Payout(seat=seat, amount=amount), name, after=(1, 3))

    def _as_done(
        self,
        game: Game,
        win: Win,
        due: "Money",
        own: dict[int, int],
        worth: int,
        bearer: tuple[int, str] | None,
    ) -> "Money":
        """Return the money as a fault would have it; note what must be found."""
        fault, winner = game.fault, win.seat
        if fault in SEEN:
            self.made(game, SEEN[fault], seat=winner)
            return due
        if fault in (LIABLE_SPARED, LIABLE_FOURTH, LIABLE_HONOUR):
            return self._spared(game, win, due, own, bearer)
        if bearer is not None:
            return due
        if fault == CAP_IGNORED:
            return due if due.taken == own else self._recounted(game, winner, due, own, "MJ-CAP")
        if due.taken != own:
            return due
        return (
            self._paid_wrongly(game, winner, due)
            or self._taken_wrongly(game, winner, due)
            or self._counted_wrongly(game, win, due, own, worth)
            or self._charged_wrongly(game, win, due, own)
            or due
        )

    def _spared(
        self,
        game: Game,
        win: Win,
        due: "Money",
        own: dict[int, int],
        bearer: tuple[int, str] | None,
    ) -> "Money":
        """Let everybody pay his own share, though one has to bear them all."""
        if bearer is None or self.capped(win, own) != own:
            return due
        for seat in sorted(due.taken):
            if due.taken[seat] != own[seat]:
                self.made(game, "MJ-LIAB", seat=seat, due=due.taken[seat], paid=own[seat])
        return Money(own, due.fee, due.prize)

    def _paid_wrongly(self, game: Game, winner: int, due: "Money") -> "Money | None":
        """Pay something else, or somebody else; None where the fault is another."""
        taken, fee, prize = due.taken, due.fee, due.prize
        first = min(taken)
        match game.fault:
            case "overpaid" | "underpaid":
                paid = prize + (37 if game.fault == OVERPAID else -37)
                self.made(game, "PAY-DIFF", seat=winner, due=prize, paid=paid)
                return Money(taken, fee, paid)
            case "unpaid":
                self.made(game, "PAY-NONE", seat=winner, due=prize, paid=0)
                return Money(taken, fee, 0)
            case "wrong-seat":
                self.made(game, "PAY-NONE", seat=winner, due=prize, paid=0)
                self.made(game, "PAY-DIFF", seat=first, due=0, paid=prize)
                return Money(taken, fee, prize, {first: prize})
            case "farther-winner-paid" if game.rivals:
                rival = game.rivals[0]
                self.made(game, "MJ-PRIO", seat=winner, due=prize, paid=0)
                self.made(game, "MJ-PRIO", seat=rival, due=0, paid=prize)
                return Money(taken, fee, prize, {rival: prize})
            case _:
                return None

    def _taken_wrongly(self, game: Game, winner: int, due: "Money") -> "Money | None":
        """Take from a loser, or deduct, something else; None where the fault is another."""
        taken, fee, prize = due.taken, due.fee, due.prize
        match game.fault:
            case "loser-not-collected":
                first = min(taken)
                self.made(game, "PAY-NONE", seat=first, due=taken[first], paid=0)
                return Money({**taken, first: 0}, fee, prize)
            case "fee-wrong":
                self.made(game, "MJ-COM", seat=winner, due=fee, paid=fee + 10)
                return Money(taken, fee + 10, prize)
            case "no-fee":
                self.made(game, "MJ-COM", seat=winner, due=fee, paid=0)
                self.made(game, "MJ-COM", seat=winner, due=prize, paid=prize + fee)
                return Money(taken, 0, prize + fee)
            case _:
                return None

    def _counted_wrongly(
        self, game: Game, win: Win, due: "Money", own: dict[int, int], worth: int
    ) -> "Money | None":
        """Count another worth of the hand; None where the fault is another."""
        match game.fault:
            case "fan-too-high" if worth < 1:
                shares = self.shares(game, win, worth + 1)
            case "fan-too-low" if worth > 0:
                shares = self.shares(game, win, worth - 1)
            case "banker-not-double" if win.seat != game.banker:
                shares = {**own, game.banker: own[game.banker] // 2}
            case _:
                return None
        return self._recounted(game, win.seat, due, shares, "MJ-FAN")

    def _charged_wrongly(
        self, game: Game, win: Win, due: "Money", own: dict[int, int]
    ) -> "Money | None":
        """Let one bear what all have to pay; None where the fault is another."""
        if game.fault not in (NOT_LIABLE, RULED_WRONGLY) or len(due.taken) == 1:
            return None
        alone = next(seat for seat in sorted(due.taken) if seat != win.giver)
        total = sum(own.values())
        self._ruled = alone
        if game.fault == RULED_WRONGLY:
            self.made(game, "MJ-LIAB", seat=alone)
        wrong = {seat: total if seat == alone else 0 for seat in own}
        for seat in sorted(due.taken):
            self.made(game, "MJ-LIAB", seat=seat, due=own[seat], paid=wrong[seat])
        return Money(wrong, due.fee, due.prize)

    def _recounted(
        self, game: Game, winner: int, due: "Money", taken: dict[int, int], code: str
    ) -> "Money":
        """Return the money of other shares than those due, each of which must be found."""
        total = sum(taken.values())
        fee = fee_of(total, FEES)
        for seat, amount in taken.items():
            if amount != due.taken[seat]:
                self.made(game, code, seat=seat, due=due.taken[seat], paid=amount)
        self.made(game, code, seat=winner, due=due.prize, paid=total - fee)
        if fee != due.fee:
            self.made(game, "MJ-COM", seat=winner, due=due.fee, paid=fee)
        return Money(taken, fee, total - fee)

    # --- wins that are none --------------------------------------------------------------------

    def false_win(self, game: Game, giver: int, tile: str) -> int | None:
        """Return who declares a win with a discard that he does not win with."""
        if game.fault not in FALSE_WINS or game.discards <= FEW:
            return None
        table = self.table
        for seat in game.after(giver):
            one = table.seats[seat]
            if not table.complete_with(one, tile):
                return seat
        return None

    def _indemnity(  # noqa: C901 - one a kind of fault
        self, game: Game, win: Win
    ) -> Telling:
        """Let who declared a win that is none pay all others (R42, R43, R75, R76)."""
        table, fault, guilty = self.table, game.fault, win.seat
        self.made(game, "MJ-WIN", seat=guilty)
        others = [seat for seat in game.places if seat != guilty]
        most = 2 if table.conventional else 1
        due = {seat: UNITS[most if game.banker in (guilty, seat) else 1] for seat in others}
        paid = dict(due)
        if fault == FALSE_SHORT:
            paid[others[0]] = UNITS[0]
        if fault in (FALSE_UNPAID, FALSE_PAID):
            paid = dict.fromkeys(others, 0)
        if paid != due:
            total = {"due": sum(due.values()), "paid": sum(paid.values())}
            self.made(game, "MJ-FALSE", seat=guilty, **total)
            for seat in others:
                if paid[seat] != due[seat]:
                    self.made(game, "MJ-FALSE", seat=seat, due=due[seat], paid=paid[seat])
        if fault == FALSE_PAID:
            taken = self.shares(game, win, 0)
            for seat, amount in taken.items():
                self.made(game, "MJ-FALSE", seat=seat, due=0, paid=amount)
            gross = sum(taken.values())
            self.made(game, "MJ-FALSE", seat=guilty, due=0, paid=gross)
            yield from self._moves(game, guilty, Money(taken, 0, gross))
            return
        if sum(paid.values()):
            yield table.say(
                Collection(amount=sum(paid.values()), seat=guilty, rule="MJ R43"), game.name
            )
        for seat, amount in paid.items():
            if amount:
                yield table.say(Payout(seat=seat, amount=amount), game.name)
        for seat, amount in due.items():
            self._changes(seat, amount)
        self._changes(guilty, -sum(due.values()))
        if fault == FALSE_PLAYED_ON:
            self.made(game, "MJ-FALSE", seat=guilty)
            seat = game.right(guilty)
            tile = game.wall.pop(0)
            yield table.say(TileDrawn(seat=seat, tile=tile), game.name)
            yield table.say(TileDiscarded(seat=seat, tile=tile), game.name)
