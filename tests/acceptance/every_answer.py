"""Every page, route, export and paper of a ledger, asked for each thing that stands in it."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from string import Formatter
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response

from api.answers.sheets import MEDIA_TYPES
from api.console.contents import CONTENTS
from api.console.pages.decide.forms import OFFERED
from api.services.api_keys import Role
from projections.reads.basis.scope import EVERY_CASINO, Scope
from tests.api.conftest import opened
from tests.api.console.conftest import cookie_of
from tests.fixtures.casino import DAY, Casino

ABOUT: Final = {
    "round_id": "SELECT DISTINCT round AS round_id FROM {s}.verdict",
    "place": "SELECT DISTINCT place FROM {s}.place",
    "machine": "SELECT machine FROM {s}.machine",
    "pool": "SELECT pool FROM {s}.pool",
    "award": "SELECT DISTINCT pool, award FROM {s}.award JOIN {s}.pool USING (pool)",
    "finding_id": "SELECT DISTINCT id AS finding_id FROM {s}.finding",
    "commitment": "SELECT DISTINCT commitment FROM {s}.text_use "
    "WHERE commitment ~ '^[0-9a-f]{64}$'",
    "pool_day": "SELECT DISTINCT pool, day FROM {s}.posting JOIN {s}.pool USING (pool)",
    "place_day": "SELECT DISTINCT place, day FROM {s}.history "
    "WHERE place IS NOT NULL AND day IS NOT NULL",
    "dispute": "SELECT dispute FROM {s}.dispute",
    "session": "SELECT session, place AS room FROM {s}.session",
    "seq": "SELECT source, seq FROM {s}.spoken",
    "play": "SELECT place AS machine, source || ':' || seq AS play FROM {s}.spoken "
    "WHERE kind LIKE 'play/%%'",
}
"""What addresses are about, to the things that there are."""
ACTS: Final = sorted({kind.partition("/")[0] for kind in OFFERED} - {"approval"})
"""Acts that have a form of themselves; an approval's is of an act that waits."""
BEGINS: Final = {
    "correction": "?target={source}:{seq}",
    **dict.fromkeys(
        ("finding-acknowledged", "finding-explained", "finding-decided"), "?finding={finding_id}"
    ),
}
"""What an act's address names that begins at a thing."""
WITH_THINGS: Final = (
    "/jogadas/{round_id}",
    "/mesas/{place}",
    "/contadores/{machine}",
    "/premios/{pool}",
    "/constatacoes/{finding_id}",
    "/disputas/{dispute}",
    "/disputas/nova",
    "/hipotese/{round_id}",
    "/disputas/nova?jogada={round_id}",
    "/disputas/nova?maquina={machine}",
    "/actas/{room}/{session}",
    "/eventos/{source}/{seq}",
    "/textos/{commitment}",
    "/jogadas-de-maquina/{play}",
    "/eventos?lugar={place}",
    "/mesas?periodo=30",
    f"/contadores?dia={DAY}",
    f"/fecho?mes={DAY[:7]}&dia={DAY}",
    "/constatacoes?estado=all",
    "/regras/RA",
    "/catalogo/bet-placed/1",
    "/menu",
    "/pesquisa",
    "/pesquisa?q={place}",
    *(f"/atos/{name}{BEGINS.get(name, '')}" for name in ACTS),
)
"""Pages about one thing, and pages that are told which."""
PAGES: Final = tuple(
    dict.fromkeys(
        [(entry.address, role) for entry in CONTENTS for role in sorted(entry.roles)]
        + [(address, Role.INSPECTOR) for address in WITH_THINGS]
    )
)
"""Every page with who asks for it."""
RECEIPTS: Final = "/v1/receipts/{source}"
"""Answers a source about itself, and nobody else."""
WAITS: Final = "/v1/bingo/{room}/gate"
"""Answers when somebody follows the log."""
JOBS: Final = ("/v1/jobs/{job}", "/v1/jobs/{job}/file")
"""Answer about files that were asked for before."""
DAILY: Final = "/v1/accounts/daily"
"""The daily record: each file in each form, but those that are of one casino alone."""
MUST: Final = {
    "/v1/accounts/tables/pdf": f"?day={DAY}",
    "/v1/accounts/papers": f"?month={DAY[:7]}",
    "/v1/actas/{session}": "?place={room}",
    "/v1/findings/pdf": "?place={place}",
    "/v1/accounts/closing": f"?month={DAY[:7]}",
    "/v1/accounts/holds": f"?day={DAY}&days=30",
    "/v1/retention": f"?month={DAY[:7]}",
    "/v1/search": "?q={place}",
    "/v1/pools/{pool}/awards/pdf": "?award={award}",
    "/v1/rounds/{round_id}/what-if": "?fact={fact}&value={value}",
}
"""What a route must be told besides, by how its address begins."""


class Asked(NamedTuple):
    """An address that was asked for, and what was answered."""

    template: str
    address: str
    answer: Response


def asked_for_everything(casino: Casino, most: int | None = None, seed: int = 0) -> int:
    """Ask for everything, of each kind of thing for so many at most; return how often.

    Whatever is raised in an answer is raised here, in the middle of a stream, too.
    """
    asked = 0
    for one in everything(casino, most, seed):
        assert one.answer.status_code == 200, (one.address, one.answer.text[:500])
        asked += 1
    return asked


def everything(
    casino: Casino,
    most: int | None = None,
    seed: int = 0,
    scope: Scope = EVERY_CASINO,
    wanted: Callable[[str], bool] = lambda _template: True,
    only: Role | None = None,
    about: Mapping[str, list[dict[str, Any]]] | None = None,
) -> Iterator[Asked]:
    """Yield all that can be asked, of each kind of thing about so many at most, with the answer.

    Whoever asks is for the casinos of a scope; the things are the ledger's, whosever they are, or
    those that are given. Of one role alone every page is asked, whether it is that role's or not.
    """
    things = {name: _things(casino, name, most, seed) for name in ABOUT} | dict(about or {})
    with opened(casino, scope=scope) as site:
        app = site.client.app
        assert isinstance(app, FastAPI)
        client = TestClient(app)
        client.portal = site.client.portal  # else a loop and its threads are made for each request
        cookies = {
            role: {"Cookie": f"razao_session={cookie_of(site, role)}; razao_lang=en"}
            for role in sorted({role for _, role in PAGES})
        }
        things["fact"] = list(_facts(client, site.headers(Role.INSPECTOR), things["round_id"]))
        pages = PAGES
        if only is not None:
            pages = [(template, only) for template in dict.fromkeys(one for one, _ in PAGES)]
        routes = [(route, None) for route in reading_routes(app)]
        for template, role in (one for one in (*pages, *routes) if wanted(one[0])):
            headers = cookies[role] if role is not None else site.headers(only or Role.INSPECTOR)
            for address in _filled(template, things):
                yield Asked(
                    template,
                    address,
                    client.get(address, headers=headers, follow_redirects=True),
                )


def reading_routes(app: FastAPI) -> Iterator[str]:
    """Yield the templates of the API's reading routes, each file in each form."""
    for path, operations in app.openapi()["paths"].items():
        if (
            "get" not in operations
            or path in {WAITS, RECEIPTS, *JOBS}
            or not path.startswith("/v1")
        ):
            continue
        told = next((what for begins, what in MUST.items() if path.startswith(begins)), "")
        forms = [told]
        if "/exports/" in path:
            forms = [f"?format={form}" for form in MEDIA_TYPES]
        elif path == DAILY:
            forms = [f"?day={DAY}&format={form}" for form in MEDIA_TYPES]
        yield from (path + form for form in forms)


def _facts(
    client: TestClient, headers: dict[str, str], rounds: list[dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """Yield of each round that can be asked otherwise a fact, with the value that it has."""
    for row in rounds:
        told = client.get(f"/v1/rounds/{row['round_id']}/facts", headers=headers)
        facts = told.json()["items"] if told.status_code == 200 else ()
        for one in facts[:1]:
            yield {"round_id": row["round_id"], "fact": one["fact"], "value": one["value"]}


def _things(casino: Casino, name: str, most: int | None, seed: int) -> list[dict[str, Any]]:
    rows = casino.rows(ABOUT[name].replace("{s}.spoken", "(" + SPOKEN + ") AS spoken"))
    rows.sort(key=str)
    few = most is not None and len(rows) > most
    return Random(f"{seed}/{name}").sample(rows, most) if few and most else rows


SPOKEN: Final = (
    "SELECT originator_id AS source, originator_version AS seq, topic AS kind, h.place "
    "FROM ledger.events JOIN {s}.history AS h ON h.position = notification_id"
)


def _filled(template: str, things: Mapping[str, list[dict[str, Any]]]) -> Iterator[str]:
    """Yield a template's addresses, of all things that have all its names."""
    names = {name for _, name, _, _ in Formatter().parse(template) if name}
    if not names:
        yield template
        return
    fits = (rows for rows in things.values() if rows and names <= rows[0].keys())
    for row in min(fits, key=lambda rows: len(rows[0]), default=[]):
        safe = "/" if template.startswith(("/jogadas", "/hipotese", "/disputas/nova")) else ""
        yield template.format(**{name: quote(str(row[name]), safe=safe) for name in names})
