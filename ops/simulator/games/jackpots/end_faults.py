"""Faults at a concession's end (MAQ R24), and at the day's close (MAQ R21)."""

from typing import Any, Final

from ops.simulator.games.jackpots.faults import name_of
from ops.simulator.games.jackpots.office import Close, Ending, Office
from ops.simulator.parties.fault import Deed, Instead, Played, Wrong
from ops.simulator.parties.party import Telling
from ops.simulator.parties.terminal import Said

# --- the end of a concession (JP-END) -------------------------------------------------------------


def ends(**terms: Any) -> dict[str, Deed[Office, Played]]:
    """End the former casino's concession beside an occasion's stakes, on such terms."""

    def deed(office: Office, occasion: Played) -> Telling:
        yield from office.end(Ending(occasion.fault, **terms))

    return {"occasion": deed}


def stands(office: Office, ending: Ending, right: Telling) -> Telling:
    """Let the pool stand until its end is as it must be."""
    del right
    _plant_end(office, ending)
    yield from office.concede(Ending(pool=ending.pool, homes=ending.homes))


def unpaid(office: Office, ending: Ending, right: Telling) -> Telling:
    """Pay the first charity nothing."""
    del right
    _plant_end(office, ending, due=ending.parts[0], paid=0)
    yield from ()


def gives(*, more: int = 0, receipt: str | None = "recibo-1") -> Instead[Office, Ending]:
    """Pay the first charity more than its part, or without a receipt."""

    def tell(office: Office, ending: Ending, right: Telling) -> Telling:
        del right
        for paid in office.give(ending, 0, more=more, receipt=receipt):
            assert isinstance(paid, Said)
            _plant_end(office, ending)  # the finding shows the approval, by which it took effect
            yield paid

    return tell


def _plant_end(office: Office, ending: Ending, **more: Any) -> None:
    assert ending.fault is not None
    office.plant(ending.fault, "JP-END", **more)


def name_said(said: Said | None) -> str:
    """Return the name of what must have been said."""
    assert said is not None
    return said.name


ENDS: Final = {
    "charity-without-receipt": Wrong(does=ends(), instead={"first charity": gives(receipt=None)}),
    "charity-overpaid": Wrong(does=ends(), instead={"first charity": gives(more=10)}),
    "charity-unpaid": Wrong(does=ends(), instead={"first charity": unpaid}),
    "shares-of-not-all": Wrong(does=ends(shares=(600_000, 300_000)), instead={"conceded": stands}),
}
"""Every fault of a concession's end, told beside an occasion's stakes."""


# --- the day's close (JP-COVER, JP-XFER-VAL) ------------------------------------------------------

SHORT: Final = 1_000


def half_transfer(office: Office, close: Close) -> Telling:
    """Let value leave a pool and not arrive before the close."""
    assert close.fault is not None
    name, to = f"{name_of(office)}-c", f"{name_of(office)}-d"
    yield from office.fed(name)
    yield from office.fed(to)
    order = office.order("out", name, to)
    yield office.say(order, approved=True)
    office.plant(close.fault, "JP-XFER-VAL", id=order.transfer, facts={"transfer": order.transfer})


def declare_short(office: Office, close: Close, right: Telling) -> Telling:
    """Declare less than the pools hold."""
    del right
    return office.declare_cover(close.held - SHORT)


def declare_nothing(office: Office, close: Close, right: Telling) -> Telling:
    """Declare no cover."""
    del office, close, right
    yield from ()


def note_short(office: Office, close: Close) -> Telling:
    """Plant a cover that is too small."""
    return _note_cover(office, close, close.held - SHORT)


def note_missing(office: Office, close: Close) -> Telling:
    """Plant a cover that is missing."""
    return _note_cover(office, close, 0)


def _note_cover(office: Office, close: Close, paid: int) -> Telling:
    assert close.fault is not None
    event = name_said(close.said)
    id_ = f"{event}/{close.fault}"
    office.plant(close.fault, "JP-COVER", id=id_, event=event, due=close.held, paid=paid)
    yield from ()


OF_CLOSE: Final = {
    "cover-short": Wrong(instead={"cover": declare_short}, does={"closed": note_short}),
    "cover-missing": Wrong(instead={"cover": declare_nothing}, does={"closed": note_missing}),
    "half-transfer": Wrong(does={"closing": half_transfer}),
}
"""Faults of a day's close: one a day, from the first on."""
