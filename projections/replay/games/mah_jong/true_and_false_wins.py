"""Winners and their grade; false wins; the player liable for the others' loss."""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from projections.replay.games.mah_jong.hand import Conjunto, Cut, winning
from projections.replay.games.mah_jong.hand.fan import Causes, Value, simplified_value_of, value_of
from projections.replay.games.mah_jong.record import MahJongRecord
from projections.replay.games.mah_jong.rules import Variant
from projections.replay.games.mah_jong.table import Declaracao
from projections.replay.games.mah_jong.turns import Play, played
from projections.replay.kit.tiles import FAT_CHOI, WINDS

State = Literal["ganho", "falso", "desconhecido"]

PONG_DESISTIDO: Final = "p_ong_desistido"
PEDRA_PROPRIA: Final = "pedra_propria"
CONJUNTO_ERRADO: Final = "conjunto_errado"
CONJUNTO_VEDADO: Final = "conjunto_vedado"
COMBINACAO: Final = "combinacao"
NUMERO: Final = "numero_de_pedras"
"""The pieces shown are not as many as a hand has, and the acts do not say that he had so many."""


class Julgada(Struct, frozen=True, kw_only=True):
    """A declaration, judged."""

    declared: Declaracao
    state: State
    reason: str = ""
    """Why it is no win."""
    rule: str = ""
    value: Value | None = None
    """None where it is no win, or where its grade hangs on what is not recorded."""


class Decisao(Struct, frozen=True, kw_only=True):
    """How a game ended."""

    play: Play
    judged: tuple[Julgada, ...]
    """Every declaration, the nearest to the discarder first."""
    winner: Julgada | None = None
    false: tuple[Julgada, ...] = ()
    open: bool = False
    """Whether the record does not show who won, or by how much."""

    @property
    def banker(self) -> int | None:
        """The seat of Este."""
        return self.play.places[0] if self.play.places else None

    @property
    def next_banker(self) -> int | None:
        """Who holds the bank in the next game; None where not known (R16, R58).

        The bank stays until another wins; then it goes to the player at the banker's right.
        """
        places = self.play.places
        if self.winner is None:
            return None if self.open else self.banker
        if self.winner.declared.seat == self.banker:
            return self.banker
        return places[1 % len(places)]


def decide(record: MahJongRecord, variant: Variant) -> Decisao:
    """Return how the game ended (R17, R26, R42; R59, R65, R75).

    Of several who can win with a piece it is the nearest to him who lost it, anticlockwise. Who
    declared a win that is none indemnifies the others even if somebody else wins with that piece.
    """
    play = played(record, variant)
    places = play.places

    def distance(one: Declaracao) -> int:
        if one.de not in places:
            return 0
        return (places.index(one.seat) - places.index(one.de)) % len(places)

    judged = tuple(
        judge(one, record, variant, places) for one in sorted(play.declared, key=distance)
    )
    false = tuple(one for one in judged if one.state == "falso")
    standing = [one for one in judged if one.state != "falso"]
    if not standing:
        return Decisao(play=play, judged=judged, false=false, open=play.unread)
    first = standing[0]
    if first.state == "desconhecido" or play.contested:
        return Decisao(play=play, judged=judged, false=false, open=True)
    return Decisao(play=play, judged=judged, winner=first, false=false, open=first.value is None)


def judge(
    declared: Declaracao, record: MahJongRecord, variant: Variant, places: Sequence[int]
) -> Julgada:
    """Return the judgement of a declared win: whether the hand wins, and its value."""
    cites = variant.cites
    no: tuple[str, str] | None = None
    if declared.gave_up_pong:
        no = PONG_DESISTIDO, "R33"
    elif declared.de == declared.seat:
        no = PEDRA_PROPRIA, cites.taken_back
    elif any(one.barred for one in declared.opened):
        no = CONJUNTO_VEDADO, "R62"
    elif any(one.conjunto is None and not one.unknown for one in declared.opened):
        no = CONJUNTO_ERRADO, "R42" if variant.claims else cites.win
    if no is not None:
        return Julgada(declared=declared, state="falso", reason=no[0], rule=no[1])
    if declared.closed is None or any(one.unknown for one in declared.opened):
        return Julgada(declared=declared, state="desconhecido")
    opened = tuple(one.conjunto for one in declared.opened if one.conjunto is not None)
    whole = 3 * (variant.sets - len(opened)) + 2
    if len(declared.closed) != whole and declared.counted in (None, whole):
        # Either he had too many or too few, or not all were recorded: people must look.
        return Julgada(declared=declared, state="desconhecido", reason=NUMERO, rule=cites.win)
    ways = winning(declared.closed, len(opened), variant.sets)
    if not ways:
        return Julgada(declared=declared, state="falso", reason=COMBINACAO, rule=cites.win)
    return Julgada(
        declared=declared,
        state="ganho",
        value=_value(declared, record, variant, places, ways, opened),
    )


def _value(
    declared: Declaracao,
    record: MahJongRecord,
    variant: Variant,
    places: Sequence[int],
    ways: list[Cut],
    opened: tuple[Conjunto, ...],
) -> Value | None:
    """Return the value of a winning hand.

    None where its grade hangs on what is not recorded: the roda's wind; in the simplified game
    whether the winning piece was fát chói (R67 c).
    """
    place = places.index(declared.seat)
    winds = (record.vento,) if record.vento in WINDS else WINDS

    def causes(round_wind: str | None) -> Causes:
        return Causes(
            pedra=declared.pedra,
            drawn=declared.drawn,
            robbed=declared.robbed,
            replacements=declared.replacements,
            last=declared.last,
            first_hand=declared.first_hand,
            first_discard=declared.first_discard,
            seat_wind=WINDS[place] if place < len(WINDS) else None,
            round_wind=round_wind,
        )

    if not variant.claims:
        value = simplified_value_of(ways, opened, causes(None), ceiling=variant.ceiling)
        unseen = declared.pedra is None and not declared.first_hand
        hangs = unseen and not value.grade and FAT_CHOI in (declared.closed or ())
        return None if hangs else value
    values = [value_of(ways, opened, causes(wind), ceiling=variant.ceiling) for wind in winds]
    return values[0] if len({value.grade for value in values}) == 1 else None
