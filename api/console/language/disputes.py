"""The words of disputes: subjects, steps, admissibility, decisions, why an act is not for now."""

from collections.abc import Mapping
from typing import Final

from api.console.language.words import mark as _

SUBJECTS: Final[Mapping[str, str]] = {
    "round": _("a round"),
    "machine": _("a machine"),
    "ticket": _("a ticket"),
    "jogada": _("a jogada of bingo"),
    "award": _("a jackpot’s prize"),
    "session": _("a session"),
}

STEPS: Final[Mapping[str, str]] = {
    "opened": _("Opened"),
    "admitted": _("Admissible"),
    "answered": _("Casino’s answer"),
    "decided": _("Decision"),
    "appeal": _("Appeal"),
    "paid": _("Payment"),
}
"""The way of a case, in its order."""

CAME: Final[Mapping[str, str]] = {
    "free": _("no rule sets a term"),
    "in time": _("within the rule’s term"),
    "late": _("after the rule’s term"),
    "unknown": _("cannot be told"),
}
"""How a claim came, by the rule's window."""

ABOUT: Final[Mapping[str, str]] = {
    "BJ R38": _("Every claim about the jogada: heard until its cards go into the shuffler."),
    "CF R102 k": _(
        "Only claims about the banker’s errors in dealing or drawing: "
        "heard until the coup is concluded."
    ),
    "BI R47": _(
        "Only claims of lines and bingos that nobody called in time, and of numbers "
        "wrongly called: heard until the jogada goes on or ends."
    ),
    "MÁQ R15": _("The machine’s electronic registers settle it; no rule sets a term."),
}
"""A rule with a window to the claims that it is about."""

DECISIONS: Final[Mapping[str, str]] = {
    "upheld": _("the player is right"),
    "partly": _("right in part"),
    "rejected": _("rejected"),
    "settled": _("settled by agreement"),
    "withdrawn": _("withdrawn"),
    "accepted": _("accepted"),
    "player": _("by the player"),
    "casino": _("by the casino"),
    "authority": _("by the Authority"),
}

ACTS: Final = (
    ("dispute-answered", _("Answer for the casino")),
    ("evidence-attached", _("Attach evidence")),
    ("dispute-decided", _("Decide")),
    ("appeal", _("Appeal")),
    ("settlement-paid", _("Pay what was decided")),
)
"""Acts of a case, in the order in which it goes through them."""

APART: Final[Mapping[str, frozenset[str]]] = {
    "dispute-answered": frozenset({"dispute-decided", "settlement-paid"}),
    "dispute-decided": frozenset(
        {"dispute-opened", "dispute-answered", "dispute-decided", "settlement-paid"}
    ),
    "settlement-paid": frozenset({"dispute-opened", "dispute-answered", "dispute-decided"}),
}
"""An act to those whose author is another person (authority, S1)."""

NOT_NOW: Final[Mapping[str, str]] = {
    "dispute-answered": _("The case is decided: only an appeal opens it again."),
    "evidence-attached": _("The case is decided: only an appeal opens it again."),
    "dispute-decided": _("The case is decided: only an appeal opens it again."),
    "appeal": _("There is no decision yet."),
    "settlement-paid": _("No decision awards a sum that is still to be paid."),
}

PARTS: Final[Mapping[str, str]] = {
    "verdict": _("due by the round’s verdict: own stakes first, the rest out of the revenue"),
    "prize": _("a jackpot’s prize: out of its liability"),
    "beyond": _("beyond what replay says is due: a cost of the house"),
    "over": _("beyond the debt: nothing is remedied by it"),
}
"""Parts of a payment to the money that each moves."""

SORTS: Final[Mapping[str, str]] = {
    "card": _("card"),
    "number": _("number"),
    "stake": _("stake"),
    "decision": _("decision"),
}
"""Sorts of facts of which a what-if may be asked."""

FOLLOWING: Final[Mapping[str, str]] = {
    "stay": _("stay as they came out"),
    "shift": _("move by one"),
}
"""What becomes of the cards after the changed one."""

STOPS: Final[Mapping[str, str]] = {
    "decision": _(
        "From there on the decisions would no longer be those that were taken, "
        "and nothing more can be reckoned."
    ),
    "rule": _("From there on the rules would have wanted something else than what was done."),
    "impossible": _("This cannot be: no pack, wheel or die has it so."),
}
"""Why a hypothesis ends."""

WORDS_OF_A_STOP: Final[Mapping[str, str]] = {
    "decision": _("It ends at:"),
    "rule": _("Replay would find:"),
    "impossible": _("Replay would find:"),
}
