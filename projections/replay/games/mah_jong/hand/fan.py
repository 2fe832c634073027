"""How many fán a winning hand is worth (R27-R29, R66-R67)."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from projections.replay.games.mah_jong.hand import KONG, SEQUENCIA, Conjunto, Cut, groups_of
from projections.replay.kit.tiles import FAT_CHOI, HONOURS, NUMBER_OF, TRUNFOS, WINDS

RULE_OF: Final = {
    "conjunto_de_trunfo": "R28 a",
    "vento_da_roda": "R28 b",
    "vento_do_lugar": "R28 c",
    "cheong_kong": "R28 d",
    "kong_seong_fa": "R28 e",
    "toi_toi_vu": "R28 f",
    "peng_vu": "R28 g",
    "wan_iat_sek": "R28 h",
    "ultima_pedra": "R28 i",
    "siu_sam_un": "R28 j",
    "siu_sei_hei": "R28 k",
    "fa_iu_kau": "R28 l",
    "tin_vu": "R29 a",
    "tei_vu": "R29 b",
    "seong_fan": "R29 c",
    "kong_seong_kong": "R29 d",
    "wan_iat_sek_peng_vu": "R29 e",
    "cheng_iat_sek": "R29 f",
    "treze_chamadas": "R29 g",
    "kan_kan_vu": "R29 h",
    "tai_sam_un": "R29 i",
    "tai_sei_hei": "R29 j",
    "cheng_iu": "R29 k",
    "chun_chu": "R29 l",
}
"""What the conventional game counts, by its rule; R29 is a fán dobrado, R28 one fán."""
SIMPLIFIED_RULE_OF: Final = {
    "tin_vu": "R60",
    "tei_vu": "R61",
    "cheong_kong": "R67 a",
    "ultima_pedra": "R67 b",
    "fat_choi": "R67 c",
}
"""What the simplified game counts; t'in vu and tei vu win at once and carry no fán."""
NO_FAN: Final = frozenset({"tin_vu", "tei_vu"})


class Causes(Struct, frozen=True, kw_only=True, gc=False):
    """How the winning piece came, and where the winner sat."""

    pedra: str | None
    """The winning piece."""
    drawn: bool = False
    """By himself; otherwise it was discarded, or robbed."""
    robbed: bool = False
    """Of an open k'óng."""
    replacements: int = 0
    """Successive kongs before the draw that won: 0, 1, or 2 and more."""
    last: bool = False
    """The draw was the last piece there was."""
    first_hand: bool = False
    """The banker's first pieces."""
    first_discard: bool = False
    """The banker's first discard, won by another."""
    seat_wind: str | None = None
    round_wind: str | None = None


class Value(Struct, frozen=True, kw_only=True, gc=False):
    """The fáns of a hand, and its grade."""

    grade: int
    names: tuple[str, ...]
    """Of all that counts; a trunfo set is named as often as it is there."""
    cut: Cut
    sets: tuple[Conjunto, ...]
    """All of them, those laid open first."""


def worth(name: str) -> int:
    """Return the fáns of a name in the conventional game: a fán dobrado is two."""
    return 2 if RULE_OF[name].startswith("R29") else 1


def value_of(
    cuts: Iterable[Cut], opened: Sequence[Conjunto], causes: Causes, *, ceiling: int
) -> Value:
    """Return the best value among the ways to cut a winning hand (the conventional game)."""
    best: tuple[int, Value] | None = None
    for cut in cuts:
        sets = (*opened, *cut.sets)
        names = (*origin(causes), *patterns(sets, cut.pair, causes))
        fans = sum(map(worth, names))
        if best is None or fans > best[0]:
            best = fans, Value(grade=min(ceiling, fans), names=names, cut=cut, sets=sets)
    assert best is not None, "only a winning hand is valued"
    return best[1]


def simplified_value_of(
    cuts: Sequence[Cut], opened: Sequence[Conjunto], causes: Causes, *, ceiling: int
) -> Value:
    """Return the value of a hand of the simplified game: several causes still make one fán."""
    said = {
        "tin_vu": causes.first_hand,
        "tei_vu": causes.first_discard,
        "cheong_kong": causes.robbed,
        "ultima_pedra": causes.last,
        "fat_choi": causes.pedra == FAT_CHOI,
    }
    names = tuple(name for name, so in said.items() if so)
    fans = sum(name not in NO_FAN for name in names)
    cut = cuts[0]
    return Value(grade=min(ceiling, fans), names=names, cut=cut, sets=(*opened, *cut.sets))


def origin(causes: Causes) -> tuple[str, ...]:
    """Return the fán of the way in which the winning piece came (R28 d, e, i; R29 a, b, d)."""
    said = {
        "tin_vu": causes.first_hand,
        "tei_vu": causes.first_discard,
        "cheong_kong": causes.robbed,
        "kong_seong_fa": causes.replacements == 1,
        "kong_seong_kong": causes.replacements > 1,
        "ultima_pedra": causes.last,
    }
    return tuple(name for name, so in said.items() if so)


def patterns(sets: Sequence[Conjunto], pair: str, causes: Causes) -> tuple[str, ...]:
    """Return the fán of the pieces themselves, cut in one way."""
    if not sets:
        return ("treze_chamadas",)
    tiles = [tile for one in sets for tile in one.tiles] + [pair, pair]
    honours = _honours(sets, pair, causes)
    return (*honours, *_shape(sets, pair, causes, honours, tiles), *_kinds(tiles))


def _honours(sets: Sequence[Conjunto], pair: str, causes: Causes) -> list[str]:
    """Return the fán of sets of trunfos and winds (R28 a-c, j, k; R29 c, i, j)."""
    alike = [one.pedra for one in sets if one.alike]
    trunfos = sum(tile in TRUNFOS for tile in alike)
    winds = sum(tile in WINDS for tile in alike)
    names = ["conjunto_de_trunfo"] * trunfos
    of_round = causes.round_wind in alike
    of_seat = causes.seat_wind in alike
    if of_round and of_seat and causes.round_wind == causes.seat_wind:
        names.append("seong_fan")
    else:
        names += ["vento_da_roda"] * of_round + ["vento_do_lugar"] * of_seat
    if trunfos == len(TRUNFOS):
        names.append("tai_sam_un")
    elif trunfos == len(TRUNFOS) - 1 and pair in TRUNFOS:
        names.append("siu_sam_un")
    if winds == len(WINDS):
        names.append("tai_sei_hei")
    elif winds == len(WINDS) - 1 and pair in WINDS:
        names.append("siu_sei_hei")
    return names


def _shape(
    sets: Sequence[Conjunto], pair: str, causes: Causes, honours: Sequence[str], tiles: list[str]
) -> list[str]:
    """Return the fán of the kinds of sets and of groups (R28 f-h; R29 e, f, h)."""
    names: list[str] = []
    runs = sum(one.tipo == SEQUENCIA for one in sets)
    worthless = pair not in TRUNFOS and pair not in (causes.round_wind, causes.seat_wind)
    peng_vu = runs == len(sets) and worthless
    one_group = len(groups_of(tiles)) == 1
    pure = one_group and not any(tile in HONOURS for tile in tiles)
    # Literal: "sem valerem fán": an honours' set that counts takes the one of the colour away.
    mixed = one_group and not pure and not honours
    if not runs:
        names.append("toi_toi_vu")
        closed = not any(one.aberto or one.tipo == KONG for one in sets)
        if closed and causes.drawn:
            names.append("kan_kan_vu")
    if peng_vu and mixed and pair in WINDS:
        names.append("wan_iat_sek_peng_vu")
    else:
        names += ["peng_vu"] * peng_vu + ["wan_iat_sek"] * mixed
    if pure:
        names.append("cheng_iat_sek")
    return names


def _kinds(tiles: list[str]) -> list[str]:
    """Return the fáns of a hand of 1, 9 and honours alone (R28 l; R29 k, l)."""
    honours = [tile for tile in tiles if tile in HONOURS]
    numbers = {NUMBER_OF[tile] for tile in tiles if tile in NUMBER_OF}
    if not numbers:
        return ["chun_chu"]
    if numbers <= {1, 9}:
        return ["fa_iu_kau"] if honours else ["cheng_iu"]
    return []
