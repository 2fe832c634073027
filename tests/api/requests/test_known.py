"""``known``, wherever an address takes it: a position that is judged, a time before, or a day."""

import pytest

from tests.api.conftest import Site

NAMES = {
    "{round_id}": "RA-01/2026-11-20/1",
    "{pool}": "p",
    "{session}": "S-1",
}
WANTED = {"day": "2026-11-20", "from": "2026-11-20", "to": "2026-11-20", "month": "2026-11"}


def asking_as_known(site: Site) -> list[str]:
    """Return every address that takes ``known``, with what else it wants."""
    found: list[str] = []
    for path, methods in site.get("/openapi.json").json()["paths"].items():
        given = methods.get("get", {}).get("parameters", ())
        if not any(one["name"] == "known" for one in given):
            continue
        address = path
        for name, value in NAMES.items():
            address = address.replace(name, value)
        wanted = [
            f"{one['name']}={WANTED[one['name']]}"
            for one in given
            if one["in"] == "query" and one.get("required")
        ]
        found.append(f"{address}?{'&'.join((*wanted, ''))}known=")
    return found


@pytest.mark.deep
def test_beyond_what_is_judged_nothing_is_known_at_any_address(evening: Site) -> None:
    """One position more is refused with the last one's name; the last is not refused."""
    addresses = asking_as_known(evening)
    assert len(addresses) > 10
    last = evening.get("/v1/rounds").json()["position"]
    for address in addresses:
        beyond = evening.get(f"{address}{last + 1}")
        assert beyond.status_code == 422, address
        (error,) = beyond.json()["errors"]
        assert f"at most {last}" in str(error), address
        assert evening.get(f"{address}{last}").status_code in (200, 404), address


@pytest.mark.parametrize("share", [4, pytest.param(1, marks=pytest.mark.deep)])
def test_a_time_is_the_position_of_the_clocks_last_tick_before_it(
    evening: Site, share: int
) -> None:
    """At any address; what the clock has not reached, or what is no time, is refused."""
    ticks = evening.get("/v1/exports/history?format=json&kind=clock-ticked/1").json()["rows"]
    first, last = [{"position": 0}, *ticks][-2:]
    answer = evening.get(f"/v1/exports/history?format=json&known={last['at']}").json()
    assert answer["known"] == str(first["position"])
    assert answer["count"] == first["position"]
    for address in list(asking_as_known(evening))[::share]:
        assert evening.get(f"{address}{last['at']}").status_code in (200, 404), address
        for wrong in ("2999-01-01", "2999-01-01T00:00:00Z", "2026-11-20T22:00:00", "ontem"):
            refused = evening.get(f"{address}{wrong}")
            assert refused.status_code == 422, address
            (error,) = refused.json()["errors"]
            assert "known" in str(error), address
