"""Who speaks, and what is known of what he speaks about: values, and questions to whoever knows."""

from collections.abc import Collection
from typing import Protocol

from msgspec import Struct

from ledger.roles import DEVICES, HOUSE_PEOPLE, RegistrarSide, Role
from projections.base.produced import FindingView


class Actor(Struct, frozen=True, kw_only=True):
    """A source as its enrolment in effect has it."""

    source: str
    role: Role | None
    """None of a word outside the list, by which a source may say nothing."""
    person: str | None = None
    """The human being; None of a device."""
    casino: str | None = None
    """None: of none, or not known, and then not assessed."""
    places: frozenset[str] | None = None
    """None where no place of a device is known: then place is not assessed."""
    pools: frozenset[str] = frozenset()
    side: RegistrarSide | None = None
    """Of a registrar who named him: the house, or the Authority; None where that is not known."""

    @property
    def is_device(self) -> bool:
        """Whether the source is a device, which tells facts and decides nothing."""
        return self.role in DEVICES

    @property
    def is_of_the_house(self) -> bool:
        """Whether the source is a person of a casino."""
        return self.role in HOUSE_PEOPLE

    def is_same_person(self, other: "Actor") -> bool:
        """Tell whether one human being holds both keys; of devices, whether it is one source."""
        return (self.person or self.source) == (other.person or other.source)


class PoolView(Struct, frozen=True, kw_only=True):
    """A pool, as far as authority goes."""

    home: str | None = None
    scope: str | None = None
    """machine, machines, casinos, tables or bingo_room."""
    members: frozenset[str] = frozenset()
    types: tuple[str | None, ...] = ()
    """Model and type of bet, which an authorised transfer may cross."""


class CaseView(Struct, frozen=True, kw_only=True):
    """A dispute's case, as far as authority goes."""

    name: str = ""
    places: tuple[str, ...] = ()
    rounds: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    """Events that it names as claims: of a prize in dispute the award."""
    appeal: int | None = None
    """Position of the last appeal."""
    decided: bool = False

    @property
    def appealed(self) -> bool:
        """Whether a party appealed against its decision."""
        return self.appeal is not None


class ComplaintView(Struct, frozen=True, kw_only=True):
    """A complaint in a bingo room, as far as authority goes."""

    round: str | None = None
    """Its jogada."""
    claim: str | None = None
    """The called card that it is about."""


class World(Protocol):
    """The casinos, places, pools, cases and findings known before an event."""

    service: str | None
    casinos: Collection[str]
    """Those registered."""
    act_number_is_enough: bool
    """False while ``autoridade_assina`` is in force."""
    games: Collection[str]

    @property
    def knows_sides(self) -> bool:
        """Whether registrars' sides are told: the house's, or the Authority's."""
        ...

    @property
    def has_classes(self) -> bool:
        """Whether registrars' classes bind more than the keys of the Authority's side."""
        ...

    def actor(self, source: str) -> Actor | None:
        """Return a source in effect; None of one never enrolled."""
        ...

    def casino_of(self, place: str) -> str | None:
        """Return a place's casino; None where it is not known."""
        ...

    def profile_of(self, scope: str) -> str | None:
        """Return the profile of a scope's casino; None where it is not known."""
        ...

    def pool(self, name: str) -> PoolView | None:
        """Return a pool; None where it was never opened."""
        ...

    def has_played(self, subject: str, name: str) -> bool:
        """Tell whether a machine, table or pool, balls, a series, chips or a ticket have played."""
        ...

    def case(self, dispute: str) -> CaseView | None:
        """Return a dispute's case; None where it was never opened."""
        ...

    def case_of_text(self, text: str) -> CaseView | None:
        """Return the case to which a text, or a piece of evidence, belongs; None of any other."""
        ...

    def finding(self, finding: str) -> FindingView | None:
        """Return a finding that stands; None where there is none."""
        ...

    def interdicted_by(self, machine: str) -> Role | None:
        """Return the role that interdicted a machine; None where it is not interdicted."""
        ...
