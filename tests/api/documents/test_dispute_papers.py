"""The papers of a dispute: all that was said in one, and in the letter nobody but the player."""

import io
import json
import os
import zipfile
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from api.services.api_keys import Role
from ledger.events.base import Payload
from ledger.events.outcomes import BallLanded
from ledger.events.reviews import (
    Appeal,
    DisputeAnswered,
    DisputeDecided,
    DisputeOpened,
    EvidenceAttached,
    SettlementPaid,
)
from ledger.events.rounds import (
    BetPlaced,
    BetsClosed,
    BetsOpened,
    Payout,
    RoundClosed,
    RoundOpened,
)
from ledger.events.tables import TableOpened
from ledger.signed.canonical import decode
from ledger.signed.signing import KeySigner
from ops.outside.publishing.papers import PaperSigner, check_paper
from ops.outside.verifier.whole import check_bundle
from tests.api.conftest import Site, opened
from tests.fixtures.casino import DAY, minute
from tests.helpers.papers import said
from tests.projections.stages.judging.test_settlements import judged_by_matrix

ROUND = f"RA-01/{DAY}/1"
OTHERS = ("OUTRO-JOGADOR", "TERCEIRO-JOGADOR", "chefe", "litigios", "caixa", "inspecao", "mesa")
"""Pseudonyms and sources of everybody but the complainant."""
OF_OTHERS = ("777,00", "777.00", "27.972", "27 972", "333,00", "333.00", "777$00", "333$00")
"""Amounts that only the others have."""


@pytest.fixture
def disputed(site: Site) -> Site:
    """Three players at a coup of 17; he of seat 1 gets 30,00 of 35,00, disputes and is paid."""
    casino = site.casino
    judged_by_matrix(casino)
    opened = TableOpened(
        profile="cv-2017@1",
        game="roleta_americana",
        options={"roda": "francesa37"},
        currency="CVE",
        records=("bets", "payouts", "results"),
    )
    casino.say("mesa", opened, place="RA-01")
    payloads: list[Payload] = [
        RoundOpened(),
        BetsOpened(),
        BetPlaced(bet=1, seat=1, chance="pleno", selection="17", amount=100, player="j-7"),
        BetPlaced(
            bet=2, seat=2, chance="pleno", selection="17", amount=77_700, player="OUTRO-JOGADOR"
        ),
        BetPlaced(
            bet=3, seat=3, chance="pleno", selection="5", amount=33_300, player="TERCEIRO-JOGADOR"
        ),
        BetsClosed(),
        BallLanded(number=17, colour="preto"),
        Payout(seat=1, bets=(1,), amount=3_000, stake_returned=100),
        Payout(seat=2, bets=(2,), amount=2_719_500, stake_returned=77_700),
        RoundClosed(),
    ]
    for number, payload in enumerate(payloads):
        casino.say("mesa", payload, round_id=ROUND, at=minute(number))
    case: dict[str, Any] = {"dispute": "D-1"}
    words: list[tuple[str, Payload]] = [
        (
            "inspecao",
            DisputeOpened(
                subject="round", rounds=(ROUND,), seat=1, amount=500, complainant="j-7", **case
            ),
        ),
        ("inspecao", EvidenceAttached(hash="ab" * 32, size=12, media="camara-14", **case)),
        (
            "inspecao",
            EvidenceAttached(
                hash="cd" * 32, size=9, media="hipotese:facto=resultado.numero;valor=18", **case
            ),
        ),
        ("chefe", DisputeAnswered(position="rejected", **case)),
        ("litigios", DisputeDecided(decision="upheld", amount=500, reason="regra-42", **case)),
        ("caixa", SettlementPaid(amount=500, seat=1, means="chips", **case)),
    ]
    for number, (source, word) in enumerate(words, 20):
        casino.say(source, word, at=minute(number))
    casino.project()
    return site


def paper(site: Site, end: str, language: str) -> str:
    """Return the text of a paper of the case."""
    answer = site.get(f"/v1/disputes/D-1/{end}?lang={language}", Role.DISPUTE)
    assert answer.status_code == 200, answer.text[:300]
    if shots := os.environ.get("SHOTS"):
        name = end.replace("/", "-")
        Path(shots, f"{name}-{language}.pdf").write_bytes(answer.content)
    return said(answer.content)


@pytest.mark.parametrize("language", ["pt", "en"])
def test_the_letter_holds_the_players_own_data_and_nobody_elses(
    disputed: Site, language: str
) -> None:
    """His seat's 36,00 and 31,00, the answer, the decision, what was paid; no other name or sum."""
    text = paper(disputed, "letter/pdf", language)
    named = {"pt": "RA-01, jogada 1 de 20-11-2026", "en": "RA-01, round 1 of 20-11-2026"}[language]
    for mine in ("j-7", "D-1", named, "36$00", "31$00", "5$00", "regra 42"):
        assert mine in text, mine
    whole = paper(disputed, "pdf", language)
    for name in OTHERS:
        assert f"{name}:" not in text, name
        assert name not in text or name == "mesa", name
    planted = [one for one in OF_OTHERS if one in whole]
    assert planted, "the other paper has what the letter must not"
    assert not [one for one in OF_OTHERS if one in text]
    assert ("carta" if language == "pt" else "letter") in text.lower()


def test_the_record_of_the_dispute_holds_every_word_of_it(disputed: Site) -> None:
    """Claim and term, each seat's sums, words with their events, what was paid, the evidence."""
    text = paper(disputed, "pdf", "pt")
    for words in (
        "nenhuma regra fixa prazo",
        "rejeitada",
        "dá razão ao jogador",
        "regra 42",
        "camara-14",
        "Hipótese, e não facto: resultado, número: 18",
        "ab" * 8,
        "Por pagar 0$00",
        "−5$00",
    ):
        assert words in text, words


def test_the_record_carries_the_proof_of_the_case_and_the_letter_none(disputed: Site) -> None:
    """PDF/A-3: every word of the case and the round's events inside, which check offline."""
    answer = disputed.get("/v1/bundles/dispute/D-1/pdf", Role.DISPUTE)
    assert answer.status_code == 200, answer.text[:300]
    assert b"<pdfaid:part>3</pdfaid:part>" in answer.content
    ((name, (data,)),) = PdfReader(io.BytesIO(answer.content)).attachments.items()
    result = check_bundle(data)
    assert (name, result.faults, result.about) == ("dispute-D-1.zip", [], "dispute D-1")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        lines = archive.read("events.jsonl").splitlines()
    kinds = {decode(b64decode(json.loads(one)["envelope"])).kind for one in lines}
    assert {"dispute-opened/1", "settlement-paid/1", "payout/1", "ball-landed/1"} <= kinds
    assert check_bundle(disputed.get("/v1/bundles/dispute/D-1", Role.DISPUTE).content).faults == []
    letter = disputed.get("/v1/disputes/D-1/letter/pdf", Role.DISPUTE)
    assert not PdfReader(io.BytesIO(letter.content)).attachments
    assert disputed.get("/v1/bundles/dispute/D-404/pdf", Role.DISPUTE).status_code == 404


def test_a_decision_that_was_appealed_stands_no_more_once_another_is_made(site: Site) -> None:
    """Two decisions: the paper has both and which stands; the letter has the second alone."""
    casino = site.casino
    words = [
        DisputeOpened(dispute="D-1", subject="ticket", ticket="T-9"),
        DisputeDecided(dispute="D-1", decision="rejected", reason="tarde"),
        Appeal(dispute="D-1", by="player"),
        DisputeDecided(dispute="D-1", decision="upheld", amount=500),
    ]
    for number, word in enumerate(words):
        casino.say(f"pessoa-{number}", word, at=minute(number))
    casino.project()
    text = paper(site, "pdf", "en")
    assert "rejected" in text
    assert "the player is right" in text
    letter = paper(site, "letter/pdf", "en")
    assert "rejected" not in letter
    assert "the player is right" in letter


def test_a_case_that_there_is_not_has_no_paper(evening: Site) -> None:
    """Unknown names are a problem, and no empty paper."""
    for end in ("pdf", "letter/pdf"):
        assert evening.get(f"/v1/disputes/D-404/{end}", Role.DISPUTE).status_code == 404


def test_a_house_with_a_key_for_papers_signs_record_and_letter(disputed: Site) -> None:
    """By PAdES, as the other papers: whoever kept the fingerprint checks them by it."""
    signer = PaperSigner(KeySigner.generate(), "casa")
    with opened(disputed.casino, suffix="2", sign_paper=signer.sign) as site:
        for end in ("pdf", "letter/pdf"):
            answer = site.get(f"/v1/disputes/D-1/{end}", Role.DISPUTE)
            assert check_paper(answer.content, fingerprint=signer.fingerprint).faults == ()
