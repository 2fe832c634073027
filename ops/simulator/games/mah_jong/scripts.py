"""Hands of mah-jong that chance would bring too seldom: who holds, draws and discards what."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from ops.simulator.kit.tiles import GROUPS, THIRTEEN, TRUNFOS, WINDS, Set


def run(group: str, low: int) -> Set:
    """Return three in a row."""
    return tuple(f"{group}-{number}" for number in range(low, low + 3))


def trio(tile: str) -> Set:
    """Return three alike."""
    return (tile,) * 3


@dataclass(frozen=True)
class Target:
    """A hand that somebody is going to win with."""

    sets: tuple[Set, ...] = ()
    pair: str = ""
    opened: tuple[int, ...] = ()
    """Which sets are claimed from discards, in this order."""
    last: str = ""
    """The piece that wins."""
    drawn: bool = False
    """Whether he draws it himself."""
    kongs: tuple[str, ...] = ()
    """Pieces of which he draws the fourth, and makes a k'óng."""
    whole: tuple[str, ...] = ()
    """All pieces, where they are no sets."""
    first: bool = False
    """Won with the first pieces, or on the first discard."""

    @property
    def tiles(self) -> list[str]:
        """All pieces of the hand, k'óngs as three."""
        if self.whole:
            return list(self.whole)
        return [tile for one in self.sets for tile in one] + [self.pair, self.pair]


@dataclass
class Script:
    """The hands, draws and discards of each seat in an arranged game."""

    winner: int
    target: Target
    hands: dict[int, list[str]] = field(default_factory=dict)
    """Seat to pieces that he is dealt."""
    draws: dict[int, list[str]] = field(default_factory=dict)
    """Seat to the pieces that he draws first."""
    feeds: dict[int, list[str]] = field(default_factory=dict)
    """Seat to the pieces that he discards first, one a turn."""
    claims: list[tuple[str, Set]] = field(default_factory=list)
    """What the winner lays open: the claimed piece and the set, in order."""
    rival: int = 0
    """Who waits for the same piece, and sits farther off."""


def targets(rng: Random, round_wind: str, seat_wind: str) -> dict[str, Target]:
    """Return a hand for each thing that the scale names."""
    one, other, third = rng.sample(GROUPS, 3)
    low = rng.randint(2, 4)
    dull = next(wind for wind in WINDS if wind not in (round_wind, seat_wind))
    suit = (run(one, 1), run(one, 4), run(one, 7), trio(f"{one}-{low}"))
    plain = (run(one, 2), run(other, 3), run(third, 5), run(other, 6))
    ends = (trio(f"{one}-1"), trio(f"{one}-9"), trio(f"{other}-1"), trio(f"{third}-9"))
    pair = f"{third}-{low + 1}"
    return {
        "kai_vu": Target((*plain[:3], trio(f"{other}-9")), pair, (0,), plain[1][0]),
        "peng_vu": Target(plain, pair, (0, 1), plain[2][1]),
        "trunfo": Target((*plain[:3], trio("verde")), pair, (3,), plain[0][2], drawn=True),
        "roda": Target((*plain[:3], trio(round_wind)), pair, (3,), plain[0][2]),
        "lugar": Target((*plain[:3], trio(seat_wind)), pair, (), plain[1][2], drawn=True),
        "toi_toi": Target((*ends[:3], trio(pair)), f"{other}-5", (0, 1), pair),
        "misto": Target((*suit[:3], trio(dull)), f"{one}-5", (0,), f"{one}-5"),
        "misto_peng_vu": Target((*suit[:3], run(one, 4)), dull, (), dull),
        "siu_sam_un": Target(
            (trio("encarnada"), trio("branca"), *plain[:2]), "verde", (0,), plain[0][0]
        ),
        "tai_sam_un": Target((*map(trio, TRUNFOS), plain[0]), pair, (0, 1), "verde"),
        "tai_sam_un_par": Target((*map(trio, TRUNFOS), plain[0]), pair, (0, 1), plain[0][1]),
        "siu_sei_hei": Target((*map(trio, WINDS[:3]), plain[0]), "norte", (0, 1), plain[0][1]),
        "tai_sei_hei": Target(tuple(map(trio, WINDS)), pair, (0, 1, 2), "norte"),
        "fa_iu_kau": Target((*ends[:2], trio("verde"), trio(dull)), f"{third}-1", (0,), ends[1][0]),
        "cheng_iu": Target(ends, f"{third}-1", (0, 1), ends[2][0]),
        "chun_chu": Target((*map(trio, WINDS[:2]), *map(trio, TRUNFOS[:2])), dull, (0,), dull)
        if dull in WINDS[2:]
        else Target((*map(trio, WINDS[2:]), *map(trio, TRUNFOS[:2])), dull, (0,), dull),
        "um_grupo": Target(suit, f"{one}-9", (0,), f"{one}-9", drawn=True),
        "um_grupo_3": Target(suit, f"{one}-8", (0, 1, 2), f"{one}-8"),
        "um_grupo_4": Target(suit, f"{one}-9", (0, 1, 2, 3), f"{one}-9", drawn=True),
        "kan_kan": Target((*ends[:3], trio(pair)), f"{other}-5", (), pair, drawn=True),
        "kong": Target(
            (*plain[:3], trio(f"{other}-9")), pair, (), pair, drawn=True, kongs=(f"{other}-9",)
        ),
        "kongs": Target(
            (*plain[:2], trio(f"{other}-9"), trio(f"{one}-9")),
            pair,
            (),
            pair,
            drawn=True,
            kongs=(f"{other}-9", f"{one}-9"),
        ),
        "treze": Target(whole=(*THIRTEEN, "sul"), last="encarnada"),
        "tin_vu": Target(plain, pair, last=pair, drawn=True, first=True),
        "tei_vu": Target((*plain[:3], trio(dull)), pair, last=pair, first=True),
    }


def simplified(rng: Random) -> dict[str, Target]:
    """Return hands of the simplified game: one set and a pair."""
    one, other = rng.sample(GROUPS, 2)
    return {
        "kai_vu": Target((run(one, 3),), f"{other}-7", (), f"{one}-4"),
        "par": Target((trio(f"{one}-6"),), f"{other}-2", (), f"{other}-2", drawn=True),
        "fat_choi": Target((run(other, 5),), "verde", (), "verde"),
        "fat_choi_na_mao": Target((run(other, 5),), "verde", (), f"{other}-5", drawn=True),
        "kong": Target(
            (trio(f"{one}-9"),), f"{other}-3", (), f"{other}-3", drawn=True, kongs=(f"{one}-9",)
        ),
        "tin_vu": Target((run(one, 1),), f"{other}-8", last=f"{one}-1", drawn=True, first=True),
        "tei_vu": Target((run(one, 1),), f"{other}-8", last=f"{one}-1", first=True),
    }


def arrange(target: Target, places: Sequence[int], winner: int) -> Script:
    """Return who must hold and draw what, that a player wins with this hand.

    He who plays before him feeds him, a piece a turn; nobody else takes a piece.
    """
    script = Script(winner, target)
    before = places[places.index(winner) - 1]
    held = target.tiles
    held.remove(target.last)
    fed: list[str] = []
    for index in target.opened:
        taken = target.sets[index][1 if len(set(target.sets[index])) > 1 else 0]
        if taken not in held:  # it is the piece that wins, and lies in the set
            taken = target.sets[index][2]
        held.remove(taken)
        fed.append(taken)
        script.claims.append((taken, target.sets[index]))
    script.hands[winner] = held
    script.draws[winner] = list(target.kongs)
    if target.first and target.drawn:
        held.append(target.last)
    elif target.drawn:
        script.draws[winner].append(target.last)
    else:
        fed.append(target.last)
    script.hands[before] = list(fed)
    script.feeds[before] = list(fed)
    return script
