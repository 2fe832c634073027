"""The faults of a table of stud póquer, and the findings that each must lead to."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import structs

from ledger.events.jackpots import Combination, JackpotIncrement, PoolOpened, PoolReset
from ledger.events.outcomes import CardsCollected
from ledger.events.rounds import Payout, RoundVoided
from ops.simulator.games.house_cards import seat_faults as common
from ops.simulator.games.house_cards.jogada import Player, Prizes
from ops.simulator.games.house_cards.seated import HAND
from ops.simulator.games.house_cards.stud_poker.hands import (
    CAPPED,
    MULTIPLES,
    by_suit,
    combination,
)
from ops.simulator.games.house_cards.stud_poker.jogada import (
    MAXIMUM,
    MINIMUM,
    PER_GAME,
    Prize,
    StudJogada,
)
from ops.simulator.games.house_cards.stud_poker.table import StudTable, without_last
from ops.simulator.kit.cards import DECK
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling
from ops.simulator.parties.pools import BET

Fault = Wrong[StudTable, StudJogada]
Fits = Callable[[StudTable, StudJogada], bool]
OTHER_SHARE: Final = "other-share"
NO_FIXED: Final = "fixed-sum-missing"


# --- openings ------------------------------------------------------------------------------------


def wrong_terms(table: StudTable, right: PoolOpened) -> PoolOpened:
    """Return the progressivo's terms, wrong where such a fault is to be made."""
    wrong = set(table.faults.values())
    every = right.combinations
    if OTHER_SHARE in wrong:
        half = Combination(name="sequencia_de_naipe", ppm=50_000, fixed=40_000)
        every = tuple(half if one.name == half.name else one for one in every)
    if NO_FIXED in wrong:
        real = Combination(name="naipe_real", ppm=1_000_000)
        every = tuple(real if one.name == real.name else one for one in every)
    return structs.replace(right, combinations=every)


def _with_terms(fault: str, code: str) -> Fault:
    """Return the fault of terms that are wrong from the first opening on."""

    def reopens(table: StudTable) -> Mapping[str, Any]:
        common.note_opening(table, fault, code)
        named = f"{table.where.place}/{fault}"
        table.still_wrong[code] = named, {"id": named}
        return {}

    return common.opening(reopens)


def _multiplier(table: StudTable) -> Mapping[str, Any]:
    """Open with a multiple of the naipe real above 100, and pay 100."""
    facts = {"fact": "multiplicador_real"}
    common.note_opening(table, "multiplier-out-of-range", "ST-PAY", facts=facts)
    table.real = 100
    return {"multiplicador_real": 120}


# --- which tables have a fault -------------------------------------------------------------------


def _fresh(table: StudTable) -> bool:
    """Tell whether no chip came over."""
    return not table.waiting


def _fresh_not_last(table: StudTable) -> bool:
    """Tell whether no chip came over, and another jogada follows."""
    return not table.waiting and not table.last_round


def _waiting(table: StudTable) -> bool:
    """Tell whether a chip came over; let the next jogada be void, where none did."""
    if not table.waiting:
        table.voids = not table.last_round
    return bool(table.waiting)


# --- which jogadas fit ---------------------------------------------------------------------------


def _with_winner(*, plain: bool = False) -> Fits:
    """Choose a winner whose wrong sum, if it is not plain, looks like no other rule's right one."""

    def fits(table: StudTable, jogada: StudJogada) -> bool:
        uncapped = [one for one in jogada.going if combination(one.cards) not in CAPPED]
        if not common.choose(table, jogada, [one for one in uncapped if one in jogada.winners]):
            return False
        cards = jogada.at.cards
        if by_suit(cards, jogada.bank):
            return False
        return plain or MULTIPLES[combination(cards)] > 1  # two pairs or more

    return fits


def _with_real(table: StudTable, jogada: StudJogada) -> bool:
    """Let a naipe real win more than the maximum per game."""
    common.with_anybody(table, jogada)
    common.take_chips_off(jogada)
    for player in jogada.players:
        if combination(player.cards) == "naipe_real":
            player.stake, player.second, player.goes = MAXIMUM, 2 * MAXIMUM, True
            jogada.target = player
    target = jogada.at
    return target in jogada.winners and target.second * jogada.real > PER_GAME


def _with_closed(table: StudTable, jogada: StudJogada) -> bool:
    """Choose a player who goes on beside a pagador who does not open."""
    return not jogada.opens and common.choose(table, jogada, jogada.going)


def _with_suit(*, wins: bool) -> Fits:
    """Give a player and the pagador one pair and equal cards: only the suits differ."""
    high, low = ["Js", "Jd", "8h", "5s", "3d"], ["Jh", "Jc", "8c", "5d", "3h"]
    mine, bank = (high, low) if wins else (low, high)

    def fits(table: StudTable, jogada: StudJogada) -> bool:
        return common.choose(table, jogada, [common.deal_pair(table, jogada, mine, bank)])

    return fits


def _with_second(times: int) -> Fits:
    """Let a player lay so many times his inicial to go on."""

    def fits(table: StudTable, jogada: StudJogada) -> bool:
        if not common.choose(table, jogada, jogada.going):
            return False
        jogada.at.second = jogada.at.stake * times
        return True

    return fits


def _with_idler(table: StudTable, jogada: StudJogada) -> bool:
    """Let a guest sit this jogada out, but for a chip on the progressivo."""
    playing = {one.seat for one in jogada.players}
    idle = [seat for seat in table.guests if seat not in playing]
    if not idle:
        return False
    jogada.target = Player(seat=idle[0], name=table.guests[idle[0]].name)
    return True


def _with_free_seat(table: StudTable, jogada: StudJogada) -> bool:
    """Let somebody who laid no bet get cards at a free seat."""
    cards = [card for card in DECK if card not in jogada.dealt][:HAND]
    seat = common.free_seat(table)
    jogada.target = Player(seat=seat, name=f"{table.badge}-mirone", cards=cards)
    return True


def _with_large_stake(table: StudTable, jogada: StudJogada) -> bool:
    """Let a player lay more than the maximum."""
    common.with_anybody(table, jogada)
    jogada.at.stake = MAXIMUM + MINIMUM
    return combination(jogada.at.cards) not in CAPPED


def _without_chips(table: StudTable, jogada: StudJogada) -> bool:
    """Let nobody bet on the progressivo; choose any player."""
    common.take_chips_off(jogada)
    return common.with_anybody(table, jogada)


def _with_winners(error: str | None) -> Fits:
    """Let somebody win, with nothing on the progressivo, in a jogada with this error."""

    def fits(table: StudTable, jogada: StudJogada) -> bool:
        common.take_chips_off(jogada)
        jogada.error = error
        return common.choose(table, jogada, jogada.going) and bool(jogada.winners)

    return fits


def _void(choose: Fits) -> Fits:
    """Let the deal void the jogada, and choose a player."""

    def fits(table: StudTable, jogada: StudJogada) -> bool:
        jogada.error = "numero_de_cartas"
        return choose(table, jogada)

    return fits


def _with_carried(table: StudTable, jogada: StudJogada) -> bool:
    """Choose the first player whose chip came over."""
    carried = [one for one in jogada.players if one.seat in table.waiting]
    jogada.target = min(carried, key=lambda one: one.seat, default=None)
    return bool(carried)


def _with_kept(table: StudTable, jogada: StudJogada) -> bool:
    """Let somebody whose chip came over place no inicial."""
    seat = min(table.waiting)
    jogada.target = Player(seat=seat, name="")
    jogada.players = [one for one in jogada.players if one.seat != seat]
    return len(jogada.players) > 1


def _with_two_chips(table: StudTable, jogada: StudJogada) -> bool:
    """Choose a player with a chip on the progressivo, where several have one."""
    several = sum(one.jackpot for one in jogada.players) > 1
    return several and common.with_chip(table, jogada)


def _of_hands(*names: str, instead: Mapping[str, Any]) -> Fault:
    """Return a fault of the progressivo that these combinations win, and nobody else."""

    def fits(table: StudTable, jogada: StudJogada) -> bool:
        lucky = [one for one in jogada.players if combination(one.cards) in names and one.jackpot]
        for one in lucky:
            one.goes = True
        others = [
            one
            for one in jogada.going
            if one.jackpot and one not in lucky and table.pool.has(combination(one.cards))
        ]
        return not others and len(lucky) == len(names) and common.choose(table, jogada, lucky)

    return Wrong(ready=_fresh, fits=fits, instead={**common.hands(*names), **instead})


# --- bets ----------------------------------------------------------------------------------------


def _lay_chip(table: StudTable, jogada: StudJogada) -> Telling:
    """Lay a chip that may not lie there, and push it back (R7 c)."""
    player = jogada.at
    yield table.put(player, "progressivo", BET, jogada.name)
    number = player.bets.pop("progressivo")
    table.note(jogada, "ST-ANTE", 0, BET, number)
    yield table.pay(player, (number,), 0, BET, jogada.name)


def _another(table: StudTable, jogada: StudJogada, right: Player) -> Player:
    """Let another player lay the chip on the target's area (R7 a)."""
    table.note(jogada, "ST-ANTE", 0, BET, table.last_bet + 1)
    return next(one for one in jogada.players if one is not right)


def _not_fed(table: StudTable, jogada: StudJogada, right: Telling) -> Telling:
    """Take a chip without its increment."""
    del right
    assert jogada.fault is not None
    table.pool.feed(BET)
    table.plant(jogada.fault, "JP-MISS", jogada.name, bet=jogada.at.bets["progressivo"])
    yield from ()


def _fed_twice(table: StudTable, jogada: StudJogada, right: Telling) -> Telling:
    """Say a chip's increment twice."""
    del right
    assert jogada.fault is not None
    said = table.increment(jogada.at, jogada.name)
    yield said
    assert isinstance(said.payload, JackpotIncrement)
    again = table.say(said.payload, jogada.name)
    bet, paid = jogada.at.bets["progressivo"], said.payload.amount
    more = {"bet": bet, "event": again.name, "due": 0, "paid": paid}
    table.plant(jogada.fault, "JP-DUP", jogada.name, **more)
    yield again


def _charged_again(table: StudTable, jogada: StudJogada) -> Telling:
    """Take another chip where one came over, and give it back."""
    player = jogada.at
    number = player.bets["progressivo"]
    yield table.put(player, "progressivo", BET, jogada.name)
    again, player.bets["progressivo"] = player.bets["progressivo"], number
    table.note(jogada, "ST-CARRY", 0, BET, again)
    yield table.pay(player, (again,), 0, BET, jogada.name)


def _fed_again(table: StudTable, jogada: StudJogada) -> Telling:
    """Say a second increment of a chip that came over."""
    yield table.increment(jogada.at, jogada.name)
    table.pool.feed(-BET)
    table.note(jogada, "ST-CARRY", 0, BET, jogada.at.bets["progressivo"])


def _keep_chip(table: StudTable, jogada: StudJogada, right: Telling) -> Telling:
    """Keep the chip of a player who places no inicial."""
    del right
    table.note(jogada, "ST-CARRY", BET, 0, table.last_bet)
    yield from ()


def _chip_returned(table: StudTable, jogada: StudJogada, right: Telling) -> Telling:
    """Give a void jogada's chip back, and do not let it go on to the next."""
    del right
    table.note(jogada, "ST-CARRY", 0, BET)
    return table.return_chip(jogada.at, jogada.name)


# --- cards and decisions -------------------------------------------------------------------------


def _deal_to_idler(
    table: StudTable, jogada: StudJogada, right: Sequence[tuple[Player | None, int]]
) -> Sequence[tuple[Player | None, int]]:
    """Deal a hand where no bet lies (R27)."""
    del right
    return table.order(sorted([*jogada.players, jogada.at], key=lambda one: one.seat))


def _idler_goes_on(table: StudTable, jogada: StudJogada) -> Telling:
    """Let that hand lay an adicional, and push it back."""
    player, name = jogada.at, jogada.name
    yield table.go_on(player, 1_000, name)
    number = player.bets["adicional"]
    table.note(jogada, "ST-NOBET", 0, 1_000, number)
    yield table.pay(player, (number,), 0, 1_000, name)
    yield table.say(CardsCollected(of="seat", seat=player.seat, into="discard"), name)


def _quitter_lays(table: StudTable, jogada: StudJogada) -> Telling:
    """Let a player who gave up lay an adicional all the same, and push it back."""
    player, name, amount = jogada.at, jogada.name, 2 * jogada.at.stake
    yield table.put(player, "adicional", amount, name)
    number = player.bets.pop("adicional")
    table.note(jogada, "ST-ANTE", 0, amount)
    back = Payout(seat=player.seat, amount=0, bets=(number,), stake_returned=amount)
    yield table.say(back, name)


# --- payments ------------------------------------------------------------------------------------


def _give_back(cause: str, code: str) -> Callable[[StudTable, StudJogada, Telling], Telling]:
    """Declare a jogada void that is not, and give the stakes back."""

    def settle(table: StudTable, jogada: StudJogada, right: Telling) -> Telling:
        del right
        assert jogada.fault is not None
        yield table.say(RoundVoided(cause=cause, rule="ST R25"), jogada.name)
        due, paid = jogada.due(), sum(one.staked for one in jogada.going)
        for player in jogada.going:
            yield table.pay(player, player.main, 0, player.staked, jogada.name)
        whole = sum(sum(due[one.seat]) + one.staked for one in jogada.going if one.seat in due)
        table.plant(jogada.fault, code, jogada.name, due=whole, paid=paid)

    return settle


def _above_maximum(jogada: StudJogada, player: Player, right: Prizes) -> Prizes:
    """Return the prize of a naipe real without the maximum per game."""
    return right[0], player.second * jogada.real


def _stake_alone(jogada: StudJogada, player: Player, right: Prizes) -> Prizes:
    """Return the prizes beside a pagador who does not open."""
    del jogada, right
    return player.stake, 0


def _paid(fits: Fits, instead: Mapping[str, Any]) -> Fault:
    return Wrong(ready=_fresh, fits=fits, instead=instead)


# --- the progressivo -----------------------------------------------------------------------------


def _backwards(table: StudTable, jogada: StudJogada, found: Sequence[Prize]) -> Sequence[Prize]:
    """Pay the last prize first (R20, R23)."""
    assert jogada.fault is not None
    table.plant(jogada.fault, "ST-JP-ORD", jogada.name, seat=found[0].seat)
    return found[::-1]


def _award(code: str, wrong: Callable[[StudTable, StudJogada, int], int]) -> Mapping[str, Any]:
    """Pay another sum than the target won of the progressivo."""

    def award(table: StudTable, jogada: StudJogada, prize: Prize) -> Prize:
        paid = wrong(table, jogada, prize.amount)
        table.note(jogada, code, prize.amount, paid)
        return structs.replace(prize, amount=paid)

    return {"award": award}


def _fixed(table: StudTable, jogada: StudJogada, right: int) -> int:
    """Return the fixed sum of a sequência de naipe, in place of its share."""
    del jogada, right
    terms = table.pool.terms.combinations
    return next(one.fixed or 0 for one in terms if one.name == "sequencia_de_naipe")


def _undivided(table: StudTable, jogada: StudJogada, right: int) -> int:
    """Return the whole that the reais divide."""
    del table, right
    return sum(one.amount for one in jogada.found if one.combination == "naipe_real")


def _restart_low(table: StudTable, jogada: StudJogada, right: PoolReset) -> PoolReset:
    """Start again from less than is said."""
    assert jogada.fault is not None
    assert right.balance is not None
    low = right.balance - 100
    table.plant(jogada.fault, "ST-JP-RESET", jogada.name, due=right.balance, paid=low)
    return structs.replace(right, balance=low)


CARRIED: Final[Mapping[str, Fault]] = {
    "charged-again": Wrong(ready=_waiting, fits=_with_carried, does={"carried": _charged_again}),
    "incremented-again": Wrong(ready=_waiting, fits=_with_carried, does={"carried": _fed_again}),
    "chip-kept": Wrong(ready=_waiting, fits=_with_kept, instead={"chip-back": _keep_chip}),
}
"""Faults of a chip that came over from a void jogada."""
FAULTS: Final[Mapping[str, Fault]] = {
    "overpaid": _paid(_with_winner(), common.paying("ST-PAY", common.too_much)),
    "underpaid": _paid(_with_winner(), common.paying("ST-PAY", common.too_little)),
    "unpaid": _paid(_with_winner(plain=True), common.not_paying("PAY-NONE")),
    "wrong-seat": _paid(_with_winner(plain=True), common.TO_ANOTHER_SEAT),
    "above-maximum-per-game": _paid(
        _with_real, {**common.hands("naipe_real"), **common.paying("ST-PAY", _above_maximum)}
    ),
    "additional-bet-collected": _paid(_with_closed, common.taking_second("ST-QUAL")),
    "initial-bet-unpaid": _paid(_with_closed, common.paying("ST-QUAL", common.stakes_alone)),
    "paid-as-if-not-opened": _paid(_with_winner(), common.paying("ST-QUAL", _stake_alone)),
    "winner-by-suit-collected": _paid(
        _with_suit(wins=True), common.not_paying("ST-SUIT", swept=True)
    ),
    "winner-by-suit-tied": _paid(
        _with_suit(wins=True), common.paying("ST-SUIT", common.stakes_alone)
    ),
    "loser-by-suit-tied": _paid(
        _with_suit(wins=False), common.paying("ST-SUIT", common.stakes_alone)
    ),
    "short-additional-bet": Wrong(
        ready=_fresh, fits=_with_second(1), does={"added": common.note_second("ST-ANTE")}
    ),
    "large-additional-bet": Wrong(
        ready=_fresh, fits=_with_second(3), does={"added": common.note_second("ST-ANTE")}
    ),
    "progressive-after-first-card": Wrong(
        ready=_fresh, fits=common.without_chip, does={"first-card": _lay_chip}
    ),
    "progressive-alone": Wrong(ready=_fresh, fits=_with_idler, does={"bets": _lay_chip}),
    "bet-on-anothers-hand": Wrong(ready=_fresh, fits=_with_two_chips, instead={"bettor": _another}),
    "additional-after-giving-up": Wrong(
        ready=_fresh, fits=common.with_quitter, does={"gave-up": _quitter_lays}
    ),
    "hand-without-bet-counted": Wrong(
        ready=_fresh,
        fits=_with_free_seat,
        does={"before": common.leave_a_seat, "decided": _idler_goes_on},
        instead={"deal": _deal_to_idler},
    ),
    "over-limit": Wrong(
        ready=_fresh,
        fits=_with_large_stake,
        does={"laid": common.note_limit("BET-MAX", lambda _table, _player: MAXIMUM)},
    ),
    "short-deal-played": Wrong(
        ready=_fresh,
        fits=_without_chips,
        does={"after": common.note_played_on("ST-VOID")},
        instead={"deal": lambda _, jogada, right: without_last(right, jogada.target)},
    ),
    "two-exposed-played": Wrong(
        ready=_fresh,
        fits=_without_chips,
        does={"after": common.note_played_on("ST-VOID")},
        instead={"seen": lambda _table, _jogada, _right: 2},
    ),
    "one-exposed-voided": Wrong(
        ready=_fresh,
        fits=_with_winners("carta_exposta"),
        instead={"settle": _give_back("cartas_expostas", "ST-VOID")},
    ),
    "false-void": Wrong(
        ready=_fresh,
        fits=_with_winners(None),
        instead={"settle": _give_back("numero_de_cartas", "VOID-BAD")},
    ),
    "stake-not-refunded": Wrong(
        ready=_fresh_not_last,
        fits=_void(common.without_chip),
        instead={"refund": common.keep_stake},
    ),
    "chip-returned": Wrong(
        ready=_fresh_not_last,
        fits=_void(common.with_chip),
        instead={"chip-kept": _chip_returned},
    ),
    **CARRIED,
    "bet-incremented-twice": Wrong(
        ready=_fresh, fits=_with_two_chips, instead={"increment": _fed_twice}
    ),
    "bet-not-incremented": Wrong(
        ready=_fresh, fits=_with_two_chips, instead={"increment": _not_fed}
    ),
    "straight-flush-fixed-sum": _of_hands(
        "sequencia_de_naipe", instead=_award("ST-JP-SHARE", _fixed)
    ),
    "royal-short": _of_hands(
        "naipe_real", instead=_award("ST-JP-SHARE", lambda _table, _jogada, due: due // 2)
    ),
    "other-fixed-sum": _of_hands(
        "trio_par", instead=_award("ST-JP-FIX", lambda _table, _jogada, due: due + 2_000)
    ),
    "royals-not-divided": _of_hands(
        "naipe_real", "naipe_real", instead=_award("ST-JP-ORD", _undivided)
    ),
    "straight-flushes-divided": _of_hands(
        "sequencia_de_naipe",
        "sequencia_de_naipe",
        instead=_award("ST-JP-ORD", lambda _table, _jogada, due: due // 2),
    ),
    "right-before-left": _of_hands("cor", "trio_par", instead={"prizes": _backwards}),
    "royal-before-straight-flush": _of_hands(
        "naipe_real", "sequencia_de_naipe", instead={"prizes": _backwards}
    ),
    "restart-below-minimum": _of_hands("trio_par", instead={"reset": _restart_low}),
    "award-unpaid": _of_hands("cor", instead=_award("PAY-NONE", lambda _table, _jogada, _due: 0)),
    "multiplier-out-of-range": common.opening(_multiplier),
    OTHER_SHARE: _with_terms(OTHER_SHARE, "ST-JP-SHARE"),
    NO_FIXED: _with_terms(NO_FIXED, "ST-JP-FIX"),
}
