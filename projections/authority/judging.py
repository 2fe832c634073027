"""The effect of an event, or its lack, by its source, its kind and its subject.

Second persons come after (``seconds``): here it is only asked who may say it at all.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, Literal

from msgspec import Struct

from ledger.roles import HOUSE_PEOPLE, Role
from projections.authority.actor import Actor, World
from projections.authority.matrix import Cell, Row, row_of
from projections.authority.parameters import (
    AUTORIDADE,
    AUTORIDADE_ASSINA,
    ParameterClass,
    parameter_class,
    term_class,
)
from projections.authority.subject import EVERYWHERE, Subject, subject_of

Outcome = Literal["effect", "W", "F"]
"""In effect, as far as who says it goes; recorded without effect; in effect, with a finding."""


class Answer(Struct, frozen=True):
    """The effect of an event, and why it lacks."""

    outcome: Outcome
    row: Row | None = None
    """None of a kind without a row."""
    why: str = ""
    """What was wrong; empty where nothing was."""


IN_EFFECT: Final = Answer("effect")


def judge(
    actor: Actor, kind: str, payload: Any, place: str | None, round_id: str | None, world: World
) -> Answer:
    """Return the effect of an event of a kind, as its header has it, by its source."""
    row = row_of(kind)
    if row is None or row.otherwise == "-":
        return IN_EFFECT
    name = kind.partition("/")[0]
    subject = subject_of(name, payload, place, round_id, world)
    why = fault_of(actor, name, payload, subject, world, row)
    if why is None:
        return Answer("effect", row)
    if _stands_all_the_same(actor, payload, row):
        return Answer("F", row, why)
    return Answer("W", row, why)


def fault_of(
    actor: Actor, kind: str, payload: Any, subject: Subject, world: World, row: Row
) -> str | None:
    """Return why a source may not say a kind about a subject; None where it may."""
    if actor.role is None:
        return "a role of the list"
    cells = row.cells.get(actor.role, ())
    if not cells:
        return f"said by {row.who}"
    allowed = [
        cell
        for cell in cells
        if cell.condition is None or CONDITIONS[cell.condition](actor, kind, payload, world)
    ]
    if not allowed:
        return f"said by {row.who}"
    if any(is_about(actor, cell, kind, payload, subject, world) for cell in allowed):
        return None
    return f"said by {row.who}, about its own"


def _stands_all_the_same(actor: Actor, payload: Any, row: Row) -> bool:
    """Tell whether a claim stands though the wrong person wrote it down (principle 6)."""
    if actor.role is None or actor.is_device:
        return False
    return row.otherwise == "F" or (row.otherwise == "=appeal" and payload.by == "player")


# --- about what ----------------------------------------------------------------------------------


def is_about(
    actor: Actor, cell: Cell, kind: str, payload: Any, subject: Subject, world: World
) -> bool:
    """Tell whether all that an event acts upon is of the kind that the cell names."""
    if cell.about == "S":
        return actor.source == world.service
    if cell.about == "O":
        return True  # rotating, revoking its own: the condition looked
    if cell.about == "L":
        everybody = kind != "parameter-set" or actor.role not in HOUSE_PEOPLE
        return everybody or _is_known_to_be_of_its_casino(actor, subject, world)
    if cell.about == "C":
        return _is_of_its_house(actor, kind, payload, subject, world)
    return _is_of_its_places(actor, cell, subject, world)


def _is_of_its_house(actor: Actor, kind: str, payload: Any, subject: Subject, world: World) -> bool:
    if kind == "inter-casino-settled":
        return actor.casino in {None, payload.payer, payload.receiver}
    bound = kind not in _SCHEDULES or _are_bound(payload, subject, world)
    return bound and is_of_its_casino(actor, subject, world)


def is_of_its_casino(actor: Actor, subject: Subject, world: World) -> bool:
    """Tell whether a subject is of the source's casino alone; unknown is not assessed."""
    if subject.everywhere:
        return actor.role is Role.DIRECTOR and len(world.casinos) <= 1
    if actor.casino is None:
        return True
    return subject.all_casinos(world) <= {actor.casino}


def _is_known_to_be_of_its_casino(actor: Actor, subject: Subject, world: World) -> bool:
    """Tell whether a scope is of the source's casino: one of no house yet may become another's."""
    is_known = subject.everywhere or actor.casino is None or bool(subject.all_casinos(world))
    return is_known and is_of_its_casino(actor, subject, world)


def _is_of_its_places(actor: Actor, cell: Cell, subject: Subject, world: World) -> bool:
    if "Q" in cell.about and not all(owns_pool(actor, one, world) for one in subject.pools):
        return False
    if actor.role is Role.JACKPOT_CONTROLLER:
        return _is_near_its_pools(actor, subject, world)
    return actor.places is None or actor.places.issuperset(subject.places)


def _is_near_its_pools(actor: Actor, subject: Subject, world: World) -> bool:
    """Tell whether a controller's places are of its casino, or feed its pools; unknown passes."""
    outside = {
        place for place in subject.places if world.casino_of(place) not in {None, actor.casino}
    }
    for name in (*subject.pools, *actor.pools):
        if not outside:
            break
        pool = world.pool(name)
        outside -= pool.members if pool is not None else frozenset()
    return not outside


def owns_pool(actor: Actor, name: str, world: World) -> bool:
    """Tell whether a pool is the device's: named at its enrolment, or its place feeds it."""
    pool = world.pool(name)
    if name in actor.pools or pool is None:
        return True
    if actor.places is None:
        return not actor.pools
    return not pool.members.isdisjoint(actor.places) or actor.casino in pool.members


_SCHEDULES: Final = frozenset({"place-scheduled", "place-withdrawn"})


def _are_bound(payload: Any, subject: Subject, world: World) -> bool:
    """Tell whether a scheduled source is enrolled for the place; unknown is not assessed."""
    speaker = None if payload.source is None else world.actor(payload.source)
    if speaker is None:
        return True
    casinos = subject.all_casinos(world)
    if speaker.casino is not None and casinos and speaker.casino not in casinos:
        return False
    return speaker.places is None or speaker.places.issuperset(subject.places)


# --- on a condition ------------------------------------------------------------------------------

Condition = Callable[[Actor, str, Any, World], bool]

SETS: Final[Mapping[str, frozenset[Role]]] = {
    "A": frozenset({Role.FINANCE, Role.DIRECTOR, Role.AUTHORITY}),
    "Com": frozenset({Role.FINANCE, Role.FLOOR_MANAGER}),
    "Own": frozenset({Role.FLOOR_MANAGER, Role.FINANCE, Role.DIRECTOR}),
    "Ctl": frozenset(
        {Role.INSPECTOR, Role.AUTHORITY, Role.DIRECTOR, Role.FINANCE, Role.TECHNICIAN}
    ),
    "Dev": frozenset({Role.TECHNICIAN}),
}
"""By a parameter's class who sets it; the ledger's own are named one by one."""


_SETTERS: Final = frozenset[Role]().union(*SETS.values())


@cache
def sayers(kind: str) -> frozenset[Role]:
    """Return the roles that may say a kind, about something at least.

    Every role has a cell in the row of parameters: there a parameter's class says whose it is.
    """
    row = row_of(kind)
    if row is None:
        return frozenset()
    return frozenset(
        role
        for role, cells in row.cells.items()
        if role in _SETTERS or any(one.condition != "class" for one in cells)
    )


def _sets(actor: Actor, _kind: str, payload: Any, world: World) -> bool:
    if payload.name == AUTORIDADE:
        return actor.role is Role.REGISTRAR and payload.scope == EVERYWHERE
    if payload.name == AUTORIDADE_ASSINA:
        return actor.role is Role.AUTHORITY
    return actor.role in SETS[class_of(payload, world)]


def class_of(payload: Any, world: World) -> ParameterClass:
    """Return the class of a parameter by its name, in the house or of the pool of its scope."""
    pool = world.pool(payload.scope)
    if pool is not None:
        return term_class(payload.name, pool.scope)
    return parameter_class(payload.name, world.profile_of(payload.scope))


def _subject_is(*words: str) -> Condition:
    return lambda _actor, _kind, payload, _world: payload.subject in words


def _by(word: str) -> Condition:
    return lambda _actor, _kind, payload, _world: payload.by == word


def _integrity(_actor: Actor, _kind: str, payload: Any, world: World) -> bool:
    found = world.finding(payload.finding)
    return found is None or found.code.startswith("INT-")


def _not_appealed(_actor: Actor, _kind: str, payload: Any, world: World) -> bool:
    case = world.case(payload.dispute)
    return case is None or not case.appealed


def _before_play(actor: Actor, kind: str, payload: Any, world: World) -> bool:
    """Tell whether a subject has not played yet: its values of before are told before."""
    del actor, kind
    return not world.has_played(payload.subject, payload.name)


def _all_of(*conditions: Condition) -> Condition:
    return lambda actor, kind, payload, world: all(
        one(actor, kind, payload, world) for one in conditions
    )


CONDITIONS: Final[Mapping[str, Condition]] = {
    "class": _sets,
    "own": lambda actor, _kind, payload, _world: payload.source == actor.source,
    "unplayed": _before_play,
    "machine": _all_of(_subject_is("machine"), _before_play),
    "cards": _all_of(_subject_is("ball_set", "series"), _before_play),
    "side": lambda actor, _kind, payload, _world: payload.side == actor.role,
    "INT": _integrity,
    "first": _not_appealed,
    "player": _by("player"),
    "casino": _by("casino"),
    "authority": _by("authority"),
    # Of what they name these two depend altogether: ``seconds`` and ``corrections`` look.
    "corrects": lambda _actor, _kind, _payload, _world: True,
    "named": lambda _actor, _kind, _payload, _world: True,
}
