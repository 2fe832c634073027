"""Faults of access row by row: a stranger to a part of the matrix says a kind of each of its rows.

A fault is a moment in which one person or device says all of it, each kind in a gaming day once:
each is a finding of its own, and nothing else follows. What ``groups`` tells is left out.

Rules: authority.md, the matrix, its last column; OP-ACCESS.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from ledger.events.base import Interval, Payload
from ledger.events.bingo import (
    ActaCompleted,
    ActaGateGranted,
    BallSetReplaced,
    BingoSessionOpened,
    Breakdown,
    CardsDelivered,
    Complaint,
    ComplaintDecided,
    EditionRegistered,
    Incident,
)
from ledger.events.jackpots import (
    AwardRefused,
    AwardSignalled,
    AwardVerified,
    CharityPaid,
    ConcessionEnded,
    ControllerRead,
    CoverDeclared,
    DisplayRead,
    InterCasinoSettled,
    JackpotIncrement,
    JackpotWon,
    MustHitCommitted,
    PoolAdjusted,
    PoolExtinguished,
    PoolMemberAdded,
    PoolMemberRemoved,
    PoolOpened,
    PoolReset,
    PoolStake,
    PoolTransferred,
)
from ledger.events.machines import (
    HandPaid,
    MachineEnrolled,
    MachineHomologated2,
    MachineInterdicted,
    MachineReconfigured,
    MetersRead,
    RamCleared,
    TicketPaid,
)
from ledger.events.outcomes import Announcement, ErrorNoted
from ledger.events.registry import (
    AccessRecorded,
    AccessWithdrawn,
    KeyRevoked,
    LedgerFounded2,
    LinkLost,
    OpeningDeclared,
    RegistrarsChanged,
    RulesAdopted,
    SourceEnrolled2,
    SubmissionRefused2,
    VerificationDone,
)
from ledger.events.reviews import (
    Appeal,
    DisputeAnswered,
    DisputeDecided,
    EvidenceAttached,
    FindingAcknowledged,
    FindingExplained,
    ReportIssued,
    TaxDeclared,
)
from ledger.events.rounds import BetPlaced, Claim, ClaimDecided, CoupNulled, LiabilityRuled
from ledger.events.seats import PlayerSessionRestricted, PlayerSessionStarted
from ledger.events.tables import (
    CagnotteBoxCounted,
    DropCounted,
    EquipmentChanged,
    Fill,
    Gratuity,
    TableOpened,
    TableSuspended,
)
from ledger.roles import Role
from ops.simulator.parties.access.groups import (
    ELSEWHERE,
    UNKNOWN,
    Floor,
    Word,
    say,
    try_at_the_door,
)
from ops.simulator.parties.fault import Deed, Played, Wrong
from ops.simulator.parties.terminal import Telling, instant

NOBODY: Final = "nenhum"
TABLE: Final = "RA-98"
ROOM: Final = "BI-09"
MACHINE: Final = "MQ-98"
CAGE: Final = "CX-09"


def _all(post: str, *words: Payload | Word, place: str | None = None) -> tuple[Word, ...]:
    """Return words of one source in their order, at one place where none is told."""
    return tuple(one if isinstance(one, Word) else Word(post, _always(one), place) for one in words)


def _always(payload: Payload) -> Callable[[str], Payload]:
    return lambda _now: payload


def _acta(now: str) -> Payload:
    return ActaCompleted(
        session=NOBODY,
        started=now,
        series=("A",),
        price=200,
        sold=(),
        cards=0,
        collected=0,
        linha=0,
        bingo=0,
        ended=now,
    )


STRANGERS: Final[Mapping[str, tuple[Word, ...]]] = {
    "finance-speaks-for-the-registry": _all(
        "finance",
        VerificationDone(last=9, root=UNKNOWN, outcome="clean"),
        LinkLost(source="mesa"),
        Word(
            "finance",
            lambda now: RulesAdopted(rules="rules@1", matrix="authority@1", since=now),
        ),
        Word("floor", _always(OpeningDeclared(subject="account", name="caixa", values={"x": 1}))),
    ),
    "inspector-keeps-a-table": _all(
        "inspector",
        TableOpened(
            profile="cv-2017@1", game="boule", options={}, currency="XTS", records=("bets",)
        ),
        TableSuspended(cause="avaria"),
        EquipmentChanged(item="ball"),
        Gratuity(amount=500),
        Fill(side="table", slip=1, amount=5_000),
        CagnotteBoxCounted(amount=500),
        PlayerSessionStarted(player="p-1", session="s-1"),
        PlayerSessionRestricted(player="p-1", cause="dano"),
        place=TABLE,
    ),
    "cage-fills-the-tables-side": _all("cage", Fill(side="table", slip=1, amount=5_000)),
    "technician-counts-a-box": _all("technician", DropCounted(cash=500, box="b-1"), place=MACHINE),
    "finance-plays-a-round": tuple(
        Word("finance", _always(one), TABLE, in_round=True)
        for one in (
            BetPlaced(bet=1, seat=1, chance="pleno", selection="7", amount=500),
            CoupNulled(cause="objeto"),
            ClaimDecided(claim="ninguem:1", admitted=False),
            LiabilityRuled(seat=1, rule="MJ R36"),
            ErrorNoted(error="erro"),
            Announcement(what="last_coup"),
        )
    ),
    "finance-writes-claims-down": (
        Word("finance", _always(Claim(about="payout")), TABLE, stands=True),
        Word("finance", _always(Complaint(complaint="F-9", about="win")), ROOM, stands=True),
        Word("supervisor", _always(Appeal(dispute=NOBODY, by="player")), stands=True),
        Word("supervisor", _always(Appeal(dispute=NOBODY, by="casino"))),
    ),
    "floor-keeps-the-pools": _all(
        "floor",
        PoolOpened(pool=NOBODY, scope="machine", members=(MACHINE,), currency="XTS", base=1, ppm=1),
        PoolMemberAdded(pool=NOBODY, member=MACHINE),
        PoolMemberRemoved(pool=NOBODY, member=MACHINE),
        PoolStake(pool=NOBODY, device=MACHINE, stake="ninguem:1", amount=1),
        JackpotIncrement(pool=NOBODY, amount=1),
        ControllerRead(pool=NOBODY, amount=1),
        JackpotWon(pool=NOBODY, amount=1),
        PoolReset(pool=NOBODY, amount=1, funds="operator"),
        PoolTransferred(
            transfer="t-1", side="both", pool=NOBODY, to="outro", base=0, accumulated=0
        ),
        PoolAdjusted(pool=NOBODY, component="accumulated", amount=1, reason="engano"),
        PoolExtinguished(pool=NOBODY, reason="fim"),
        ConcessionEnded(casino=ELSEWHERE, beneficiaries=()),
        CoverDeclared(amount=1, form="deposit"),
        CharityPaid(institution="cruz", amount=1),
        InterCasinoSettled(pool=NOBODY, payer="casino-1", receiver=ELSEWHERE, amount=1),
        MustHitCommitted(pool=NOBODY, commitment=UNKNOWN, low=1, high=2),
    ),
    "dispute-officer-handles-prizes": _all(
        "disputes",
        DisplayRead(pool=NOBODY, amount=1),
        Word(
            "disputes",
            lambda now: AwardSignalled(award="ninguem:1", pool=NOBODY, shown=now),
        ),
        AwardVerified(award="ninguem:1", pool=NOBODY, amount=100),
        AwardRefused(award="ninguem:1", pool=NOBODY, reason="avaria"),
    ),
    "finance-keeps-a-bingo-room": _all(
        "finance",
        BingoSessionOpened(session=NOBODY, variant=90, mode="physical", equipment_checked=True),
        EditionRegistered(edition="E", variant=90, size=1, part=1, parts=1, first=1, cards=()),
        BallSetReplaced(new="b-2", uses=1),
        ComplaintDecided(complaint="F-8", decision="improcedente"),
        Breakdown(equipment="extractor"),
        Incident(code="desordem"),
        Word("finance", _acta, ROOM, in_round=True),
        CardsDelivered(cards=(Interval(series="A", first=1, last=6),), to="IGJ"),
        place=ROOM,
    ),
    "finance-keeps-machines": _all(
        "finance",
        MachineEnrolled(maker="m", model="x", serial="1"),
        MachineHomologated2(
            configuration=UNKNOWN,
            checksum=UNKNOWN,
            version="1",
            denominations=(100,),
            plans=(),
            certificate="c",
        ),
        MachineReconfigured(configuration=UNKNOWN, checksum=UNKNOWN),
        MetersRead(meters={}, why="daily"),
        TicketPaid(ticket="t-1", amount=100),
        HandPaid(category="PAM", amount=100, means="cash"),
        RamCleared(before={}, after={}, seal="s", reason="x"),
        MachineInterdicted(reason="avaria"),
        place=MACHINE,
    ),
    "auditor-reviews": _all(
        "witness",
        FindingAcknowledged(finding="f-4"),
        FindingExplained(finding="f-4", reason="engano"),
        DisputeAnswered(dispute=NOBODY, position="rejected"),
        EvidenceAttached(dispute=NOBODY, hash=UNKNOWN, size=1),
        DisputeDecided(dispute=NOBODY, decision="rejected"),
        Word(
            "floor",
            lambda now: TaxDeclared(
                casino="casino-1", first=now[:10], last=now[:10], tax_name="t", base=1, tax=1
            ),
        ),
        Word("floor", _always(ReportIssued(report="pool_statement", hash=UNKNOWN, size=1))),
    ),
}
"""Faults to the words that somebody says who may say none of them, or none of the others'."""

FORGED: Final[Mapping[str, tuple[str, Payload]]] = {
    "finance-enrols-an-inspector": (
        "finance",
        SourceEnrolled2(
            source="novo", role=Role.INSPECTOR, person="novo", key=UNKNOWN, proof=UNKNOWN * 2
        ),
    ),
    "auditor-founds-a-ledger": (
        "witness",
        LedgerFounded2(
            origin="outro",
            service="relogio",
            service_key=UNKNOWN,
            log_key=UNKNOWN,
            registrars=(),
            threshold=1,
        ),
    ),
    "finance-withdraws-access": ("finance", AccessWithdrawn(source="sala", role="inspector")),
    "inspector-revokes-a-key": ("inspector", KeyRevoked(source="financas", key=UNKNOWN)),
    "inspector-dismisses-a-registrar": (
        "inspector",
        RegistrarsChanged(threshold=1, removed=("financas",)),
    ),
    "floor-opens-the-gate": ("floor", ActaGateGranted(through=1)),
    "dispute-officer-refuses": (
        "disputes",
        SubmissionRefused2(source="mesa", code="gap", hash=UNKNOWN, count=1, seq=1, link=UNKNOWN),
    ),
}
"""Acts of trust and the service's own words, which the door refuses."""


def _say_all(words: Iterable[Word]) -> Deed[Floor, Played]:
    deeds = [say(word) for word in words]

    def deed(floor: Floor, occasion: Played) -> Telling:
        for one in deeds:
            yield from one(floor, occasion)

    return deed


def _read_for_another(floor: Floor, occasion: Played) -> Telling:
    """Try to write down in the service's name that somebody read."""
    now = instant(floor.terminal.now)
    read = AccessRecorded(person="sala", purpose="query", count=1, since=now, until=now)
    yield from try_at_the_door("witness", read)(floor, occasion)


OF_ROWS: Final[dict[str, Wrong[Floor, Played]]] = {
    **{name: Wrong(does={"occasion": _say_all(words)}) for name, words in STRANGERS.items()},
    **{
        name: Wrong(does={"occasion": try_at_the_door(post, payload)})
        for name, (post, payload) in FORGED.items()
    },
    "auditor-writes-readings": Wrong(does={"occasion": _read_for_another}),
}
"""Every fault of access by rows."""
