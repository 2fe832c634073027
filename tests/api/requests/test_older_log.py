"""A ledger of the older format, `razao/1`, over HTTP: who may not see all is shown no link."""

from collections.abc import Iterator

import psycopg
import pytest

from api.services.api_keys import OF_THE_AUTHORITY, Role
from ledger.signed.sources import SourceChain
from ops.database.postgres import DatabaseUrls
from projections.reads.basis.scope import Scope
from tests.api.conftest import POOL, Site, opened, play
from tests.api.console.conftest import cookie_of
from tests.fixtures.casino import DAY, Casino, Founded, cloned_casino

TILE = "/tile/0/000.p/5"
ROUND = f"/v1/bundles/round/RA-01/{DAY}/1"
POOLS = f"/v1/bundles/pool/{POOL}/{DAY}"
GUESSED = "can be guessed (razao/1)"
FOR_ALL = "this is for whoever reads every casino"
"""Of a prize, which may be several houses', whatever the format."""
PROOFS = (
    TILE,
    "/v1/events/mesa-ra/4/proof",
    "/v1/bundles/event/mesa-ra/4",
    ROUND,
    f"{ROUND}/pdf",
    POOLS,
    f"/v1/bundles/day/RA-01/{DAY}",
)
"""Each way by which a link leaves the service."""


@pytest.fixture(scope="module")
def older(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    founded_ledger: Founded,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Casino]:
    """Play an evening whose devices blind nothing, as all did once."""
    folder = tmp_path_factory.mktemp("older")
    with (
        cloned_casino(postgres_urls, postgres_maintenance, founded_ledger, folder) as casino,
        pytest.MonkeyPatch.context() as patched,
    ):
        with psycopg.connect(casino.superuser) as connection:
            connection.execute("UPDATE ledger.head SET blinded = false")
        casino.door._blinded = False  # pyright: ignore[reportPrivateUsage] - an older ledger's door
        patched.setattr(SourceChain, "_blind", lambda _: None)
        play(casino)
        casino.project()
        casino.installation.log.checkpoint()
        yield casino


def statuses(site: Site, address: str) -> dict[Role | None, int]:
    """Ask in each role, and without a key."""
    return {role: site.get(address, role).status_code for role in (None, *Role)}


def test_what_shows_a_link_is_for_the_authority_alone(older: Casino) -> None:
    """Tile, proof, bundle of whatever is about, paper with one inside: others are refused."""
    with opened(older, suffix="all") as site:
        for address in PROOFS[:3]:
            told = statuses(site, address)
            assert {role for role, one in told.items() if one == 200} == OF_THE_AUTHORITY, address
            assert told.pop(None) == 401, address
            assert {*told.values()} == {200, 403}, address
        for address in PROOFS:
            assert site.get(address).status_code == 200, address
            refused = site.get(address, Role.FINANCE)
            assert refused.status_code == 403, address
            assert GUESSED in refused.json()["detail"], address


def test_an_inspector_of_one_casino_is_shown_no_link(older: Casino) -> None:
    """He sees its rounds, and not what proves them: beside it stands a link of another's."""
    with opened(older, suffix="one", scope=Scope(frozenset({"casino"}))) as site:
        for address in PROOFS:
            refused = site.get(address)
            assert refused.status_code == 403, address
            assert (FOR_ALL if address == POOLS else GUESSED) in refused.json()["detail"], address
        assert site.get(f"/v1/rounds/RA-01/{DAY}/1").status_code == 200
        cookies = {"Cookie": f"razao_session={cookie_of(site, Role.INSPECTOR)}"}
        page = site.client.get("/eventos/mesa-ra/4", headers=cookies).text
        assert "Os resumos, do evento até à raiz" not in page
