"""The version of the law that a program judges by: its code, its rules and its matrix.

The number of the rules rises with every change that may give a verdict or a figure otherwise for
the same events. ``rules-adopted`` says from when a number holds; projections bear the number that
made them, and no other program goes on with them.
"""

from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from msgspec import Struct

from projections.authority.matrix import VERSION as MATRIX

RULES: Final = "rules@2"
"""To be raised where the digests of the reference ledgers change (tests/same/digests.toml)."""


class LawVersion(Struct, frozen=True, kw_only=True):
    """The versions of code, rules and matrix that make figures."""

    code: str
    rules: str
    matrix: str

    @property
    def mark(self) -> str:
        """The part that figures depend on, as projections bear it: rules and matrix."""
        return f"{self.rules} {self.matrix}"


@cache
def law_version() -> LawVersion:
    """Return the version of the law of this program; what is installed is read once a process."""
    try:
        code = version("razao")
    except PackageNotFoundError:  # run from its folder, not installed
        code = "unknown"
    return LawVersion(code=code, rules=RULES, matrix=MATRIX)


def is_newer(mark: str, law: LawVersion) -> bool:
    """Tell whether figures were made by rules or a matrix of a higher number than a law's.

    >>> is_newer("rules@3 authority@1", LawVersion(code="", rules="rules@2", matrix="authority@1"))
    True
    >>> is_newer("", LawVersion(code="", rules="rules@2", matrix="authority@1"))
    False
    """
    theirs, ours = _numbers(mark), _numbers(law.mark)
    return any(number > ours.get(name, number) for name, number in theirs.items())


def _numbers(mark: str) -> dict[str, int]:
    """Return the number of each part of a mark; of an unreadable part none."""
    parts = (part.partition("@") for part in mark.split())
    return {name: int(number) for name, _, number in parts if number.isdecimal()}
