"""A terminal in a process of its own, to be killed: sends bets, writes down its receipts."""

import os
import sys
from contextlib import ExitStack
from pathlib import Path

import msgspec

from ledger.events.rounds import BetPlaced
from ops.database.postgres import DatabaseUrls
from ops.installation import Installation

AT = "2026-11-20T22:00:00.000000Z"


def main(superuser: str, login: str, home: str, source: str, receipts: str) -> None:
    """Send until killed."""
    with ExitStack() as stack:
        urls = DatabaseUrls(superuser=superuser, login=login)
        installation = Installation(urls, Path(home), stack)
        chain = installation.chain(source)
        handle = os.open(receipts, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        print("ready", flush=True)  # noqa: T201 - the parent waits for it
        for number in range(1, 1_000_000):
            bet = BetPlaced(bet=number, seat=1, chance="pleno", selection="17", amount=100)
            (answer,) = installation.door.submit([chain.say(bet, AT)])
            os.write(handle, msgspec.json.encode(answer) + b"\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
