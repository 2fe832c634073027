"""The gaming days that a paper, or a list of days, is asked for."""

from msgspec import Struct


class Period(Struct, frozen=True, kw_only=True):
    """The gaming days that a paper was asked for, both included; None leaves an end open."""

    first: str | None = None
    last: str | None = None

    def has(self, day: str) -> bool:
        """Tell whether a day is in the period."""
        return (self.first or day) <= day <= (self.last or day)

    @property
    def options(self) -> str:
        """How a command asks for the period.

        >>> Period(last="2026-11-20").options
        ' --to 2026-11-20'
        """
        given = (("--from", self.first), ("--to", self.last))
        return "".join(f" {option} {day}" for option, day in given if day is not None)
