"""``Prefer`` (RFC 7240): whether a file is made while whoever asked goes on, or he waits for it."""

from typing import Annotated, Final, Literal

from fastapi import Depends, Header

ASYNC: Final = "respond-async"
WAIT: Final = "wait"
Preference = Literal["respond-async", "wait"]


def _preferred(
    prefer: Annotated[
        str | None,
        Header(
            description="`respond-async`: answer 202 with the address of a job at once, and make "
            "the file meanwhile. `wait=SECONDS`: answer with the file, however large.",
            examples=[ASYNC],
        ),
    ] = None,
) -> Preference | None:
    return None if prefer is None else preference_of(prefer)


def preference_of(prefer: str) -> Preference | None:
    """Return the first preference that is known here; others are passed over.

    >>> preference_of("respond-async, wait=10"), preference_of("wait=600")
    ('respond-async', 'wait')
    >>> preference_of("return=minimal") is None
    True
    """
    for one in prefer.split(","):
        match one.partition(";")[0].partition("=")[0].strip().lower():
            case "respond-async":
                return ASYNC
            case "wait":
                return WAIT
            case _:
                continue
    return None


Preferred = Annotated[Preference | None, Depends(_preferred)]
"""How whoever asks for a file would have it; None: as its size is."""
