"""Nights at a table of mah-jong, conventional or simplified.

What is due is computed here from the rules' own words (R30, R31, R35 to R45, R68, R72), apart from
replay. Players keep what fits together and put away what does not; in some games the pieces are
arranged, so that every hand of the scale is won now and then.
"""

from collections import Counter
from collections.abc import Generator, Sequence
from typing import ClassVar

from typing_extensions import override

from ledger.events.outcomes import TileClaimed, TileDiscarded
from ledger.events.rounds import RoundClosed, RoundOpened, RoundVoided
from ledger.events.seats import StackDeclared
from ops.simulator.games.mah_jong.faults import (
    CHI_BARRED,
    CHI_FAR,
    CHI_FIRST,
    CONVENTIONAL,
    FARTHER_PAID,
    GAVE_UP,
    NATURAL,
    NOT_HELD,
    ONE_MISSING,
    SAW,
    SIMPLE,
    VOIDED,
)
from ops.simulator.games.mah_jong.hand import Game, Seat, Turn, Win
from ops.simulator.games.mah_jong.scripts import Script, Target, arrange, simplified, targets
from ops.simulator.games.mah_jong.table import MahJongTable
from ops.simulator.kit.tiles import HONOURS, KONG, SIMPLIFIED, TRIO, WINDS, Set, runs_of, wins
from ops.simulator.parties.terminal import Telling, Told


class MahJong(MahJongTable):
    """A table of conventional mah-jong."""

    FAULTS: ClassVar[tuple[str, ...]] = CONVENTIONAL

    # --- a game --------------------------------------------------------------------------------

    @override
    def play(self, number: int) -> Telling:
        fault = self.fault()
        game = self._begin(self.round_id(number), fault)
        yield from self.desk.capital(game)
        name = game.name
        yield self.say(
            RoundOpened(seats=tuple(game.places), banker=game.banker, wind=game.wind), name
        )
        yield from self.desk.material(game, self.DICE, len(self.STOCK))
        yield from self._deal(game)
        yield from self._turns(game)
        if game.win is not None:
            yield from self.desk.settled(game, game.win)
        yield self.say(RoundClosed(), name)
        if fault is not None and not self.desk.done:
            self.put_off(fault)
        self._pass_bank(game)
        for seat in self.desk.changed:
            one = self.seats[seat]
            yield self.say(StackDeclared(seat=seat, amount=one.stack, why="count"))
        self.desk.changed.clear()

    def _begin(self, name: str, fault: str | None) -> Game:
        """Return a game with its wall and, now and then, an arrangement."""
        seats = sorted(self.seats, reverse=True)  # anticlockwise, as numbers run clockwise
        places = seats[seats.index(self.banker) :] + seats[: seats.index(self.banker)]
        if fault == ONE_MISSING:
            places.pop()
        wall = list(self.STOCK)
        self.rng.shuffle(wall)
        game = Game(name, places, WINDS[self._wind], wall, fault=fault)
        self.desk.begin(game)
        if fault == ONE_MISSING:
            self.desk.made(game, "MJ-SET")
        arranged = self.rng.randrange(5) > 1 if fault is None else fault not in NATURAL
        if arranged:
            game.script = self._script(game)
        else:
            game.machine = game.machine or (fault is None and self.rng.randrange(3) == 0)
        for one in self.seats.values():
            one.closed, one.opened, one.givers, one.draws_since = [], [], [], 0
        return game

    def _script(self, game: Game) -> Script:
        wanted = self.desk.wanted(game)
        winner = self.rng.choice(game.places)
        if wanted is not None:
            name, winner = wanted
            script = arrange(self._targets(game, winner)[name], game.places, winner)
            self._show_before(game, script)
            if game.fault == FARTHER_PAID:
                self._rival(game, script)
            return script
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

    def _rival(self, game: Game, script: Script) -> None:
        """Let another, farther from him who discards, wait for the same piece."""
        others = [seat for seat in game.after(script.winner) if seat not in script.hands]
        if not others:
            return
        used = Counter(tile for tiles in script.hands.values() for tile in tiles)
        runs = [run for tile in set(self.STOCK) for run in runs_of(tile) if run[0] == tile]
        self.rng.shuffle(runs)
        held = [script.target.last]
        for run in sorted(runs)[:: self.rng.choice((1, 2))]:
            fits = all(used[tile] < KONG for tile in run)
            if fits and script.target.last not in run and len(held) < TRIO * self.SETS + 1:
                held += run
                used.update(run)
        script.hands[others[0]] = held
        script.rival = others[0]

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
            yield from self.desk.declared(game, game.win)

    def _turn(self, game: Game, turn: Turn) -> Generator[Told, None, Turn | None]:
        """Let a player win, make a k'óng, or discard; return whose turn it is then."""
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
        if game.fault == NOT_HELD and game.discards > 5 and not self.desk.done:  # noqa: PLR2004
            tile = next(other for other in self.STOCK if other not in (*one.closed, tile))
            self.desk.made(game, "RES-IMPOSS", seat=one.seat)
            self.desk.made(game, "RES-IMPOSS", may=True)
        yield self.say(TileDiscarded(seat=one.seat, tile=tile), game.name, after=(1, 6))
        return (yield from self._offered(game, one.seat, tile))

    def _offered(  # noqa: PLR0911 - one a course
        self, game: Game, giver: int, tile: str
    ) -> Generator[Told, None, Turn | None]:
        """Let others take a discard, or the next draw."""
        game.seen = tile in game.in_sight
        first = not game.discards and giver == game.banker
        game.in_sight.add(tile)
        game.discards += 1
        others = game.after(giver)
        if game.fault == VOIDED and game.discards > 5:  # noqa: PLR2004 - the game is under way
            self.desk.made(game, "VOID-BAD")
            yield self.say(RoundVoided(cause="engano"), game.name)
            game.broken = True
            return None
        false = self.desk.false_win(game, giver, tile)
        if false is not None:
            game.win, game.false = Win(false, tile, giver), True
            return None
        winners = [seat for seat in others if self._wins_with(game, self.seats[seat], tile)]
        if winners:
            tei = first and not self.seats[winners[0]].opened and not game.claims
            game.win = Win(winners[0], tile, giver, first=tei, seen=game.seen)
            game.rivals = winners[1:] if game.script is None and self.rng.randrange(2) else []
            rival = game.script.rival if game.script is not None else 0
            if rival not in (0, giver) and self.complete_with(self.seats[rival], tile):
                game.rivals = [rival]
            if game.fault == GAVE_UP and winners[0] in game.barred:
                game.false = True
            return None
        taker = self._taker(game, giver, tile)
        if taker is not None:
            seat, set_ = taker
            yield from self._announced_before(game, giver, tile, taker)
            yield from self._lay(game, self.seats[seat], giver, tile, set_)
            if len(set_) < KONG:
                return Turn(seat)
            yield self.draw(game, seat, replacement=True)
            return Turn(seat, self.seats[seat].closed[-1], 1, replacement=True)
        yield from self._gives_up_pong(game, giver, tile)
        if not game.wall:
            return None
        seat = self.desk.next_to_draw(game, giver)
        yield self.draw(game, seat)
        return Turn(seat, self.seats[seat].closed[-1])

    def _gives_up_pong(self, game: Game, giver: int, tile: str) -> Telling:
        """Let somebody announce a p'ông and not make it: he cannot win any more (R33)."""
        script = game.script
        if game.fault == GAVE_UP and script is not None and not game.barred:
            seat = script.winner
            if seat == giver:
                return
        elif script is None and self.conventional and self.rng.randrange(100) == 0:
            seat = game.after(giver)[0]
        else:
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
        game.win = Win(
            one.seat,
            piece,
            kongs=turn.kongs if turn.replacement and game.fault != SAW else 0,
            last=turn.drew is not None and not game.wall,
            first=turn.drew is None,
        )
        return True

    def _wins_with(self, game: Game, one: Seat, tile: str) -> bool:
        return self._complete(game, one, [*one.closed, tile], tile)

    def _complete(self, game: Game, one: Seat, closed: Sequence[str], piece: str) -> bool:
        barred = one.seat in game.barred and game.fault != GAVE_UP
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
        """Return four of his own, or the one that he lays onto an open p'ông (R24, R25)."""
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

    def _taker(  # noqa: PLR0911 - one a kind of claim
        self, game: Game, giver: int, tile: str
    ) -> tuple[int, Set] | None:
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
                if game.fault == CHI_FIRST and not self.desk.done:
                    continue  # only announced
                return seat, (tile,) * TRIO
        seat = game.right(giver)
        if game.fault in (CHI_FAR, CHI_BARRED) and not self.desk.done:
            seat = seat if game.fault == CHI_BARRED else game.right(seat)
            found = self._run_with(seat, tile)
            if found is not None:
                code = "MJ-PRIO" if game.fault == CHI_FAR else "MJ-WIN"
                self.desk.made(game, code, seat=seat)
                return seat, found
            return None
        if self.conventional and (self.rng.randrange(3) == 0 or game.fault == CHI_FIRST):
            found = self._run_with(seat, tile)
            return None if found is None else (seat, found)
        return None

    def _run_with(self, seat: int, tile: str) -> Set | None:
        held = set(self.seats[seat].closed)
        for run in runs_of(tile):
            if held.issuperset(one for one in run if one != tile):
                return run
        return None

    def _announced_before(
        self, game: Game, giver: int, tile: str, taker: tuple[int, Set]
    ) -> Telling:
        """Let a p'ông be announced, and the ch'i be made all the same (R22; a fault)."""
        seat, set_ = taker
        if game.fault != CHI_FIRST or self.desk.done or len(set(set_)) == 1:
            return
        for other in game.after(giver)[1:]:
            if self.seats[other].closed.count(tile) > 1:
                self.desk.made(game, "MJ-PRIO", seat=seat)
                yield self.say(
                    TileClaimed(seat=other, claim="pong", tiles=(tile,) * TRIO, of=giver),
                    game.name,
                )
                return

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


class MahJongSimplificado(MahJong):
    """A table of simplified mah-jong."""

    FAULTS: ClassVar[tuple[str, ...]] = SIMPLE
    VARIANT: ClassVar[str] = "simplificado"
    STOCK: ClassVar[tuple[str, ...]] = SIMPLIFIED
    SETS: ClassVar[int] = 1
    DICE: ClassVar[int] = 2
