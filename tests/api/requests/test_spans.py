"""Two ends of a span over HTTP: an end before its beginning is an error, never an empty answer."""

import pytest

from tests.api.conftest import POOL, Site
from tests.fixtures.casino import DAY

BEFORE = "2026-11-19"
DAYS = (
    f"/v1/pools/{POOL}/statement",
    f"/v1/pools/{POOL}/statement/pdf",
    "/v1/accounts/tax",
    "/v1/accounts/tax/pdf",
    "/v1/accounts/journal/pdf",
)
TIMES = ("/v1/events", "/v1/exports/history")


@pytest.mark.parametrize(
    ("address", "where"),
    [
        *((f"{one}?from={DAY}&to={BEFORE}", "query.from") for one in DAYS),
        *(
            (f"{one}?since=2026-11-20T22:00:00Z&until=2026-11-20T22:30:00%2B01:00", "query.since")
            for one in TIMES
        ),
        ("/v1/events?amount_min=9&amount_max=8", "query.amount_min"),
    ],
)
def test_a_span_that_ends_before_it_begins_is_refused(
    evening: Site, address: str, where: str
) -> None:
    """One shape of errors names the beginning; half past ten at UTC+1 is before ten at UTC."""
    answer = evening.get(address)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-request")
    (error,) = answer.json()["errors"]
    assert error["where"] == where
    assert "expected not after" in error["message"]


@pytest.mark.parametrize(
    "address",
    [
        f"/v1/pools/{POOL}/statement?from={DAY}&to={DAY}",
        f"/v1/accounts/tax?from={BEFORE}&to={DAY}",
        "/v1/events?since=2026-11-20T22:00:00Z&until=2026-11-20T23:30:00%2B01:00",
        "/v1/events?amount_min=8&amount_max=8",
    ],
)
def test_a_span_of_one_day_or_more_is_answered(evening: Site, address: str) -> None:
    """Both days are included, and times compare across zones."""
    assert evening.get(address).status_code == 200


def test_an_end_that_is_no_day_is_told_as_such(evening: Site) -> None:
    """What cannot be read cannot be compared: the one message is about the day."""
    answer = evening.get(f"/v1/accounts/tax?from=9999&to={DAY}")
    assert answer.status_code == 422
    assert [one["where"] for one in answer.json()["errors"]] == ["query.from"]
