"""Bets that a roulette does not take: places that are none, series and neighbours laid wrongly."""

from typing import Final

from ops.simulator.games.wheels.coup import Coup, Laid, Player
from ops.simulator.games.wheels.roulette.cloth import CLOTH, FRENCH, MOST_CHIPS, endings
from ops.simulator.games.wheels.roulette.table import Roulette
from ops.simulator.parties.party import Telling


def holders(table: Roulette) -> list[Player]:
    """Return who has a colour, by seat."""
    return [one for _, one in sorted(table.players.items()) if one.colour is not None]


def online(table: Roulette, coup: Coup) -> bool:
    """Let the coup be played online."""
    coup.mode = table.rng.choice(("shared", "exclusive"))
    if coup.mode == "exclusive":
        only = coup.target.player if coup.target is not None else table.someone()
        coup.bets = [bet for bet in coup.bets if bet.player is only]
    return True


def _lay(table: Roulette, coup: Coup, bet: Laid) -> Laid:
    """Lay a bet, for somebody who has no other on several places."""
    coup.bets = [one for one in coup.bets if one.player is not bet.player or table.ordinary(one)]
    coup.bets.append(bet)
    bet.number = max(one.number for one in coup.bets) + 1
    bet.plain = True
    coup.target = bet
    return bet


def on_french(table: Roulette) -> bool:
    """Tell whether the wheel has the French order, and somebody a colour."""
    return table.wheel == FRENCH and bool(holders(table))


def _caller(table: Roulette) -> Player:
    return table.rng.choice(holders(table))


NOT_ON_CLOTH: Final = (
    ("cavalo", "1-5"),
    ("cavalo", "3-4"),
    ("rua", "4-5-7"),
    ("quadro", "1-2-4-6"),
    ("linha", "1-2-3-7-8-9"),
    ("cavalo_de_duzia", "1-3"),
    ("cavalo_de_coluna", "34-36"),
)


NOT_WITH_TWO_ZEROS: Final = (("cavalo", "0-3"), ("rua", "0-2-3"), ("quadro", "0-1-2-3"))


def with_no_place(table: Roulette, coup: Coup) -> bool:
    """Lay a bet where the cloth has no place, which goes back."""
    player = table.someone()
    places = NOT_ON_CLOTH if table.cloth is CLOTH else (*NOT_ON_CLOTH, *NOT_WITH_TWO_ZEROS)
    tipo, text = table.rng.choice(places)
    bet = _lay(table, coup, Laid(player, tipo, text, 4 * player.value, 4))
    bet.refused = True
    return True


def note_geometry(table: Roulette, coup: Coup) -> Telling:
    """Plant a bet that lies on no place."""
    table.plant_bet(coup, "RA-GEOM", coup.at, due=0, paid=coup.at.amount)
    yield from ()


def series_too_long(table: Roulette, coup: Coup) -> bool:
    """Lay more chips on a series than it may have."""
    tipo = table.rng.choice(tuple(table.SERIES))
    step = sum(count for _, count in table.SERIES[tipo])
    player = _caller(table)
    count = MOST_CHIPS[step] + step
    _lay(table, coup, Laid(player, tipo, "", count * player.value, count))
    return True


def series_uneven(table: Roulette, coup: Coup) -> bool:
    """Lay chips on a series that make no whole one; it loses."""
    tipo = table.rng.choice(tuple(table.SERIES))
    step = sum(count for _, count in table.SERIES[tipo])
    player = _caller(table)
    bet = _lay(table, coup, Laid(player, tipo, "", (step + 1) * player.value, step + 1))
    return table.due(bet, coup.result) == (0, 0)


def series_otherwise(table: Roulette, coup: Coup) -> bool:
    """Lay the chips of a series otherwise than the rule composes it."""
    tipo = table.rng.choice(tuple(table.SERIES))
    parts = list(table.SERIES[tipo])
    parts[0] = (parts[0][0], parts[0][1] + 1)
    parts[-1:] = []
    count = sum(n for _, n in parts)
    player = _caller(table)
    text = " ".join(f"{place}:{n}" for place, n in parts)
    _lay(table, coup, Laid(player, tipo, text, count * player.value, count))
    return True


def note_series(table: Roulette, coup: Coup) -> Telling:
    """Plant a series that is wrong."""
    table.plant_bet(coup, "RF-CALL" if table.CALLS_ONLINE_ONLY else "RA-SER", coup.at)
    yield from ()


def note_long_series(table: Roulette, coup: Coup) -> Telling:
    """Plant a series of too many chips, or of no whole number of them."""
    table.plant_bet(coup, "RA-SER", coup.at)
    yield from ()


def with_series(table: Roulette, coup: Coup) -> bool:
    """Lay a series where there is none."""
    player = table.someone()
    _lay(table, coup, table.a_series(player))
    return True


def gap_in_neighbours(table: Roulette, coup: Coup) -> bool:
    """Let neighbours be none: one number of three lies elsewhere on the plate."""
    place = table.rng.randrange(len(table.plate))
    around = [table.plate[(place + step) % len(table.plate)] for step in (0, 1, 3)]
    player = _caller(table)
    _lay(table, coup, Laid(player, "vizinhos", "-".join(around), 3 * player.value, 3))
    return True


def four_neighbours(table: Roulette, coup: Coup) -> bool:
    """Lay four chips on neighbours, which are three, five or seven; they go back."""
    player = _caller(table)
    number = table.rng.choice(table.plate)
    bet = _lay(table, coup, Laid(player, "vizinhos", number, 4 * player.value, 4))
    bet.refused = True
    return True


def note_neighbours(table: Roulette, coup: Coup) -> Telling:
    """Plant neighbours that are none."""
    table.plant_bet(coup, "RF-CALL" if table.CALLS_ONLINE_ONLY else "RA-NB", coup.at)
    yield from ()


def pleno_too_high(table: Roulette, coup: Coup) -> bool:
    """Lay a pleno as high as may be, and neighbours on its number."""
    player = _caller(table)
    number = table.rng.choice(table.plate)
    most = table.MAXIMUM["pleno"] // player.value
    coup.bets = [one for one in coup.bets if one.player is not player]
    _lay(table, coup, Laid(player, "pleno", number, most * player.value, most))
    _lay(table, coup, Laid(player, "vizinhos", number, 5 * player.value, 5))
    return most * player.value == table.MAXIMUM["pleno"]


def note_too_high(table: Roulette, coup: Coup) -> Telling:
    """Plant a stake on one number above the pleno's maximum."""
    most = table.MAXIMUM["pleno"]
    table.plant_bet(coup, "RA-NB", coup.at, due=most, paid=most + coup.at.player.value)
    yield from ()


def wrong_ending(table: Roulette, coup: Coup) -> bool:
    """Let a bet on a final digit have a number of another."""
    player = table.someone()
    digit = table.rng.choice("0123456")
    numbers = [*endings(digit)[:-1], str((int(digit) + 1) % 7)]
    text = "-".join(numbers)
    _lay(table, coup, Laid(player, "terminacao", text, 4 * player.value, 4))
    return online(table, coup)


def called_online(table: Roulette, coup: Coup) -> bool:
    """Compose a series otherwise than the rule says, online."""
    return series_otherwise(table, coup) and online(table, coup)


def gap_online(table: Roulette, coup: Coup) -> bool:
    """Let neighbours be none, online."""
    return gap_in_neighbours(table, coup) and online(table, coup)


def long_online(table: Roulette, coup: Coup) -> bool:
    """Lay too many chips on a series, online."""
    return series_too_long(table, coup) and online(table, coup)
