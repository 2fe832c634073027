"""Dice: how they were thrown and read, which set lay on the table. Facts, and no game's rule.

A throw is null where somebody said why it does not count; its dice are those that were legible.
Terms of an hour (the set's, the thrower's) are missed once an hour: the first round over it shows
the fault, and the rounds that follow within the same hour only repeat it.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from projections.replay.kit.bets import Fact, Placed, Shift, hours_over
from projections.replay.settlement import Found

FACES: Final = range(1, 7)
NULL_WORDS: Final = frozenset(
    {
        *("off_table", "fora", "fallen", "broken", "damaged", "defeito", "substance"),
        *("object", "objeto", "not_all_thrown", "missing", "incompleto", "in_cup", "no_copo"),
        *("out_of_cup", "not_past_middle", "meio", "leaning", "encostado", "illegible"),
        *("overlapping", "sobrepostos", "dados_sobrepostos"),
        # What is no game's ground: said, and null without a rule.
        *(
            "chance",
            "azar",
            "noise",
            "barulho",
            "mistake",
            "engano",
            "erro",
            "complaint",
            "reclamacao",
            "request",
        ),
        *("pedido", "too_soon", "cedo", "wrong_thrower", "lancador", "other", "outro"),
    }
)
"""The words in which tables say why a throw is null, grounds of some game or of none."""


class Throw(Fact, frozen=True, kw_only=True, gc=False):
    """Dice were thrown, or uncovered, and read."""

    dados: tuple[int, ...]
    """The upper faces, in no order; of a null throw those that were legible."""
    nulo: str | None = None
    """Why it does not count: ``off_table``, ``object``, ``overlapping`` …; None: it counts."""
    by: int | None = None
    """The seat of the player who threw; None is the house."""
    at: str | None = None
    seq: int | None = None

    @property
    def total(self) -> int:
        """The sum of the faces."""
        return sum(self.dados)


class DiceSet(Fact, frozen=True, kw_only=True, gc=False):
    """A set of dice in use, and since when."""

    id: str
    since: str | None = None
    reason: str | None = None
    """Why it was brought in: ``opening``, ``hourly``, ``suspected``, ``damaged`` …"""
    replaced: str | None = None
    seal: str | None = None
    """Of the set that it replaced."""
    witnesses: int = 0
    """Before how many people that was sealed."""
    seq: int | None = None


def impossible_dice(dados: Sequence[int], count: int, *, null: bool = False) -> bool:
    """Tell whether faces are impossible for the dice: a seventh face, a die too many or too few.

    Of a null throw some dice may be missing: they were not legible.

    >>> impossible_dice((6, 6, 7), 3), impossible_dice((1, 2), 3)
    (True, True)
    >>> impossible_dice((1, 2), 3, null=True)
    False
    """
    wrong = len(dados) > count if null else len(dados) != count
    return wrong or any(face not in FACES for face in dados)


def counts(throw: Throw, count: int, grounds: Collection[str] = ()) -> bool:
    """Tell whether a throw decides: every die legible, and the throw not null.

    Where ``grounds`` are given, a throw called null for anything else counts all the same: what the
    dice show stands in the record, and nobody may set it aside without a rule.
    DECISION: of a word that nobody knows the ground cannot be told; such a throw decides nothing.
    """
    if impossible_dice(throw.dados, count):
        return False
    if throw.nulo is None:
        return True
    return bool(grounds) and throw.nulo not in grounds and throw.nulo in NULL_WORDS


def may_count(throw: Throw, count: int, grounds: Collection[str]) -> bool:
    """Tell whether a throw may have decided for all that can be read: its dice, or why it is null.

    >>> may_count(Throw(dados=(1, 99)), 2, ()), may_count(Throw(dados=(1, 2), nulo="?"), 2, ())
    (True, True)
    >>> may_count(Throw(dados=(1,), nulo="off_table"), 2, ("off_table",))
    False
    """
    if throw.nulo is None:
        return impossible_dice(throw.dados, count)
    return throw.nulo not in NULL_WORDS and throw.nulo not in grounds


def dice_faults(throws: Iterable[Throw], count: int, rule: str) -> list[Found]:
    """Return RES-IMPOSS for each throw that the dice cannot show."""
    return [
        Found(
            code="RES-IMPOSS",
            rule=rule,
            expected=f"{count} x 1..6",
            recorded=shown(throw.dados),
            facts={"fact": "dados", "lancamento": index},
        )
        for index, throw in enumerate(throws, start=1)
        if impossible_dice(throw.dados, count, null=throw.nulo is not None)
    ]


def null_faults(
    throws: Iterable[Throw], count: int, grounds: Collection[str], rule: str
) -> list[Found]:
    """Return VOID-BAD for each legible throw called null for a reason that the rule lacks.

    RES-IMPOSS where the reason is a word that nobody knows: it may have been any.
    """
    nulled = [(index, throw) for index, throw in enumerate(throws, 1) if throw.nulo is not None]
    return [
        Found(
            code="VOID-BAD" if throw.nulo in NULL_WORDS else "RES-IMPOSS",
            rule=rule,
            expected=", ".join(sorted(grounds)),
            recorded=f"{throw.nulo} {shown(throw.dados)}".strip(),
            facts={"fact": "nulo", "lancamento": index},
        )
        for index, throw in nulled
        if counts(throw, count, grounds)
        or (not impossible_dice(throw.dados, count) and may_count(throw, count, grounds))
    ]


def shown(dados: Iterable[int]) -> str:
    """Return the faces as they are written.

    >>> shown((5, 2))
    '5-2'
    """
    return "-".join(map(str, dados))


def rotation_faults(
    code: str, rule: str, current: DiceSet | None, now: str | None, before: str | None
) -> list[Found]:
    """Return a fault if the set should have been changed within the hour before this throw.

    ``before`` is the last throw of the round before: what it already showed is not shown again.
    """
    if current is None:
        return []
    missed = hours_over(current.since, now)
    if missed <= hours_over(current.since, before):
        return []
    return [
        Found(
            code=code,
            rule=rule,
            expected=f"<= {current.since} + {missed} h",
            recorded=now or "",
            facts={"set": current.id, "since": current.since, "hours": missed},
        )
    ]


def relief_faults(
    shifts: Iterable[Shift], role: str, rule: str, now: str | None, before: str | None
) -> list[Found]:
    """Return STAFF-1H for whoever holds a post for more than an hour when the dice are thrown."""
    found: list[Found] = []
    for shift in shifts:
        missed = hours_over(shift.since, now)
        if shift.role == role and missed > hours_over(shift.since, before):
            found.append(
                Found(
                    code="STAFF-1H",
                    rule=rule,
                    expected=f"<= {shift.since} + {missed} h",
                    recorded=now or "",
                    facts={"person": shift.person, "hours": missed},
                )
            )
    return found


def last_at(throws: Sequence[Placed]) -> str | None:
    """Return when the last of the throws was made; None if nobody says."""
    return next((throw.at for throw in reversed(throws) if throw.at is not None), None)
