"""What can be done wrongly at a table of stud póquer, and a jogada in which it can be.

``PREPARE`` changes a jogada that was drawn so that a fault can be made in it, and says whether it
could.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from ops.simulator.games.house_cards.stud_poker.hands import (
    CAPPED,
    HAND,
    MULTIPLES,
    by_suit,
    combination,
)
from ops.simulator.games.house_cards.stud_poker.jogada import (
    MAXIMUM,
    MINIMUM,
    PER_GAME,
    Jogada,
    Player,
)
from ops.simulator.kit.cards import DECK

if TYPE_CHECKING:
    from ops.simulator.games.house_cards.stud_poker.game import StudPoker

OVERPAID: Final = "overpaid"
UNDERPAID: Final = "underpaid"
UNPAID: Final = "unpaid"
WRONG_SEAT: Final = "wrong-seat"
ABOVE_GAME: Final = "above-maximum-per-game"
SECOND_TAKEN: Final = "additional-bet-collected"
ANTE_UNPAID: Final = "initial-bet-unpaid"
AS_IF_CLOSED: Final = "paid-as-if-not-opened"
SUIT_TAKEN: Final = "winner-by-suit-collected"
SUIT_TIE: Final = "winner-by-suit-tied"
SUIT_LOST_TIE: Final = "loser-by-suit-tied"
SHORT_SECOND: Final = "short-additional-bet"
LARGE_SECOND: Final = "large-additional-bet"
AFTER_CARD: Final = "progressive-after-first-card"
CHIP_ALONE: Final = "progressive-alone"
ANOTHERS: Final = "bet-on-anothers-hand"
GAVE_UP_LAID: Final = "additional-after-giving-up"
NO_BET_PLAYED: Final = "hand-without-bet-counted"
OVER_LIMIT: Final = "over-limit"
SHORT_DEAL: Final = "short-deal-played"
TWO_EXPOSED: Final = "two-exposed-played"
ONE_VOIDED: Final = "one-exposed-voided"
FALSE_VOID: Final = "false-void"
UNREFUNDED: Final = "stake-not-refunded"
CHIP_RETURNED: Final = "chip-returned"
CHARGED_AGAIN: Final = "charged-again"
TWICE_FED: Final = "incremented-again"
CHIP_KEPT: Final = "chip-kept"
FED_TWICE: Final = "bet-incremented-twice"
NOT_FED: Final = "bet-not-incremented"
STRAIGHT_SHORT: Final = "straight-flush-fixed-sum"
REAL_SHORT: Final = "royal-short"
FIXED_WRONG: Final = "other-fixed-sum"
UNDIVIDED: Final = "royals-not-divided"
DIVIDED: Final = "straight-flushes-divided"
RIGHT_FIRST: Final = "right-before-left"
REAL_FIRST: Final = "royal-before-straight-flush"
RESTART_LOW: Final = "restart-below-minimum"
AWARD_UNPAID: Final = "award-unpaid"
MULTIPLIER: Final = "multiplier-out-of-range"
OTHER_SHARE: Final = "other-share"
NO_FIXED: Final = "fixed-sum-missing"
FAULTS: Final = (
    OVERPAID, UNDERPAID, UNPAID, WRONG_SEAT, ABOVE_GAME, SECOND_TAKEN, ANTE_UNPAID, AS_IF_CLOSED,
    SUIT_TAKEN, SUIT_TIE, SUIT_LOST_TIE, SHORT_SECOND, LARGE_SECOND, AFTER_CARD, CHIP_ALONE,
    ANOTHERS, GAVE_UP_LAID, NO_BET_PLAYED, OVER_LIMIT, SHORT_DEAL, TWO_EXPOSED, ONE_VOIDED,
    FALSE_VOID, UNREFUNDED, CHIP_RETURNED, CHARGED_AGAIN, TWICE_FED, CHIP_KEPT, FED_TWICE, NOT_FED,
    STRAIGHT_SHORT, REAL_SHORT, FIXED_WRONG, UNDIVIDED, DIVIDED, RIGHT_FIRST, REAL_FIRST,
    RESTART_LOW, AWARD_UNPAID, MULTIPLIER, OTHER_SHARE, NO_FIXED,
)  # fmt: skip
OF_OPENING: Final = frozenset({MULTIPLIER, OTHER_SHARE, NO_FIXED})
OF_CARRIED: Final = frozenset({CHARGED_AGAIN, TWICE_FED, CHIP_KEPT})
"""They need a chip that came over; CHIP_KEPT one whose bettor does not play."""
VOIDED: Final = frozenset({FALSE_VOID, ONE_VOIDED})
PLAYED_ON: Final = frozenset({SHORT_DEAL, TWO_EXPOSED})
HANDS: Final[Mapping[str, tuple[str, ...]]] = {
    ABOVE_GAME: ("naipe_real",),
    STRAIGHT_SHORT: ("sequencia_de_naipe",),
    REAL_SHORT: ("naipe_real",),
    FIXED_WRONG: ("trio_par",),
    UNDIVIDED: ("naipe_real", "naipe_real"),
    DIVIDED: ("sequencia_de_naipe", "sequencia_de_naipe"),
    RIGHT_FIRST: ("cor", "trio_par"),
    REAL_FIRST: ("naipe_real", "sequencia_de_naipe"),
    RESTART_LOW: ("trio_par",),
    AWARD_UNPAID: ("cor",),
}


# --- rounds in which something goes wrong --------------------------------------------------------

Prepare = Callable[["StudPoker", Jogada], bool]


def _choose(table: "StudPoker", jogada: Jogada, players: Sequence[Player]) -> bool:
    for player in jogada.players:
        player.second = player.second or 2 * player.stake
    if players:
        jogada.target = table.rng.choice(players)
    return bool(players)


def _with_winner(table: "StudPoker", jogada: Jogada) -> bool:
    plain = [one for one in jogada.going if combination(one.cards) not in CAPPED]
    chosen = _choose(table, jogada, [one for one in plain if one in jogada.winners])
    target = jogada.target
    if not chosen or target is None or by_suit(target.cards, jogada.bank):
        return False
    # Two pairs or more, so that no wrong sum looks like another rule's right one.
    return jogada.fault in (UNPAID, WRONG_SEAT) or MULTIPLES[combination(target.cards)] > 1


def _with_real(table: "StudPoker", jogada: Jogada) -> bool:
    _choose(table, jogada, jogada.players)
    for player in jogada.players:
        player.chip = False
        if combination(player.cards) == "naipe_real":
            player.stake, player.second, player.goes = MAXIMUM, 2 * MAXIMUM, True
            jogada.target = player
    target = jogada.target
    return (
        target is not None and target in jogada.winners and target.second * jogada.real > PER_GAME
    )


def _with_closed(table: "StudPoker", jogada: Jogada) -> bool:
    return not jogada.opens and _choose(table, jogada, jogada.going)


def _with_suit(table: "StudPoker", jogada: Jogada) -> bool:
    """Give a player and the pagador one pair and equal cards: only the suits differ."""
    high, low = ["Js", "Jd", "8h", "5s", "3d"], ["Jh", "Jc", "8c", "5d", "3h"]
    mine, bank = (low, high) if jogada.fault == SUIT_LOST_TIE else (high, low)
    player = table.rng.choice(jogada.players)
    left = [card for card in DECK if card not in {*bank, *mine}]
    table.rng.shuffle(left)
    for one in jogada.players:
        one.cards, left = left[:HAND], left[HAND:]
    jogada.bank, player.cards, player.goes = list(bank), list(mine), True
    _choose(table, jogada, [player])
    return True


def _with_going(table: "StudPoker", jogada: Jogada) -> bool:
    if not _choose(table, jogada, jogada.going):
        return False
    assert jogada.target is not None
    jogada.target.second = jogada.target.stake * (1 if jogada.fault == SHORT_SECOND else 3)
    return True


def _with_quitter(table: "StudPoker", jogada: Jogada) -> bool:
    return _choose(table, jogada, [one for one in jogada.players if not one.goes])


def _with_idler(table: "StudPoker", jogada: Jogada) -> bool:
    playing = {one.seat for one in jogada.players}
    idle = [seat for seat in table.guests if seat not in playing]
    if not idle:
        return False
    jogada.target = Player(seat=idle[0], name=table.guests[idle[0]].name)
    return True


def _with_free_seat(table: "StudPoker", jogada: Jogada) -> bool:
    free = min({*range(1, table.PLACES + 1)} - set(table.guests))
    dealt = {card for one in jogada.players for card in one.cards} | set(jogada.bank)
    cards = [card for card in DECK if card not in dealt][:HAND]
    jogada.target = Player(seat=free, name=f"{table.badge}-mirone", cards=cards)
    return True


def _with_large_stake(table: "StudPoker", jogada: Jogada) -> bool:
    _choose(table, jogada, jogada.players)
    assert jogada.target is not None
    jogada.target.stake = MAXIMUM + MINIMUM
    jogada.target.second = 2 * jogada.target.stake
    return combination(jogada.target.cards) not in CAPPED


def _without_chips(table: "StudPoker", jogada: Jogada) -> bool:
    for player in jogada.players:
        player.chip = False
    if jogada.fault == ONE_VOIDED:
        jogada.error = "carta_exposta"
    if jogada.fault in VOIDED:
        return _choose(table, jogada, jogada.going) and bool(jogada.winners)
    return _choose(table, jogada, jogada.players)


def _with_void(table: "StudPoker", jogada: Jogada) -> bool:
    jogada.error = "numero_de_cartas"
    with_chip = [one for one in jogada.players if one.chip]
    without = [one for one in jogada.players if not one.chip]
    return _choose(table, jogada, without if jogada.fault == UNREFUNDED else with_chip)


def _with_carried(table: "StudPoker", jogada: Jogada) -> bool:
    playing = {one.seat for one in jogada.players}
    return bool(playing & table.waiting.keys())


def _with_kept(table: "StudPoker", jogada: Jogada) -> bool:
    """Let somebody whose chip came over place no inicial."""
    seat = min(table.waiting)
    jogada.players = [one for one in jogada.players if one.seat != seat]
    return len(jogada.players) > 1


def _with_chip(table: "StudPoker", jogada: Jogada) -> bool:
    chips = [one for one in jogada.players if one.chip]
    return len(chips) > 1 and _choose(table, jogada, chips)


def _without_chip(table: "StudPoker", jogada: Jogada) -> bool:
    return _choose(table, jogada, [one for one in jogada.players if not one.chip])


def _with_lucky(table: "StudPoker", jogada: Jogada) -> bool:
    """Let those who were dealt the hands go on, and nobody else win the progressivo."""
    names = HANDS[jogada.fault or ""]
    lucky = [one for one in jogada.players if combination(one.cards) in names and one.chip]
    for one in lucky:
        one.goes = True
    others = [
        one
        for one in jogada.going
        if one.chip and one not in lucky and table.pool.has(combination(one.cards))
    ]
    if others or len(lucky) != len(names):
        return False
    if jogada.fault == REAL_FIRST:
        lucky.sort(key=lambda one: combination(one.cards) == "naipe_real")
    return _choose(table, jogada, lucky)


PREPARE: Final[Mapping[str, Prepare]] = {
    OVERPAID: _with_winner,
    UNDERPAID: _with_winner,
    UNPAID: _with_winner,
    WRONG_SEAT: _with_winner,
    AS_IF_CLOSED: _with_winner,
    ABOVE_GAME: _with_real,
    SECOND_TAKEN: _with_closed,
    ANTE_UNPAID: _with_closed,
    SUIT_TAKEN: _with_suit,
    SUIT_TIE: _with_suit,
    SUIT_LOST_TIE: _with_suit,
    SHORT_SECOND: _with_going,
    LARGE_SECOND: _with_going,
    GAVE_UP_LAID: _with_quitter,
    CHIP_ALONE: _with_idler,
    NO_BET_PLAYED: _with_free_seat,
    OVER_LIMIT: _with_large_stake,
    SHORT_DEAL: _without_chips,
    TWO_EXPOSED: _without_chips,
    FALSE_VOID: _without_chips,
    ONE_VOIDED: _without_chips,
    AFTER_CARD: _without_chip,
    ANOTHERS: _with_chip,
    UNREFUNDED: _with_void,
    CHIP_RETURNED: _with_void,
    CHARGED_AGAIN: _with_carried,
    TWICE_FED: _with_carried,
    CHIP_KEPT: _with_kept,
    FED_TWICE: _with_chip,
    NOT_FED: _with_chip,
    **dict.fromkeys(HANDS.keys() - {ABOVE_GAME}, _with_lucky),
}
