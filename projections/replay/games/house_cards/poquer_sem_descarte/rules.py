"""The values that the countries' texts fix differently, and the rule numbers of each."""

from typing import Final

from msgspec import Struct, structs


class Cites(Struct, frozen=True, kw_only=True, gc=False):
    """The numbers under which a text states each rule; the defaults are Cape Verde's."""

    deck: str = "SD R2"
    worn: str = "SD R3"
    areas: str = "SD R5"
    seats: str = "SD R7"
    burn: str = "SD R8"
    closed: str = "SD R9"
    deal: str = "SD R9"
    shuffler: str = "SD R10"
    irreversible: str = "SD R11"
    infraction: str = "SD R12"
    second: str = "SD R13"
    bank_shown: str = "SD R14"
    bank: str = "SD R15"
    band: str = "SD R20"
    limits: str = "SD R21"
    abstains: str = "SD R25"
    equal: str = "SD R26"
    wins: str = "SD R26"
    loses: str = "SD R29"
    ties: tuple[str, ...] = (
        "SD R28",
        "SD R27 g, R28",
        "SD R27 f",
        "SD R27 e",
        "SD R27 c",
        "SD R27 d, R28",
        "SD R27 b",
        "SD R27 a",
        "SD R27 c",
        "SD R27 c",
    )
    """How equal combinations are compared, by combination."""
    suits: str = "SD R28"
    prizes: tuple[str, ...] = tuple(f"SD R30 {letter}" for letter in "jihgfedcba")
    """The table, by combination."""
    inicial: str = "SD R31"
    pool_order: str = "SD R32 a"
    pool_tops: str = "SD R32 b"
    pool_equals: str = "SD R32 c"
    cap: str = "SD R33"
    void: str = "SD R34"
    pool: str = "SD R35"
    pool_value: str = "SD R37"
    pool_main: str = "SD R39"
    pool_table: str = "SD R40"
    pool_base: str = "SD R41"
    pool_shown: str = "SD R42"
    void_online: str = "SD R53"
    stands_online: str = "SD R54"
    exclusive: str = "SD R46"
    time: str = "SD R47"
    closed_online: str = "SD R48"
    lapse: str = "SD R52"
    history: str = "SD R55"
    decides: str = "SD R56"
    ending: str = "SD R57"
    demo: str = "SD R58"


CITES_000: Final = Cites(
    deck="000 n.1",
    areas="000 n.3",
    seats="000 n.5",
    burn="000 n.16",
    closed="000 n.16",
    deal="000 n.16",
    shuffler="000 n.16",
    irreversible="000 n.17",
    infraction="000 n.17",
    second="000 n.17",
    bank_shown="000 n.18",
    bank="000 n.18",
    band="000 n.14",
    limits="000 n.13",
    abstains="000 n.22",
    equal="000 n.6",
    wins="000 n.6",
    loses="000 n.18",
    ties=(
        "000 n.6 j",
        "000 n.7 g",
        "000 n.7 f",
        "000 n.7 e",
        "000 n.7 c",
        "000 n.7 d",
        "000 n.7 b",
        "000 n.7 a",
        "000 n.7 c",
        "000 n.7 c",
    ),
    suits="000 n.6 j",
    prizes=tuple(f"000 n.6 {letter}" for letter in "jihgfedcba"),
    inicial="000 n.18",
    pool_order="000 n.12 a",
    pool_tops="000 n.12 b",
    pool_equals="000 n.12 c",
    cap="000 n.15",
    void="000 n.19",
    pool="000 n.3",
    pool_value="000 n.8",
    pool_main="000 n.16",
    pool_table="000 n.9",
    pool_base="000 n.10",
    pool_shown="000 n.11",
    worn="000 n.24",
)
"""Portugal's numbers: the IGJ's text, which knows no play online."""
CITES_003: Final = structs.replace(
    CITES_000,
    deck="003 n.2",
    areas="003 n.4",
    seats="003 n.3",
    deal="003 n.5",
    second="003 n.5",
    bank_shown="003 n.5",
    bank="003 n.7",
    equal="003 n.9",
    wins="003 n.8",
    loses="003 n.8",
    ties=("003 n.9",) * 10,
    prizes=tuple(f"003 n.10 {letter}" for letter in "jihgfedcba"),
    inicial="003 n.8",
    pool_table="003 n.12",
)
"""A casino's summary; where it is silent, the IGJ's text it sums up."""


class SemDescarteRules(Struct, frozen=True, kw_only=True):
    """The values of póquer sem descarte that the countries' texts fix differently."""

    three_of_suit: bool = True
    """Whether three cards of one suit decide between equal high cards (R28)."""
    seats_maximum: int = 7
    places: int | None = None
    """The places of every table, where the text itself fixes them; None as the cloth is marked."""
    band: int | None = 25
    """How many times the minimum the maximum may be; None where the text has no band."""
    band_of_authorisation: bool = False
    """Whether that minimum is the authorisation's, not the table's."""
    pool_base_multiple: int = 10_000
    """The least starting value of the jackpot, in jackpot bets."""
    communication: bool = True
    """Whether a jackpot must be communicated beforehand (R35)."""
    online: bool = True
    """Whether the text has an online variant."""
    cites: Cites = Cites()
