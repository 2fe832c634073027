"""When a hand of sintético is void: S16, stricter than R66, and what of R66 is left (S19)."""

from typing import Final, NamedTuple

from projections.replay.games.poker.betting.record import TURNED
from projections.replay.games.poker.poquer_sintetico.ranking import OWN
from projections.replay.games.poker.poquer_sintetico.record import SinteticoRecord
from projections.replay.games.poker.poquer_sintetico.rules import SinteticoRules

ORDER: Final = "ordem_irregular"
NUMBER: Final = "numero_de_cartas"
OWN_GROUNDS: Final = {
    ORDER: "a",
    NUMBER: "b",
    "carta_descoberta": "c",
    "cartas_viradas_no_baralho": "c",
    "carta_virada_na_distribuicao": "d",
    "cartas_viradas_na_distribuicao": "d",
    TURNED: "d",
    **{f"S16{letter}": letter for letter in "abcd"},
    "R66a": "a",
    "R66b": "b",
    "R66d": "c",
    "R66g": "d",
}
"""Grounds that S16 names, as a void's cause or a noted error; where R66 has it too, S16 says it."""
GENERAL_GROUNDS: Final = {
    "carta_alheia_vista": "c",
    "baralho_incompleto": "e",
    "carta_danificada": "f",
    **{f"R66{letter}": letter for letter in "cef"},
}
"""Grounds of R66 alone."""
GROUNDS: Final = frozenset({*OWN_GROUNDS, *GENERAL_GROUNDS})
UNDECLARED: Final = "R58i"
"""An error of the deal was not declared in time: its player is out, and the hand goes on."""
NAMED: Final = ("SI R16", "R66", "n.69")


class Ground(NamedTuple):
    """Why the law voids a hand."""

    cause: str
    rule: str
    seat: int | None = None
    expected: str = ""
    recorded: str = ""


def ground_of(record: SinteticoRecord, rules: SinteticoRules) -> Ground | None:
    """Return why the law voids the hand, or None: what was noted, then what the deal shows."""
    for error in record.errors:
        if error.error in GROUNDS:
            return Ground(error.error, rule_of(error.error, rules), error.seat)
    void = record.void
    if void is not None:
        if void.cause in GROUNDS:
            return Ground(void.cause, rule_of(void.cause, rules))
        if any(name in void.rule for name in NAMED):
            return Ground(void.cause, void.rule)
    if not record.has("cards") or any(one.error == UNDECLARED for one in record.errors):
        return None
    return _wrong_number(record, rules) or _wrong_order(record, rules)


def rule_of(cause: str, rules: SinteticoRules) -> str:
    """Return the number under which the law names a ground."""
    letter = OWN_GROUNDS.get(cause)
    if letter is not None:
        return f"{rules.cites.void} {letter}"
    return f"{rules.cites.general_void} {GENERAL_GROUNDS[cause]}"


def _wrong_number(record: SinteticoRecord, rules: SinteticoRules) -> Ground | None:
    """Return that a player got more or fewer cards than two (S16 b)."""
    for player in record.players:
        count = len(player.cards)
        if count not in {0, OWN}:
            rule = rule_of(NUMBER, rules)
            return Ground(NUMBER, rule, player.seat, str(OWN), str(count))
    return None


def _wrong_order(record: SinteticoRecord, rules: SinteticoRules) -> Ground | None:
    """Return that cards were not dealt one by one, clockwise (S16 a, R19, R22).

    All put in the ante alike, so the deal may begin at the mão (R15) or at who put it in first.
    """
    seats = [player.seat for player in record.players if player.cards]
    dealt = [seat for seat in record.dealt if seat in seats]
    if not record.dealt or len(set(seats)) != len(seats):
        return None
    first_bet = next((one.seat for one in record.actions if one.action == "ante"), record.mao)
    ways = [_round_from(seats, start) for start in (record.mao, first_bet)]
    if dealt in ways:
        return None
    due = ways[0]
    wrong = next(
        (at for at, seat in enumerate(dealt) if at >= len(due) or seat != due[at]), len(dealt)
    )
    return Ground(
        ORDER,
        f"{rule_of(ORDER, rules)}, {rules.cites.own_cards}",
        None,
        str(due[wrong]) if wrong < len(due) else "",
        str(dealt[wrong]) if wrong < len(dealt) else "",
    )


def _round_from(seats: list[int], start: int) -> list[int]:
    """Return the seats of a deal, clockwise from one of them or from the next to it."""
    at = next((index for index, seat in enumerate(seats) if seat == start), None)
    if at is None:
        at = next((index for index, seat in enumerate(seats) if seat > start), 0)
    return (seats[at:] + seats[:at]) * OWN
