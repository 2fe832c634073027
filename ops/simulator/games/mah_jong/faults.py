"""Faults at a table of mah-jong, in the conventional and the simplified game.

Each is a ``Wrong``: which hand or game it needs, and what it does at which moment. A fault that was
not made when a game is over (``Game.made``) is put off to the next.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from msgspec import structs

from ledger.events.outcomes import ErrorNoted, TileClaimed, TileDiscarded, TileDrawn, WallBuilt
from ledger.events.rounds import LiabilityRuled, RoundVoided
from ops.simulator.games.mah_jong.hand import Game, Money, Win
from ops.simulator.games.mah_jong.money import FEES, UNITS, capped, fee_of, shares
from ops.simulator.games.mah_jong.play import MahJongCourse
from ops.simulator.games.mah_jong.scripts import Script
from ops.simulator.kit.tiles import KONG, TRIO, Set, runs_of
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling

FEW: Final = 3
"""Discards after which a game is under way."""
SOME: Final = 5
ERROR: Final = 37
"""Minor units by which a prize differs: so few that they can be nothing else."""
POOR: Final = 150
"""Capital that a share exhausts."""

Pays = Callable[[MahJongCourse, Game, Money], Money]
Chi = Callable[[Game], tuple[int, Set] | None]

# --- which games fit -----------------------------------------------------------------------------


def without_win(table: MahJongCourse, game: Game) -> bool:
    """Let chance deal, and nobody win."""
    del table
    game.no_win = True
    return True


def with_machine(table: MahJongCourse, game: Game) -> bool:
    """Let nobody win, and the order of the wall be known."""
    game.machine = True
    return without_win(table, game)


def arranged(
    name: str = "kai_vu", simplified: str = "", *, banker: bool = True
) -> Callable[..., tuple[str, int]]:
    """Return an alteration that names the winning hand, by variant of the game.

    Somebody must have it: the banker or another; or, without ``banker``, another.
    """

    def wanted(table: MahJongCourse, game: Game, right: object) -> tuple[str, int]:
        del right
        hand = name if table.conventional else simplified or name
        return hand, table.rng.choice(game.places if banker else game.places[1:])

    return wanted


def with_rival(table: MahJongCourse, game: Game, right: Script) -> Script:
    """Let another, farther from him who discards, wait for the same piece."""
    others = [seat for seat in game.after(right.winner) if seat not in right.hands]
    if not others:
        return right
    used = Counter(tile for tiles in right.hands.values() for tile in tiles)
    runs = [run for tile in set(table.STOCK) for run in runs_of(tile) if run[0] == tile]
    table.rng.shuffle(runs)
    held = [right.target.last]
    for run in sorted(runs)[:: table.rng.choice((1, 2))]:
        fits = all(used[tile] < KONG for tile in run)
        if fits and right.target.last not in run and len(held) < TRIO * table.SETS + 1:
            held += run
            used.update(run)
    right.hands[others[0]] = held
    right.rival = others[0]
    return right


def poor_winner(table: MahJongCourse, game: Game, right: Mapping[int, int]) -> Mapping[int, int]:
    """Let who is going to win have little in play."""
    del table
    return right if game.script is None else {**right, game.script.winner: POOR}


# --- before the deal -----------------------------------------------------------------------------


def one_missing(table: MahJongCourse, game: Game) -> Telling:
    """Play a game with a player too few."""
    game.places.pop()
    table.made(game, "MJ-SET")
    yield from ()


def short_wall(table: MahJongCourse, game: Game, right: WallBuilt) -> WallBuilt:
    """Let a piece be missing from the wall."""
    table.made(game, "MJ-SET")
    return structs.replace(right, pieces=right.pieces - 1)


def one_more_die(table: MahJongCourse, game: Game, right: int) -> int:
    """Throw a die too many."""
    table.made(game, "MJ-SET")
    return right + 1


def other_wall(table: MahJongCourse, game: Game, right: WallBuilt) -> WallBuilt:
    """Tell another order of the wall than that in which the pieces come."""
    del table, game
    order = list(right.order)
    at = 70
    other = next(i for i in range(at, len(order)) if order[i] != order[at])
    order[at], order[other] = order[other], order[at]
    return structs.replace(right, order=tuple(order))


def note_other_piece(table: MahJongCourse, game: Game, right: TileDrawn) -> TileDrawn:
    """Plant the first drawn piece that differs from the order told of the wall."""
    wrong = not right.replacement and game.piled[game.front - 1] != right.tile
    if wrong and not game.made:
        table.made(game, "RES-IMPOSS", seat=right.seat)
    return right


def see_pieces(table: MahJongCourse, game: Game) -> Telling:
    """Note that who is going to win saw pieces of the wall."""
    assert game.script is not None
    seen = ErrorNoted(error="viu_pedras", seat=game.script.winner, by="player")
    yield table.say(seen, game.name)


def fifth_piece(table: MahJongCourse, game: Game) -> Telling:
    """Let a piece be in the wall five times."""
    tile = game.wall[0]
    game.wall = [tile] * 5 + [one for one in game.wall if one != tile][1:]
    table.made(game, "RES-IMPOSS")
    yield from ()


def deal_out_of_order(table: MahJongCourse, game: Game, right: list[int]) -> list[int]:
    """Let two players take a piece of the deal in each other's place."""
    order = [*right]
    at = next(at for at in range(3, len(order) - 1) if order[at] != order[at + 1])
    order[at], order[at + 1] = order[at + 1], order[at]
    table.made(game, "MJ-PRIO", seat=order[at])
    return order


# --- turns and claims ----------------------------------------------------------------------------


def skip_turn(table: MahJongCourse, game: Game, right: int) -> int:
    """Let somebody draw out of turn."""
    if game.made or game.discards <= FEW:
        return right
    seat = game.right(right)
    table.made(game, "MJ-PRIO", seat=seat)
    return seat


def discard_not_held(table: MahJongCourse, game: Game, right: TileDiscarded) -> TileDiscarded:
    """Let somebody put away a piece that he does not hold."""
    if game.made or game.discards <= SOME:
        return right
    held = (*table.seats[right.seat].closed, right.tile)
    table.made(game, "RES-IMPOSS", seat=right.seat)
    table.made(game, "RES-IMPOSS", may=True)
    return structs.replace(right, tile=next(one for one in table.STOCK if one not in held))


def void_groundless(table: MahJongCourse, game: Game) -> Telling:
    """Declare a game void in which nothing is wrong."""
    if game.discards > SOME:
        table.made(game, "VOID-BAD")
        yield table.say(RoundVoided(cause="engano"), game.name)
        game.broken = True


def chi_by(step: int, code: str) -> Callable[[MahJongCourse, Game, Chi], Chi]:
    """Return an alteration that gives a ch'i to a wrong player: ``step`` seats from the next."""

    def instead(table: MahJongCourse, game: Game, right: Chi) -> Chi:
        if game.made:
            return right

        def claims(game: Game) -> tuple[int, Set] | None:
            seat = game.right(game.giver)
            found = table.chi_of(game, game.right(seat) if step else seat)
            if found is not None:
                table.made(game, code, seat=found[0])
            return found

        return claims

    return instead


def only_announced(table: MahJongCourse, game: Game, right: Set) -> Set:
    """Let no p'ông be made before a ch'i was."""
    del table
    return right if game.made else ()


def always_chi(table: MahJongCourse, game: Game, right: object) -> bool:
    """Let the next player make every ch'i that he can."""
    del table, game, right
    return True


def announce_pong(table: MahJongCourse, game: Game) -> Telling:
    """Let a p'ông be announced, and the ch'i be made all the same (R22)."""
    assert game.taker is not None
    seat, set_ = game.taker
    if game.made or len(set(set_)) == 1:
        return
    for other in game.after(game.giver)[1:]:
        if table.seats[other].closed.count(game.tile) > 1:
            table.made(game, "MJ-PRIO", seat=seat)
            pong = TileClaimed(seat=other, claim="pong", tiles=(game.tile,) * TRIO, of=game.giver)
            yield table.say(pong, game.name)
            return


def give_up_pong(table: MahJongCourse, game: Game, right: object) -> int | None:
    """Let the coming winner announce a p'ông and not make the set (R33)."""
    del table, right
    if game.script is None or game.barred or game.script.winner == game.giver:
        return None
    return game.script.winner


def not_barred(table: MahJongCourse, game: Game, right: object) -> bool:
    """Let somebody win who cannot any more."""
    del table, game, right
    return False


def note_barred(table: MahJongCourse, game: Game) -> Telling:
    """Plant the win of somebody who gave up a p'ông."""
    if game.won.seat in game.barred:
        _note_false(table, game)
    yield from ()


def without_kongs(table: MahJongCourse, game: Game, right: Win) -> Win:
    """Let a k'óng not count for who saw pieces of the wall."""
    del table, game
    return replace(right, kongs=0)


def call_last(table: MahJongCourse, game: Game, right: TileDrawn) -> TileDrawn:
    """Let the winning piece be called the last of the wall, although pieces are left."""
    del table
    script = game.script
    if script is None or right.seat != script.winner or script.draws[right.seat]:
        return right
    return structs.replace(right, last=True)


# --- invalid wins --------------------------------------------------------------------------------


def win_falsely(table: MahJongCourse, game: Game) -> Telling:
    """Let somebody declare a win with a discard that he does not win with."""
    if game.discards <= FEW:
        return
    for seat in game.after(game.giver):
        if not table.complete_with(table.seats[seat], game.tile):
            game.win = Win(seat, game.tile, game.giver)
            _note_false(table, game)
            break
    yield from ()


def _note_false(table: MahJongCourse, game: Game) -> None:
    game.false = True
    table.made(game, "MJ-WIN", seat=game.won.seat)


def pay_one_short(table: MahJongCourse, game: Game, right: Mapping[int, int]) -> Mapping[int, int]:
    """Let the declarer of an invalid win pay a player too little."""
    paid = {**right, next(iter(right)): UNITS[0]}
    _note_indemnities(table, game, right, paid)
    return paid


def pay_none(table: MahJongCourse, game: Game, right: Mapping[int, int]) -> Mapping[int, int]:
    """Let the declarer of an invalid win pay nobody."""
    paid = dict.fromkeys(right, 0)
    _note_indemnities(table, game, right, paid)
    return paid


def _note_indemnities(
    table: MahJongCourse, game: Game, due: Mapping[int, int], paid: Mapping[int, int]
) -> None:
    total = {"due": sum(due.values()), "paid": sum(paid.values())}
    if paid != due:
        table.made(game, "MJ-FALSE", seat=game.won.seat, **total)
    for seat in due:
        if paid[seat] != due[seat]:
            table.made(game, "MJ-FALSE", seat=seat, due=due[seat], paid=paid[seat])


def pay_false_win(table: MahJongCourse, game: Game, right: Telling) -> Telling:
    """Pay an invalid win as if it were valid."""
    del right
    win = game.won
    pay_none(table, game, table.indemnities(game, win.seat))
    taken = shares(game, win, 0)
    for seat, amount in taken.items():
        table.made(game, "MJ-FALSE", seat=seat, due=0, paid=amount)
    gross = sum(taken.values())
    table.made(game, "MJ-FALSE", seat=win.seat, due=0, paid=gross)
    yield from table.moves(game, win.seat, Money(taken, 0, gross))


def play_on(table: MahJongCourse, game: Game) -> Telling:
    """Play on after an invalid win was paid for."""
    guilty = game.won.seat
    table.made(game, "MJ-FALSE", seat=guilty)
    seat = game.right(guilty)
    tile = game.wall.pop(0)
    yield table.say(TileDrawn(seat=seat, tile=tile), game.name)
    yield table.say(TileDiscarded(seat=seat, tile=tile), game.name)


# --- the money of a win --------------------------------------------------------------------------


def plain_only(pays: Pays) -> Pays:
    """Return an alteration that pays wrongly only where each owes just his own share."""

    def paid(table: MahJongCourse, game: Game, due: Money) -> Money:
        return pays(table, game, due) if game.reckoned.plain else due

    return paid


def pay_other(more: int) -> Pays:
    """Return an alteration that pays a winner ``more`` minor units beyond the prize."""

    def paid(table: MahJongCourse, game: Game, due: Money) -> Money:
        prize = due.prize + more
        table.made(game, "PAY-DIFF", seat=game.won.seat, due=due.prize, paid=prize)
        return replace(due, prize=prize)

    return paid


def pay_nothing(table: MahJongCourse, game: Game, due: Money) -> Money:
    """Pay a winner nothing."""
    table.made(game, "PAY-NONE", seat=game.won.seat, due=due.prize, paid=0)
    return replace(due, prize=0)


def pay_loser(table: MahJongCourse, game: Game, due: Money) -> Money:
    """Hand the winner's prize to a loser."""
    first, prize = min(due.taken), due.prize
    table.made(game, "PAY-NONE", seat=game.won.seat, due=prize, paid=0)
    table.made(game, "PAY-DIFF", seat=first, due=0, paid=prize)
    return replace(due, to={first: prize})


def pay_rival(table: MahJongCourse, game: Game, due: Money) -> Money:
    """Pay the winner who sits farther from the discard, and not the nearer winner."""
    if not game.rivals:
        return due
    rival, prize = game.rivals[0], due.prize
    table.made(game, "MJ-PRIO", seat=game.won.seat, due=prize, paid=0)
    table.made(game, "MJ-PRIO", seat=rival, due=0, paid=prize)
    return replace(due, to={rival: prize})


def spare_loser(table: MahJongCourse, game: Game, due: Money) -> Money:
    """Take nothing from a loser."""
    first = min(due.taken)
    table.made(game, "PAY-NONE", seat=first, due=due.taken[first], paid=0)
    return replace(due, taken={**due.taken, first: 0})


def charge_fee(table: MahJongCourse, game: Game, due: Money) -> Money:
    """Keep too high a commission."""
    table.made(game, "MJ-COM", seat=game.won.seat, due=due.fee, paid=due.fee + 10)
    return replace(due, fee=due.fee + 10)


def charge_no_fee(table: MahJongCourse, game: Game, due: Money) -> Money:
    """Keep no commission: the winner gets the gross prize."""
    winner, prize = game.won.seat, due.prize + due.fee
    table.made(game, "MJ-COM", seat=winner, due=due.fee, paid=0)
    table.made(game, "MJ-COM", seat=winner, due=due.prize, paid=prize)
    return replace(due, fee=0, prize=prize)


def count_more(table: MahJongCourse, game: Game, due: Money) -> Money:
    """Count a kai vu as a hand of one fán."""
    return _counted(table, game, due, 1) if game.reckoned.worth < 1 else due


def count_less(table: MahJongCourse, game: Game, due: Money) -> Money:
    """Count a hand with a fán less than its grade."""
    return _counted(table, game, due, -1) if game.reckoned.worth > 0 else due


def _counted(table: MahJongCourse, game: Game, due: Money, more: int) -> Money:
    owed = shares(game, game.won, game.reckoned.worth + more)
    return _recounted(table, game, due, owed, "MJ-FAN")


def single_banker(table: MahJongCourse, game: Game, due: Money) -> Money:
    """Let the banker pay no more than the others."""
    if game.won.seat == game.banker:
        return due
    own = game.reckoned.own
    owed = {**own, game.banker: own[game.banker] // 2}
    return _recounted(table, game, due, owed, "MJ-FAN")


def ignore_capital(table: MahJongCourse, game: Game, due: Money) -> Money:
    """Take more of the losers than the winner has in play."""
    if game.reckoned.bearer is not None or game.reckoned.plain:
        return due
    return _recounted(table, game, due, game.reckoned.own, "MJ-CAP")


def _recounted(
    table: MahJongCourse, game: Game, due: Money, taken: dict[int, int], code: str
) -> Money:
    """Return the money of wrong shares, and plant each difference from the due shares."""
    total = sum(taken.values())
    fee = fee_of(total, FEES)
    winner = game.won.seat
    for seat, amount in taken.items():
        if amount != due.taken[seat]:
            table.made(game, code, seat=seat, due=due.taken[seat], paid=amount)
    table.made(game, code, seat=winner, due=due.prize, paid=total - fee)
    if fee != due.fee:
        table.made(game, "MJ-COM", seat=winner, due=due.fee, paid=fee)
    return Money(taken, fee, total - fee)


def spare_bearer(table: MahJongCourse, game: Game, due: Money) -> Money:
    """Let everybody pay his own share, though a player has to bear all shares."""
    reckoned, own = game.reckoned, game.reckoned.own
    if reckoned.bearer is None or capped(table.seats, reckoned.win, own) != own:
        return due
    for seat in sorted(due.taken):
        if due.taken[seat] != own[seat]:
            table.made(game, "MJ-LIAB", seat=seat, due=due.taken[seat], paid=own[seat])
    return replace(due, taken=own)


def charge_alone(table: MahJongCourse, game: Game, due: Money) -> Money:
    """Charge a single player with the shares of all."""
    if len(due.taken) == 1:
        return due
    alone, own = _alone(game, due), game.reckoned.own
    wrong = {seat: sum(own.values()) if seat == alone else 0 for seat in own}
    for seat in sorted(due.taken):
        table.made(game, "MJ-LIAB", seat=seat, due=own[seat], paid=wrong[seat])
    return replace(due, taken=wrong)


def rule_alone(table: MahJongCourse, game: Game, due: Money) -> Money:
    """Rule that a single player bears the shares of all, and charge him."""
    if len(due.taken) > 1:
        table.made(game, "MJ-LIAB", seat=_alone(game, due))
    return charge_alone(table, game, due)


def tell_ruling(table: MahJongCourse, game: Game) -> Telling:
    """Tell the wrong ruling that a single player bears the shares of all."""
    if game.made:
        rule = "MJ R36" if table.conventional else "MJ R73"
        ruled = LiabilityRuled(seat=_alone(game, game.reckoned.due), rule=rule)
        yield table.say(ruled, game.name)


def _alone(game: Game, due: Money) -> int:
    return next(seat for seat in sorted(due.taken) if seat != game.won.giver)


def note_seen(code: str) -> Pays:
    """Return an alteration that plants the winner's earlier fault; the money stays right."""

    def paid(table: MahJongCourse, game: Game, due: Money) -> Money:
        table.made(game, code, seat=game.won.seat)
        return due

    return paid


# --- the tables ----------------------------------------------------------------------------------

KAI_VU: Final = arranged()


def _money(pays: Pays, wanted: Callable[..., tuple[str, int]] = KAI_VU, **more: Any) -> Wrong:
    """Return a fault in the money of a plain win."""
    return Wrong(instead={"wanted": wanted, "money": plain_only(pays), **more})


def _false(**instead: Any) -> Wrong:
    """Return a fault in which somebody declares an invalid win."""
    return Wrong(fits=without_win, does={"discarded": win_falsely}, instead=instead)


def _spared(hand: str) -> Wrong:
    """Return a fault that spares who has to bear the loss of all by this hand."""
    return Wrong(instead={"wanted": arranged(hand), "money": spare_bearer})


_BOTH: Final[Mapping[str, Wrong]] = {
    "overpaid": _money(pay_other(ERROR)),
    "underpaid": _money(pay_other(-ERROR)),
    "unpaid": _money(pay_nothing),
    "wrong-seat": _money(pay_loser),
    "loser-not-collected": _money(spare_loser),
    "fan-too-high": _money(count_more),
    "fan-too-low": _money(count_less, arranged("peng_vu", "fat_choi")),
    "banker-not-double": _money(single_banker, arranged(banker=False)),
    "capital-ignored": Wrong(
        instead={
            "wanted": arranged("um_grupo", "fat_choi"),
            "capital": poor_winner,
            "money": ignore_capital,
        }
    ),
    "fee-wrong": _money(charge_fee),
    "no-fee": _money(charge_no_fee),
    "charged-alone": _money(charge_alone),
    "ruled-wrongly": Wrong(
        instead={"wanted": KAI_VU, "money": plain_only(rule_alone)}, does={"reckoned": tell_ruling}
    ),
    "false-win": _false(),
    "false-win-unpaid": _false(indemnities=pay_none),
    "false-win-short": _false(indemnities=pay_one_short),
    "false-win-paid": _false(indemnity=pay_false_win),
    "false-win-played-on": Wrong(
        fits=without_win, does={"discarded": win_falsely, "indemnified": play_on}
    ),
    "out-of-turn": Wrong(fits=without_win, instead={"next": skip_turn}),
    "dealt-out-of-order": Wrong(fits=without_win, instead={"deal": deal_out_of_order}),
    "saw-and-kong": Wrong(
        does={"piled": see_pieces},
        instead={
            "wanted": arranged("kong"),
            "drawn-win": without_kongs,
            "money": note_seen("MJ-PRIO"),
        },
    ),
    "short-set": Wrong(fits=without_win, instead={"wall": short_wall}),
    "wrong-dice": Wrong(fits=without_win, instead={"dice": one_more_die}),
    "fifth-piece": Wrong(fits=without_win, does={"piled": fifth_piece}),
    "discards-not-held": Wrong(fits=without_win, instead={"discard": discard_not_held}),
    "other-piece-than-wall": Wrong(
        fits=with_machine, instead={"wall": other_wall, "drawn": note_other_piece}
    ),
    "not-the-last-piece": Wrong(
        instead={
            "wanted": arranged("lugar", "par"),
            "drawn": call_last,
            "money": note_seen("RES-IMPOSS"),
        }
    ),
    "voided-without-ground": Wrong(fits=without_win, does={"discarded": void_groundless}),
}
"""Faults of both games."""
_FARTHER: Final = {"farther-winner-paid": _money(pay_rival, script=with_rival)}
CONVENTIONAL: Final[Mapping[str, Wrong]] = {
    **_BOTH,
    "liable-spared": _spared("um_grupo_3"),
    "fourth-set-spared": _spared("um_grupo_4"),
    "honour-spared": _spared("tai_sei_hei"),
    "given-up-pong-wins": Wrong(
        does={"won": note_barred},
        instead={"wanted": KAI_VU, "gives-up": give_up_pong, "barred": not_barred},
    ),
    "chi-from-afar": Wrong(fits=without_win, instead={"chi": chi_by(1, "MJ-PRIO")}),
    "chi-before-pong": Wrong(
        fits=without_win,
        instead={"pong": only_announced, "wants-chi": always_chi},
        does={"taking": announce_pong},
    ),
    "one-player-missing": Wrong(fits=without_win, does={"begun": one_missing}),
    **_FARTHER,
}
"""Every fault of a table of conventional mah-jong."""
SIMPLIFIED: Final[Mapping[str, Wrong]] = {
    **_BOTH,
    "chi-in-simplified": Wrong(fits=without_win, instead={"chi": chi_by(0, "MJ-WIN")}),
    **_FARTHER,
}
"""Every fault of a table of simplified mah-jong."""
