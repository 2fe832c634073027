"""A game of mah-jong in its course: who discards, takes and wins, and who pays whom.

What is due is computed here from the rules' own words (R30, R31, R35 to R45, R68, R72), apart from
replay. Players keep what fits together and put away what does not; in some games the pieces are
arranged, so that every hand of the scale is won now and then.
"""

from collections import Counter
from collections.abc import Generator, Sequence
from typing import Final

from typing_extensions import override

from ledger.events.outcomes import HandShown, TileClaimed, TileDiscarded
from ledger.events.rounds import (
    Collection,
    Commission,
    LiabilityRuled,
    Payout,
    RoundClosed,
    RoundOpened,
)
from ledger.events.seats import StackDeclared
from ops.simulator.games.mah_jong.hand import (
    Game,
    Money,
    Reckoning,
    Seat,
    Turn,
    Win,
    bearer,
    worth,
)
from ops.simulator.games.mah_jong.money import (
    FEES,
    UNITS,
    capped,
    fee_of,
    shares,
)
from ops.simulator.games.mah_jong.scripts import Script, Target, arrange, simplified, targets
from ops.simulator.games.mah_jong.table import MahJongTable
from ops.simulator.kit.tiles import HONOURS, KONG, TRIO, WINDS, Set, runs_of, wins
from ops.simulator.parties.terminal import Telling, Told

AMPLE: Final = 10_000
"""Capital that no share exhausts, for a fault that is of something else."""


class MahJongCourse(MahJongTable):
    """A table at which mah-jong is played, rightly unless a fault is asked for."""

    # --- a game --------------------------------------------------------------------------------

    @override
    def play(self, number: int) -> Telling:
        game = self._begin(self.round_id(number), self.take_fault())
        yield from self.at("begun", game)
        if game.fault is not None:
            yield from self._declare_capital(game)
        name = game.name
        yield self.say(
            RoundOpened(seats=tuple(game.places), banker=game.banker, wind=game.wind), name
        )
        yield from self.material(game)
        yield from self.at("piled", game)
        yield from self._deal(game)
        yield from self._turns(game)
        if game.win is not None and game.false:
            yield from self.instead("indemnity", game, self._indemnity(game, game.win))
        elif game.win is not None:
            yield from self._settled(game, game.win)
        yield self.say(RoundClosed(), name)
        if game.fault is not None and not game.made:
            self.put_off(game.fault)
        self._pass_bank(game)
        for seat in game.changed:
            one = self.seats[seat]
            yield self.say(StackDeclared(seat=seat, amount=one.stack, why="count"))

    def _begin(self, name: str, fault: str | None) -> Game:
        """Return a game with its wall and, now and then, an arrangement."""
        seats = sorted(self.seats, reverse=True)  # anticlockwise, as numbers run clockwise
        places = seats[seats.index(self.banker) :] + seats[: seats.index(self.banker)]
        wall = list(self.STOCK)
        self.rng.shuffle(wall)
        game = Game(name, places, WINDS[self._wind], wall, fault=fault)
        if fault is not None:
            self.WRONGS[fault].fits(self, game)
        if self.rng.randrange(5) > 1 if fault is None else not game.no_win:
            game.script = self._script(game)
        else:
            game.machine = game.machine or (fault is None and self.rng.randrange(3) == 0)
        for one in self.seats.values():
            one.closed, one.opened, one.givers, one.draws_since = [], [], [], 0
        return game

    def _declare_capital(self, game: Game) -> Telling:
        """Declare ample capital for everybody, or too little where a fault needs it."""
        stacks = self.instead("capital", game, dict.fromkeys(game.places, AMPLE))
        for seat, stack in stacks.items():
            self.seats[seat].stack = stack
            yield self.say(StackDeclared(seat=seat, amount=stack, why="capital"))

    def _script(self, game: Game) -> Script:
        """Arrange the pieces so that somebody wins with a hand of the scale."""
        name, seat = self.instead("wanted", game, ("", 0))
        winner = self.rng.choice(game.places)
        if name:
            script = arrange(self._targets(game, seat)[name], game.places, seat)
            self._show_before(game, script)
            return self.instead("script", game, script)
        known = self._targets(game, winner)
        name = self.rng.choice(sorted(known))
        target = known[name]
        if target.first:
            winner = game.banker if target.drawn else game.right(game.banker)
            target = self._targets(game, winner)[name]
        script = arrange(target, game.places, winner)
        if self.rng.randrange(2):
            self._show_before(game, script)
        return script

    def _show_before(self, game: Game, script: Script) -> None:
        """Let somebody discard, early on, a piece like the honour that wins (R45)."""
        last = script.target.last
        others = [seat for seat in game.places if seat not in script.hands]
        if last in HONOURS and len(script.claims) > 1 and others:
            script.hands[others[0]] = [last]
            script.feeds[others[0]] = [last]

    def _targets(self, game: Game, winner: int) -> dict[str, Target]:
        if not self.conventional:
            return simplified(self.rng)
        return targets(self.rng, game.wind, WINDS[game.places.index(winner)])

    def _pass_bank(self, game: Game) -> None:
        """Keep the bank, or let it go to the right; the roda ends when it went round (R14-R16)."""
        if game.win is None or game.false or game.win.seat == self.banker:
            return
        self.banker = game.right(self.banker)
        self._passed += 1
        if self._passed == len(self.seats):
            self._passed, self._wind = 0, (self._wind + 1) % len(WINDS)

    # --- turns ---------------------------------------------------------------------------------

    def _turns(self, game: Game) -> Telling:
        """Play until somebody wins or the wall is at its end."""
        turn: Turn | None = Turn(game.banker)
        while turn is not None and not game.over:
            turn = yield from self._turn(game, turn)
        if game.win is not None:
            for seat in (game.win.seat, *game.rivals):
                yield from self._declares(game, game.win, seat)

    def _turn(self, game: Game, turn: Turn) -> Generator[Told, None, Turn | None]:
        """Let a player win, make a k'óng, or discard; return the next turn."""
        one = self.seats[turn.seat]
        if self._wins_now(game, one, turn):
            return None
        kong = self._own_kong(game, one) if turn.drew is not None and game.wall else None
        if kong is not None:
            on_pong = len(kong) == 1
            yield self.say(
                TileClaimed(
                    seat=one.seat, claim="kong" if on_pong else "kong_fechado", tiles=(kong[0],) * 4
                ),
                game.name,
            )
            self._lay_kong(game, one, kong)
            robber = self._robber(game, one.seat, kong[0]) if on_pong else None
            if robber is not None:
                game.win = Win(robber, kong[0], one.seat, robbed=True)
                return None
            successive = turn.replacement and turn.drew == kong[0] and not on_pong
            yield self.draw(game, one.seat, replacement=True)
            kongs = turn.kongs + 1 if successive else 1
            return Turn(one.seat, one.closed[-1], kongs, replacement=True)
        tile = self._worst(game, one)
        one.closed.remove(tile)
        said = self.instead("discard", game, TileDiscarded(seat=one.seat, tile=tile))
        yield self.say(said, game.name, after=(1, 6))
        return (yield from self._offered(game, one.seat, said.tile))

    def _offered(self, game: Game, giver: int, tile: str) -> Generator[Told, None, Turn | None]:
        """Let others take a discard, or the next draw."""
        game.seen = tile in game.in_sight
        first = not game.discards and giver == game.banker
        game.in_sight.add(tile)
        game.discards += 1
        game.giver, game.tile = giver, tile
        yield from self.at("discarded", game)
        if game.over:
            return None
        winners = [s for s in game.after(giver) if self._wins_with(game, self.seats[s], tile)]
        if winners:
            tei = first and not self.seats[winners[0]].opened and not game.claims
            game.win = Win(winners[0], tile, giver, first=tei, seen=game.seen)
            game.rivals = winners[1:] if game.script is None and self.rng.randrange(2) else []
            rival = game.script.rival if game.script is not None else 0
            if rival not in (0, giver) and self.complete_with(self.seats[rival], tile):
                game.rivals = [rival]
            yield from self.at("won", game)
            return None
        game.taker = self._taker(game, giver, tile)
        if game.taker is not None:
            seat, set_ = game.taker
            yield from self.at("taking", game)
            yield from self._lay(game, self.seats[seat], giver, tile, set_)
            if len(set_) < KONG:
                return Turn(seat)
            yield self.draw(game, seat, replacement=True)
            return Turn(seat, self.seats[seat].closed[-1], 1, replacement=True)
        yield from self._gives_up_pong(game, giver, tile)
        if not game.wall:
            return None
        seat = self.instead("next", game, game.right(giver))
        yield self.draw(game, seat)
        return Turn(seat, self.seats[seat].closed[-1])

    def _gives_up_pong(self, game: Game, giver: int, tile: str) -> Telling:
        """Let somebody announce a p'ông and not make the set: he cannot win any more (R33)."""
        seat = None
        if game.script is None and self.conventional and self.rng.randrange(100) == 0:
            seat = game.after(giver)[0]
        seat = self.instead("gives-up", game, seat)
        if seat is None:
            return
        game.barred.add(seat)
        yield self.say(
            TileClaimed(seat=seat, claim="pong", tiles=(tile,) * TRIO, of=giver, made=False),
            game.name,
        )

    def _wins_now(self, game: Game, one: Seat, turn: Turn) -> bool:
        """Tell whether a player wins with what he drew, or with his first pieces."""
        untouched = not game.discards and not game.claims
        if turn.drew is None and not (untouched and one.seat == game.banker):
            return False
        if not self._complete(game, one, one.closed, one.closed[-1]):
            return False
        piece = one.closed[-1]
        if turn.drew is None and game.script is not None:
            piece = game.script.target.last
        win = Win(
            one.seat,
            piece,
            kongs=turn.kongs if turn.replacement else 0,
            last=turn.drew is not None and not game.wall,
            first=turn.drew is None,
        )
        game.win = self.instead("drawn-win", game, win)
        return True

    def _wins_with(self, game: Game, one: Seat, tile: str) -> bool:
        return self._complete(game, one, [*one.closed, tile], tile)

    def _complete(self, game: Game, one: Seat, closed: Sequence[str], piece: str) -> bool:
        barred = self.instead("barred", game, one.seat in game.barred)
        if game.no_win or barred:
            return False
        script = game.script
        if script is not None:
            ready = one.seat == script.winner and not script.claims
            ready = ready and not any(script.draws.get(one.seat, ()))
            if not ready or (piece != script.target.last and not script.target.first):
                return False
        return wins(closed, len(one.opened), self.SETS)

    def _robber(self, game: Game, giver: int, tile: str) -> int | None:
        """Return the nearest who wins with the piece of an open k'óng (R28 d)."""
        found = [s for s in game.after(giver) if self._wins_with(game, self.seats[s], tile)]
        return found[0] if found else None

    # --- sets ----------------------------------------------------------------------------------

    def _own_kong(self, game: Game, one: Seat) -> Set | None:
        """Return a player's own four alike, or the piece that joins his open p'ông (R24, R25)."""
        script = game.script
        if script is not None and one.seat != script.winner:
            return None
        for tile in sorted(set(one.closed)):
            four = one.closed.count(tile) == KONG
            wanted = script is None or tile in script.target.kongs
            if four and wanted and (script is not None or self.rng.randrange(2)):
                return (tile,) * KONG
            if (tile,) * TRIO in one.opened and script is None:
                return (tile,)
        return None

    def _lay_kong(self, game: Game, one: Seat, kong: Set) -> None:
        tile = kong[0]
        if len(kong) == 1:
            at = one.opened.index((tile,) * TRIO)
            one.opened[at] = (tile,) * KONG
            game.in_sight.add(tile)
        else:
            one.opened.append(kong)
            one.givers.append(None)
        for _ in kong:
            one.closed.remove(tile)
        game.claims += 1

    def _taker(self, game: Game, giver: int, tile: str) -> tuple[int, Set] | None:
        """Return who takes a discard for a set: a p'ông or k'óng before a ch'i (R21-R24, R62)."""
        script = game.script
        if script is not None:
            if script.claims and script.claims[0][0] == tile and giver in script.feeds:
                return script.winner, script.claims.pop(0)[1]
            return None
        for seat in game.after(giver):
            count = self.seats[seat].closed.count(tile)
            if count == TRIO and game.wall and self.rng.randrange(3):
                return seat, (tile,) * KONG
            if count > 1 and self.conventional and self.rng.randrange(2):
                pong = self.instead("pong", game, (tile,) * TRIO)
                if pong:
                    return seat, pong
        return self.instead("chi", game, self._chi)(game)

    def _chi(self, game: Game) -> tuple[int, Set] | None:
        """Return who takes the discard for a ch'i: the next alone, in the conventional game."""
        if not self.conventional:
            return None
        if not self.instead("wants-chi", game, self.rng.randrange(3) == 0):
            return None
        return self.chi_of(game, game.right(game.giver))

    def chi_of(self, game: Game, seat: int) -> tuple[int, Set] | None:
        """Return a player with the run that he can make of the discard."""
        found = self._run_with(seat, game.tile)
        return None if found is None else (seat, found)

    def _run_with(self, seat: int, tile: str) -> Set | None:
        held = set(self.seats[seat].closed)
        for run in runs_of(tile):
            if held.issuperset(one for one in run if one != tile):
                return run
        return None

    def _lay(self, game: Game, one: Seat, giver: int, tile: str, set_: Set) -> Telling:
        """Take a discard and open the set; now and then the wrong pieces first (R42)."""
        kind = {1: "pong", KONG: "kong"}.get(
            len(set_) if len(set_) == KONG else len(set(set_)), "chi"
        )
        rest = list(set_)
        rest.remove(tile)
        said = TileClaimed(seat=one.seat, claim=kind, tiles=set_, of=giver)
        wrong = [other for other in one.closed if other not in set_]
        if kind == "chi" and len(wrong) > 1 and game.script is None and self.rng.randrange(15) == 0:
            shown = (tile, rest[0], wrong[0])
            if len(set(runs_of(tile)) & {tuple(sorted(shown))}) == 0:
                yield self.say(
                    TileClaimed(seat=one.seat, claim=kind, tiles=shown, of=giver), game.name
                )
        yield self.say(said, game.name, after=(0, 2))
        for other in rest:
            one.closed.remove(other)
        one.opened.append(set_)
        one.givers.append(giver)
        one.draws_since = 0
        game.in_sight.update(set_)
        game.claims += 1

    def _worst(self, game: Game, one: Seat) -> str:
        """Return the piece that a player puts away."""
        script = game.script
        if script is not None:
            feeds = script.feeds.get(one.seat)
            if feeds:
                return feeds.pop(0)
            if one.seat == script.winner:
                return self._junk(script, one)
            if one.seat == script.rival:
                own = Counter(script.hands[one.seat])
                return next(iter((Counter(one.closed) - own).elements()))
        counts = {tile: one.closed.count(tile) for tile in one.closed}
        held = set(one.closed)

        def worth(tile: str) -> int:
            near = sum(len(held.intersection(run)) - 1 for run in runs_of(tile))
            return 4 * (counts[tile] - 1) + near

        least = min(worth(tile) for tile in held)
        return self.rng.choice(sorted(tile for tile in held if worth(tile) == least))

    def _junk(self, script: Script, one: Seat) -> str:
        """Return a piece that is no part of the hand that is arranged."""
        needed = Counter(script.target.tiles)
        for set_ in one.opened:
            needed -= Counter(set_[:TRIO])
        junk = list((Counter(one.closed) - needed - Counter(script.target.kongs)).elements())
        if not junk:  # chance gave him the last piece before its time
            return script.target.last if script.target.last in one.closed else one.closed[-1]
        return self.rng.choice(sorted(junk))

    # --- a win ---------------------------------------------------------------------------------

    def _declares(self, game: Game, win: Win, seat: int) -> Telling:
        """Tell that somebody says that he has won, and show his pieces."""
        yield self.say(
            TileClaimed(
                seat=seat, claim="ganho", tiles=(win.piece,), of=win.giver, robbed=win.robbed
            ),
            game.name,
        )
        closed = self.seats[seat].closed
        with_piece = win.giver is None or self.rng.randrange(2)
        shown = [*closed, win.piece] if win.giver is not None and with_piece else closed
        yield self.say(HandShown(seat=seat, cards=tuple(shown)), game.name, after=(1, 4))

    def _settled(self, game: Game, win: Win) -> Telling:
        """Take from who loses and pay who wins (R30 to R41)."""
        game.reckoning = reckoning = self._reckoned(game, win)
        due = reckoning.due
        paid = self.instead("money", game, due)
        if reckoning.bearer is not None and paid is due:
            seat, rule = reckoning.bearer
            ruled = LiabilityRuled(seat=seat, rule=f"MJ {rule}", by=f"{self.badge}-fiscal")
            yield self.say(ruled, game.name)
        yield from self.at("reckoned", game)
        yield from self.moves(game, win.seat, paid)
        for seat, amount in due.taken.items():
            self._changes(game, seat, -amount)
        self._changes(game, win.seat, due.prize)

    def _reckoned(self, game: Game, win: Win) -> Reckoning:
        """Return the worth of a win and the money due from each loser."""
        grade = worth(self.seats, game, win, self.SETS)
        own = shares(game, win, grade)
        bears = bearer(self.seats, win, self.SETS)
        owed = own
        if bears is not None:
            owed = {seat: sum(own.values()) if seat == bears[0] else 0 for seat in own}
        taken = capped(self.seats, win, owed)
        total = sum(taken.values())
        fee = fee_of(total, FEES)
        return Reckoning(win, grade, own, bears, Money(taken, fee, total - fee))

    def _changes(self, game: Game, seat: int, amount: int) -> None:
        if amount:
            self.seats[seat].stack += amount
            game.changed.append(seat)

    def moves(self, game: Game, winner: int, money: Money) -> Telling:
        """Tell the collections, the commission and the payouts of a win."""
        name = game.name
        to = winner if self.rng.randrange(2) and game.fault is None else None
        for seat, amount in money.taken.items():
            if amount:
                yield self.say(Collection(amount=amount, seat=seat, to=to), name, after=(1, 3))
        if money.fee:
            yield self.say(Commission(amount=money.fee, seat=winner, mode="prize"), name)
        for seat, amount in (money.to or {winner: money.prize}).items():
            if amount:
                yield self.say(Payout(seat=seat, amount=amount), name, after=(1, 3))

    def indemnities(self, game: Game, guilty: int) -> dict[int, int]:
        """Return the indemnity of each player for an invalid win (R42, R43, R75, R76)."""
        most = 2 if self.conventional else 1
        return {
            seat: UNITS[most if game.banker in (guilty, seat) else 1]
            for seat in game.places
            if seat != guilty
        }

    def _indemnity(self, game: Game, win: Win) -> Telling:
        """Let who declared an invalid win pay all others."""
        due = self.indemnities(game, win.seat)
        paid = self.instead("indemnities", game, due)
        total = sum(paid.values())
        if total:
            yield self.say(Collection(amount=total, seat=win.seat, rule="MJ R43"), game.name)
        for seat, amount in paid.items():
            if amount:
                yield self.say(Payout(seat=seat, amount=amount), game.name)
        for seat, amount in due.items():
            self._changes(game, seat, amount)
        self._changes(game, win.seat, -sum(due.values()))
        yield from self.at("indemnified", game)
