"""Faults of a roulette: zero, numbers, balls, staff, colours, calls, online."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from ledger.events.base import Chips
from ledger.events.outcomes import ErrorNoted
from ledger.events.rounds import CoupNulled, RoundVoided
from ledger.events.seats import PlaceRequested
from ledger.events.tables import (
    ChipsRedeemed,
    ColourAssigned,
    ColourReturned,
    StaffChanged,
    TableResumed,
    TableSuspended,
)
from ops.simulator.games.wheels import faults as common
from ops.simulator.games.wheels import void_faults as voids
from ops.simulator.games.wheels.coup import Coup
from ops.simulator.games.wheels.faults import with_bet, with_bets, with_plain_winner
from ops.simulator.games.wheels.roulette.call_faults import (
    called_online,
    four_neighbours,
    gap_in_neighbours,
    gap_online,
    holders,
    long_online,
    note_geometry,
    note_long_series,
    note_neighbours,
    note_series,
    note_too_high,
    on_french,
    online,
    pleno_too_high,
    series_otherwise,
    series_too_long,
    series_uneven,
    with_no_place,
    with_series,
    wrong_ending,
)
from ops.simulator.games.wheels.roulette.cloth import EVEN, MOST, OUTSIDE, PLATES, ZEROS
from ops.simulator.games.wheels.roulette.table import (
    BALL_HOUR,
    COLOURS,
    FELL_IN,
    HOUR,
    KEPT,
    SHARED,
    VALUELESS,
    Roulette,
)
from ops.simulator.games.wheels.table import PLACES
from ops.simulator.games.wheels.void_faults import (
    note_impossible,
    note_not_repeated,
    null_only,
    pay_null,
    pay_second,
    with_second,
)
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling

# --- the number ----------------------------------------------------------------------------------


def with_zero(table: Roulette, coup: Coup) -> bool:
    """Let zero come while something lies that it takes."""
    coup.result = table.rng.choice([n for n in table.plate if n in ZEROS])
    outside = [bet for bet in coup.bets if bet.tipo in OUTSIDE]
    if outside:
        coup.target = table.rng.choice(outside)
    return bool(outside)


def keep_zero(table: Roulette, coup: Coup) -> None:
    """Leave lying what zero takes."""
    coup.payouts.append(table.payout(coup.at, 0, coup.at.amount))
    table.plant_payment(coup, coup.at, coup.at.amount)


def halve_zero(table: Roulette, coup: Coup) -> None:
    """Take half of what zero takes whole, as they do elsewhere."""
    coup.payouts.append(table.payout(coup.at, 0, coup.at.amount // 2))
    table.plant_payment(coup, coup.at, coup.at.amount // 2)


def with_colour(table: Roulette, coup: Coup) -> bool:
    """Let a number come that has a colour."""
    del table
    coup.course = "wrong-colour"
    return coup.result not in ZEROS


def with_no_number(table: Roulette, coup: Coup) -> bool:
    """Let the display show a number that no wheel has; all is left as it lies."""
    coup.result = str(table.rng.randint(37, 60))
    coup.undecided = True
    return True


# --- null coups ----------------------------------------------------------------------------------


def has_last(table: Roulette) -> bool:
    """Tell whether there was a coup before at this opening."""
    return table.last is not None


def with_no_ground(table: Roulette, coup: Coup) -> bool:
    """Let the coup be called null for what is no reason."""
    del table
    coup.course = "null-bad"
    return True


def null_bad(table: Roulette, coup: Coup) -> Telling:
    """Call the coup null for what is no reason, and launch again."""
    yield table.called_null(coup, "engano do pagador")
    yield table.throw(coup)
    table.plant_round(coup, "VOID-BAD")


def land_again(table: Roulette, coup: Coup) -> Telling:
    """Call a coup null whose ball has rested, and play it again."""
    first, again = coup.result, coup.other
    yield table.called_null(coup, "objeto")
    yield table.throw(coup)
    coup.result = again
    yield from table.landed(coup)
    coup.result = first
    table.plant_round(coup, "VOID-BAD")


def note_fallen(table: Roulette, coup: Coup) -> Telling:
    """Note a foreign body among the numbers, and let the coup go on."""
    yield table.say(ErrorNoted(error=table.rng.choice(FELL_IN)), coup.name)
    table.plant_round(coup, "VOID-MISS")


def wrong_number_back(table: Roulette, coup: Coup) -> Telling:
    """Put the ball back on another number than that of the coup before."""
    others = [n for n in table.plate if n != table.last]
    yield table.say(
        CoupNulled(
            cause="bola",
            rule=table.NULL_RULE,
            previous_result=table.rng.choice(others),
            announced=True,
        ),
        coup.name,
    )
    yield table.throw(coup)
    table.plant_round(coup, "RA-NUL")


def keep_ball(table: Roulette, coup: Coup) -> bool:
    """Let the ball fail, and be launched again all the same."""
    del table
    coup.course = "ball-kept"
    return True


def note_ball(table: Roulette, coup: Coup) -> Telling:
    """Plant a ball that failed and was not changed."""
    table.plant_round(coup, "EQ-BAD")
    yield from ()


# --- ball and staff ------------------------------------------------------------------------------


def _pause(table: Roulette, until: datetime) -> Telling:
    yield table.say(TableSuspended(cause="falta de jogadores"))
    table.terminal.now = max(table.terminal.now, until)
    yield table.say(TableResumed())


def alternating(table: Roulette) -> bool:
    """Tell whether the coup before had one ball, against which the next may be held."""
    return table.alternates


def of_one_ball(table: Roulette, coup: Coup) -> bool:
    """Let the ball be launched once."""
    del table
    return not coup.course and coup.void is None


def throw_to_same_side(table: Roulette, coup: Coup) -> Telling:
    """Launch the ball to the side where it went in the coup before."""
    table.left_hand = not table.left_hand
    table.plant_round(coup, "RA-DIR")
    yield from ()


def old_ball(table: Roulette, coup: Coup) -> Telling:
    """Play on with a ball that has served its hour; staff are relieved."""
    yield from _pause(table, table.ball_since + HOUR + timedelta(seconds=5))
    yield from table.staff_turns()
    table.plant_round(coup, "RA-BALL", facts={"hours": 1})


def silent_ball(table: Roulette, coup: Coup) -> Telling:
    """Change the ball without a word."""
    table.hushed = True
    yield table.new_ball("hourly")
    table.hushed = False
    table.plant_round(coup, "RA-BALL", facts={"fact": "anunciada"})


def tired(table: Roulette, coup: Coup) -> Telling:
    """Let who launches stay over his hour; the ball is changed."""
    yield from _pause(table, table.relieved_at + HOUR + timedelta(minutes=2))
    if table.terminal.now - table.ball_since > BALL_HOUR:
        yield table.new_ball("hourly")
    table.plant_round(coup, "STAFF-1H", facts={"person": table.thrower, "hours": 1})


def told_once(table: Roulette) -> bool:
    """Tell whether this opening has not yet been found without its people."""
    return "staff-missing" not in table.told


def nobody_watches(table: Roulette, coup: Coup) -> Telling:
    """Let the fiscal go, and nobody take his place."""
    table.told.add("staff-missing")
    yield table.say(StaffChanged(post="fiscal", replaced=f"{table.badge}-fiscal"))
    assert coup.fault is not None
    table.plant(coup.fault, "STAFF-MIN", place=table.where.place)


def watched_again(table: Roulette, coup: Coup) -> Telling:
    """Let the fiscal come back."""
    del coup
    yield table.say(StaffChanged(post="fiscal", person=f"{table.badge}-fiscal"))


# --- colours -------------------------------------------------------------------------------------


def one_without(table: Roulette) -> bool:
    """Tell whether somebody has a colour and somebody none, and all could have one."""
    having = holders(table)
    return bool(having) and len(having) < min(len(COLOURS), len(table.players))


def share_colour(table: Roulette, coup: Coup) -> Telling:
    """Give a player the colour of another."""
    player = next(one for _, one in sorted(table.players.items()) if one.colour is None)
    owner = table.rng.choice(holders(table))
    assert owner.colour is not None
    coup.gifts = [(owner.colour, player)]
    yield table.say(
        ColourAssigned(
            colour=owner.colour, seat=player.seat, player=player.name, value=player.value
        )
    )
    table.plant_round(coup, "RA-COLOR", facts={"subject": owner.colour})


def keep_colours(table: Roulette, coup: Coup) -> Telling:
    """Let players who do not bet keep their colours, though somebody waits for one (RA R25)."""
    table.keeping = coup.fault
    yield from table.hold_colours()
    table.kept = len(table.idle)
    yield table.say(PlaceRequested(player=f"{table.badge}-espera", wish="colour"))


def one_colour_left(table: Roulette) -> bool:
    """Tell whether a colour is free, and the day goes on long enough."""
    return not table.last_round and bool(table.free_colours())


def redeem_late(table: Roulette, coup: Coup) -> Telling:
    """Take back chips brought late at more than any minimum of the table (RA R27)."""
    assert coup.fault is not None
    most = max(table.MINIMUM.values())
    chips = (Chips(count=LATE_CHIPS, value=2 * most),)
    due, paid = LATE_CHIPS * most, LATE_CHIPS * 2 * most
    yield table.say(ChipsRedeemed(amount=paid, means="chips", chips=chips, late=True))
    table.plant(coup.fault, "RA-LATECHIP", place=table.where.place, due=due, paid=paid)


def has_spare_colour(table: Roulette) -> bool:
    """Tell whether somebody has a colour and a colour is free."""
    return bool(holders(table)) and bool(table.free_colours())


def two_colours(table: Roulette, coup: Coup) -> Telling:
    """Give a player who has a colour another besides."""
    player = table.rng.choice(holders(table))
    colour = table.rng.choice(table.free_colours())
    coup.gifts = [(colour, player)]
    yield table.say(
        ColourAssigned(colour=colour, seat=player.seat, player=player.name, value=player.value)
    )
    table.plant_round(coup, "RA-COLOR", facts={"subject": player.name})


def too_many(table: Roulette, coup: Coup) -> Telling:
    """Let more play with chips of colour than the table has colours."""
    while len(table.players) < PLACES:
        yield from table.arrive()
    names = (*table.free_colours(), "cinzento", "branco")
    without = [one for _, one in sorted(table.players.items()) if one.colour is None]
    coup.gifts = list(zip(names, without, strict=False))
    for colour, one in coup.gifts:
        yield table.say(
            ColourAssigned(colour=colour, seat=one.seat, player=one.name, value=one.value)
        )
    table.plant_round(coup, "RA-COLOR", facts={"subject": "cores"})


def with_face_value(table: Roulette, coup: Coup) -> bool:
    """Choose a bet of somebody who has no colour, while a colour is free."""
    plain = [bet for bet in coup.bets if bet.player.colour is None and not bet.refused]
    if not plain or not table.free_colours():
        return False
    coup.target = table.rng.choice(plain)
    coup.target.plain = True
    return True


def no_value(table: Roulette, coup: Coup) -> Telling:
    """Give a player a colour and put no value on the display (R26)."""
    player, colour = coup.at.player, table.rng.choice(table.free_colours())
    coup.gifts = [(colour, player)]
    yield table.say(ColourAssigned(colour=colour, seat=player.seat, player=player.name))
    table.plant_round(coup, "RA-COLOR", facts={"subject": colour})


def take_all_back(table: Roulette, coup: Coup) -> Telling:
    """Take back all colours that were given."""
    for colour, one in coup.gifts:
        yield table.say(
            ColourReturned(colour=colour, seat=one.seat, player=one.name, cause="changed")
        )


# --- the table -----------------------------------------------------------------------------------


def wrong_plate(table: Roulette) -> Mapping[str, Any]:
    """Return a plate on which two numbers have changed places."""
    plate = list(PLATES[table.wheel])
    at = table.rng.randrange(1, len(plate) - 1)
    plate[at], plate[at + 1] = plate[at + 1], plate[at]
    return {"prato": tuple(plate)}


def american_wheel(table: Roulette) -> Mapping[str, Any]:
    """Return a wheel with another order than the French."""
    wheel = table.rng.choice(("americana37", "americana38"))
    return {"roda": wheel, "prato": PLATES[wheel]}


def american_37(table: Roulette) -> Mapping[str, Any]:
    """Return a wheel with another order than the French, and its single zero."""
    del table
    return {"roda": "americana37", "prato": PLATES["americana37"]}


def no_calls(table: Roulette, coup: Coup) -> bool:
    """Let nobody bet on what depends on the plate's order."""
    return all(table.ordinary(bet) for bet in coup.bets)


def note_wheel(table: Roulette, coup: Coup) -> Telling:
    """Plant a wheel that is none of the law's."""
    assert coup.fault is not None
    table.plant(coup.fault, "RA-WHEEL", place=table.where.place)
    yield from ()


def high_maximum(table: Roulette) -> Mapping[str, Any]:
    """Return maxima of which one is too many times its minimum."""
    tipo = table.rng.choice((*EVEN, "pleno", "cavalo", "linha", "duzia", "cavalo_de_coluna"))
    most = MOST[tipo] * table.MINIMUM[tipo]
    table.beyond = (tipo, most, most + table.rng.randint(1, 50) * 100)
    return {"maximos": {**table.MAXIMUM, tipo: table.beyond[2]}}


def note_ratio(table: Roulette, coup: Coup) -> Telling:
    """Plant a maximum that is too many times its minimum."""
    assert coup.fault is not None
    tipo, most, said = table.beyond
    table.plant(
        coup.fault,
        "RA-R21",
        place=table.where.place,
        due=most,
        paid=said,
        facts={"tipo": tipo},
    )
    yield from ()


# --- opening before the payments are done --------------------------------------------------------


def may_owe(table: Roulette) -> bool:
    """Tell whether nothing is owed from the coup before."""
    return table.owed is None


def owe(table: Roulette, coup: Coup) -> None:
    """Leave the last payment until the bets of the next coup are open."""
    del table
    coup.owing = True


# --- online --------------------------------------------------------------------------------------


def online_with_bets(table: Roulette, coup: Coup) -> bool:
    """Let the coup be played online, with something that wins and something that loses."""
    return online(table, coup) and with_bets(table, coup)


def network(table: Roulette, coup: Coup) -> None:
    """Call a round void for the player's network, and pay it as it came all the same."""
    coup.void = RoundVoided(cause="rede do jogador", rule=table.VOID_RULE, side="player")
    table.plant_round(coup, "VOID-NET")


def network_refunded(table: Roulette, coup: Coup) -> None:
    """Call a round void for the player's network, and give the stakes back."""
    network(table, coup)
    coup.payouts = table.refunds(coup)
    for bet in coup.bets:
        table.plant_payment(coup, bet, bet.amount)


def unseen(table: Roulette, coup: Coup) -> bool:
    """Let no number be shown, and the round be paid."""
    online(table, coup)
    coup.course = "unseen"
    coup.undecided = True
    return with_bets(table, coup)


def failed(table: Roulette, coup: Coup) -> bool:
    """Let the operator's system fail before the number is shown."""
    coup.course = "failed"
    coup.void = RoundVoided(cause="falha do sistema", rule=table.VOID_RULE, side="operator")
    return online(table, coup) and with_bet(table, coup)


LATE_CHIPS: Final = 20
"""Chips that somebody brings back late."""
BOTH: Final[dict[str, Wrong]] = {
    **common.PAYMENTS,
    **common.ORDER,
    **common.WORD,
    **common.BETS,
    **voids.ROUNDS,
    **voids.VOIDS,
    "zero-kept": Wrong(fits=with_zero, pays=keep_zero),
    "zero-halved": Wrong(fits=with_zero, pays=halve_zero),
    "wrong-colour": Wrong(fits=with_colour, does={"decided": note_impossible}),
    "no-number": Wrong(fits=with_no_number, does={"decided": note_impossible}),
    "null-no-ground": Wrong(ready=has_last, fits=with_no_ground, does={"closed": null_bad}),
    "null-after-result": Wrong(
        ready=has_last, fits=with_second, pays=pay_second, does={"decided": land_again}
    ),
    "null-paid": Wrong(ready=has_last, fits=null_only, pays=pay_null),
    "null-not-repeated": Wrong(ready=has_last, fits=null_only, does={"decided": note_not_repeated}),
    "fallen-not-nulled": Wrong(does={"closed": note_fallen}),
    "wrong-number-back": Wrong(ready=has_last, does={"closed": wrong_number_back}),
    "ball-failed-kept": Wrong(ready=has_last, fits=keep_ball, does={"decided": note_ball}),
    "same-side": Wrong(ready=alternating, fits=of_one_ball, does={"before": throw_to_same_side}),
    "ball-over-hour": Wrong(does={"before": old_ball}),
    "ball-unannounced": Wrong(does={"before": silent_ball}),
    "staff-over-hour": Wrong(does={"before": tired}),
    "staff-missing": Wrong(
        ready=told_once, does={"before": nobody_watches, "after": watched_again}
    ),
    SHARED: Wrong(ready=one_without, does={"before": share_colour, "after": take_all_back}),
    KEPT: Wrong(ready=one_colour_left, fits=of_one_ball, does={"before": keep_colours}),
    "late-chips": Wrong(does={"before": redeem_late}),
    "two-colours": Wrong(
        ready=has_spare_colour, does={"before": two_colours, "after": take_all_back}
    ),
    VALUELESS: Wrong(
        ready=one_without,
        fits=with_face_value,
        does={"before": no_value, "after": take_all_back},
    ),
    "colours-too-few": Wrong(does={"before": too_many, "after": take_all_back}),
    "not-on-cloth": Wrong(fits=with_no_place, does={"closed": note_geometry}),
    "not-on-cloth-lost": Wrong(
        fits=with_no_place, pays=common.unpay, does={"closed": note_geometry}
    ),
    "wrong-plate": Wrong(reopens=wrong_plate, fits=no_calls, does={"closed": note_wheel}),
    "maximum-too-high": Wrong(reopens=high_maximum, does={"closed": note_ratio}),
    "opened-early": Wrong(ready=may_owe, fits=with_plain_winner, pays=owe),
    "network": Wrong(fits=online_with_bets, pays=network),
    "network-refunded": Wrong(fits=online_with_bets, pays=network_refunded),
    "unseen-paid": Wrong(fits=unseen, pays=pay_null),
    "failed-short": Wrong(fits=failed, pays=voids.refund_short),
}

AMERICAN: Final[dict[str, Wrong]] = {
    **BOTH,
    "series-too-long": Wrong(
        ready=on_french, fits=series_too_long, does={"closed": note_long_series}
    ),
    "series-uneven": Wrong(ready=on_french, fits=series_uneven, does={"closed": note_long_series}),
    "series-otherwise": Wrong(ready=on_french, fits=series_otherwise, does={"closed": note_series}),
    "series-on-american": Wrong(
        reopens=american_37, fits=with_series, does={"closed": note_series}
    ),
    "neighbours-gap": Wrong(
        ready=on_french, fits=gap_in_neighbours, does={"closed": note_neighbours}
    ),
    "neighbours-four": Wrong(
        ready=on_french, fits=four_neighbours, does={"closed": note_neighbours}
    ),
    "pleno-too-high": Wrong(ready=on_french, fits=pleno_too_high, does={"closed": note_too_high}),
}
"""Every fault of a table of roleta americana."""

FRENCH_FAULTS: Final[dict[str, Wrong]] = {
    **BOTH,
    "american-wheel": Wrong(reopens=american_wheel, fits=no_calls, does={"closed": note_wheel}),
    "series-at-table": Wrong(fits=with_series, does={"closed": note_series}),
    "series-otherwise": Wrong(ready=on_french, fits=called_online, does={"closed": note_series}),
    "series-too-long": Wrong(ready=on_french, fits=long_online, does={"closed": note_long_series}),
    "neighbours-gap": Wrong(ready=on_french, fits=gap_online, does={"closed": note_neighbours}),
    "wrong-ending": Wrong(fits=wrong_ending, does={"closed": note_series}),
}
"""Every fault of a table of roleta francesa."""
