"""The bank of chemin de fer from coup to coup: its holder, its capital, how it changes hands.

From the rules' own words: R7, R9, R20, R46, R62 to R65, R77 to R95, R108.
"""

from collections.abc import Mapping
from random import Random
from typing import ClassVar

from ledger.events.base import Payload
from ledger.events.rounds import (
    BankBid,
    BankChanged,
    BankPassed,
    BankRefused,
    BankShared,
    BankTaken,
)
from ops.simulator.games.bacara.bacara_chemin_de_fer.coup import (
    PLACES,
    STANDING,
    Coup,
    Player,
    cagnotte,
)


class Bank:
    """The bank of a table, and how it is kept, passed, sold and lost between two coups."""

    LEAST: ClassVar[int] = 2_000
    STEP: ClassVar[int] = 500

    def __init__(self, players: Mapping[int, Player], rng: Random) -> None:
        """Begin without a banker, among the table's players by their seats."""
        self._players = players
        self._rng = rng
        self.banker = 0
        self.capital = 0
        self.partner: int | None = None
        self.own_stake = 0
        """Chips that the banker must bring of his own now."""
        self.result = ""
        """Of the last coup."""
        self.covered = 0
        self.played = 0
        """The bank's capital in the last coup."""
        self.wins = 0
        """Coups won in the hand."""
        self.regular = 0
        """The last seated player to whom the hand came in its turn (R80, R92)."""
        self.lost_banco = 0
        """Who made bancô alone in the last coup and lost it (R24)."""
        self.with_table = 0
        """Who made bancô com a mesa in the last coup (R32)."""
        self.tied_passer = 0
        """Who passed the hand after an equal coup (R90)."""

    def new_day(self) -> None:
        """Begin a gaming day: no coup was played before."""
        self.banker = self.capital = self.wins = self.covered = 0
        self.partner, self.result = None, ""
        self.lost_banco = self.with_table = self.tied_passer = self.regular = 0

    @property
    def people(self) -> set[int]:
        """The seats of the banker and of his associate, who may not bet."""
        return {self.banker, self.partner or 0}

    def rank(self, seat: int, origin: int) -> tuple[int, int]:
        """Return a place in the order of right: seats from the banker's right, then standing."""
        if seat >= STANDING:
            return 1, seat
        if origin >= STANDING:
            origin = self.regular
        return 0, (seat - origin - 1) % PLACES

    def order(self) -> list[int]:
        """Return the seats to which a passed hand is offered, in order (R79, R80)."""
        seats = [seat for seat in self._players if seat != self.banker]
        return sorted(seats, key=lambda seat: self.rank(seat, self.banker))

    # --- from coup to coup ---------------------------------------------------------------------

    def begin(self) -> None:
        """Begin a coup: the banker brings nothing of his own, and nobody passed a tie."""
        self.own_stake = self.tied_passer = 0

    def next(self, *, plain: bool) -> list[Payload]:
        """Decide who holds the bank in the coup that comes; return the acts that say so.

        Where something goes wrong in the coup (not ``plain``), a bank that was not lost is kept.
        """
        if not self.banker:
            seated = min(seat for seat in self._players if seat < STANDING)
            return self.takes(seated, "first", self.fresh(), associate=True)
        if self.result == "perde":
            return self.turn()
        if self.result == "nula" and self.capital < self.LEAST:
            return self.passed(forced=True)  # taken by a fault, and no less wrong if it is kept
        if self.result in ("ganha", "nula") and self._rng.randrange(5) == 0 and plain:
            return self.passed()
        return self.kept(plain=plain)

    def fresh(self) -> int:
        """Return a capital for a hand that begins."""
        return self.LEAST + self.STEP * self._rng.choice((0, 0, 2, 4, 8, 20))

    def takes(self, seat: int, via: str, capital: int, *, associate: bool = False) -> list[Payload]:
        """Let a player take the hand; now and then with an associate (R62)."""
        if via in ("first", "turn") and seat < STANDING:
            self.regular = seat
        if via != "kept":
            self.wins = 0
            self.partner = None
        self.banker, self.capital, self.own_stake = seat, capital, capital
        player = self._players[seat]
        acts: list[Payload] = [BankTaken(seat=seat, player=player.name, capital=capital, via=via)]
        if associate and self._rng.randrange(8) == 0:
            others = [one for one in self._players if one != seat]
            self.partner = self._rng.choice(others)
            self.capital = 2 * capital
            acts.append(BankShared(seat=self.partner, amount=capital, role="associate"))
        return acts

    def turn(self) -> list[Payload]:
        """Let a lost hand go to the right; players may refuse it (R63, R108)."""
        acts: list[Payload] = []
        if self._rng.randrange(3) == 0:
            acts.append(BankPassed(seat=self.banker, cause="lost"))
        order = [seat for seat in self.order() if seat < STANDING]
        while len(order) > 1 and self._rng.randrange(6) == 0:
            self.regular = order[0]
            acts.append(BankRefused(seat=order.pop(0)))
        return [*acts, *self.takes(order[0], "turn", self.fresh(), associate=True)]

    def passed(self, *, forced: bool = False) -> list[Payload]:
        """Pass the hand: offered at its level, kept, auctioned, or forced on the next (R78-R88)."""
        level = self.capital
        tied, old, partner = self.result == "nula", self.banker, self.partner
        acts: list[Payload] = [BankPassed(seat=old, level=level, cause="own")]
        if tied:
            self.tied_passer = old
        order = self.order()
        for seat in order:
            if not forced and self._rng.randrange(4) == 0:
                return [*acts, *self.takes(seat, "offer", level)]
            acts.append(BankRefused(seat=seat))
        whim = 1 if forced else self._rng.randrange(4)
        if whim == 0:
            return [*acts, *self.takes(old, "kept", level)]
        if whim == 1:
            first = next(seat for seat in order if seat < STANDING)
            return [*acts, *self.takes(first, "obligation", self.LEAST)]
        bidders = [seat for seat in order if seat != partner]
        bids = {
            seat: self.LEAST + self.STEP * self._rng.randrange(6)
            for seat in self._rng.sample(bidders, min(3, len(bidders)))
        }
        acts += [BankBid(seat=seat, amount=amount) for seat, amount in bids.items()]
        best = min(bids, key=lambda seat: (-bids[seat], self.rank(seat, old)))
        return [*acts, *self.takes(best, "auction", bids[best])]

    def kept(self, *, plain: bool) -> list[Payload]:
        """Keep the hand, and perhaps take out of play as much as may be taken (R9, R20)."""
        whole = self.capital
        allowed: list[tuple[int, str]] = []
        if self.result == "ganha" and self.wins >= 3 and self.wins % 2:  # R9
            allowed.append((whole - whole // 2, "CF R9"))
        if self.result == "ganha" and 0 < self.covered < self.played:
            twice = 2 * self.covered
            if twice < whole:
                allowed.append((twice, "CF R20"))
        allowed = [one for one in allowed if one[0] >= self.LEAST]
        if plain and allowed and self._rng.randrange(2):
            self.capital, rule = self._rng.choice(allowed)
            return [self.changed(whole, rule)]
        if self._rng.randrange(3) == 0:
            return [BankChanged(seat=self.banker, capital=whole)]
        return []

    def changed(self, whole: int, rule: str | None) -> BankChanged:
        """Return the event that takes the rest of the bank out of play."""
        garage = whole - self.capital
        return BankChanged(seat=self.banker, capital=self.capital, garage=garage, rule=rule)

    # --- a coup's end --------------------------------------------------------------------------

    def rest(self, covered: int) -> dict[int, int]:
        """Return the rest of a lost bank by seat (R62: the odd cent to the banker)."""
        if self.partner is None:
            return {self.banker: self.capital - covered}
        half = self.capital // 2
        return {
            self.banker: self.capital - half - (covered - covered // 2),
            self.partner: half - covered // 2,
        }

    def ends(self, coup: Coup) -> None:
        """Keep the coup's result, covered stakes and bancô for the coup that follows."""
        self.result, self.covered, self.played = coup.result, coup.covered, self.capital
        if coup.result == "ganha":
            self.wins += 1
            self.capital += coup.covered - (0 if coup.apart else cagnotte(coup.covered))
        elif coup.result == "perde":
            self.capital -= coup.covered
        alone = coup.banco.player.seat if coup.banco is not None else 0
        self.lost_banco = alone if coup.result == "ganha" else 0
        mesa = [one.player.seat for one in coup.stakes if one.form == "com_a_mesa"]
        self.with_table = mesa[0] if mesa else 0
