"""The plan of each question that a page asks: none reads a table whole that grows with the log."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg
import pytest
from psycopg.rows import tuple_row

from api.services.api_keys import Role
from tests.api.conftest import Site
from tests.api.console.conftest import cookie_of
from tests.api.console.test_frame import OF_NOTHING, PAGES, address_of
from tests.api.routes.test_bundles import ADDRESSES

GROW: Final = frozenset(
    ("events", "history", "round", "verdict", "due", "posting", "standing", "pool_note", "spoken")
)
"""Tables with a row an event, a bet or a round."""
WHOLE: Final = {
    "/conservacao": "what may leave is counted, kind by kind, from each event's day",
}
"""Pages that read the history whole, each with why: nobody opens them every morning."""
OF_THE_LOG: Final = ("/v1/events/mesa-ra/4/proof", "/tile/0/000.p/17")
OTHERWISE: Final = ("seqscan", "hashjoin", "mergejoin")
"""Ways of the planner that a table of a few rows invites, and one of millions does not."""


def nodes(plan: dict[str, Any], *, bounded: bool = False) -> Iterator[tuple[dict[str, Any], bool]]:
    """Yield each node of a plan, and whether something above it takes so many rows and no more."""
    yield plan, bounded
    for below in plan.get("Plans", ()):
        yield from nodes(below, bounded=bounded or plan["Node Type"] == "Limit")


def read_whole(plan: dict[str, Any]) -> Iterator[str]:
    """Yield the growing tables that a plan reads from one end to the other."""
    for node, bounded in nodes(plan):
        if node.get("Relation Name") not in GROW:
            continue
        sought = {"Index Cond", "Recheck Cond", "TID Cond"} & node.keys()
        if node["Node Type"] == "Seq Scan" or not (sought or bounded):
            yield node["Relation Name"]


def large(site: Site) -> None:
    """Let the planner think that each growing table has millions of rows, until it is analyzed."""
    with psycopg.connect(site.casino.superuser) as connection:
        connection.execute("ANALYZE")
        connection.execute(
            "UPDATE pg_catalog.pg_class SET reltuples = 10000000, relpages = 1 "
            "WHERE relkind = 'r' AND relname = ANY(%s) AND relnamespace IN "
            "('ledger'::regnamespace, 'projections'::regnamespace)",
            (list(GROW),),
        )


@contextmanager
def planned(
    monkeypatch: pytest.MonkeyPatch, told: list[tuple[str, dict[str, Any]]]
) -> Iterator[None]:
    """Keep the plan of each question, made where reading a table whole is the last way."""
    asked = psycopg.Cursor.execute

    def execute(cursor: Any, query: Any, params: Any = None, **more: Any) -> Any:
        text = query.as_string(cursor) if hasattr(query, "as_string") else query
        text = text.decode() if isinstance(text, bytes) else text
        inside = cursor.connection.info.transaction_status == psycopg.pq.TransactionStatus.INTRANS
        if inside and re.match(r"\s*(SELECT|WITH)\b", text):
            with psycopg.Cursor(cursor.connection, row_factory=tuple_row) as own:
                for way in OTHERWISE:
                    asked(own, f"SET LOCAL enable_{way} = off".encode())
                asked(own, f"EXPLAIN (FORMAT JSON) {text}".encode(), params)
                (plans,) = own.fetchone() or ([],)
                for way in OTHERWISE:
                    asked(own, f"SET LOCAL enable_{way} = on".encode())
            told.extend((text, one["Plan"]) for one in plans)
        return asked(cursor, query, params, **more)

    with monkeypatch.context() as patched:
        patched.setattr(psycopg.Cursor, "execute", execute)
        yield


@pytest.mark.deep
def test_no_page_reads_a_table_whole_that_grows_with_the_log(
    evening: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every page, in a role that reads it, and the first page of each role."""
    asked = [
        (PAGES[one][0], address_of(evening, one), min(PAGES[one][1]))
        for one in PAGES
        if one not in OF_NOTHING
    ]
    large(evening)
    asked.append(("day", "/constatacoes?estado=all&dia=2026-11-20", Role.INSPECTOR))
    asked += [("/", "/", role) for role in (Role.INSPECTOR, Role.FINANCE, Role.DISPUTE, Role.FLOOR)]
    cookies_of = {
        role: {"Cookie": f"razao_session={cookie_of(evening, role)}"} for _, _, role in asked
    }
    found: dict[str, set[str]] = {}
    for name, address, role in asked:
        cookies = cookies_of[role]
        told: list[tuple[str, dict[str, Any]]] = []
        with planned(monkeypatch, told):
            assert evening.client.get(address, headers=cookies).status_code == 200, address
        assert told, address
        for text, plan in told:
            for table in () if name in WHOLE else read_whole(plan):
                found.setdefault(f"{table}: {' '.join(text.split())}", set()).add(f"{name} {role}")
    assert found == {}


@pytest.mark.deep
def test_no_bundle_reads_a_table_whole_that_grows_with_the_log(
    evening: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bundle of each kind, the proof of an event, and a tile: their plans seek what they need."""
    large(evening)
    for address in (*(f"/v1/bundles/{one}" for one in ADDRESSES.values()), *OF_THE_LOG):
        told: list[tuple[str, dict[str, Any]]] = []
        with planned(monkeypatch, told):
            assert evening.get(address).status_code == 200, address
        assert told, address
        assert {(text, table) for text, plan in told for table in read_whole(plan)} == set(), (
            address
        )
