"""How far a page may be trusted: the strip (fita da prova), its states in the design's words."""

from datetime import tzinfo
from typing import Final, Literal

from msgspec import Struct

from api.console.language.formats import UNKNOWN, hour, lasting, whole
from api.console.language.words import mark as _
from api.services.proofs import Checked
from projections.reads.basis.unproved import Unproved

ROOT_SHOWN: Final = 12
_MISSING: Final = frozenset(("missing", "since", "head", "source-head"))

_BESIDE: Final = frozenset(("figures", "api-key", "catalogue", "kept", "text"))
"""Kinds of what is wrong beside the log, whose events stand as they were signed."""

State = Literal["proved", "late", "unchecked", "altered", "figures", "missing", "stopped"]


class Facts(Struct, frozen=True, kw_only=True):
    """The state of log, projections and verification at the moment of a page."""

    position: int
    """Up to which the projections are true."""
    last: int
    """The newest event's."""
    behind: float | None = None
    """How many seconds the first event that is not summed waits; None where nobody knows."""
    stopped: int | None = None
    """Where the projections stopped."""
    checked: Checked | None = None
    others_since: bool = False
    """Whether anybody but the service itself was recorded since the verification."""
    unproved: Unproved = Unproved()


class Strip(Struct, frozen=True, kw_only=True):
    """The strip as it is shown: messages with their values."""

    state: State
    tone: Literal["ok", "warn", "bad"]
    icon: str
    said: str
    """In bold."""
    more: str
    values: dict[str, str]
    link: str
    """What the one link says."""
    address: str
    proved: bool
    """Whether figures of this page may be taken away without the words NOT VERIFIED."""

    @property
    def begins(self) -> bool:
        """Whether the link goes to where a check is begun: not every role may begin one."""
        return self.link == _CHECK


def strip_of(facts: Facts, zone: tzinfo) -> Strip:
    """Return the strip that these facts make: the worst of them is what it says."""
    checked = facts.checked
    values = {
        "events": whole(facts.last),
        "to": whole(facts.position),
        "left": whole(max(0, facts.last - facts.position)),
        "behind": UNKNOWN if facts.behind is None else lasting(facts.behind),
        "stopped": whole(facts.stopped),
        "time": UNKNOWN if checked is None else hour(checked.at, zone)[:5],
        "since": whole(_since(facts)),
        "checked": whole(0 if checked is None else checked.report.size),
        "signatures": whole(0 if checked is None else checked.report.signatures),
        "root": ((checked.report.root if checked else None) or UNKNOWN)[:ROOT_SHOWN],
        "first": "",
        "gone": "",
    }
    state, said, more = _worst(facts, values)
    return _strip(state, said, more, values)


def _since(facts: Facts) -> int:
    """Return how many events no verification has recomputed."""
    size = 0 if facts.checked is None else facts.checked.report.size
    return max(0, facts.last - size)


def _worst(facts: Facts, values: dict[str, str]) -> tuple[State, str, str]:
    """Return the state, what is said in bold, and what is said besides."""
    checked = facts.checked
    if checked is not None and checked.report.problems:
        return _altered(checked, values)
    if facts.stopped is not None:
        more = _("what follows is not summed; history is complete")
        return "stopped", _("Books stopped at event %(stopped)s"), more
    if facts.position < facts.last:
        return "late", _("Data up to event %(to)s"), _left(facts)
    if checked is not None and checked.report.unread:
        more = _("what left for an archive could not be reached")
        return "unchecked", _("Not all was checked"), more
    if checked is not None and not facts.others_since:
        return "proved", _("Record intact"), _("checked at %(time)s")
    if checked is None:
        since = (
            _("%(since)s event; figures stand as told"),
            _("%(since)s events; figures stand as told"),
        )
    else:
        since = (
            _("%(since)s event since %(time)s; figures stand as told"),
            _("%(since)s events since %(time)s; figures stand as told"),
        )
    return "unchecked", _("Not yet checked"), since[_since(facts) != 1]


def _left(facts: Facts) -> str:
    """Return how far the projections are behind: in time, where that is known, and in events."""
    if facts.behind is None:
        left = _("%(left)s event to go"), _("%(left)s events to go")
    else:
        left = (
            _("%(behind)s behind, %(left)s event to go"),
            _("%(behind)s behind, %(left)s events to go"),
        )
    return left[facts.last - facts.position > 1]


def _altered(checked: Checked, values: dict[str, str]) -> tuple[State, str, str]:
    problems = [one for one in checked.report.problems if one.kind not in _BESIDE]
    if not problems:
        told = {one.kind for one in checked.report.problems}
        said = _("Figures altered") if told == {"figures"} else _("Tables altered")
        return "figures", said, _("tables hold rows that were not written")
    if all(one.kind == "archive" for one in problems):
        return "missing", _("Archive altered"), _("a file of what left is not as it was sealed")
    placed = [one.position for one in problems if one.position is not None]
    if placed and not all(one.kind in _MISSING for one in problems):
        values["first"] = whole(min(placed))
        return "altered", _("Record altered"), _("event %(first)s is not what was signed")
    gone = checked.report.size - checked.report.events
    if gone <= 0:
        return "missing", _("Events missing"), _("the log does not hold all that was signed")
    values["gone"] = whole(gone)
    several = (
        _("the signed record has %(gone)s that is not here"),
        _("the signed record has %(gone)s that are not here"),
    )
    return "missing", _("Events missing"), several[gone != 1]


_CHECK: Final = _("check now")
_LOOKS: Final[dict[State, tuple[Literal["ok", "warn", "bad"], str, str, str]]] = {
    "proved": ("ok", "shield", _CHECK, "/verificacao"),
    "late": ("warn", "clock", _CHECK, "/verificacao"),
    "unchecked": ("warn", "question", _CHECK, "/verificacao"),
    "altered": ("bad", "alert", _("see the first"), "/verificacao"),
    "figures": ("bad", "alert", _("see which"), "/verificacao"),
    "missing": ("bad", "alert", _("see which"), "/verificacao"),
    "stopped": ("bad", "alert", _CHECK, "/verificacao"),
}


def _strip(state: State, said: str, more: str, values: dict[str, str]) -> Strip:
    tone, icon, link, address = _LOOKS[state]
    return Strip(
        state=state,
        tone=tone,
        icon=icon,
        said=said,
        more=more,
        values=values,
        link=link,
        address=address,
        proved=state == "proved",
    )
