"""What can be wrong at a table of póquer não bancado: seats, the mão, caves, the house's share.

What goes over several hands the record says of each player as the hand begins: so every check here
is of one hand.
"""

from collections.abc import Iterator
from typing import Final

from projections.replay.games.poker.betting.record import Fee, HandRecord, HandRules, Player
from projections.replay.kit.stake_means import CHIPS, MEANS_ONLINE
from projections.replay.settlement import Found, money_text

MILLION: Final = 1_000_000
MIXED_GAMES: Final = 2
"""Games that a mixed table may have (R51)."""
SESSION: Final = "session"


def table_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find wrong seats, too few players, wrong limits and caves, the mão out of its way."""
    seats = {player.seat for player in hand.players}
    if (
        len(seats) != len(hand.players)
        or not 1 <= min(seats, default=1) <= max(seats, default=1) <= rules.places
    ):
        yield from seat_faults(hand, rules)
    if hand.online or len(hand.players) < rules.minimum_players:
        yield from number_faults(hand, rules)
    if hand.maximum is not None or hand.cagnotte_ppm:
        yield from limit_faults(hand, rules)
    for player in hand.players:
        if player.stack is not None and (player.stack < hand.minimum or player.entered):
            yield from cave_faults(hand, rules, player)
        if player.added or player.stack_before is not None or player.rested or player.reposicao:
            yield from _away_faults(hand, rules, player)
        if player.sharing:
            yield Found(
                code="NB-SEATS",
                rule=rules.cites.one_per_place,
                seat=player.seat,
                expected="1",
                recorded=", ".join(player.sharing),
            )
    if hand.mao_before is not None:
        yield from mao_faults(hand, rules)
    elif hand.mao and hand.mao not in seats:
        yield Found(code="NB-BTN", rule=rules.cites.mao, seat=hand.mao, recorded=str(hand.mao))


def seat_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find two players at a place (R8), and places the table does not have (R4)."""
    seats = [player.seat for player in hand.players]
    for seat in dict.fromkeys(seats):
        if seats.count(seat) > 1:
            yield Found(code="NB-SEATS", rule=rules.cites.one_per_place, seat=seat)
        if not 1 <= seat <= rules.places:
            yield Found(
                code="NB-SEATS",
                rule=rules.cites.places,
                seat=seat,
                expected=f"1..{rules.places}",
                recorded=str(seat),
            )


def number_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find too few players, and a game played online that the law does not know there."""
    cites, count = rules.cites, len(hand.players)
    least, rule = rules.minimum_players, cites.minimum_players
    if hand.online:
        if rules.minimum_players_online is None:
            yield Found(code="ONL-NONE", rule=cites.minimum_players_online, recorded=hand.mode)
        least = rules.minimum_players_online or least
        rule = cites.minimum_players_online
    if count < least:
        yield Found(code="NB-MIN4", rule=rule, expected=str(least), recorded=str(count))


def limit_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find a minimum outside its share of a declared maximum (R62), a rate too high (R65 a)."""
    if hand.maximum is not None:
        low, high = rules.minimum_ppm
        minimum, maximum = hand.minimum, hand.maximum
        if not low * maximum <= minimum * MILLION <= high * maximum:
            yield Found(
                code="NB-LIM",
                rule=rules.cites.minimum_bet,
                expected=f"{money_text(low * maximum // MILLION)}"
                f"..{money_text(high * maximum // MILLION)}",
                recorded=money_text(minimum),
            )
    if hand.cagnotte_ppm > rules.cagnotte_ppm_max:
        yield Found(
            code="NB-RAKE",
            rule=rules.cites.cagnotte,
            expected=f"{rules.cagnotte_ppm_max} ppm",
            recorded=f"{hand.cagnotte_ppm} ppm",
            facts={"rate": hand.cagnotte_ppm},
        )


def cave_faults(hand: HandRecord, rules: HandRules, player: Player) -> Iterator[Found]:
    """Find a cave below the minimum (O8), a newcomer's that is not the average (R14)."""
    if player.stack is None or player.absent:
        return
    cites = rules.cites
    if player.stack < hand.minimum:
        yield Found(
            code="NB-CAVE",
            rule=cites.stack_minimum,
            seat=player.seat,
            expected=money_text(hand.minimum),
            recorded=money_text(player.stack),
            amount=hand.minimum - player.stack,
        )
    if not player.entered:
        return
    before = [other.stack for other in hand.players if not other.entered]
    known = [stack for stack in before if stack is not None]
    if not known or len(known) != len(before):
        return
    due = max(sum(known) // len(known), hand.entry_minimum or 0)
    if player.stack != due:
        yield Found(
            code="NB-CAVE",
            rule=cites.entry,
            seat=player.seat,
            expected=money_text(due),
            recorded=money_text(player.stack),
            amount=player.stack - due,
        )


def mao_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find that the mão did not pass to the next who plays (R15), or went to a newcomer (O9).

    Where somebody sat down beside another, either may be who plays: the place may have the mão,
    and may be passed over; that two sit there is a fault of its own (R8).
    """
    before = hand.mao_before or 0
    players = [player for player in hand.players if not player.absent]
    settled = {player.seat for player in players if not player.entered}
    playing = settled or {player.seat for player in players}
    seats = {player.seat for player in hand.players}
    there = [seat for seat in seats if 1 <= seat <= rules.places]
    ring = sorted(there, key=lambda seat: (seat - before - 1) % rules.places)
    due = next((seat for seat in ring if seat in playing), before)
    passed = ring[: ring.index(due) + 1] if due in ring else []
    newcomer = hand.mao not in playing and any(
        player.seat == hand.mao and not player.sharing for player in players
    )
    if hand.mao not in seats or hand.mao not in passed or newcomer:
        yield Found(
            code="NB-BTN",
            rule=rules.cites.newcomer if newcomer else rules.cites.mao,
            seat=hand.mao,
            expected=str(due),
            recorded=str(hand.mao),
        )


def place_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find faults that most hands cannot have: each is asked for only where something says so."""
    if hand.first and hand.cave is not None:
        yield from initial_faults(hand, rules)
    if any([action.means for action in hand.actions]):  # noqa: C419 - quicker, for every hand
        yield from means_faults(hand, rules)
    if hand.suspended is not None:
        yield from suspension_faults(hand, rules)
    if hand.limits_changed:
        yield Found(code="REG-LIMIT-CHG", rule=rules.cites.notice)
    if hand.fees or hand.cagnotte_mode is not None:
        yield from mode_faults(hand, rules)
        for fee in hand.fees:
            yield from fee_faults(hand, rules, fee)
    if hand.table_game or hand.chosen is not None:
        yield from game_faults(hand, rules)


def means_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find stakes put in by other means than chips of the casino (R61)."""
    lawful = MEANS_ONLINE if hand.online else CHIPS
    for action in hand.actions:
        if action.means and action.means not in lawful:
            yield Found(
                code="CREDIT",
                rule=rules.cites.means,
                seat=action.seat,
                recorded=action.means,
                amount=action.added,
                facts={"action": action.action, "common": action.common},
            )


def _away_faults(hand: HandRecord, rules: HandRules, player: Player) -> Iterator[Found]:
    """Find chips added in the hand (R48 e), a cave not restored (R48 h), too long a rest (R47)."""
    cites = rules.cites
    if player.reposicao and hand.reposicao is not None:
        yield from reposicao_faults(hand, rules, player)
    if player.added:
        yield Found(
            code="NB-CAVE",
            rule=cites.chips_added,
            seat=player.seat,
            expected=money_text(0),
            recorded=money_text(player.added),
            amount=player.added,
            facts={"added": player.added},
        )
    before, stack = player.stack_before, player.stack
    if before is not None and stack is not None and stack < before and not player.absent:
        yield Found(
            code="NB-CAVE",
            rule=cites.returning,
            seat=player.seat,
            expected=money_text(before),
            recorded=money_text(stack),
            amount=stack - before,
            facts={"before": before},
        )
    if player.absent and not hand.online and (player.rested or 0) >= rules.rest_hands:
        yield Found(
            code="NB-REST",
            rule=cites.rest,
            seat=player.seat,
            expected=str(rules.rest_hands),
            recorded=str((player.rested or 0) + 1),
        )


def reposicao_faults(hand: HandRecord, rules: HandRules, player: Player) -> Iterator[Found]:
    """Find a reposição of another value than the operator fixed (O5)."""
    value = hand.reposicao or 0
    if value <= 0 or player.reposicao % value or player.reposicao < 0:
        yield Found(
            code="NB-CAVE",
            rule=rules.cites.cave,
            seat=player.seat,
            expected=money_text(value),
            recorded=money_text(player.reposicao),
            facts={"reposicao": player.reposicao},
        )


def initial_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find another cave in the partida's first hand than the operator fixed (O5)."""
    due = hand.cave or 0
    for player in hand.players:
        if player.stack is not None and player.stack != due and not player.absent:
            yield Found(
                code="NB-CAVE",
                rule=rules.cites.cave,
                seat=player.seat,
                expected=money_text(due),
                recorded=money_text(player.stack),
                amount=player.stack - due,
                facts={"first": True},
            )


def suspension_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find a partida that went on after it had waited too long for players (001 n.24)."""
    most = rules.suspension_seconds
    if most is not None and (hand.suspended or 0) > most:
        yield Found(
            code="NB-MIN4",
            rule=rules.cites.minimum_players,
            expected=f"{most} s",
            recorded=f"{hand.suspended} s",
            facts={"suspended": hand.suspended},
        )


# The house's share (R65).


def mode_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find that the way in which the house is paid changed within the partida (R65)."""
    before, now = hand.cagnotte_mode_before, hand.cagnotte_mode
    if before is not None and now is not None and before != now:
        yield Found(
            code="NB-RAKE",
            rule=rules.cites.session_fee if now == SESSION else rules.cites.cagnotte,
            expected=before,
            recorded=now,
            facts={"mode": now},
        )
    if now == SESSION and hand.cagnotte_ppm:
        yield Found(
            code="NB-RAKE",
            rule=rules.cites.session_fee,
            expected="0 ppm",
            recorded=f"{hand.cagnotte_ppm} ppm",
            facts={"mode": now, "rate": hand.cagnotte_ppm},
        )


def fee_faults(hand: HandRecord, rules: HandRules, fee: Fee) -> Iterator[Found]:
    """Find a fee per sessão that is not the law's (R65 b): its mode, its sum, who sat down late."""
    rule = rules.cites.session_fee
    if hand.cagnotte_mode == "hand" or (hand.cagnotte_mode is None and hand.cagnotte_ppm):
        yield _fee_fault(rule, fee, "hand", SESSION, "mode")
    if [one.seat for one in hand.fees].count(fee.seat) > 1 and fee is _last_of(hand, fee.seat):
        yield _fee_fault(rule, fee, "1", "2", "twice")
    base = fee.base
    if base is None and hand.session_fee_of is not None:
        base = hand.maximum if hand.session_fee_of == "maximum" else hand.cave
    low, high = rules.session_fee_ppm
    if base is not None and not low * base <= fee.amount * MILLION <= high * base:
        due = f"{money_text(-(-low * base // MILLION))}..{money_text(high * base // MILLION)}"
        yield _fee_fault(rule, fee, due, money_text(fee.amount), "sum")
    most = rules.session_entry_seconds
    if fee.late is not None and fee.late > most:
        yield _fee_fault(rule, fee, f"{most} s", f"{fee.late} s", "late")


def _last_of(hand: HandRecord, seat: int) -> Fee:
    return [one for one in hand.fees if one.seat == seat][-1]


def _fee_fault(rule: str, fee: Fee, expected: str, recorded: str, what: str) -> Found:
    return Found(
        code="NB-RAKE",
        rule=rule,
        seat=fee.seat,
        expected=expected,
        recorded=recorded,
        amount=fee.amount,
        facts={"fee": what},
    )


# Mixed tables (R51).


def game_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find a game that the table does not have, or that the mão did not choose (R51)."""
    game = str(type(hand).__struct_config__.tag)
    rule = rules.cites.mixed
    admitted = {*hand.mixed, *([hand.table_game] if hand.table_game else [])}
    if hand.table_game and game not in admitted:
        yield Found(code="REG-MOD", rule=rule, expected=" / ".join(sorted(admitted)), recorded=game)
    if len(admitted) > MIXED_GAMES:
        yield Found(
            code="REG-MOD",
            rule=rule,
            expected=str(MIXED_GAMES),
            recorded=str(len(admitted)),
            facts={"games": sorted(admitted)},
        )
    chosen = hand.chosen
    if chosen is None:
        return
    if chosen.game != game:
        yield Found(code="REG-RULE", rule=rule, expected=chosen.game, recorded=game)
    if hand.mao and chosen.seat != hand.mao:
        yield Found(
            code="REG-RULE",
            rule=rule,
            seat=chosen.seat,
            expected=str(hand.mao),
            recorded=str(chosen.seat),
        )
