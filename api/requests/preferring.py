"""``Prefer: respond-async`` (RFC 7240): a file is made while whoever asked goes on."""

from typing import Annotated, Final

from fastapi import Depends, Header

ASYNC: Final = "respond-async"


def _wants_job(
    prefer: Annotated[
        str | None,
        Header(
            description="`respond-async`: answer 202 with the address of a job at once, and make "
            "the file meanwhile.",
            examples=[ASYNC],
        ),
    ] = None,
) -> bool:
    return prefer is not None and is_async(prefer)


def is_async(prefer: str) -> bool:
    """Tell whether preferences name the one that is known here; others are passed over.

    >>> is_async("respond-async, wait=10"), is_async("return=minimal")
    (True, False)
    """
    return any(one.partition(";")[0].strip().lower() == ASYNC for one in prefer.split(","))


WantsJob = Annotated[bool, Depends(_wants_job)]
"""Whether whoever asks for a file goes on while it is made."""
