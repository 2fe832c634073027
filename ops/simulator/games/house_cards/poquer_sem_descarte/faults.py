"""The faults of a table of póquer sem descarte, and the findings that each must lead to."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import structs

from ledger.events.jackpots import JackpotIncrement, JackpotWon, PoolOpened
from ledger.events.rounds import BetChanged, BetWithdrawn, Payout, RoundVoided
from ledger.events.seats import PlayerWarned
from ledger.events.tables import EquipmentChanged
from ops.simulator.games.house_cards import seat_faults as common
from ops.simulator.games.house_cards.jogada import Player, Prizes
from ops.simulator.games.house_cards.poquer_sem_descarte.hands import (
    HAND,
    combination,
    compare,
    hand_of,
    holds_full,
    multiple,
)
from ops.simulator.games.house_cards.poquer_sem_descarte.jogada import (
    CAP,
    MAXIMUM,
    MINIMUM,
    Abstainer,
    SemDescarteJogada,
    prizes,
)
from ops.simulator.games.house_cards.poquer_sem_descarte.table import SemDescarteTable
from ops.simulator.kit.cards import DECK
from ops.simulator.parties.fault import Deed, Wrong
from ops.simulator.parties.party import Telling
from ops.simulator.parties.pools import BET, Prize
from ops.simulator.parties.terminal import Said

Fault = Wrong[SemDescarteTable, SemDescarteJogada]
Fits = Callable[[SemDescarteTable, SemDescarteJogada], bool]
LOW_BASE: Final = "low-base"
ABSTAINS: Final = "abstains"
BASE_TOO_LOW: Final = 9_000 * BET
BASE_LEAST: Final = 10_000 * BET
"""R41."""


# --- openings ------------------------------------------------------------------------------------


def wrong_terms(table: SemDescarteTable, right: PoolOpened) -> PoolOpened:
    """Return the jackpot's terms, with too low a base where that fault is to be made."""
    low = LOW_BASE in table.faults.values()
    return structs.replace(right, base=BASE_TOO_LOW) if low else right


def _low_base(table: SemDescarteTable) -> Mapping[str, Any]:
    """Open with that base, at every opening from now on."""
    sums = {"due": BASE_LEAST, "paid": BASE_TOO_LOW}
    common.note_opening(table, LOW_BASE, "SD-JP-BASE", **sums)
    named = f"{table.where.place}/{LOW_BASE}"
    table.still_wrong["SD-JP-BASE"] = LOW_BASE, {"id": named, **sums}
    return {}


def _wide_band(table: SemDescarteTable) -> Mapping[str, Any]:
    """Open with a maximum above 25 times the minimum (R20)."""
    table.maximum = MAXIMUM + MINIMUM
    sums = {"due": MAXIMUM, "paid": table.maximum}
    common.note_opening(table, "band-too-wide", "SD-R20", **sums)
    return {"maximos": {"inicial": table.maximum}}


def _not_communicated(table: SemDescarteTable) -> Mapping[str, Any]:
    """Open with a jackpot of which the inspectorate was not told."""
    common.note_opening(table, "jackpot-not-communicated", "SD-JP-COMM")
    return {"acumulado_comunicado": False}


def _other_rate(table: SemDescarteTable) -> Mapping[str, Any]:
    """Open with another rate of the jackpot than was approved."""
    common.note_opening(table, "other-rate", "SD-JP-VAL", facts={"fact": "ppm"})
    return {"acumulado_ppm": table.pool.terms.ppm - 50_000}


def _other_prizes(table: SemDescarteTable) -> Mapping[str, Any]:
    """Open with another fixed prize than was approved."""
    common.note_opening(table, "other-table-of-prizes", "SD-JP-COMB", facts={"fact": "fixed"})
    fixed = {one.name: one.fixed for one in table.pool.terms.combinations if one.fixed is not None}
    return {"acumulado_fixos": {**fixed, "full": 15_000}}


# --- which tables, and which jogadas, have a fault -----------------------------------------------


def _with_a_seat(table: SemDescarteTable) -> bool:
    """Tell whether a seat is free, or can be."""
    return len(table.guests) < table.PLACES or table.abstainer is None


def _with_a_guest(table: SemDescarteTable) -> bool:
    """Tell whether somebody sits who may be told to go, and nobody is counted who abstains."""
    return bool(table.guests) and table.abstainer is None


def _with_winner(table: SemDescarteTable, jogada: SemDescarteJogada) -> bool:
    """Choose a player who wins against a bank that plays, well below the cap."""
    return jogada.plays and common.choose(table, jogada, jogada.winners) and jogada.modest()


def _with_loser(table: SemDescarteTable, jogada: SemDescarteJogada) -> bool:
    """Choose a player who loses to a bank that plays."""
    losers = [one for one in jogada.going if jogada.prizes(one) is None]
    return jogada.plays and common.choose(table, jogada, losers)


def _with_tie(table: SemDescarteTable, jogada: SemDescarteJogada) -> bool:
    """Give the bank a pair and a player the other two of it, with equal cards beside."""
    bank, mine = ["Jd", "Jc", "8h", "5s", "3d"], ["Jh", "Js", "8c", "5d", "3h"]
    assert compare(mine, bank) == 0
    jogada.target = common.deal_pair(table, jogada, mine, bank)
    table.rng.shuffle(jogada.bank)
    return jogada.modest()


def _with_idle_bank(table: SemDescarteTable, jogada: SemDescarteJogada) -> bool:
    """Let the bank have less than ace and king, before two who go on."""
    idle = not jogada.plays and len(jogada.going) > 1 and jogada.modest()
    return idle and common.choose(table, jogada, jogada.going)


def _with_playing_bank(table: SemDescarteTable, jogada: SemDescarteJogada) -> bool:
    """Let the bank play, before two who go on."""
    del table
    return jogada.plays and len(jogada.going) > 1 and jogada.modest()


def _lucky(table: SemDescarteTable, jogada: SemDescarteJogada) -> list[Player]:
    """Return the players who win the jackpot."""
    return [one for one in jogada.going if one.jackpot and table.pool.has(combination(one.cards))]


def _with_share(table: SemDescarteTable, jogada: SemDescarteJogada) -> bool:
    """Choose a player who wins the jackpot."""
    return common.choose(table, jogada, _lucky(table, jogada))


def _with_one_share(table: SemDescarteTable, jogada: SemDescarteJogada) -> bool:
    """Choose the only player who wins the jackpot."""
    lucky = _lucky(table, jogada)
    return len(lucky) == 1 and common.choose(table, jogada, lucky)


def _with_beaten(table: SemDescarteTable, jogada: SemDescarteJogada) -> bool:
    """Let a player who wins the jackpot lose his bets, or the bank not play."""
    lucky = _lucky(table, jogada)
    if table.rng.randrange(2) and lucky:
        dealt = {card for one in jogada.players for card in one.cards}
        left = [card for card in DECK if card not in dealt]
        if holds_full(left):  # of seventeen cards, or fewer, not always
            jogada.bank = hand_of(table.rng, "full", left)
    beaten = [one for one in lucky if not jogada.plays or jogada.prizes(one) is None]
    return common.choose(table, jogada, beaten)


def _with_real(table: SemDescarteTable, jogada: SemDescarteJogada) -> bool:
    """Let a naipe real win more than the bank may pay, with nothing on the jackpot."""
    del table
    common.take_chips_off(jogada)
    for player in jogada.players:
        if combination(player.cards) == "real":
            player.stake, player.goes = MAXIMUM, True
    jogada.modest()
    return jogada.plays and sum(map(sum, jogada.uncapped().values())) > CAP


def _with_large_chip(table: SemDescarteTable, jogada: SemDescarteJogada) -> bool:
    """Let a player lay a chip of twice the value on the jackpot."""
    if not common.with_chip(table, jogada):
        return False
    jogada.at.chip = 2 * BET
    return True


def _on_credit(table: SemDescarteTable, jogada: SemDescarteJogada) -> bool:
    """Let a player lay an initial bet on credit."""
    common.with_anybody(table, jogada)
    jogada.at.means = "credit"
    return True


def _with_newcomer(table: SemDescarteTable, jogada: SemDescarteJogada) -> bool:
    """Let somebody who does not sit at the table want to come in."""
    jogada.target = Player(seat=common.free_seat(table), name=f"{table.badge}-atrasado")
    return True


def _with_idler(table: SemDescarteTable, jogada: SemDescarteJogada) -> bool:
    """Let a guest sit this jogada out, but for a chip on the jackpot."""
    waits = table.abstainer.seat if table.abstainer is not None else None
    playing = {one.seat for one in jogada.players}
    idle = [seat for seat in table.guests if seat not in playing and seat != waits]
    if not idle:
        if len(jogada.players) < 3 or table.guests[jogada.players[-1].seat].idle:
            return False
        idle = [jogada.players.pop().seat]
    jogada.target = Player(seat=idle[0], name=table.guests[idle[0]].name)
    return True


def _with_second_seat(table: SemDescarteTable, jogada: SemDescarteJogada) -> bool:
    """Let a player bet at a free seat too."""
    free = common.free_seat(table)
    first = table.rng.choice(jogada.players)
    return _seat_besides(jogada, Player(seat=free, name=first.name, stake=MINIMUM))


def _with_eighth(table: SemDescarteTable, jogada: SemDescarteJogada) -> bool:
    """Let somebody bet at a seat that the table does not have."""
    seat = table.PLACES + 1
    return _seat_besides(jogada, Player(seat=seat, name=f"{table.badge}-oitavo", stake=MINIMUM))


def _seat_besides(jogada: SemDescarteJogada, player: Player) -> bool:
    """Let a player play besides the others."""
    player.cards = [card for card in DECK if card not in jogada.dealt][:HAND]
    jogada.target = player
    jogada.players = sorted([*jogada.players, player], key=lambda one: one.seat)
    return True


def _with_stake(stake: Callable[[SemDescarteTable], int]) -> Fits:
    """Let a player lay an initial bet of this amount."""

    def fits(table: SemDescarteTable, jogada: SemDescarteJogada) -> bool:
        common.with_anybody(table, jogada)
        jogada.at.stake = stake(table)
        return jogada.modest()

    return fits


def _with_second(times: int) -> Fits:
    """Let a player lay so many times his initial bet to go on."""

    def fits(table: SemDescarteTable, jogada: SemDescarteJogada) -> bool:
        if not common.choose(table, jogada, jogada.going):
            return False
        jogada.at.second = jogada.at.stake * times
        return jogada.modest()

    return fits


def _overlooked(table: SemDescarteTable, jogada: SemDescarteJogada) -> bool:
    """Let an error of the deal be overlooked, with nothing on the jackpot."""
    common.take_chips_off(jogada)
    common.with_anybody(table, jogada)
    return jogada.modest()


def _with_six_cards(table: SemDescarteTable, jogada: SemDescarteJogada) -> bool:
    """Give a player a sixth card, with nothing on the jackpot."""
    sixth = next(card for card in DECK if card not in jogada.dealt)
    common.take_chips_off(jogada)
    common.with_anybody(table, jogada)
    jogada.at.cards.append(sixth)
    return jogada.modest()


def _with_no_jackpot(table: SemDescarteTable, jogada: SemDescarteJogada) -> bool:
    """Let somebody win, with nothing on the jackpot."""
    del table
    common.take_chips_off(jogada)
    return bool(jogada.winners) and jogada.modest()


def _with_void(table: SemDescarteTable, jogada: SemDescarteJogada) -> bool:
    """Void the jogada; the target has nothing on the jackpot."""
    jogada.error = "numero_de_cartas"
    return common.without_chip(table, jogada)


def _with_card_twice(table: SemDescarteTable, jogada: SemDescarteJogada) -> bool:
    """Let the bank have a card that a player has."""
    assert jogada.fault is not None
    card = table.rng.choice(jogada.players).cards[0]
    jogada.bank[0] = card
    table.plant(jogada.fault, "RES-IMPOSS", jogada.name, facts={"card": card})
    return True


# --- guests --------------------------------------------------------------------------------------


def _replace_card(table: SemDescarteTable, jogada: SemDescarteJogada) -> Telling:
    """Replace one worn card, and not its pack."""
    assert jogada.fault is not None
    card = table.rng.choice(("7h", "Qd", "As"))
    changed = EquipmentChanged(item="deck", id="baralhos-1", reason="worn", cards=(card,))
    yield table.say(changed)
    table.plant(jogada.fault, "EQ-BAD", jogada.name)


def _bar(table: SemDescarteTable, jogada: SemDescarteJogada) -> Telling:
    """Tell a guest who goes on communicating to play no more (R17)."""
    del jogada
    table.barred = table.rng.choice(sorted(table.guests))
    yield table.say(PlayerWarned(seat=table.barred, cause="communication", expelled=True))


def _with_barred(table: SemDescarteTable, jogada: SemDescarteJogada) -> bool:
    """Let the guest play who was told not to."""
    return common.choose(table, jogada, [p for p in jogada.players if p.seat == table.barred])


def _note_barred(table: SemDescarteTable, jogada: SemDescarteJogada) -> Telling:
    """Plant that he plays."""
    assert jogada.fault is not None
    table.plant(jogada.fault, "SD-OUT", jogada.name, seat=table.barred)
    yield from ()


def _see_off(table: SemDescarteTable, jogada: SemDescarteJogada) -> Telling:
    """Let him go."""
    del jogada
    yield table.leave(table.barred)


def _abstain(table: SemDescarteTable, jogada: SemDescarteJogada) -> Telling:
    """Fill the table, and let one guest bet no more."""
    del jogada
    while len(table.guests) < table.PLACES:
        yield from table.arrive()
    fresh = [seat for seat, guest in table.guests.items() if guest.idle == 0]
    table.abstainer = Abstainer(seat=table.rng.choice(fresh), left=3, id=table.fault_id)


def count_abstention(table: SemDescarteTable, jogada: SemDescarteJogada) -> None:
    """Count a jogada without the abstainer's bet; plant the third one."""
    waits = table.abstainer
    if waits is None or jogada.void:
        return
    waits.left -= 1
    if waits.left == 0:
        table.plant(ABSTAINS, "SD-ABST", jogada.name, seat=waits.seat, id=waits.id)
        table.abstainer = None


# --- bets ----------------------------------------------------------------------------------------


def _cut_badly(*, cut: bool = True, burn: bool = True) -> Mapping[str, Any]:
    """Leave the cut, or the burnt card, out (R8)."""

    def wrong(table: SemDescarteTable, jogada: SemDescarteJogada, right: Telling) -> Telling:
        del right
        assert jogada.fault is not None
        yield from table.cut_and_burn(jogada.name, cut=cut, burn=burn)
        table.plant(jogada.fault, "SD-BURN", jogada.name)

    return {"cut": wrong}


def _burn_late(table: SemDescarteTable, jogada: SemDescarteJogada) -> Telling:
    """Burn the card after the call."""
    return table.cut_and_burn(jogada.name, cut=False)


def _note_on_credit(table: SemDescarteTable, jogada: SemDescarteJogada) -> Telling:
    """Plant the bet on credit."""
    player = jogada.at
    table.note(jogada, "CREDIT", 0, player.stake, player.bets["inicial"])
    yield from ()


def _note_seats(table: SemDescarteTable, jogada: SemDescarteJogada) -> Telling:
    """Plant the last seat of a player who has two, or one too many."""
    assert jogada.fault is not None
    seats = [one.seat for one in jogada.players if one.name == jogada.at.name]
    table.plant(jogada.fault, "SD-SEATS", jogada.name, seat=max(seats))
    yield from ()


def _note_large_chip(table: SemDescarteTable, jogada: SemDescarteJogada) -> Telling:
    """Plant a chip of another value than the jackpot's bet."""
    player = jogada.at
    table.note(jogada, "SD-JP-VAL", BET, player.chip, player.bets["acumulado"])
    yield from ()


def _lay_chip(code: str) -> Deed[SemDescarteTable, SemDescarteJogada]:
    """Lay a chip that is no bet on the jackpot, and push it back."""

    def lay(table: SemDescarteTable, jogada: SemDescarteJogada) -> Telling:
        player = jogada.at
        first = player.bets.get("acumulado")
        yield table.put(player, "acumulado", BET, jogada.name)
        number = player.bets["acumulado"]
        table.note(jogada, code, 0, BET, number)
        if first is not None:
            player.bets["acumulado"] = first
        yield _back(table, jogada, number, BET)

    return lay


def _back(table: SemDescarteTable, jogada: SemDescarteJogada, number: int, amount: int) -> Said:
    """Push a bet of the target back."""
    back = Payout(seat=jogada.at.seat, amount=0, bets=(number,), stake_returned=amount)
    return table.say(back, jogada.name)


def _raise_late(table: SemDescarteTable, jogada: SemDescarteJogada) -> Telling:
    """Raise an initial bet after the call (R9)."""
    player = jogada.at
    number = player.bets["inicial"]
    change = BetChanged(bet=number, amount=player.stake + MINIMUM, cause="own")
    yield table.say(change, jogada.name)
    table.note(jogada, "BET-LATE", 0, player.stake, number)


def _lay_late(
    tipo: str, amount: int, *, withdrawn: bool = False
) -> Deed[SemDescarteTable, SemDescarteJogada]:
    """Lay a bet after the call, and push it back (R9)."""

    def lay(table: SemDescarteTable, jogada: SemDescarteJogada) -> Telling:
        player = jogada.at
        main = player.bets.get("inicial")
        yield table.put(player, tipo, amount, jogada.name)
        late = player.bets.pop(tipo)
        if main is not None:
            player.bets["inicial"] = main
        table.note(jogada, "BET-LATE", 0, amount, late)
        if withdrawn:
            yield table.say(BetWithdrawn(bet=late, cause="late"), jogada.name)
        else:
            yield _back(table, jogada, late, amount)

    return lay


def _misstate(
    table: SemDescarteTable, jogada: SemDescarteJogada, right: JackpotIncrement
) -> JackpotIncrement:
    """Say that more fed the pool than did."""
    del table, jogada
    return structs.replace(right, stake=(right.stake or 0) + BET)


def _note_misstated(table: SemDescarteTable, jogada: SemDescarteJogada, said: Said) -> Said:
    """Plant the increment that was misstated."""
    assert jogada.fault is not None
    assert isinstance(said.payload, JackpotIncrement)
    paid = said.payload.stake or 0
    more = {"event": said.name, "due": paid - BET, "paid": paid}
    table.plant(jogada.fault, "JP-INC", jogada.name, **more)
    return said


# --- cards ---------------------------------------------------------------------------------------


def _note_deal(table: SemDescarteTable, jogada: SemDescarteJogada) -> None:
    """Plant a deal against the rules (R9)."""
    assert jogada.fault is not None
    table.plant(jogada.fault, "SD-DEAL", jogada.name)


def _wrong_start(
    table: SemDescarteTable, jogada: SemDescarteJogada, right: Sequence[Any]
) -> Sequence[Any]:
    """Begin the deal with the second player."""
    del right
    _note_deal(table, jogada)
    return table.order([*jogada.players[1:], jogada.players[0]])


def _lies_open(index: int) -> Mapping[str, Any]:
    """Let another card of the bank lie open than its last one, or none."""

    def lies_open(table: SemDescarteTable, jogada: SemDescarteJogada, right: int) -> int:
        del right
        _note_deal(table, jogada)
        return index

    return {"open": lies_open}


# --- decisions -----------------------------------------------------------------------------------


def _reverse(table: SemDescarteTable, jogada: SemDescarteJogada, right: Telling) -> Telling:
    """Let a player who passed, and whose bet was taken, go on all the same (R13)."""
    yield from right
    player = jogada.at
    second = 2 * player.stake
    yield table.go_on(player, second, jogada.name)
    number = player.bets.pop("segunda")
    table.note(jogada, "SD-2X", 0, second)
    yield _back(table, jogada, number, second)


def _take_late(table: SemDescarteTable, jogada: SemDescarteJogada) -> Telling:
    """Collect from a player who passed when the bank lies open already."""
    assert jogada.fault is not None
    table.plant(jogada.fault, "SD-2X", jogada.name, seat=jogada.at.seat)
    yield table.collect(jogada.at, jogada.name)


# --- payments ------------------------------------------------------------------------------------


def _void_falsely(table: SemDescarteTable, jogada: SemDescarteJogada, right: Telling) -> Telling:
    """Declare a jogada void that is not, and give the stakes back."""
    del right
    assert jogada.fault is not None
    yield table.say(RoundVoided(cause="numero_de_cartas", rule="SD R34"), jogada.name)
    due = jogada.due()
    for player in jogada.going:
        yield table.pay(player, player.main, 0, player.staked, jogada.name)
    staked = sum(player.staked for player in jogada.going)
    whole = sum(sum(due[one.seat]) + one.staked for one in jogada.going if one.seat in due)
    table.plant(jogada.fault, "VOID-BAD", jogada.name, due=whole, paid=staked)


def _uncapped(
    table: SemDescarteTable, jogada: SemDescarteJogada, right: Mapping[int, Prizes]
) -> Mapping[int, Prizes]:
    """Pay more than the bank may pay in one jogada (R33)."""
    del table, right
    return jogada.uncapped()


def _note_cap(table: SemDescarteTable, jogada: SemDescarteJogada) -> Telling:
    """Plant those prizes."""
    assert jogada.fault is not None
    paid = sum(map(sum, jogada.uncapped().values()))
    table.plant(jogada.fault, "SD-CAP", jogada.name, due=CAP, paid=paid)
    yield from ()


def _other_bank(
    table: SemDescarteTable, jogada: SemDescarteJogada, right: Mapping[int, Prizes]
) -> Mapping[int, Prizes]:
    """Pay as if the bank played that does not, or the other way round (R15)."""
    wrong: dict[int, Prizes] = {}
    for player in jogada.going:
        owed, paid = right.get(player.seat), prizes(player, jogada.bank, plays=not jogada.plays)
        if paid is not None:
            wrong[player.seat] = paid
        if paid != owed:
            _note_bank(table, jogada, player, owed, paid)
    return wrong


def _note_bank(
    table: SemDescarteTable,
    jogada: SemDescarteJogada,
    player: Player,
    owed: Prizes | None,
    paid: Prizes | None,
) -> None:
    """Plant a player's payment; where nothing was paid each bet is a finding of its own."""
    assert jogada.fault is not None
    at = {"seat": player.seat}
    if paid is not None:
        due = 0 if owed is None else sum(owed) + player.staked
        sums = {"due": due, "paid": sum(paid) + player.staked}
        table.plant(jogada.fault, "SD-QUAL", jogada.name, **at, **sums)
        return
    assert owed is not None
    stakes = player.stake, player.second
    for bet, prize, stake in zip(player.main, owed, stakes, strict=True):
        of_bet = {"bet": bet, "due": prize + stake, "paid": 0}
        table.plant(jogada.fault, "SD-QUAL", jogada.name, **at, **of_bet)


def _not(table: SemDescarteTable, jogada: SemDescarteJogada, right: bool) -> bool:  # noqa: FBT001 - a value
    """Say the opposite."""
    del table, jogada
    return not right


_OTHER_BANK: Final[Mapping[str, Any]] = {
    "bank-plays": _not,
    "due": _other_bank,
}


def _as_won(jogada: SemDescarteJogada, player: Player, right: Prizes) -> Prizes:
    """Return the prizes of a hand that wins."""
    del jogada, right
    return player.stake, player.second * multiple(player.cards)


# --- the jackpot ---------------------------------------------------------------------------------


def _collect_early(table: SemDescarteTable, jogada: SemDescarteJogada) -> Telling:
    """Take the cards away before the jackpot is paid (R42)."""
    return table.collect_cards(jogada)


def _note_early(
    table: SemDescarteTable, jogada: SemDescarteJogada, right: Sequence[Prize]
) -> Sequence[Prize]:
    """Plant each prize whose cards lie no more."""
    assert jogada.fault is not None
    for prize in right:
        bet = next(one for one in jogada.players if one.seat == prize.seat).bets["acumulado"]
        of_prize = {"seat": prize.seat, "bet": bet, "due": 0, "paid": prize.amount}
        table.plant(jogada.fault, "SD-JP-EXP", jogada.name, **of_prize)
    return right


def _largest_first(
    table: SemDescarteTable, jogada: SemDescarteJogada, right: Sequence[Prize]
) -> Sequence[Prize]:
    """Pay the largest prize first (R32)."""
    assert jogada.fault is not None
    order = list(reversed(right))
    highest = 0
    for prize in order:
        if prize.undivided < highest:
            table.plant(jogada.fault, "SD-JP-SPLIT", jogada.name, seat=prize.seat)
            break
        highest = max(highest, prize.undivided)
    return order


def _miscount(table: SemDescarteTable, jogada: SemDescarteJogada, right: JackpotWon) -> JackpotWon:
    """Say that a prize is larger than it is."""
    del table, jogada
    return structs.replace(right, amount=right.amount + BET)


def _note_miscounted(table: SemDescarteTable, jogada: SemDescarteJogada, said: Said) -> Said:
    """Plant the prize that was misstated."""
    assert jogada.fault is not None
    assert isinstance(said.payload, JackpotWon)
    paid = said.payload.amount
    more = {"event": said.name, "due": paid - BET, "paid": paid}
    table.plant(jogada.fault, "JP-WINBASIS", jogada.name, **more)
    return said


def _award(
    wrong: Callable[[SemDescarteTable, SemDescarteJogada, Prize], tuple[str, int] | None],
) -> Mapping[str, Any]:
    """Pay another sum of a prize, where ``wrong`` says one and its code."""

    def award(table: SemDescarteTable, jogada: SemDescarteJogada, prize: Prize) -> Prize:
        other = wrong(table, jogada, prize)
        if other is None:
            return prize
        assert jogada.fault is not None
        code, paid = other
        sums = {"due": prize.amount, "paid": paid}
        table.plant(jogada.fault, code, jogada.name, seat=prize.seat, **sums)
        return structs.replace(prize, amount=paid)

    return {"award": award}


def _unpaid_award(
    table: SemDescarteTable, jogada: SemDescarteJogada, prize: Prize
) -> tuple[str, int] | None:
    """Pay the target nothing: his hand was beaten, or it was not."""
    del table
    if prize.seat != jogada.at.seat:
        return None
    beaten = not jogada.plays or jogada.at not in jogada.winners
    return "SD-JP-UNQ" if beaten else "PAY-NONE", 0


def _undivided(
    table: SemDescarteTable, jogada: SemDescarteJogada, prize: Prize
) -> tuple[str, int] | None:
    """Pay each winner of a combination its whole prize."""
    del table, jogada
    return ("SD-JP-SPLIT", prize.undivided) if prize.undivided != prize.amount else None


def _whole_to_top(
    table: SemDescarteTable, jogada: SemDescarteJogada, prize: Prize
) -> tuple[str, int] | None:
    """Pay the top combination as if no lower prize went before."""
    top = prize.combination == table.pool.top
    return ("SD-JP-SPLIT", jogada.balance) if top else None


def _short_award(
    table: SemDescarteTable, jogada: SemDescarteJogada, prize: Prize
) -> tuple[str, int] | None:
    """Pay the target a chip too little."""
    del table
    return ("JP-PAYDIFF", prize.amount - BET) if prize.seat == jogada.at.seat else None


def _jackpot(*names: str, fits: Fits, instead: Mapping[str, Any], **more: Any) -> Fault:
    """Return a fault of the jackpot, which these combinations win."""
    return Wrong(fits=fits, instead={**common.hands(*names), **instead}, **more)


def _laid(fits: Fits, deed: Deed[SemDescarteTable, SemDescarteJogada]) -> Fault:
    return Wrong(fits=fits, does={"laid": deed})


LAWFUL: Final = 25
"""Times the minimum: more than that no table may take (SD R20)."""
FAULTS: Final[Mapping[str, Fault]] = {
    "overpaid": Wrong(fits=_with_winner, instead=common.paying("SD-PAY", common.too_much)),
    "underpaid": Wrong(fits=_with_winner, instead=common.paying("SD-PAY", common.too_little)),
    "unpaid": Wrong(fits=_with_winner, instead=common.not_paying("PAY-NONE")),
    "wrong-seat": Wrong(fits=_with_winner, instead=common.TO_ANOTHER_SEAT),
    "loser-paid": Wrong(fits=_with_loser, instead=common.paying("SD-CMP", _as_won)),
    "winner-collected": Wrong(fits=_with_winner, instead=common.not_paying("SD-CMP", swept=True)),
    "tie-collected": Wrong(fits=_with_tie, instead=common.not_paying("SD-CMP", swept=True)),
    "tie-paid": Wrong(fits=_with_tie, instead=common.paying("SD-CMP", _as_won)),
    "bank-played-wrongly": Wrong(fits=_with_idle_bank, instead=_OTHER_BANK),
    "bank-stayed-wrongly": Wrong(fits=_with_playing_bank, instead=_OTHER_BANK),
    "initial-bet-unpaid": Wrong(
        fits=_with_idle_bank, instead=common.paying("SD-QUAL", common.stakes_alone)
    ),
    "second-bet-collected": Wrong(fits=_with_idle_bank, instead=common.taking_second("SD-QUAL")),
    "over-cap": _jackpot(
        "real", fits=_with_real, instead={"due": _uncapped}, does={"after": _note_cap}
    ),
    "unpaid-share": _jackpot(
        "full", "full", "cor", fits=_with_share, instead=_award(_unpaid_award)
    ),
    "beaten-winner-unpaid": _jackpot("cor", fits=_with_beaten, instead=_award(_unpaid_award)),
    "undivided-prize": _jackpot(
        "full", "full", "cor", fits=_with_share, instead=_award(_undivided)
    ),
    "whole-pool-to-top": _jackpot("real", "full", fits=_with_share, instead=_award(_whole_to_top)),
    "largest-prize-first": _jackpot(
        "cor", "full", fits=_with_share, instead={"prizes": _largest_first}
    ),
    "short-award": _jackpot("full", fits=_with_one_share, instead=_award(_short_award)),
    "miscounted-award": _jackpot(
        "full", fits=_with_one_share, instead={"won": _miscount, "won-said": _note_miscounted}
    ),
    "misstated-increment": Wrong(
        fits=common.with_chip, instead={"increment": _misstate, "increment-said": _note_misstated}
    ),
    "cards-collected-early": _jackpot(
        "full",
        fits=_with_share,
        does={"settled": _collect_early},
        instead={"prizes": _note_early, "collect": common.nothing},
    ),
    "late-jackpot-chip": Wrong(
        fits=common.without_chip, does={"closed": _lay_late("acumulado", BET)}
    ),
    "late-bet": Wrong(fits=common.with_anybody, does={"closed": _lay_late("inicial", MINIMUM)}),
    "late-raise": Wrong(fits=common.with_anybody, does={"closed": _raise_late}),
    "late-newcomer": Wrong(
        ready=_with_a_seat,
        fits=_with_newcomer,
        does={
            "before": common.leave_a_seat,
            "closed": _lay_late("inicial", MINIMUM, withdrawn=True),
        },
    ),
    "over-limit": _laid(
        _with_stake(lambda table: table.maximum + MINIMUM),
        common.note_limit("BET-MAX", lambda table, _: min(table.maximum, LAWFUL * MINIMUM)),
    ),
    "under-limit": _laid(
        _with_stake(lambda _: MINIMUM - 100),
        common.note_limit("BET-MIN", lambda _table, _player: MINIMUM),
    ),
    "bet-on-credit": _laid(_on_credit, _note_on_credit),
    "large-jackpot-chip": Wrong(fits=_with_large_chip, does={"bets": _note_large_chip}),
    "second-jackpot-chip": Wrong(fits=common.with_chip, does={"bets": _lay_chip("SD-JP-VAL")}),
    "jackpot-chip-alone": Wrong(fits=_with_idler, does={"bets": _lay_chip("SD-JP-MAIN")}),
    "short-second-bet": Wrong(fits=_with_second(1), does={"went": common.note_second("SD-2X")}),
    "large-second-bet": Wrong(fits=_with_second(3), does={"went": common.note_second("SD-2X")}),
    "pass-reversed": Wrong(fits=common.with_quitter, instead={"passed": _reverse}),
    "pass-collected-late": Wrong(
        fits=common.with_quitter,
        does={"bank-turned": _take_late},
        instead={"passed": common.nothing},
    ),
    "no-burn": Wrong(instead=_cut_badly(burn=False)),
    "late-burn": Wrong(does={"closed": _burn_late}, instead=_cut_badly(burn=False)),
    "no-cut": Wrong(instead=_cut_badly(cut=False)),
    "wrong-start": Wrong(instead={"deal": _wrong_start}),
    "bank-card-hidden": Wrong(instead=_lies_open(0)),
    "bank-first-card-open": Wrong(instead=_lies_open(1)),
    "six-cards-played": Wrong(
        fits=_with_six_cards,
        does={"after": common.note_played_on("SD-MIS")},
        instead={"deal": lambda _, jogada, right: [*right, (jogada.target, HAND + 1)]},
    ),
    "open-card-played": Wrong(
        fits=_overlooked,
        does={"after": common.note_played_on("SD-MIS")},
        instead={"turned": lambda _table, _jogada, _right: True},
    ),
    "false-void": Wrong(fits=_with_no_jackpot, instead={"settle": _void_falsely}),
    "stake-not-refunded": Wrong(fits=_with_void, instead={"refund": common.keep_stake}),
    "card-dealt-twice": Wrong(fits=_with_card_twice),
    "single-card-replaced": Wrong(does={"before": _replace_card}),
    "barred-plays": Wrong(
        ready=_with_a_guest,
        fits=_with_barred,
        does={"before": _bar, "bets": _note_barred, "after": _see_off},
    ),
    "two-seats": Wrong(
        ready=_with_a_seat,
        fits=_with_second_seat,
        does={"before": common.leave_a_seat, "laid": _note_seats},
    ),
    "eighth-seat": _laid(_with_eighth, _note_seats),
    ABSTAINS: Wrong(ready=lambda table: table.abstainer is None, does={"before": _abstain}),
    "band-too-wide": common.opening(_wide_band),
    "jackpot-not-communicated": common.opening(_not_communicated),
    "other-rate": common.opening(_other_rate),
    "other-table-of-prizes": common.opening(_other_prizes),
    LOW_BASE: common.opening(_low_base),
}
