"""The options of a table's opening, held against what is in force: the table writes no law.

Where a parameter of an option's name is in force it decides, of whatever class. Of class A, Com or
Ctl the opening's other word is REG-RULE; where none is in force, an option counts only if the
opening bears an act and somebody in charge answers for it, or says what the profile says itself. Of
class Own an option may be stricter than the parameter in force: a minimum not below, a maximum not
above. An option on no list says what the table is.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Any, Final, cast

import msgspec
from msgspec import Struct

from projections.authority.parameters import option_class
from projections.base.event import TableFault
from projections.base.parameter_book import ParameterBook, Setting
from projections.replay.profiles import PROFILES
from projections.replay.settlement import Found

RULE: Final = "REG-RULE"
LIMIT: Final = "REG-LIMIT-CHG"
UNLIMITED: Final = "sem_limite"
MINIMA: Final = frozenset(
    ("minimos", "minimum", "minimo", "minimo_banca", "aposta_minima", "entry_minimum")
)
MAXIMA: Final = frozenset(("maximos", "maximum", "maximo_por_jogo", "repiques", "cagnotte_maximum"))
MULTIPLES: Final = frozenset(("multiplos",))
_NOUGHT_IS_STRICT: Final = frozenset(("repiques", "cagnotte_maximum"))
"""Maxima of which nothing at all is the strictest; of the others it says that there is none."""


class Opened(Struct, frozen=True, kw_only=True):
    """An opening of a table, as far as its options depend on it."""

    at: str
    position: int
    options: Mapping[str, Any]
    profile: str
    """The profile by which the table is judged."""
    scopes: tuple[str, ...]
    """Its place, its game, its casino and everywhere: the most special first."""
    answered: bool = False
    """Whether it bears an act, and somebody in charge had answered for it."""


def options_in_force(
    opened: Opened, book: ParameterBook, at: str, before: int
) -> tuple[dict[str, Any], tuple[TableFault, ...]]:
    """Return the options by which a round is judged, and what is wrong with the opening's own.

    ``at`` and ``before`` are the round's opening. An opening is held against what was in force when
    it was said; what was set since goes its own way, without accusing who could not know it.
    """
    values = book.all_in_force(opened.scopes, at, before)
    faults: list[TableFault] = []
    for name, word in opened.options.items():
        now = book.setting(name, opened.scopes, at, before)
        of = option_class(name, opened.profile)
        if of is None and now is None:
            values[name] = word
            continue
        then = book.setting(name, opened.scopes, opened.at, opened.position)
        if of == "Own":
            values[name] = word if now is None else _own(name, now, word, opened)
        elif now is None:
            if opened.answered:
                values[name] = word
            elif then is None and not (_says_nothing(word) or _is_the_profiles(name, word, opened)):
                faults.append(_unanswered(name, word, opened))
        if then is not None and not is_within(name, then.value, word, own=of == "Own"):
            faults.append(_against(name, then, word, opened))
    return values, tuple(faults)


def _own(name: str, now: Setting, word: Any, opened: Opened) -> Any:
    """Return an option of the operator's own within the parameter in force.

    What was set for the place since it was opened goes before the opening.
    """
    if now.scope == opened.scopes[0] and now.known > opened.position:
        value: Any = now.value
        both = isinstance(value, Mapping) and isinstance(word, Mapping)
        return cast("Any", {**word, **value} if both else value)
    return within(name, now.value, word)


def within(name: str, approved: Any, word: Any) -> Any:
    """Return the value that holds: the opening's where it is as strict, else the approved one.

    >>> within("maximos", {"pleno": 3000}, {"pleno": 9000, "rua": 500})
    {'pleno': 3000, 'rua': 500}
    >>> within("minimum", 100, 200), within("minimum", 100, 50)
    (200, 100)
    """
    if isinstance(approved, Mapping) and isinstance(word, Mapping) and _sense(name) is not None:
        of = cast("Mapping[str, Any]", word)
        limits = cast("Mapping[str, Any]", approved)
        return {
            one: within(name, limits[one], of[one])
            if one in limits and one in of
            else limits.get(one, of.get(one))
            for one in (*limits, *(one for one in of if one not in limits))
        }
    keeps = is_within(name, approved, word, own=True)
    return cast("Any", word if keeps else approved)


def is_within(name: str, approved: Any, word: Any, *, own: bool) -> bool:
    """Tell whether an opening's word keeps to an approved value.

    >>> is_within("maximos", {"pleno": 3000}, {"pleno": 0}, own=True)
    False
    >>> is_within("maximo_golpe", 201000, 100, own=False)
    False
    """
    sense = _sense(name) if own else None
    if sense is None:
        return _plain(approved) == _plain(word)
    if isinstance(approved, Mapping):
        if not isinstance(word, Mapping):
            return False
        of = cast("Mapping[str, Any]", word)
        limits = cast("Mapping[str, Any]", approved)
        return all(
            one not in of or is_within(name, limit, of[one], own=own)
            for one, limit in limits.items()
        )
    return _keeps(sense, name, approved, word)


class _Sense(Enum):
    LEAST = MINIMA
    MOST = MAXIMA
    STEP = MULTIPLES


def _sense(name: str) -> _Sense | None:
    return next((one for one in _Sense if name in one.value), None)


def _keeps(sense: _Sense, name: str, approved: Any, word: Any) -> bool:
    """Tell whether a number is as strict as the approved one; any other value must be the same."""
    if sense is _Sense.MOST and approved == UNLIMITED:
        return word == UNLIMITED or _is_number(word)
    if not _is_number(approved) or not _is_number(word):
        return _plain(approved) == _plain(word)
    match sense:
        case _Sense.LEAST:
            return word >= approved
        case _Sense.STEP:
            return approved <= 0 or (word > 0 and word % approved == 0)
        case _Sense.MOST:
            if name in _NOUGHT_IS_STRICT:
                return 0 <= word <= approved
            return approved <= 0 or 0 < word <= approved


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _says_nothing(word: Any) -> bool:
    """Tell whether an option says what would hold without it: a no, an empty text or list."""
    return word is None or word is False or word in ("", "nenhuma") or word in ([], (), {})


def _is_the_profiles(name: str, word: Any, opened: Opened) -> bool:
    """Tell whether an option says what the profile says of the game."""
    profile = PROFILES.get(opened.profile, {})
    rules = next((profile[one] for one in opened.scopes if one in profile), None)
    return word is not None and getattr(rules, name, None) == word


def _plain(value: Any) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


def _unanswered(name: str, word: Any, opened: Opened) -> TableFault:
    return TableFault(
        found=Found(
            code=RULE,
            expected=f"{name} by an act, and a chief who answers for it",
            recorded=_plain(word).decode(),
            facts={"option": name},
        ),
        terms=(opened.position,),
    )


def _against(name: str, approved: Setting, word: Any, opened: Opened) -> TableFault:
    ordered = _sense(name) is not None
    return TableFault(
        found=Found(
            code=LIMIT if ordered else RULE,
            expected=f"{name} {_plain(approved.value).decode()}",
            recorded=_plain(word).decode(),
            facts={"option": name},
        ),
        terms=tuple(sorted({opened.position, approved.known})),
    )
