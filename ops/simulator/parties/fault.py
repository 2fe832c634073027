"""How a planted fault is told: the one form that every game's table of faults has.

A game plays rightly and knows none of its faults. Its course is full of *moments* (before, opened,
closed, dice, payout …: each game has its own), and at each of them it asks its party:

- ``yield from self.at("closed", coup)`` tells what a fault does besides, after what is right;
- ``dice = self.instead("dice", coup, dice)`` returns what a fault makes of a right value: dice,
  a card, a payload, an amount, an order of payments, or a whole ``Telling`` (which tells nothing
  unless the fault, or the course, goes through it).

Without a fault both leave everything as it is. What is being played (a coup, a jogada, a hand)
bears the name of its fault as ``fault``; None, or no text, where it is played rightly.

A fault is a line of a table, name to ``Wrong``::

    PAYMENTS: Final = {
        "overpaid": Wrong(fits=with_winner, pays=overpay),
        "late-raise": Wrong(fits=with_winner, does={"closed": raise_late}),
        "die-of-seven": Wrong(instead={"dice": seven}),
    }

and each of its parts is a small function of the party, and of what is being played:

1. ``ready``: the party asks, in ``Party.take_fault``, whether it can have the fault as it stands;
   what it cannot have is put off to the next occasion.
2. ``reopens``: with which wrong options the table is opened for this one round.
3. ``fits``: whether the fault can be made in what was drawn, choosing at whom (``target``) and
   preparing what is needed; the game draws until it fits, and puts the fault off at last.
4. ``pays``: alters the payments once they are planned. ``does`` and ``instead``: by moment.

Whatever alters something also plants what must be found of it. A fault of several rounds keeps
what it waits for in the party.

Where nothing is drawn (machines, the pools' office), a fault is a scene of its own that is told
instead of an occasion, or beside it: ``"ticket-unknown": scene(unknown_ticket)``.

Who knows whom: the course (``table``) knows no fault; the faults' module knows the course, for its
functions are of it; the game's class, which the roster seats, binds the two::

    class RoletaAmericana(Roulette):
        WRONGS = AMERICAN
        FAULTS = tuple(AMERICAN)

Two games that share a course share tables too (``{**common.PAYMENTS, **AMERICAN_ONLY}``). A new
fault is a line in the table and the functions that it names; its codes are told by
``catalogue.retold``. The order of a table is the order of its faults: a plan draws from it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Protocol

from typing_extensions import TypeVar

from ops.simulator.parties.terminal import Telling

Party_contra = TypeVar("Party_contra", contravariant=True, default=Any)
Played_contra = TypeVar("Played_contra", contravariant=True, default=Any)
Value = TypeVar("Value")


class Played(Protocol):
    """A round as it is going to be played: a coup, a jogada, a hand, a series."""

    @property
    def fault(self) -> str | None:
        """The name of the fault that is made in the round; None or no text where none is."""
        ...


Deed = Callable[[Party_contra, Played_contra], Telling]
"""Tells what a fault does at a moment of a round."""
Instead = Callable[[Party_contra, Played_contra, Any], Any]
"""Returns what a fault makes, at a moment of a round, of the right value."""


def always(party: object, played: object) -> bool:
    """Let a fault be made in any round."""
    del party, played
    return True


@dataclass(frozen=True, kw_only=True)
class Wrong(Generic[Party_contra, Played_contra]):
    """How a fault is made."""

    ready: Callable[[Party_contra], bool] | None = None
    """Tells whether the party as it stands can have the fault."""
    reopens: Callable[[Party_contra], Mapping[str, Any]] | None = None
    """Returns the wrong options with which the table is opened for this one round."""
    fits: Callable[[Party_contra, Played_contra], bool] = always
    """Tells whether a round can have the fault, and prepares the round."""
    pays: Callable[[Party_contra, Played_contra], None] | None = None
    """Alters the payments of the round, and plants what must be found of them."""
    does: Mapping[str, Deed[Party_contra, Played_contra]] = field(
        default_factory=dict[str, Deed[Party_contra, Played_contra]]
    )
    """What is told besides, by moment."""
    instead: Mapping[str, Instead[Party_contra, Played_contra]] = field(
        default_factory=dict[str, Instead[Party_contra, Played_contra]]
    )
    """What is told or reckoned otherwise, by moment."""


@dataclass(frozen=True)
class Occasion:
    """An occasion of a party for which nothing is drawn beforehand."""

    fault: str | None
    name: str = ""
    """The id of its round, where it is one."""
    id: str = ""
    """Of the fault, in the manifest, where it outlasts its occasion."""


class AsksFaults:
    """Who asks at each moment of a course what a fault makes of it."""

    WRONGS: ClassVar[Mapping[str, Wrong]] = {}
    """How each fault is made, where they are told in the form of this module."""

    def at(self, moment: str, played: Played, /) -> Telling:
        """Tell the events that the round's fault adds at a moment."""
        wrong = self.WRONGS.get(played.fault or "")
        deed = None if wrong is None else wrong.does.get(moment)
        if deed is not None:
            yield from deed(self, played)

    def instead(self, moment: str, played: Played, right: Value, /) -> Value:
        """Return the value that the round's fault puts at a moment in the right value's place."""
        wrong = self.WRONGS.get(played.fault or "")
        alters = None if wrong is None else wrong.instead.get(moment)
        return right if alters is None else alters(self, played, right)


def scene(tell: Callable[[Party_contra, str], Telling]) -> Wrong[Party_contra, Played]:
    """Return a fault that is a scene of its own, told by its name at the moment ``occasion``."""

    def deed(party: Party_contra, occasion: Played) -> Telling:
        assert occasion.fault is not None
        yield from tell(party, occasion.fault)

    return Wrong(does={"occasion": deed})
