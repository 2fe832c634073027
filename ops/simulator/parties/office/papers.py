"""The papers of a day at its end: complaints, reading rights, a report, a text erased.

An inspector takes a guest's complaint down; the floor manager answers, the officer decides, the
guest appeals, the authority decides; all of them are different persons. What the case no longer
holds the administrator erases, as an inspector agrees who had no part in it. Another guest is given
something, though no rule owes it; the cage pays that, one half now and one half later.
"""

from hashlib import sha256
from typing import Final

from ledger.events.registry import AccessGranted, AccessWithdrawn, TextErased
from ledger.events.reviews import (
    Appeal,
    DisputeAnswered,
    DisputeDecided,
    DisputeOpened,
    EvidenceAttached,
    ReportIssued,
    SettlementPaid,
)
from ops.simulator.parties.office.office import Office
from ops.simulator.parties.terminal import Telling

REPORT: Final = "pool_statement"
GIVEN: Final = 6_000
"""What a guest is given who was kept waiting."""


def papers(office: Office, day: str) -> Telling:
    """Say the papers of a day before it is closed."""
    yield from _reading(office)
    yield from _complaint(office, office.own(f"reclamacao-{day}"))
    yield from _goodwill(office, office.own(f"cortesia-{day}"))
    statement = _hash(f"report {day}")
    yield office.says("finance", ReportIssued(report=REPORT, hash=statement, size=4_096))


def _reading(office: Office) -> Telling:
    """Let the auditor read the day's papers, and no longer."""
    auditor, role = office.own("testemunha"), "auditor"
    second = (office.own("conservador-b"),)
    given = AccessGranted(source=auditor, role=role)
    yield office.says("registrar", given, approved_by=second)
    yield office.reads("witness", "/v1/findings")
    yield office.says("registrar", AccessWithdrawn(source=auditor, role=role, reason="read"))


def _complaint(office: Office, case: str) -> Telling:
    """Take a guest's complaint about an evening through both decisions, and erase his words."""
    text = _hash(case)
    opened = DisputeOpened(dispute=case, subject="session", complainant="hospede-1", text=text)
    yield office.says("inspector", opened)
    yield office.says("floor", DisputeAnswered(dispute=case, position="rejected"))
    evidence = EvidenceAttached(dispute=case, hash=_hash(f"{case} video"), size=1_024)
    yield office.says("floor", evidence)
    for officer in ("disputes", "authority"):
        decided = DisputeDecided(dispute=case, decision="rejected", reason="no_ground")
        yield office.says(officer, decided)
        if officer == "disputes":
            yield office.says(officer, Appeal(dispute=case, by="player"))
    erased = TextErased(text=text, reason="retention")
    yield office.says("admin", erased, approved_by=(office.own("fiscalizacao"),))


def _goodwill(office: Office, case: str) -> Telling:
    """Give a guest something for an evening that went wrong; the cage pays it in two parts."""
    opened = DisputeOpened(dispute=case, subject="session", complainant="hospede-2")
    yield office.says("inspector", opened)
    yield office.says("floor", DisputeAnswered(dispute=case, position="accepted"))
    decided = DisputeDecided(dispute=case, decision="settled", amount=GIVEN, reason="goodwill")
    yield office.says("disputes", decided)
    for part in (1, 2):
        paid = SettlementPaid(
            dispute=case,
            amount=GIVEN // 2,
            player="hospede-2",
            means="cash",
            slip=f"{case}-{part}",
        )
        yield office.says("cage", paid)


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()
