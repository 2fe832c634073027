"""Whether a connection to one's own PostgreSQL is secret, its server known, its login proved."""

from typing import Final

import psycopg

from ops.errors import MisuseError

_SYSTEM_USER_SINCE: Final = 16_00_00
"""Since this version the server says by what a login proved who it is."""
_UNPROVED: Final = ("ident", "password")
"""Ways that prove nothing: a word of the other machine's, or a password said as it is."""


class InsecureConnectionError(MisuseError):
    """Production refuses a connection at whose ends anybody could be."""

    code = "connection-insecure"

    def __init__(self, server: str, faults: list[str]) -> None:
        super().__init__(f"{server}: RAZAO_PRODUCTION refuses this connection: {'; '.join(faults)}")
        self.faults = tuple(faults)


def insecurities(connection: psycopg.Connection[tuple[object, ...]]) -> list[str]:
    """Return the faults that make a connection unfit for production, each with what to do.

    A Unix socket needs no TLS: it does not leave the machine, and its folder has an owner.
    """
    faults = (_transport_fault(connection), _login_fault(connection))
    return [fault for fault in faults if fault is not None]


def refuse_insecure(connection: psycopg.Connection[tuple[object, ...]], server: str) -> None:
    """See that a connection is fit for production.

    Raises:
        InsecureConnectionError: it is not; each fault is named.

    """
    faults = insecurities(connection)
    if faults:
        raise InsecureConnectionError(server, faults)


def is_local(connection: psycopg.Connection[tuple[object, ...]]) -> bool:
    """Tell whether a connection goes through a Unix socket."""
    return connection.info.host.startswith(("/", "@"))


def _transport_fault(connection: psycopg.Connection[tuple[object, ...]]) -> str | None:
    if is_local(connection):
        return None
    checked = "sslmode=verify-full&sslrootcert=FILE"
    if not connection.pgconn.ssl_in_use:
        return (
            "it has no TLS, so that what is said travels in clear: give the server a certificate "
            f"(ssl = on) and the URL {checked}"
        )
    mode = _option(connection, b"sslmode")
    if mode != "verify-full":
        return (
            "it has TLS, but nobody checks whose certificate that is "
            f"(sslmode={mode}): give the URL {checked}"
        )
    return None


def _login_fault(connection: psycopg.Connection[tuple[object, ...]]) -> str | None:
    login = connection.info.user
    remedy = "give the login a password and its line in pg_hba.conf scram-sha-256"
    if connection.info.server_version < _SYSTEM_USER_SINCE:
        if connection.pgconn.used_password:
            return None
        return (
            f"the server let {login} in without asking for a password, and before version 16 "
            f"nobody can ask it by what else: {remedy}"
        )
    row = connection.execute("SELECT system_user").fetchone()
    proved = None if row is None or row[0] is None else str(row[0]).partition(":")[0]
    if proved is None:
        return f"the server let {login} in without any proof (trust): {remedy}"
    if proved in _UNPROVED:
        return f"the server let {login} in by {proved}, which proves nothing: {remedy}"
    return None


def _option(connection: psycopg.Connection[tuple[object, ...]], name: bytes) -> str | None:
    """Return the value of an option of the connection, by default or from the environment, too."""
    for option in connection.pgconn.info:
        if option.keyword == name:
            return None if option.val is None else option.val.decode()
    return None
