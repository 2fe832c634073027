"""The statements of the kit: each says one mistake of a device, in Portuguese and in English."""

from collections.abc import Iterable
from typing import Any, Literal

from msgspec import Struct, structs

from ops.outside.conform.words import WORDS

Group = Literal["refused", "unjudged", "found", "unchecked"]


class Statement(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A mistake, or a rule that is left unchecked, with the events that show it."""

    group: Group
    """``refused``: the door takes it not; ``unjudged``: it came after what was refused, and is no
    mistake; ``found``: it is recorded, and wrong; ``unchecked``: nobody can say whether it is
    right."""
    code: str
    """The door's outcome, the finding's code, or a word of the kit's own."""
    kind: str = ""
    """Of the events that show it; empty of what is no event yet."""
    events: tuple[str, ...] = ()
    """``source:seq`` each, as far as the device named them."""
    rule: str = ""
    pt: str
    en: str
    door: str = ""
    """The door's own words; empty where it said nothing."""

    def text(self, language: str) -> str:
        """Return the sentence in a language."""
        return self.en if language == "en" else self.pt


def state(
    group: Group,
    code: str,
    word: str,
    *,
    kind: str = "",
    events: tuple[str, ...] = (),
    rule: str = "",
    door: str = "",
    **values: Any,
) -> Statement:
    """Return the statement of a word of ``WORDS``, with its values."""
    pt, en = WORDS[word]
    return Statement(
        group=group,
        code=code,
        kind=kind,
        events=events,
        rule=rule,
        door=door,
        pt=pt.format(kind=kind, **values),
        en=en.format(kind=kind, **values),
    )


def merged(statements: Iterable[Statement]) -> list[Statement]:
    """Return statements that say the same of several events as one, in the order of the first."""
    found: dict[tuple[str, str, str], Statement] = {}
    for one in statements:
        at = (one.group, one.code, one.en)
        before = found.get(at, one)
        found[at] = structs.replace(
            before,
            kind=before.kind if before.kind == one.kind else "",
            events=tuple(dict.fromkeys((*before.events, *one.events))),
        )
    return list(found.values())
