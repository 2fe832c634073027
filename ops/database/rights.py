"""Rights of the logins of one's own PostgreSQL: roles that they lack, power they should not have.

The service's login owns nothing. It takes one role at a time (``SET ROLE``), each of which can do
one thing: ``razao_appender`` adds to the ledger, ``razao_projector`` writes what is reckoned from
it, ``razao_inspector`` reads, ``razao_office`` reads all but who read what, ``razao_house`` reads
what is of the casinos it names, ``razao_gate`` knows the keys of callers, ``razao_texts`` keeps
what must be erasable, ``razao_worker`` keeps the service's own work: files that are made.
``razao_keykeeper``, who issues keys, is for the commands of ``razao keys``
and not for the service.
"""

from collections.abc import Sequence
from typing import Final, LiteralString

import psycopg
from psycopg.rows import scalar_row

from ops.errors import MisuseError, UnreachableError

APPENDER: Final = "razao_appender"
PROJECTOR: Final = "razao_projector"
INSPECTOR: Final = "razao_inspector"
HOUSE: Final = "razao_house"
OFFICE: Final = "razao_office"
GATE: Final = "razao_gate"
KEYKEEPER: Final = "razao_keykeeper"
TEXTS: Final = "razao_texts"
WORKER: Final = "razao_worker"

WORKING: Final = (APPENDER, PROJECTOR, INSPECTOR)
"""What a command takes that asks the ledger something, and says something in it."""
SERVING: Final = (*WORKING, HOUSE, OFFICE, GATE, TEXTS, WORKER)
"""What ``razao serve`` takes."""
KEEPING: Final = (*WORKING, TEXTS)
"""What the commands take that keep, show and erase texts."""
ISSUING: Final = (*WORKING, KEYKEEPER)
"""What the commands take that issue and revoke keys for the HTTP API."""

_SET_OPTION_SINCE: Final = 16_00_00
"""Since this version a grant says for itself whether it is inherited."""


class MissingRightError(UnreachableError):
    """A login lacks rights that its work needs."""

    code = "right-missing"

    def __init__(self, login: str, grants: Sequence[str]) -> None:
        """Say which statements give the rights."""
        told = " ".join(f"{grant};" for grant in grants)
        super().__init__(
            f"the login {login} lacks rights; whoever owns the database gives them with "
            f"`razao db grant {login}`, or with: {told}"
        )
        self.grants = tuple(grants)


class TooPowerfulError(MisuseError):
    """A login could alter the ledger that it serves."""

    code = "login-too-powerful"

    def __init__(self, login: str, powers: Sequence[str]) -> None:
        """Name the powers of the login."""
        super().__init__(
            f"the login {login} of RAZAO_DATABASE_URL could alter the ledger: it "
            f"{'; it '.join(powers)}. Serve with a login that owns nothing: "
            "`razao db grant LOGIN`, run with the owner's URL, gives it what it needs"
        )
        self.powers = tuple(powers)


def missing_grants(
    connection: psycopg.Connection[tuple[object, ...]], roles: Sequence[str]
) -> list[str]:
    """Return the statements that give a connection's login what it lacks to take these roles.

    None where it lacks nothing. A role that does not exist is not counted: the database is not
    migrated then.
    """
    rows = connection.execute(
        "SELECT r.rolname::text FROM pg_catalog.pg_roles AS r "
        "WHERE r.rolname = ANY (%s) "
        "AND NOT pg_catalog.pg_has_role(session_user, r.oid, %s) "
        "ORDER BY pg_catalog.array_position(%s::text[], r.rolname::text)",
        (list(roles), _membership(connection), list(roles)),
    ).fetchall()
    lacked = [str(role) for (role,) in rows]
    login = _one(connection, "SELECT session_user::text")
    grants = membership_grants(connection, login, lacked)
    # It belongs to the database and not to what is in it: a restored backup comes without it.
    if PROJECTOR in roles and not _may(connection, PROJECTOR, "CREATE"):
        grants.append(f"GRANT CREATE ON DATABASE {_database(connection)} TO {PROJECTOR}")
    return grants


def membership_grants(
    connection: psycopg.Connection[tuple[object, ...]], login: str, roles: Sequence[str]
) -> list[str]:
    """Return the statements that let a login take roles, one at a time and none by itself."""
    if not roles:
        return []
    if connection.info.server_version >= _SET_OPTION_SINCE:
        return [f"GRANT {role} TO {quoted(login)} WITH INHERIT FALSE, SET TRUE" for role in roles]
    # Before 16 a login inherits all its roles or none.
    return [
        f"ALTER ROLE {quoted(login)} NOINHERIT",
        *(f"GRANT {role} TO {quoted(login)}" for role in roles),
    ]


def check_rights(connection: psycopg.Connection[tuple[object, ...]], roles: Sequence[str]) -> None:
    """See that a connection's login may take these roles.

    Raises:
        MissingRightError: it may not; the statements that change that are named.

    """
    grants = missing_grants(connection, roles)
    if grants:
        raise MissingRightError(_one(connection, "SELECT session_user::text"), grants)


def refuse_power(connection: psycopg.Connection[tuple[object, ...]]) -> None:
    """See that a connection's login could not alter the ledger, in whatever role it can take.

    Raises:
        TooPowerfulError: it could; what it could do is named.

    """
    powers = powers_over_ledger(connection)
    if powers:
        raise TooPowerfulError(_one(connection, "SELECT session_user::text"), powers)


_POWERS: Final[LiteralString] = """
WITH reach AS (
    -- Every role that the login is or can become; a superuser is all of them.
    SELECT r.* FROM pg_catalog.pg_roles AS r
    WHERE pg_catalog.pg_has_role(session_user, r.oid, 'MEMBER')
), own AS (
    SELECT n.oid FROM pg_catalog.pg_namespace AS n
    WHERE n.nspname IN ('ledger', 'ledger_migrations', 'access', 'texts', 'work')
), tables AS (
    SELECT c.oid, c.relowner, n.nspname || '.' || c.relname AS name, n.nspname
    FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
    WHERE n.oid IN (SELECT oid FROM own) AND c.relkind IN ('r', 'p')
)
SELECT 1, 'is a superuser' FROM reach WHERE rolname = session_user AND rolsuper
UNION
SELECT 2, 'can become ' || rolname || ', a superuser' FROM reach
WHERE rolsuper AND rolname <> session_user
UNION
SELECT 3, 'owns the database' || CASE WHEN r.rolname <> session_user
    THEN ' as ' || r.rolname ELSE '' END
FROM pg_catalog.pg_database AS d JOIN reach AS r ON r.oid = d.datdba
WHERE d.datname = pg_catalog.current_database()
UNION
SELECT 4, 'owns the tables of schema ' || t.nspname || CASE WHEN r.rolname <> session_user
    THEN ' as ' || r.rolname ELSE '' END
FROM tables AS t JOIN reach AS r ON r.oid = t.relowner
UNION
SELECT 5, 'owns the schema ' || n.nspname || CASE WHEN r.rolname <> session_user
    THEN ' as ' || r.rolname ELSE '' END
FROM pg_catalog.pg_namespace AS n JOIN reach AS r ON r.oid = n.nspowner
WHERE n.oid IN (SELECT oid FROM own)
UNION
SELECT 6, 'owns functions of schema ' || n.nspname || CASE WHEN r.rolname <> session_user
    THEN ' as ' || r.rolname ELSE '' END
FROM pg_catalog.pg_proc AS p
JOIN pg_catalog.pg_namespace AS n ON n.oid = p.pronamespace
JOIN reach AS r ON r.oid = p.proowner
WHERE n.oid IN (SELECT oid FROM own)
UNION
SELECT 7, 'may make things in the schema ' || n.nspname
FROM pg_catalog.pg_namespace AS n JOIN reach AS r
ON pg_catalog.has_schema_privilege(r.oid, n.oid, 'CREATE')
WHERE n.oid IN (SELECT oid FROM own)
UNION
SELECT 8, 'may write the table ' || t.name
FROM tables AS t JOIN reach AS r
ON pg_catalog.has_table_privilege(r.oid, t.oid, 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')
OR pg_catalog.has_any_column_privilege(r.oid, t.oid, 'INSERT, UPDATE')
-- Keys for the HTTP API are issued by a role of their own, texts are there to be erased, and the
-- service's own work is no part of the ledger.
WHERE t.nspname NOT IN ('access', 'texts', 'work')
UNION
SELECT 9, 'may act as ' || rolname FROM reach WHERE rolname IN (
    'pg_write_all_data', 'pg_write_server_files', 'pg_execute_server_program',
    'pg_maintain', 'pg_create_subscription'
)
UNION
SELECT 10, 'may make roles, and so become any but a superuser' FROM reach
WHERE rolcreaterole AND pg_catalog.current_setting('server_version_num')::int4 < 160000
ORDER BY 1, 2
"""


def powers_over_ledger(connection: psycopg.Connection[tuple[object, ...]]) -> list[str]:
    """Return by what a connection's login could alter the ledger, each a phrase; none if nothing.

    Counted is what the login could do in whatever role it can take: ownership, rights to write,
    and membership in the server's own powerful roles. Of a superuser only that is told.
    """
    rows = connection.execute(_POWERS).fetchall()
    powers = [str(power) for _, power in rows]
    return powers[:1] if powers[:1] == ["is a superuser"] else powers


def closing_statements(connection: psycopg.Connection[tuple[object, ...]]) -> list[str]:
    """Return the statements that keep the server's other logins out of a database, if they may in.

    PostgreSQL lets everybody connect to a new database; in what is the ledger's nothing is granted
    to PUBLIC, and who may not connect need not be trusted with the rest.
    """
    open_ = connection.execute(
        "SELECT 1 FROM pg_catalog.pg_database AS d, "
        "pg_catalog.aclexplode(coalesce(d.datacl, pg_catalog.acldefault('d', d.datdba))) AS a "
        "WHERE d.datname = pg_catalog.current_database() "
        "AND a.grantee = 0 AND a.privilege_type = 'CONNECT'"
    ).fetchone()
    if open_ is None:
        return []
    name = _database(connection)
    return [
        f"REVOKE ALL ON DATABASE {name} FROM PUBLIC",
        f"GRANT CONNECT ON DATABASE {name} TO LOGIN",
    ]


def grant_roles(
    connection: psycopg.Connection[tuple[object, ...]], login: str, roles: Sequence[str]
) -> list[str]:
    """Let a login take roles, and no other way to any; return the statements that did so.

    Raises:
        MisuseError: no login has this name.

    """
    known = connection.execute(
        "SELECT rolinherit FROM pg_catalog.pg_roles WHERE rolname = %s", (login,)
    ).fetchone()
    if known is None:
        raise MisuseError(
            f"LOGIN: no login is named {login}; CREATE ROLE {quoted(login)} LOGIN PASSWORD '…' "
            "makes it"
        )
    grants = [
        grant
        for grant in membership_grants(connection, login, roles)
        # Of a login that replicates only a superuser may change anything.
        if known[0] or not grant.startswith("ALTER ROLE")
    ]
    if INSPECTOR in roles and not _may(connection, INSPECTOR, "CONNECT"):
        # Who may not connect may not ask how large the database is.
        grants.append(f"GRANT CONNECT ON DATABASE {_database(connection)} TO {INSPECTOR}")
    for grant in grants:
        connection.execute(grant.encode())
    return grants


def quoted(name: str) -> str:
    """Return an identifier as SQL writes it."""
    plain = name.isascii() and name.replace("_", "a").isalnum() and name == name.lower()
    return name if plain and not name[:1].isdigit() else '"' + name.replace('"', '""') + '"'


def _membership(connection: psycopg.Connection[tuple[object, ...]]) -> str:
    return "SET" if connection.info.server_version >= _SET_OPTION_SINCE else "MEMBER"


def _may(connection: psycopg.Connection[tuple[object, ...]], role: str, right: str) -> bool:
    """Tell whether a role has a right on the database; true as well where there is no such role."""
    row = connection.execute(
        "SELECT coalesce(pg_catalog.bool_and(pg_catalog.has_database_privilege("
        "oid, pg_catalog.current_database(), %s)), true) "
        "FROM pg_catalog.pg_roles WHERE rolname = %s",
        (right, role),
    ).fetchone()
    assert row is not None
    return bool(row[0])


def _database(connection: psycopg.Connection[tuple[object, ...]]) -> str:
    return quoted(_one(connection, "SELECT pg_catalog.current_database()::text"))


def _one(connection: psycopg.Connection[tuple[object, ...]], query: LiteralString) -> str:
    with connection.cursor(row_factory=scalar_row) as cursor:
        return str(cursor.execute(query).fetchone())
