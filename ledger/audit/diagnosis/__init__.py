"""Join the slices of a verification and name what was changed, and nothing else.

Each fact about an event stands in several places, and whoever alters one of them leaves the others:

* a link is also named by the next event of its source, noted in the order memo, and signed;
* a source and seq stand in columns and header; a position between those of the source's neighbours;
* how many there are stands in the head, in the heads of the sources, in the memo, in ticks.

What contradicts the rest is guilty. Positions alone are signed by nobody but the service: its ticks
sign the root over them, and the memo, a copy of all links made at that moment, then tells which
event stood where. A memo that itself was altered does not come to the root that was signed.

A signature that cannot be judged because of something else that was changed is said to be *not
assessable*, with the position of that, and blames nobody.

The judge is one object, told in the order of its reasoning, each module upon the one before:
``evidence`` (what is known of each event) → ``places`` → ``links`` → ``signatures`` → ``heads`` →
``roots`` → ``own``; ``report`` has what goes in and what comes out.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from ledger.audit.diagnosis.own import OwnWord
from ledger.audit.diagnosis.report import (
    Case,
    Heads,
    KeptReceipt,
    Lookup,
    Problem,
    Report,
    Since,
    Unassessed,
)
from ledger.audit.diagnosis.roots import Tree
from ledger.audit.verification import Part, Unread

__all__ = [
    "Case",
    "Heads",
    "KeptReceipt",
    "Lookup",
    "Problem",
    "Report",
    "Since",
    "Unassessed",
    "Unread",
    "stitch",
]


def stitch(parts: Sequence[Part], case: Case) -> Report:
    """Join slices, in order, and return what is wrong with the log."""
    return _Judge(parts, case).report()


class _Judge(OwnWord):
    """Looks at all the evidence."""

    def report(self) -> Report:
        """Go through all evidence once, the causes that explain most first."""
        self._join()
        self._place()
        self._decide_links()
        self._judge_breaks()
        self._judge_moved()
        self._judge_odd()
        self._judge_missing()
        if self._case.signatures:
            self._trust_in_order()
            self._suspect()
            self._judge_signatures()
        self._judge_heads()
        tree = self._judge_roots()
        self._judge_log_keys()
        covered = self._judge_statements(tree)
        self._judge_since_keys()
        self._judge_since(tree)
        self._judge_tree(tree)
        self._judge_entitled()
        size = self._end
        stored = Tree(
            [tile for part in self._parts for tile in part.tiles],
            self._parts[-1].edge if self._parts else [],
        )
        root = stored.root(size)
        return Report(
            origin=self._case.origin,
            events=sum(part.events for part in self._all),
            size=size,
            root=root.hex() if root is not None else None,
            signatures=sum(part.signatures for part in self._all),
            covered=covered,
            # An exchange stands under both its positions.
            problems=sorted(dict.fromkeys(self._problems.values()), key=_place_of),
            unassessed=list(self._unassessed.values()),
            unread=unread_of(self._all),
        )


def unread_of(parts: Sequence[Part]) -> list[Unread]:
    """Return the events of all slices that could not be reached, by range."""
    found: dict[tuple[int, int], Unread] = {}
    for one in (one for part in parts for one in part.unread.values()):
        so_far = found.setdefault((one.first, one.last), replace(one, events=0, signatures=0))
        so_far.events += one.events
        so_far.signatures += one.signatures
    return [found[of] for of in sorted(found)]


def _place_of(problem: Problem) -> tuple[int, str]:
    return (problem.position if problem.position is not None else 2**63, problem.kind)
