"""The stakes of each player in a hand of póquer não bancado, and who may still win the pot.

Besides giving up, the law puts a player out: for errors that the pagador noted (R57 b, R58 c, h,
i), and where he stays below the bet though he has more (R29 b, R39, R58 d). His chips stay in the
pot. A raise not announced is a call, and the rest goes back (R58 e).
"""

from typing import Final, NamedTuple

from projections.replay.games.poker.betting.order import Betting
from projections.replay.games.poker.betting.record import (
    ABSENTEE,
    AFASTADO,
    BARRING,
    DESISTIR,
    LEAVING,
    MISDEALS,
    REPOSTO,
    TURNED,
    UNANNOUNCED,
    HandRecord,
    HandRules,
    Player,
)
from projections.replay.games.poker.betting.state import has_spoken
from projections.replay.settlement import Phrase

PUT_OUT: Final = Phrase(
    "foi afastado da mão: perde {stake:m} que pôs no pote",
    "was put out of the hand: loses the {stake:m} put into the pot",
)
WHY_OUT: Final = {
    "absentee": Phrase(
        "recebeu cartas estando ausente e não chegou a tempo: não participa",
        "was dealt cards while away and did not come in time: takes no part",
    ),
    "lost": Phrase(
        "misturou as suas cartas com as dos desistentes e não se pôde reconstruir a mão:"
        " perde o direito ao pote",
        "mixed the cards with the discards, and the hand could not be rebuilt:"
        " loses the right to the pot",
    ),
    "mingled": Phrase(
        "as suas cartas misturaram-se com as de outro: a mão é anulada",
        "the cards were mixed with another's: the hand is annulled",
    ),
    "undeclared": Phrase(
        "não declarou a tempo um erro na distribuição: perde a aposta e o direito ao pote",
        "did not declare an error of the deal in time: loses the stake and the right to the pot",
    ),
}
"""Field of Cites to the sentence that says why a seat cannot win."""
SHORT: Final = Phrase(
    "não igualou a aposta, tendo com quê: {stake:m} ficam no pote",
    "did not equal the bet, though able to: {stake:m} stay in the pot",
)


class Staked(NamedTuple):
    """The stakes put in, and the seats that are out."""

    bets: dict[int, int]
    """By seat: what plays in the pots."""
    loose: dict[int, int]
    """By seat: missed bets made good, in the pot but nobody's bet (O18)."""
    back: dict[int, int]
    """By seat: what goes back of raises not announced (R58 e)."""
    out: set[int]
    last_out: int
    """Who gave up last: if nobody else is left, he had won already (R43)."""
    lost: dict[int, tuple[Phrase, str]]
    """Of those out, who did not give up: why, and by which rule."""


def staked(hand: HandRecord, rules: HandRules) -> Staked:
    """Add up what each put in."""
    bets: dict[int, int] = {}
    loose: dict[int, int] = {}
    back: dict[int, int] = {}
    out: set[int] = set()
    lost: dict[int, tuple[Phrase, str]] = {}
    last = 0
    spoken = False
    for action in hand.actions:
        word, added = action.action, action.added
        if added > 0:
            into = loose if word == REPOSTO else bets
            into[action.seat] = into.get(action.seat, 0) + added
        if action.announced is not None:
            spoken = True
        if word in LEAVING:
            last = action.seat if word == DESISTIR else 0
            out.add(action.seat)
    if hand.errors:
        lost = put_out(hand, rules, out)
        if lost:
            last = 0
        spoken = spoken or any(error.error == UNANNOUNCED for error in hand.errors)
    if spoken:  # what was said counts, not the chips (R25): the betting tells how much that is
        betting = Betting(hand, rules)
        betting.follow()
        bets = betting.put_in()
        back = betting.gone_back()
    return Staked(bets, loose, back, out, last, lost)


def put_out(hand: HandRecord, rules: HandRules, out: set[int]) -> dict[int, tuple[Phrase, str]]:
    """Add to ``out`` whom an error put out of the hand, and return why."""
    gave_up = {action.seat for action in hand.actions if action.action == DESISTIR}
    lost: dict[int, tuple[Phrase, str]] = {}
    for action in hand.actions:
        if action.action == AFASTADO and action.seat not in gave_up:
            lost[action.seat] = PUT_OUT, rules.cites.conduct
    for error in hand.errors:
        field, seat = BARRING.get(error.error), error.seat
        if field is None or seat is None or seat in gave_up:
            continue
        if error.error == ABSENTEE and has_spoken(hand, seat):
            continue
        out.add(seat)
        lost[seat] = WHY_OUT[field], getattr(rules.cites, field)
    return lost


def contenders(hand: HandRecord, rules: HandRules, put: Staked) -> list[Player]:
    """Return the seats that may win, clockwise from the mão; the last to give up had won already.

    Who stays below the others though he has more is out, and is added to ``put.lost``.
    """
    players = hand.players
    start = 0
    for place, player in enumerate(players):
        if player.seat == hand.mao:
            start = place
            break
    ring = players[start:] + players[:start]
    if len({player.seat for player in players}) != len(players):
        ring = tuple({player.seat: player for player in reversed(ring)}.values())[::-1]
    live = [player for player in ring if player.seat not in put.out and not player.absent]
    if not live:
        return [player for player in ring if player.seat == put.last_out][:1]
    if len({*put.bets.values()}) == 1:
        return live
    short = _short(hand, put, live)
    for seat in short:
        put.lost[seat] = SHORT, rules.cites.short_call
    return [player for player in live if player.seat not in short] if short else live


def _short(hand: HandRecord, put: Staked, live: list[Player]) -> set[int]:
    """Return the seats with less in the pot than another contender that are no encavados (R39)."""
    bets = put.bets
    stakes = {bets.get(player.seat, 0) for player in live}
    if len(stakes) == 1 or not hand.has("decisions"):
        return set()
    highest = max(stakes)
    short: set[int] = set()
    for player in live:
        seat, stack = player.seat, player.stack
        stake = bets.get(seat, 0)
        if stake < highest and stack is not None and stake + put.loose.get(seat, 0) < stack:
            short.add(seat)
    return short


def misdeal(hand: HandRecord) -> str:
    """Return the ground for which the law voids the hand (R66), or nothing."""
    turned = 0
    for error in hand.errors:
        if error.error in MISDEALS:
            return error.error
        if error.error == TURNED:
            turned += max(len(error.cards), 1)
    if turned > 1:
        return "cartas_viradas_na_distribuicao"
    void = hand.void
    if void is None:
        return ""
    return void.cause if void.cause in MISDEALS or _names_misdeal(void.rule) else ""


def _names_misdeal(rule: str) -> bool:
    return "R66" in rule or "n.69" in rule
