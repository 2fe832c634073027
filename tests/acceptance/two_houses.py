"""A ledger of two houses, every name of the second marked; a prize that both feed."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from typing_extensions import override

from ledger.door.ingestion import Receipt
from ledger.events.registry import CasinoRegistered, ParameterSet
from ledger.events.reviews import DisputeAnswered, DisputeDecided, DisputeOpened, GamingDayClosed
from ledger.events.tables import DropCounted
from ledger.roles import Role
from ops.installation import Binding
from ops.simulator.games.bingo.game import Bingo
from ops.simulator.games.house_cards.poquer_sem_descarte.game import PoquerSemDescarte
from ops.simulator.games.maquinas.game import Maquinas
from ops.simulator.games.wheels.roulette.roleta_americana import RoletaAmericana
from ops.simulator.night.casino import Casino as Floor
from ops.simulator.night.rehearsal import Inside, play
from ops.simulator.parties.party import Party, Place, Telling
from ops.simulator.parties.pools import Pool, open_pool, sem_descarte_terms
from tests.fixtures.casino import DAY, Casino

OWN: Final = "praia"
OTHER: Final = "zqxvj-norte"
MARK: Final = "zqxvj"
"""Stands in each name of the other house, in whatever case, and nowhere else."""
SHARED: Final = "grande"
START: Final = datetime(2026, 11, 20, 9, tzinfo=UTC)
OPENS: Final = START + timedelta(hours=6)
LATER: Final = (OPENS + timedelta(hours=20)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


class _Floor(Floor):
    """Both houses' tables, machines and rooms, without an office."""

    def __init__(self, parties: Sequence[Party]) -> None:
        self.parties = list(parties)

    @override
    def prepare(self) -> list[Telling]:
        return [party.prepare() for party in self.parties]

    @override
    def day(self, number: int) -> list[Telling]:
        rounds = {"RA": 8, "PS": 5, "MQ": 40, "BI": 2}
        return [
            party.gaming_day(DAY, OPENS, rounds[party.where.place.split("-")[-2]])
            for party in self.parties
        ]


def two_houses(casino: Casino) -> None:
    """Play an evening in two houses, with faults, cases and a prize in common."""
    installation = casino.installation
    for name, mark in ((OWN, ""), (OTHER, f"{MARK}-")):
        registered = CasinoRegistered(
            casino=name, operator=f"{mark}operador", currency="XTS", profile="cv-2017@1", act="DR"
        )
        installation.send(installation.agreed(registered))
        for role in (Role.FINANCE, Role.DIRECTOR, Role.FLOOR_MANAGER, Role.CASHIER):
            person = f"{mark}{role.value}"
            casino._chains[person] = installation.enrol(person, Binding(role=role, casino=name))
    for role in (Role.DISPUTE, Role.INSPECTOR, Role.AUTHORITY):
        casino._chains[role.value] = installation.enrol(role.value, Binding(role=role))
    terms = sem_descarte_terms(SHARED, "PS-01", f"{MARK.upper()}-PS-01")
    segments = open_pool(
        casino.source("finance"), casino.source("director"), terms, day=DAY, at=START
    )
    installation.send(segments)
    own = sem_descarte_terms(f"{MARK}-so", f"{MARK.upper()}-PS-02")
    segments = open_pool(
        casino.source(f"{MARK}-finance"),
        casino.source(f"{MARK}-director"),
        own,
        day=DAY,
        at=START,
    )
    installation.send(segments)
    house = Inside(installation)
    play(house, _Floor([*_parties(OWN, "", terms), *_parties(OTHER, f"{MARK}-", terms)]))
    house.close()
    for mark in ("", f"{MARK}-"):
        _decide(casino, mark)
    casino.tick()
    installation.log.checkpoint()
    casino.project()


def _parties(name: str, mark: str, terms: object) -> list[Party]:
    """Return a house's table, poker table that feeds the common prize, machine and bingo room."""
    found: list[Party] = [
        RoletaAmericana(_place(mark, "RA-01", 7), {2: "overpaid", 4: "underpaid"}),
        PoquerSemDescarte(_place(mark, "PS-01", 8), Pool(terms), {3: "overpaid"}),  # type: ignore[arg-type]
        Maquinas(_place(mark, "MQ-01", 9)),
        Bingo(_place(mark, "BI-01", 10)),
    ]
    for one in found:
        one.casino = name
    return found


def _place(mark: str, name: str, seed: int) -> Place:
    place = f"{mark}{name}".upper()
    return Place(source=f"t-{place.lower()}", place=place, day=DAY, start=START, seed=seed)


def _decide(casino: Casino, mark: str) -> None:
    """Decide a case about a round; set a parameter, count a drop, close the day."""
    place, name = f"{mark}RA-01".upper(), OTHER if mark else OWN
    dispute = f"{mark}caso"
    opened = DisputeOpened(
        dispute=dispute,
        subject="round",
        rounds=(f"{place}/{DAY}/2",),
        complainant=f"{mark}queixoso",
        amount=100,
    )
    casino.say("dispute", opened, at=LATER)
    answered = DisputeAnswered(dispute=dispute, position="rejected")
    casino.say(f"{mark}floor_manager", answered, at=LATER)
    decided = DisputeDecided(dispute=dispute, decision="rejected", reason=f"{mark}fundamento")
    casino.say("dispute", decided, at=LATER)
    since = "2026-01-01T00:00:00.000000Z"
    told = _set(casino, mark, ParameterSet(scope=name, name="maximum", value=1_000, since=since))
    casino.approve(f"{mark}director", told, at=LATER)
    zone = ParameterSet(scope=name, name="zone", value="Asia/Macau", since=LATER)
    casino.approve(f"{mark}director", _set(casino, mark, zone), at=LATER)
    counted = DropCounted(cash=1_000, counted_by=(f"{mark}cashier", f"{mark}floor_manager"))
    casino.say(f"{mark}cashier", counted, place=place, at=LATER)
    casino.say(f"{mark}finance", GamingDayClosed(casino=name), at=LATER)


def _set(casino: Casino, mark: str, act: ParameterSet) -> Receipt:
    return casino.say(f"{mark}finance", act, at=LATER)
