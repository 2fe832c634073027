"""What can be done wrongly at a table of póquer sem descarte, and a jogada in which it can be.

``PREPARE`` changes a jogada that was drawn so that a fault can be made in it, and says whether it
could.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from ops.simulator.games.house_cards.poquer_sem_descarte.hands import (
    HAND,
    combination,
    compare,
    hand_of,
    holds_full,
)
from ops.simulator.games.house_cards.poquer_sem_descarte.jogada import (
    CAP,
    MAXIMUM,
    MINIMUM,
    PLACES,
    Jogada,
    Player,
)
from ops.simulator.kit.cards import DECK
from ops.simulator.parties.pools import BET

if TYPE_CHECKING:
    from ops.simulator.games.house_cards.poquer_sem_descarte.game import PoquerSemDescarte

OVERPAID: Final = "overpaid"
UNDERPAID: Final = "underpaid"
UNPAID: Final = "unpaid"
WRONG_SEAT: Final = "wrong-seat"
LOSER_PAID: Final = "loser-paid"
WINNER_TAKEN: Final = "winner-collected"
TIE_TAKEN: Final = "tie-collected"
TIE_PAID: Final = "tie-paid"
BANK_PLAYED: Final = "bank-played-wrongly"
BANK_STAYED: Final = "bank-stayed-wrongly"
ANTE_UNPAID: Final = "initial-bet-unpaid"
SECOND_TAKEN: Final = "second-bet-collected"
OVER_CAP: Final = "over-cap"
UNPAID_SHARE: Final = "unpaid-share"
BEATEN_UNPAID: Final = "beaten-winner-unpaid"
UNDIVIDED: Final = "undivided-prize"
WHOLE_TO_TOP: Final = "whole-pool-to-top"
LARGEST_FIRST: Final = "largest-prize-first"
SHORT_AWARD: Final = "short-award"
MISCOUNTED: Final = "miscounted-award"
MISSTATED: Final = "misstated-increment"
EARLY_COLLECTED: Final = "cards-collected-early"
LATE_CHIP: Final = "late-jackpot-chip"
LATE_BET: Final = "late-bet"
LATE_RAISE: Final = "late-raise"
LATE_NEWCOMER: Final = "late-newcomer"
OVER_LIMIT: Final = "over-limit"
UNDER_LIMIT: Final = "under-limit"
ON_CREDIT: Final = "bet-on-credit"
LARGE_CHIP: Final = "large-jackpot-chip"
SECOND_CHIP: Final = "second-jackpot-chip"
CHIP_ALONE: Final = "jackpot-chip-alone"
SHORT_SECOND: Final = "short-second-bet"
LARGE_SECOND: Final = "large-second-bet"
PASS_REVERSED: Final = "pass-reversed"  # noqa: S105 - not a password
PASS_KEPT: Final = "pass-collected-late"  # noqa: S105 - not a password
NO_BURN: Final = "no-burn"
LATE_BURN: Final = "late-burn"
NO_CUT: Final = "no-cut"
WRONG_START: Final = "wrong-start"
BANK_HIDDEN: Final = "bank-card-hidden"
BANK_FIRST: Final = "bank-first-card-open"
SIX_CARDS: Final = "six-cards-played"
OPEN_CARD: Final = "open-card-played"
FALSE_VOID: Final = "false-void"
UNREFUNDED: Final = "stake-not-refunded"
TWICE_DEALT: Final = "card-dealt-twice"
CARD_CHANGED: Final = "single-card-replaced"
TWO_SEATS: Final = "two-seats"
EIGHTH: Final = "eighth-seat"
ABSTAINS: Final = "abstains"
BAND: Final = "band-too-wide"
NOT_COMMUNICATED: Final = "jackpot-not-communicated"
OTHER_RATE: Final = "other-rate"
OTHER_TABLE: Final = "other-table-of-prizes"
LOW_BASE: Final = "low-base"
FAULTS: Final = (
    OVERPAID, UNDERPAID, UNPAID, WRONG_SEAT, LOSER_PAID, WINNER_TAKEN, TIE_TAKEN, TIE_PAID,
    BANK_PLAYED, BANK_STAYED, ANTE_UNPAID, SECOND_TAKEN, OVER_CAP, UNPAID_SHARE, BEATEN_UNPAID,
    UNDIVIDED, WHOLE_TO_TOP, LARGEST_FIRST, SHORT_AWARD, MISCOUNTED, MISSTATED, EARLY_COLLECTED,
    LATE_CHIP, LATE_BET, LATE_RAISE, LATE_NEWCOMER, OVER_LIMIT, UNDER_LIMIT, ON_CREDIT, LARGE_CHIP,
    SECOND_CHIP, CHIP_ALONE, SHORT_SECOND, LARGE_SECOND, PASS_REVERSED, PASS_KEPT, NO_BURN,
    LATE_BURN, NO_CUT, WRONG_START, BANK_HIDDEN, BANK_FIRST, SIX_CARDS, OPEN_CARD, FALSE_VOID,
    UNREFUNDED, TWICE_DEALT, CARD_CHANGED, TWO_SEATS, EIGHTH, ABSTAINS, BAND, NOT_COMMUNICATED,
    OTHER_RATE, OTHER_TABLE, LOW_BASE,
)  # fmt: skip
OF_OPENING: Final = frozenset({BAND, NOT_COMMUNICATED, OTHER_RATE, OTHER_TABLE, LOW_BASE})
BASE_TOO_LOW: Final = 9_000 * BET
BASE_LEAST: Final = 10_000 * BET
"""R41."""
HANDS: Final[Mapping[str, tuple[str, ...]]] = {
    UNPAID_SHARE: ("full", "full", "cor"),
    BEATEN_UNPAID: ("cor",),
    UNDIVIDED: ("full", "full", "cor"),
    WHOLE_TO_TOP: ("real", "full"),
    LARGEST_FIRST: ("cor", "full"),
    SHORT_AWARD: ("full",),
    MISCOUNTED: ("full",),
    EARLY_COLLECTED: ("full",),
    OVER_CAP: ("real",),
}
"""What is dealt where a fault asks for hands."""


# --- rounds in which something goes wrong --------------------------------------------------------


def _choose(table: "PoquerSemDescarte", jogada: Jogada, players: Sequence[Player]) -> bool:
    if players:
        jogada.target = table.rng.choice(players)
    return bool(players)


def _with_winner(table: "PoquerSemDescarte", jogada: Jogada) -> bool:
    """Choose somebody who wins against a bank that plays, well below the cap."""
    return jogada.plays and _choose(table, jogada, jogada.winners) and jogada.modest()


def _with_loser(table: "PoquerSemDescarte", jogada: Jogada) -> bool:
    losers = [one for one in jogada.going if jogada.prizes(one) is None]
    return jogada.plays and _choose(table, jogada, losers)


def _with_tie(table: "PoquerSemDescarte", jogada: Jogada) -> bool:
    """Give the bank a pair and a player the other two of it, with equal cards beside."""
    bank, mine = ["Jd", "Jc", "8h", "5s", "3d"], ["Jh", "Js", "8c", "5d", "3h"]
    assert compare(mine, bank) == 0
    player = table.rng.choice(jogada.players)
    left = [card for card in DECK if card not in {*bank, *mine}]
    table.rng.shuffle(left)
    for one in jogada.players:
        one.cards, left = left[:HAND], left[HAND:]
    table.rng.shuffle(bank)
    jogada.bank, player.cards, player.goes, jogada.target = bank, mine, True, player
    return jogada.modest()


def _with_idle_bank(table: "PoquerSemDescarte", jogada: Jogada) -> bool:
    """Let the bank have less than ace and king, before two who go on."""
    idle = not jogada.plays and len(jogada.going) > 1 and jogada.modest()
    return idle and _choose(table, jogada, jogada.going)


def _with_playing_bank(_: "PoquerSemDescarte", jogada: Jogada) -> bool:
    return jogada.plays and len(jogada.going) > 1 and jogada.modest()


def _lucky(table: "PoquerSemDescarte", jogada: Jogada) -> list[Player]:
    return [one for one in jogada.going if one.jackpot and table.pool.has(combination(one.cards))]


def _with_share(table: "PoquerSemDescarte", jogada: Jogada) -> bool:
    return _choose(table, jogada, _lucky(table, jogada))


def _with_one_share(table: "PoquerSemDescarte", jogada: Jogada) -> bool:
    lucky = _lucky(table, jogada)
    return len(lucky) == 1 and _choose(table, jogada, lucky)


def _with_beaten(table: "PoquerSemDescarte", jogada: Jogada) -> bool:
    """Let the one who wins the jackpot lose, or the bank not play."""
    lucky = _lucky(table, jogada)
    if table.rng.randrange(2) and lucky:
        dealt = {card for one in jogada.players for card in one.cards}
        left = [card for card in DECK if card not in dealt]
        if holds_full(left):  # of seventeen cards, or fewer, not always
            jogada.bank = hand_of(table.rng, "full", left)
    beaten = [one for one in lucky if not jogada.plays or jogada.prizes(one) is None]
    return _choose(table, jogada, beaten)


def _with_real(_: "PoquerSemDescarte", jogada: Jogada) -> bool:
    """Let a naipe real win more than the bank may pay, with nothing on the jackpot."""
    for player in jogada.players:
        player.jackpot = False
        if combination(player.cards) == "real":
            player.stake, player.goes = MAXIMUM, True
    jogada.modest()
    return jogada.plays and sum(map(sum, jogada.uncapped().values())) > CAP


def _with_chip_to_lay(table: "PoquerSemDescarte", jogada: Jogada) -> bool:
    return _choose(table, jogada, [one for one in jogada.players if not one.jackpot])


def _with_chip(table: "PoquerSemDescarte", jogada: Jogada) -> bool:
    return _choose(table, jogada, [one for one in jogada.players if one.jackpot])


def _with_large_chip(table: "PoquerSemDescarte", jogada: Jogada) -> bool:
    if not _with_chip(table, jogada):
        return False
    assert jogada.target is not None
    jogada.target.chip = 2 * BET
    return True


def _with_anybody(table: "PoquerSemDescarte", jogada: Jogada) -> bool:
    return _choose(table, jogada, jogada.players)


def _with_newcomer(table: "PoquerSemDescarte", jogada: Jogada) -> bool:
    """Let somebody who does not sit at the table want to come in."""
    free = {*range(1, PLACES + 1)} - set(table.guests)
    jogada.target = Player(seat=min(free), name=f"{table.badge}-atrasado")
    return True


def _with_idler(table: "PoquerSemDescarte", jogada: Jogada) -> bool:
    """Let somebody sit this jogada out, but for a chip on the jackpot."""
    waits = table.abstainer.seat if table.abstainer is not None else None
    playing = {one.seat for one in jogada.players}
    idle = [seat for seat in table.guests if seat not in playing and seat != waits]
    if not idle:
        if len(jogada.players) < 3 or table.guests[jogada.players[-1].seat].idle:  # noqa: PLR2004
            return False
        idle = [jogada.players.pop().seat]
    jogada.target = Player(seat=idle[0], name=table.guests[idle[0]].name)
    return True


def _with_second_seat(table: "PoquerSemDescarte", jogada: Jogada) -> bool:
    free = min({*range(1, PLACES + 1)} - set(table.guests))
    first = table.rng.choice(jogada.players)
    return _seat_besides(jogada, Player(seat=free, name=first.name, stake=MINIMUM))


def _with_eighth(table: "PoquerSemDescarte", jogada: Jogada) -> bool:
    beyond = Player(seat=PLACES + 1, name=f"{table.badge}-oitavo", stake=MINIMUM)
    return _seat_besides(jogada, beyond)


def _seat_besides(jogada: Jogada, player: Player) -> bool:
    dealt = {card for one in jogada.players for card in one.cards} | set(jogada.bank)
    player.cards = [card for card in DECK if card not in dealt][:HAND]
    jogada.target = player
    jogada.players = sorted([*jogada.players, player], key=lambda one: one.seat)
    return True


def _with_large_stake(table: "PoquerSemDescarte", jogada: Jogada) -> bool:
    _choose(table, jogada, jogada.players)
    assert jogada.target is not None
    jogada.target.stake = table.maximum + MINIMUM
    return jogada.modest()


def _with_small_stake(table: "PoquerSemDescarte", jogada: Jogada) -> bool:
    _choose(table, jogada, jogada.players)
    assert jogada.target is not None
    jogada.target.stake = MINIMUM - 100
    return jogada.modest()


def _with_short_second(table: "PoquerSemDescarte", jogada: Jogada) -> bool:
    """Let somebody put down no more than his initial bet."""
    if not _choose(table, jogada, jogada.going):
        return False
    assert jogada.target is not None
    jogada.target.second = jogada.target.stake
    return jogada.modest()


def _with_large_second(table: "PoquerSemDescarte", jogada: Jogada) -> bool:
    if not _choose(table, jogada, jogada.going):
        return False
    assert jogada.target is not None
    jogada.target.second = 3 * jogada.target.stake
    return jogada.modest()


def _with_passer(table: "PoquerSemDescarte", jogada: Jogada) -> bool:
    return _choose(table, jogada, [one for one in jogada.players if not one.goes])


def _with_plain_error(table: "PoquerSemDescarte", jogada: Jogada) -> bool:
    """Let an error of the deal be overlooked, with nothing on the jackpot."""
    for player in jogada.players:
        player.jackpot = False
    _choose(table, jogada, jogada.players)
    assert jogada.target is not None
    dealt = {card for one in jogada.players for card in one.cards} | set(jogada.bank)
    if jogada.fault == SIX_CARDS:
        jogada.target.cards.append(next(card for card in DECK if card not in dealt))
    return jogada.modest()


def _with_no_jackpot(_: "PoquerSemDescarte", jogada: Jogada) -> bool:
    for player in jogada.players:
        player.jackpot = False
    return bool(jogada.winners) and jogada.modest()


def _with_void(table: "PoquerSemDescarte", jogada: Jogada) -> bool:
    """Void the jogada; the target has nothing on the jackpot."""
    jogada.error = "numero_de_cartas"
    return _with_chip_to_lay(table, jogada)


def _with_card_twice(table: "PoquerSemDescarte", jogada: Jogada) -> bool:
    """Let the bank have a card that a player has."""
    card = table.rng.choice(jogada.players).cards[0]
    jogada.bank[0] = card
    table.plant(TWICE_DEALT, "RES-IMPOSS", table.round_id_now, facts={"card": card})
    return True


PREPARE: Final[Mapping[str, Callable[["PoquerSemDescarte", Jogada], bool]]] = {
    OVERPAID: _with_winner,
    UNDERPAID: _with_winner,
    UNPAID: _with_winner,
    WRONG_SEAT: _with_winner,
    WINNER_TAKEN: _with_winner,
    LOSER_PAID: _with_loser,
    TIE_TAKEN: _with_tie,
    TIE_PAID: _with_tie,
    BANK_PLAYED: _with_idle_bank,
    BANK_STAYED: _with_playing_bank,
    ANTE_UNPAID: _with_idle_bank,
    SECOND_TAKEN: _with_idle_bank,
    OVER_CAP: _with_real,
    UNPAID_SHARE: _with_share,
    BEATEN_UNPAID: _with_beaten,
    UNDIVIDED: _with_share,
    WHOLE_TO_TOP: _with_share,
    LARGEST_FIRST: _with_share,
    SHORT_AWARD: _with_one_share,
    MISCOUNTED: _with_one_share,
    MISSTATED: _with_chip,
    EARLY_COLLECTED: _with_share,
    LATE_CHIP: _with_chip_to_lay,
    LATE_BET: _with_anybody,
    LATE_RAISE: _with_anybody,
    LATE_NEWCOMER: _with_newcomer,
    OVER_LIMIT: _with_large_stake,
    UNDER_LIMIT: _with_small_stake,
    ON_CREDIT: _with_anybody,
    LARGE_CHIP: _with_large_chip,
    SECOND_CHIP: _with_chip,
    CHIP_ALONE: _with_idler,
    SHORT_SECOND: _with_short_second,
    LARGE_SECOND: _with_large_second,
    PASS_REVERSED: _with_passer,
    PASS_KEPT: _with_passer,
    SIX_CARDS: _with_plain_error,
    OPEN_CARD: _with_plain_error,
    FALSE_VOID: _with_no_jackpot,
    UNREFUNDED: _with_void,
    TWICE_DEALT: _with_card_twice,
    TWO_SEATS: _with_second_seat,
    EIGHTH: _with_eighth,
}
