"""Messages about findings: title, code, state, where, a link; no words or names of people.

Amounts are left out as well: whoever is told looks at the page, with the rights that he has there.
"""

from datetime import datetime
from typing import Any, Final
from urllib.parse import quote

import msgspec

from api.services.people.notices.queue import Notice, Told
from ledger.signed.canonical import instant
from projections.replay.codes import title_of

TYPE: Final = "finding"
TEST: Final = "razao.test"


def link_to(console: str, finding: str) -> str:
    """Return a finding's page at the console; without the console's address, its path there.

    >>> link_to("https://razao.casa.cv", "f-1")
    'https://razao.casa.cv/constatacoes/f-1?estado=all'
    """
    return f"{console}/constatacoes/{quote(finding, safe='')}?estado=all"


def body_of(notice: Notice, language: str, console: str) -> str:
    """Return the message of a notice: the same bytes each time it is sent."""
    told = notice.told
    data = {
        "finding": told.finding,
        "state": told.state,
        "code": told.code,
        "title": title_of(told.code, language),
        "severity": told.severity,
        "place": told.place,
        "round": told.round,
        "game": told.game,
        "link": link_to(console, told.finding),
    }
    return _body(f"{TYPE}.{told.state}", notice.made, data)


def trial_body(subscription: str, now: datetime) -> str:
    """Return the message by which a destination is tried."""
    return _body(TEST, now, {"subscription": subscription})


def _body(kind: str, at: datetime, data: dict[str, Any]) -> str:
    said = {"type": kind, "timestamp": instant(at), "data": data}
    return msgspec.json.encode(said).decode()


def titled(told: Told, language: str) -> str:
    """Return a finding's title in a language."""
    return title_of(told.code, language)
