"""A finding code: severity, rule, evidence and sentences that its findings share."""

from typing import Literal

from msgspec import Struct

Severity = Literal["critical", "ordinary", "information"]


class Code(Struct, frozen=True, gc=False):
    """A kind of fault: its severity, the rules broken, the evidence that shows the fault."""

    code: str
    severity: Severity
    """critical: money or legality."""
    rule: str
    """The rules broken, each with its chapter's code, or the source that asks for the check."""
    evidence: str
    """What shows it: E play events, C configuration or approvals, D devices, W persons and counts,
    T statistics; several letters where all are needed."""
    manual: bool
    """Whether only a person sees it: a signed inspection raises it, replay and folds never do."""
    pt: str
    en: str
    of_table: tuple[str, ...] | None = None
    """Of a fault that, where it names no seat and no bet, is the table's and not the round's, so
    that every round played under it shows it: the options it is about."""


def code(  # noqa: D103 - see Code; a table of two hundred rows wants few words in each
    name: str,
    rule: str,
    pt: str,
    en: str,
    *,
    evidence: str = "E",
    severity: Severity = "critical",
    manual: bool = False,
    of_table: tuple[str, ...] | None = None,
) -> tuple[str, Code]:
    return name, Code(name, severity, rule, evidence, manual, pt, en, of_table)
