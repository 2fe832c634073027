"""Files that are made while one goes on: asked for by `Prefer`, followed, taken, nobody else's."""

import io
import time
from hashlib import sha256
from typing import Any
from zipfile import ZipFile

from api.services.api_keys import Role
from tests.api.conftest import Site
from tests.fixtures.casino import DAY


def ready(site: Site, address: str) -> dict[str, Any]:
    """Follow a file that was asked for, until it is made; return its job."""
    headers = {**site.headers(Role.INSPECTOR), "Prefer": "respond-async"}
    begun = site.client.get(address, headers=headers)
    assert (begun.status_code, begun.headers["Preference-Applied"]) == (202, "respond-async")
    at = begun.headers["Location"]
    for _ in range(2_000):
        job = site.get(at).json()
        if job["state"] in ("ready", "failed"):
            return job
        file = site.get(f"{at}/file").status_code
        assert file == 404 or site.get(at).json()["state"] == "ready"
        time.sleep(0.03)
    raise AssertionError("the file was never ready")


def test_an_export_is_made_while_one_goes_on(evening: Site) -> None:
    """The rows that the same address streams; its size and hash; nobody else's, and listed."""
    address = f"/v1/exports/history?format=jsonl&from={DAY}&to={DAY}&place=RA-01"
    job = ready(evening, address)
    taken = evening.get(job["file"])
    assert (len(taken.content), sha256(taken.content).hexdigest()) == (job["size"], job["sha256"])
    assert taken.text.splitlines()[1:] == evening.get(address).text.splitlines()[1:]
    assert job["filters"] == {"from": DAY, "to": DAY, "place": "RA-01"}
    assert job in evening.get("/v1/jobs").json()["items"]
    for end in ("", "/file"):
        assert evening.get(job["address"] + end, Role.FINANCE).status_code == 404
    assert job not in evening.get("/v1/jobs", Role.FINANCE).json()["items"]


def test_a_months_papers_are_made_while_one_goes_on(evening: Site) -> None:
    """The month as it was known at a position; as many papers as it says."""
    job = ready(evening, f"/v1/accounts/papers?month={DAY[:7]}&lang=en&known=900")
    with ZipFile(io.BytesIO(evening.get(job["file"]).content)) as papers:
        assert len(papers.namelist()) == job["of"] == job["done"]
        assert f"mesas-{DAY}.pdf" in papers.namelist()


def test_what_cannot_be_had_is_refused_before_a_job(evening: Site) -> None:
    """A filter that names nothing is refused as without the preference."""
    headers = {**evening.headers(Role.INSPECTOR), "Prefer": "respond-async"}
    wrong = evening.client.get("/v1/exports/history?place=RA-09", headers=headers)
    assert (wrong.status_code, "RA-01" in wrong.text) == (422, True)
