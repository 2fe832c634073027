"""Bundles over HTTP: for who reads, recorded at once, bounded, and each checks offline."""

import io
from hashlib import sha256
from urllib.parse import quote

import pytest
from pypdf import PdfReader

from api.routes.files import bundles as routes
from api.services import bundles
from api.services.api_keys import Role
from api.services.checkpoints import Checkpoints
from api.services.deps import BUNDLES_MAX
from ledger.errors import LedgerError
from ledger.signed.signing import KeySigner
from ops.outside.publishing.papers import PaperSigner, check_paper
from ops.outside.verifier.whole import check_bundle
from tests.api.conftest import POOL, Site, opened
from tests.api.console.conftest import cookie_of
from tests.fixtures.casino import DAY
from tests.helpers.papers import said

ROUND = f"RA-01/{DAY}/1"
ADDRESSES = {
    "event mesa-ra:4": "event/mesa-ra/4",
    f"round {ROUND}": f"round/{ROUND}",
    f"pool {POOL} {DAY}": f"pool/{quote(POOL, safe='')}/{DAY}",
    f"day RA-01 {DAY}": f"day/RA-01/{DAY}",
}


@pytest.mark.parametrize("about", list(ADDRESSES))
def test_what_is_handed_out_checks_offline(evening: Site, about: str) -> None:
    """A zip by its name, kept by no cache, that proves what was asked for."""
    answer = evening.get(f"/v1/bundles/{ADDRESSES[about]}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/zip"
    assert answer.headers["cache-control"] == "private, no-store"
    assert answer.headers["content-disposition"].endswith('.zip"')
    result = check_bundle(answer.content)
    assert (result.faults, result.about) == ([], about)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("lang", ["pt", "en"])
@pytest.mark.parametrize("about", [f"round {ROUND}", f"pool {POOL} {DAY}"])
def test_a_paper_carries_its_proof(evening: Site, about: str, lang: str) -> None:
    """PDF/A-3: the bundle is inside, its name and hash are printed, and it checks offline."""
    answer = evening.get(f"/v1/bundles/{ADDRESSES[about]}/pdf?lang={lang}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    reader = PdfReader(io.BytesIO(answer.content))
    ((name, (data,)),) = reader.attachments.items()
    assert check_bundle(data).about == about
    assert check_bundle(data).faults == []
    text = said(answer.content).replace(" ", "")
    assert name in text
    assert sha256(data).hexdigest() in text
    assert ("dentrodestePDF" if lang == "pt" else "insidethisPDF") in text
    assert b"<pdfaid:part>3</pdfaid:part>" in answer.content


def test_a_house_with_a_key_for_papers_signs_them(evening: Site) -> None:
    """The paper that is handed out is signed as a whole, the bundle inside it."""
    signer = PaperSigner(KeySigner.generate(), "casa")
    with opened(evening.casino, suffix="2", sign_paper=signer.sign) as site:
        answer = site.get(f"/v1/bundles/round/{ROUND}/pdf")
    found = check_paper(answer.content, fingerprint=signer.fingerprint)
    assert found.faults == ()
    ((name, data),) = found.files.items()
    assert (name, check_bundle(data).faults) == (f"round-RA-01-{DAY}-1.zip", [])


def test_a_round_s_paper_tells_what_is_due_and_what_differs(evening: Site) -> None:
    """Each bet's due with its rule, the fault with its code, the events by their names."""
    rows = evening.casino.rows(
        "SELECT round, code FROM {s}.finding WHERE round LIKE 'RA-01/%%' LIMIT 1"
    )
    text = said(evening.get(f"/v1/bundles/round/{rows[0]['round']}/pdf?lang=en").content)
    for words in (
        "It differs from the rules.",
        rows[0]["code"],
        "What is due, and why",
        "RA R",
        "Payment",
    ):
        assert words in text
    text = said(evening.get(f"/v1/bundles/round/{ROUND}/pdf").content)
    assert "O declarado e o recalculado conferem." in text
    assert "O que diverge" not in text
    assert evening.get(f"/v1/bundles/round/RA-01/{DAY}/999/pdf").status_code == 404


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("event/mesa-ra/999999", 404, "not-found"),
        ("round/RA-01/2026-11-20/999", 404, "not-found"),
        ("acta/SALA-1/none", 404, "not-found"),
        ("pool/none/2026-11-20", 404, "not-found"),
        ("day/RA-01/yesterday", 422, "invalid-request"),
        ("day/RA 01/2026-11-20", 422, "invalid-request"),
        ("round/RA-01/1", 422, "invalid-request"),
        ("event/mesa-ra/0", 422, "invalid-request"),
        ("event/mesa-ra/4?more=1", 422, "invalid-request"),
        ("everything/of/it", 404, "no-such-route"),
    ],
)
def test_what_is_none_is_said_to_be(evening: Site, address: str, status: int, code: str) -> None:
    """Nothing recorded, no day, no round's name, another parameter, another subject."""
    answer = evening.get(f"/v1/bundles/{address}")
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text


def test_it_is_recorded_before_it_is_handed_out(evening: Site) -> None:
    """Who took which proof away stands in the log at once, as of an export."""
    assert evening.get(f"/v1/bundles/round/{ROUND}").status_code == 200
    (row,) = evening.casino.rows(
        "SELECT state FROM ledger.events WHERE topic = 'access-recorded/1' "
        "ORDER BY notification_id DESC LIMIT 1"
    )
    said = bytes(row["state"]).decode()
    assert '"purpose":"export"' in said
    assert f"/v1/bundles/round/{ROUND}" in said


def test_an_admin_and_a_stranger_are_refused(evening: Site) -> None:
    """Whoever may not read a round takes no proof of it away."""
    assert evening.get(f"/v1/bundles/round/{ROUND}", Role.ADMIN).status_code == 403
    assert evening.get(f"/v1/bundles/round/{ROUND}", None).status_code == 401


def test_a_bundle_is_bounded(evening: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many events are refused with their most; too many at once wait outside."""
    monkeypatch.setattr(bundles, "EVENTS_MAX", 3)
    answer = evening.get(f"/v1/bundles/day/RA-01/{DAY}")
    assert (answer.status_code, answer.json()["code"]) == (422, "too-many")
    assert "at most 3 events" in answer.json()["detail"]
    for _ in range(BUNDLES_MAX):
        routes.making.acquire()
    answer = evening.get("/v1/bundles/event/mesa-ra/4")
    for _ in range(BUNDLES_MAX):
        routes.making.release()
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert evening.get("/v1/bundles/event/mesa-ra/4").status_code == 200


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("page", "bundle"),
    [
        (f"/jogadas/{ROUND}", f"round/{ROUND}"),
        ("/eventos/mesa-ra/4", "event/mesa-ra/4"),
        (f"/premios/{quote(POOL, safe='')}", f"pool/{POOL}/{DAY}"),
        ("/mesas/RA-01", f"day/RA-01/{DAY}"),
    ],
)
def test_each_page_hands_its_proof_out_in_one_click(evening: Site, page: str, bundle: str) -> None:
    """The link stands on the page, in the reader's language, and leads to a bundle."""
    for language, words in (("pt", "Levar a prova"), ("en", "Take the proof")):
        cookie = f"razao_session={cookie_of(evening, Role.INSPECTOR)}; razao_lang={language}"
        text = evening.client.get(page, headers={"Cookie": cookie}).text
        assert words in text
        assert f'href="/v1/bundles/{bundle}"' in text, text[:3000]
        if bundle.startswith(("round/", "pool/")):
            assert f'href="/v1/bundles/{bundle}/pdf?lang={language}"' in text
        answer = evening.client.get(f"/v1/bundles/{bundle}", headers={"Cookie": cookie})
        assert check_bundle(answer.content).faults == []


def test_what_was_recorded_just_now_is_signed_first(
    evening: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No checkpoint covers it yet: the log is signed; where it cannot be, the answer says so."""

    def newest() -> str:
        assert evening.get("/v1/exports/rounds?format=csv").status_code == 200  # says a reading
        (row,) = evening.casino.rows(
            "SELECT originator_id AS source, originator_version AS seq FROM ledger.events "
            "ORDER BY notification_id DESC LIMIT 1"
        )
        return f"/v1/bundles/event/{row['source']}/{row['seq']}"

    answer = evening.get(newest())
    assert answer.status_code == 200, answer.text
    assert check_bundle(answer.content).faults == []

    def refused(_: Checkpoints, *, passing: bool = False) -> str:
        raise LedgerError(f"the log contradicts itself, passing {passing}")

    monkeypatch.setattr(Checkpoints, "checkpoint", refused)
    answer = evening.get(newest())
    assert (answer.status_code, answer.json()["code"]) == (503, "no-checkpoint")
    assert "contradicts itself" in answer.json()["detail"]
