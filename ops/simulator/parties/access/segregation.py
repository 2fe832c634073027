"""Faults of one hand: a person says, under one key or another, two parts of a case.

Ana is a supervisor, a floor manager, a director and a technician, each by a key of its own; Inês
signs for the inspectors and for the Authority; Caio is a cashier and a director. Each pair is
lawful, and none of them in one case. What waits for somebody else is agreed to by him in the end,
where anybody may.

Rules: authority.md, 7: S1, S2, S3, S4, S7, S9, S10, S12, S13; OP-ACCESS, TB-CLOSE.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta
from hashlib import sha256
from typing import Any, Final, Protocol

from ledger.events.base import Payload
from ledger.events.jackpots import AwardRefused
from ledger.events.registry import AccessGranted, Heartbeat, ParameterSet, TextErased
from ledger.events.reviews import (
    Approval,
    Correction,
    DisputeAnswered,
    DisputeDecided,
    DisputeOpened,
    FindingExplained,
    SettlementPaid,
)
from ledger.events.tables import DropCounted
from ledger.roles import Binding, Role
from ops.simulator.parties.fault import Played, Wrong, scene
from ops.simulator.parties.terminal import (
    LAST_LINK,
    AskFinding,
    Said,
    Telling,
    Terminal,
    instant,
)

ANA: Final = "ana"
INES: Final = "ines"
CAIO: Final = "caio"
HANDS: Final[Mapping[str, tuple[str, Role]]] = {
    "ana-fiscal": (ANA, Role.SUPERVISOR),
    "ana-chefia": (ANA, Role.FLOOR_MANAGER),
    "ana-direccao": (ANA, Role.DIRECTOR),
    "ines-inspeccao": (INES, Role.INSPECTOR),
    "ines-autoridade": (INES, Role.AUTHORITY),
    "caio-caixa": (CAIO, Role.CASHIER),
    "caio-direccao": (CAIO, Role.DIRECTOR),
}
"""Sources to whose keys they are, and of what role."""
SPEAKING: Final = (
    "ana-fiscal",
    "ana-chefia",
    "ines-inspeccao",
    "ines-autoridade",
    "caio-caixa",
    "caio-direccao",
)
"""Those who say something; who only agrees needs no terminal."""
GIVEN: Final = 3_000
"""What a guest is given who was kept waiting."""


class Office(Protocol):
    """The floor, as far as people of several keys need it."""

    terminal: Terminal
    occasion: int

    def own(self, place: str) -> str:
        """Return a name of this run by its name in the first."""
        ...

    def says(
        self,
        post: str,
        payload: Payload,
        *,
        place: str | None = None,
        round_id: str | None = None,
        approved_by: tuple[str, ...] = (),
    ) -> Said:
        """Return an event that one of the floor's people says."""
        ...

    def plant(self, fault: str, code: str, round_id: str | None = None, **more: Any) -> None:
        """Write into the manifest a finding that must follow."""
        ...


def bindings(suffix: str) -> dict[str, Binding]:
    """Return the bindings of people who hold several keys, by source, named as in a run."""
    return {
        f"{source}{suffix}": Binding(role=role, person=f"{person}{suffix}")
        for source, (person, role) in HANDS.items()
    }


def _plant(office: Office, fault: str, said: Said, before: str, now: str, *, stands: bool) -> None:
    """Plant the finding that one person plays two parts of a case, told by an event of it."""
    facts = {"parts": [before, now], "effect": stands}
    office.plant(fault, "OP-ACCESS", event=said.name, facts=facts, may=False)


def _case(office: Office) -> str:
    return office.own(f"mao-{office.occasion}")


def _opened(case: str, complainant: str = "hospede-3") -> DisputeOpened:
    return DisputeOpened(dispute=case, subject="session", complainant=complainant)


def _rejected(case: str) -> DisputeDecided:
    return DisputeDecided(dispute=case, decision="rejected", reason="no_ground")


def _settled(case: str) -> DisputeDecided:
    return DisputeDecided(dispute=case, decision="settled", amount=GIVEN, reason="goodwill")


def _paid(case: str | None, slip: str) -> SettlementPaid:
    return SettlementPaid(dispute=case, amount=GIVEN, means="cash", slip=slip)


# --- S1: a dispute -------------------------------------------------------------------------------


def _opener_decides(office: Office, fault: str) -> Telling:
    """Let who opened a case decide it under another key; an officer decides it after all."""
    case = _case(office)
    yield office.says("ines-inspeccao", _opened(case))
    yield office.says("floor", DisputeAnswered(dispute=case, position="rejected"))
    said = office.says("ines-autoridade", _rejected(case))
    _plant(office, fault, said, "opened", "decided", stands=False)
    yield said
    yield office.says("disputes", _rejected(case))


def _answerer_pays(office: Office, fault: str) -> Telling:
    """Let who answered for the house pay the case at the desk: the money is out."""
    case = _case(office)
    yield office.says("inspector", _opened(case))
    yield office.says("caio-direccao", DisputeAnswered(dispute=case, position="accepted"))
    yield office.says("disputes", _settled(case))
    said = office.says("caio-caixa", _paid(case, case))
    _plant(office, fault, said, "answered", "paid", stands=True)
    yield said


def _opener_pays(office: Office, fault: str) -> Telling:
    """Let the cashier who took a complaint down pay it."""
    case = _case(office)
    yield office.says("caio-caixa", _opened(case))
    yield office.says("floor", DisputeAnswered(dispute=case, position="accepted"))
    yield office.says("disputes", _settled(case))
    said = office.says("caio-caixa", _paid(case, case))
    _plant(office, fault, said, "opened", "paid", stands=True)
    yield said


def _complainant_answers(office: Office, fault: str) -> Telling:
    """Let a floor manager complain, and answer her complaint for the house."""
    case = _case(office)
    yield office.says("inspector", _opened(case, office.own(ANA)))
    said = office.says("ana-chefia", DisputeAnswered(dispute=case, position="accepted"))
    _plant(office, fault, said, "complained", "answered", stands=False)
    yield said
    yield office.says("floor", DisputeAnswered(dispute=case, position="rejected"))
    yield office.says("disputes", _rejected(case))


# --- S2, S3: findings and parameters -------------------------------------------------------------


def _limit(office: Office) -> ParameterSet:
    return ParameterSet(
        scope=office.own("QI-01"),
        name="minimum",
        value=1,
        since=instant(office.terminal.now + timedelta(minutes=10)),
    )


def _setter_approves(office: Office, fault: str) -> Telling:
    """Let who sets a limit approve it under another key; then a director does."""
    both = office.own("ana-direccao"), office.own("direccao")
    said = office.says("ana-chefia", _limit(office), approved_by=both)
    _plant(office, fault, said, "said", "approved", stands=False)
    yield said


def _causer_explains(office: Office, fault: str) -> Telling:
    """Let her explain what was found about her: the words stand."""
    said = office.says("ana-chefia", _limit(office), approved_by=(office.own("ana-direccao"),))
    _plant(office, fault, said, "said", "approved", stands=False)
    yield said
    office.terminal.wait(60, 120)
    asked = AskFinding(at=instant(office.terminal.now), code="OP-ACCESS", event=said.name)
    yield asked
    explained = FindingExplained(finding=asked.finding, reason="engano")
    own = office.says("ana-fiscal", explained)
    _plant(office, fault, own, "caused", "explained", stands=True)
    yield own


# --- S4: a pool's acts; S8-S10 -------------------------------------------------------------------


def _refuser_approves(office: Office, fault: str) -> Telling:
    """Let who refuses a prize approve that under another key: it waits for ever."""
    refused = AwardRefused(award="ninguem:1", pool="nenhum", reason="avaria")
    said = office.says("ana-chefia", refused, approved_by=(office.own("ana-direccao"),))
    _plant(office, fault, said, "said", "approved", stands=False)
    yield said


def _author_approves_correction(office: Office, fault: str) -> Telling:
    """Let who said what is corrected approve the correction; then a director does."""
    said = office.says("ana-chefia", Heartbeat())
    yield said
    both = office.own("ana-direccao"), office.own("direccao")
    correction = Correction(target=said.name, link=LAST_LINK, reason="engano")
    act = office.says("ana-chefia", correction, approved_by=both)
    _plant(office, fault, act, "said", "approved", stands=False)
    yield act


def _payer_approves(office: Office, fault: str) -> Telling:
    """Let who pays what no case decided approve that: it waits for ever."""
    paid = _paid(None, _case(office))
    said = office.says("caio-caixa", paid, approved_by=(office.own("caio-direccao"),))
    _plant(office, fault, said, "said", "approved", stands=False)
    yield said


# --- who agrees, who corrects --------------------------------------------------------------------


def _wrong_approver(office: Office, fault: str) -> Telling:
    """Let a supervisor agree to a limit, which a director does; then one does."""
    own = office.own("ana-fiscal")
    both = own, office.own("direccao")
    said = office.says("floor", _limit(office), approved_by=both)
    facts = {"source": own, "kind": Approval.KIND, "effect": False}
    office.plant(fault, "OP-ACCESS", facts=facts)
    yield said


def _wrong_corrector(office: Office, fault: str) -> Telling:
    """Let a cashier correct what the chief of the room said."""
    said = office.says("floor", Heartbeat())
    yield said
    correction = Correction(target=said.name, link="ab" * 32, reason="engano")
    own = office.says("caio-caixa", correction)
    facts = {"source": own.source, "kind": Correction.KIND, "effect": False}
    office.plant(fault, "OP-ACCESS", event=own.name, facts=facts)
    yield own


# --- S6, S7: counts ------------------------------------------------------------------------------


def _one_counter(office: Office, fault: str) -> Telling:
    """Let a cashier confirm the count of a box, and the other counter never."""
    box = DropCounted(cash=0, counted_by=(office.own("caio-caixa"), office.own("volante-c")))
    confirmed = (office.own("caio-caixa"),)
    said = office.says("cage", box, place=office.own("RA-98"), approved_by=confirmed)
    facts = {"fact": "signatures", "count": said.name}
    office.plant(fault, "TB-CLOSE", event=said.name, facts=facts)
    yield said


# --- S12, S13: rights, texts ---------------------------------------------------------------------


def _registrar_for_himself(office: Office, fault: str) -> Telling:
    """Let a registrar agree to a right of his own: it waits for ever."""
    own = office.own("conservador-b")
    granted = AccessGranted(source=own, role="auditor")
    said = office.says("registrar", granted, approved_by=(own,))
    _plant(office, fault, said, "given", "approved", stands=False)
    yield said


def _party_agrees_to_erase(office: Office, fault: str) -> Telling:
    """Let who opened a case agree that its words be erased; then another inspector does."""
    case = _case(office)
    text = sha256(case.encode()).hexdigest()
    opened = DisputeOpened(dispute=case, subject="session", complainant="hospede-3", text=text)
    said = office.says("ines-inspeccao", opened)
    _plant(office, fault, said, "opened", "approved", stands=False)
    yield said
    yield office.says("floor", DisputeAnswered(dispute=case, position="rejected"))
    yield office.says("disputes", _rejected(case))
    both = office.own("ines-autoridade"), office.own("fiscalizacao")
    yield office.says("admin", TextErased(text=text, reason="retention"), approved_by=both)


_TELLS: Final[Mapping[str, Callable[[Office, str], Telling]]] = {
    "opener-decides-his-case": _opener_decides,
    "opener-pays-his-case": _opener_pays,
    "answerer-pays-the-case": _answerer_pays,
    "complainant-answers": _complainant_answers,
    "causer-explains": _causer_explains,
    "setter-approves": _setter_approves,
    "refuser-approves": _refuser_approves,
    "author-approves-correction": _author_approves_correction,
    "payer-approves": _payer_approves,
    "supervisor-approves-limit": _wrong_approver,
    "cashier-corrects-chief": _wrong_corrector,
    "one-counter": _one_counter,
    "registrar-for-himself": _registrar_for_himself,
    "party-agrees-to-erase": _party_agrees_to_erase,
}
IN_ONE_HAND: Final[dict[str, Wrong[Office, Played]]] = {
    name: scene(tell) for name, tell in _TELLS.items()
}
"""Every fault of one hand around the games."""
