"""How messages about findings leave this house, as its settings say."""

from importlib.metadata import version
from pathlib import Path
from typing import Final

from api.services.people.notices.destinations import Bounds, bounds_of
from api.services.people.notices.service import Posting
from ops.errors import MisuseError
from ops.settings import Settings

_FOLDER: Final = "webhooks"


def posting_of(settings: Settings, home: Path, origin: str) -> Posting:
    """Return how people are told of a ledger's findings elsewhere."""
    return Posting(
        bounds=bounds_in(settings),
        console=settings.console,
        secrets=home / _FOLDER / origin,
        agent=f"razao/{version('razao')}",
    )


def bounds_in(settings: Settings) -> Bounds:
    """Return the machines to which messages may go.

    Raises:
        MisuseError: they are named otherwise than as hosts and networks.

    """
    try:
        return bounds_of(settings.notice_hosts, production=settings.production)
    except ValueError as error:
        raise MisuseError(f"RAZAO_NOTICE_HOSTS: {error}") from error
