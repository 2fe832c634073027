"""The tables with a wheel: the roulettes, boule, roda da sorte."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import cos, radians, sin
from typing import Final

from api.console.drawings.felt import Felt, Stake, listed, mapped
from api.console.drawings.pieces import FULL, GOLD, Box, Cell, Drawing, Round, Sector, Shape, Wheel
from api.console.drawings.scene import Scene, Stage
from api.console.drawings.words import CHANCES
from projections.replay.games.wheels.roulette.wheels import PLATES, colour_of

Point = tuple[float, float]
INSIDE: Final = frozenset({"pleno", "cavalo", "rua", "quadro", "linha"})
CALLS: Final = frozenset(
    {
        "serie_grande",
        "serie_pequena",
        "serie_0_2_3",
        "serie_5_8",
        "vadios",
        "orfaos",
        "vizinhos",
        "terminacao",
    }
)
ARCS: Final[Mapping[str, int]] = {
    "serie_pequena": 1,
    "serie_5_8": 1,
    "serie_grande": 2,
    "serie_0_2_3": 2,
    "vizinhos": 3,
    "vadios": 4,
    "orfaos": 4,
}
"""Which of the four arcs outside the wheel a call has."""
SERIES: Final[Mapping[int, frozenset[str]]] = {
    1: frozenset(["5", "8", "10", "11", "13", "16", "23", "24", "27", "30", "33", "36"]),
    2: frozenset(
        [
            "0",
            "2",
            "3",
            "4",
            "7",
            "12",
            "15",
            "18",
            "19",
            "21",
            "22",
            "25",
            "26",
            "28",
            "29",
            "32",
            "35",
        ]
    ),
    4: frozenset(["1", "6", "9", "14", "17", "20", "31", "34"]),
}
STYLES: Final = {"encarnado": "red", "preto": "black"}
WHEEL_STYLES: Final = {"encarnado": "wr", "preto": "wb"}


def turned(x: float, y: float, r: float, angle: float) -> Point:
    """Return the point of a circle at an angle clockwise from above."""
    return x + r * sin(radians(angle)), y - r * cos(radians(angle))


def sector_path(count: int, inner: float, outer: float) -> str:
    """Return the path of one of so many equal sectors, around its middle above 0 0."""
    half = 180 / max(1, count)
    (ax, ay), (bx, by) = turned(0, 0, outer, -half), turned(0, 0, outer, half)
    (cx, cy), (dx, dy) = turned(0, 0, inner, half), turned(0, 0, inner, -half)
    return (
        f"M{ax:.1f} {ay:.1f}A{outer} {outer} 0 0 1 {bx:.1f} {by:.1f}"
        f"L{cx:.1f} {cy:.1f}A{inner} {inner} 0 0 0 {dx:.1f} {dy:.1f}Z"
    )


def arc_path(x: float, y: float, r: float, start: float, end: float) -> str:
    """Return the path of an arc clockwise from one angle to another."""
    (ax, ay), (bx, by) = turned(x, y, r, start), turned(x, y, r, end)
    return f"M{ax:.1f} {ay:.1f}A{r} {r} 0 {1 if end - start > 180 else 0} 1 {bx:.1f} {by:.1f}"


def runs(plate: Sequence[str], numbers: Iterable[str]) -> list[tuple[int, int]]:
    """Return the stretches of a plate that numbers cover, as first index and length."""
    wanted = set(numbers)
    size = len(plate)
    found: list[tuple[int, int]] = []
    for at, number in enumerate(plate):
        if number in wanted and plate[at - 1] not in wanted:
            length = 1
            while length < size and plate[(at + length) % size] in wanted:
                length += 1
            found.append((at, length))
    return found


def plate_of(felt: Felt) -> tuple[str, ...]:
    """Return the plate's numbers clockwise from 0, by the table's register."""
    order = tuple(map(str, listed(felt.options.get("prato"))))
    if order:
        start = order.index("0") if "0" in order else 0
        return order[start:] + order[:start]
    return PLATES.get(str(felt.options.get("roda")), PLATES["francesa37"])


# --- the wheel of the roulettes ------------------------------------------------------------------


def _roulette_wheel(stage: Stage, x: float, y: float, plate: Sequence[str]) -> None:
    felt = stage.felt
    size = len(plate)
    stage.add(
        Round(x, y, 126, "wood"),
        Wheel(
            x,
            y,
            sector_path(size, 88, 120),
            99,
            tuple(
                Sector(
                    360 * at / size,
                    WHEEL_STYLES.get(colour_of(number), "wg"),
                    number,
                    _pocket_mark(felt, number),
                )
                for at, number in enumerate(plate)
            ),
        ),
        Round(x, y, 88, "wood2"),
        Round(x, y, 62, "wood3"),
    )
    _arcs(stage, x, y, plate)
    if felt.null:
        stage.add(Box(x - 72, y - 20, 144, 40, "plaque", 4))
        stage.label(x, y + 6, stage.words("GOLPE NULO", "NULL COUP"), "plaque-ink", size=17)
    elif felt.number is not None:
        _number_out(stage, x, y, plate, felt.number)
    else:
        spin = stage.words("a bola roda", "the ball spins")
        stage.label(x, y + 5, spin if felt.launched else stage.words("parado", "at rest"), "q")


def _pocket_mark(felt: Felt, number: str) -> str:
    if felt.number == number and not felt.null:
        return GOLD
    return "before" if felt.previous == number else ""


def _number_out(stage: Stage, x: float, y: float, plate: Sequence[str], number: str) -> None:
    style = "b" if number in plate else "d"
    stage.label(x, y + 6, number, f"{style} big")
    colour = stage.felt.colour or colour_of(number)
    known = {
        "encarnado": ("encarnado", "red"),
        "vermelho": ("vermelho", "red"),
        "preto": ("preto", "black"),
        "verde": ("verde", "green"),
    }
    stage.label(x, y + 26, stage.words.of(known, colour), "q")
    if number in plate:
        angle = 360 * plate.index(number) / len(plate)
        bx, by = turned(x, y, 80, angle)
        stage.add(Round(bx, by, 7, "ball"))


def _arcs(stage: Stage, x: float, y: float, plate: Sequence[str]) -> None:
    """Draw the series and neighbours that lie as arcs outside the wheel."""
    step = 360 / len(plate)
    done: set[tuple[int, str]] = set()
    for stake in stage.felt.stakes():
        arc = ARCS.get(stake.chance)
        if arc is None or (arc, stake.selection) in done:
            continue
        done.add((arc, stake.selection))
        for first, length in runs(plate, _call_numbers(stake, plate)):
            start, end = (first - 0.45) * step, (first + length - 0.55) * step
            stage.add(Shape(arc_path(x, y, 130 + 6 * (arc % 3), start, end), f"arc a{arc}"))


def _call_numbers(stake: Stake, plate: Sequence[str]) -> frozenset[str]:
    """Return the numbers of a call bet, on this plate."""
    arc = ARCS[stake.chance]
    if arc in SERIES:
        return SERIES[arc]
    first = stake.selection.split("/", maxsplit=1)[0].split("-")
    chips = stake.chips or 5
    centre = first[len(first) // 2] if len(first) > 1 else first[0]
    if centre not in plate:
        return frozenset()
    at, each = plate.index(centre), max(0, min(9, (min(chips, 9) - 1) // 2))
    return frozenset(plate[(at + step) % len(plate)] for step in range(-each, each + 1))


# --- the cloths of the roulettes -----------------------------------------------------------------


class _Cloth:
    """Where chips lie on a roulette's cloth; laid down or standing."""

    def __init__(self, x: float, y: float, w: float, h: float, *, lying: bool) -> None:
        self.x, self.y, self.w, self.h, self.lying = x, y, w, h, lying

    def cell(self, number: int) -> Point:
        """Return the upper left corner of a number's field."""
        row, of_row = divmod(number - 1, 3)
        if self.lying:
            return self.x + row * self.w, self.y + (2 - of_row) * self.h
        return self.x + of_row * self.w, self.y + row * self.h

    def centre(self, number: int) -> Point:
        """Return the middle of a number's field."""
        x, y = self.cell(number)
        return x + self.w / 2, y + self.h / 2

    def inside(self, chance: str, selection: str) -> Point | None:
        """Return where a chip on numbers lies; None where the cloth has no such place."""
        numbers = [int(one) for one in selection.split("-") if one.isdigit() and one.isascii()]
        plain = [one for one in numbers if 1 <= one <= 36]
        if not plain:
            return self.zero() if numbers else None
        points = [self.centre(one) for one in plain]
        x = sum(one for one, _ in points) / len(points)
        y = sum(one for _, one in points) / len(points)
        if len(plain) < len(numbers):
            return (self.x, y) if self.lying else (x, self.y)
        if chance in {"rua", "linha"}:
            return (x, self.y + 3 * self.h) if self.lying else (self.x + 3 * self.w, y)
        return x, y

    def zero(self) -> Point:
        """Return where a chip on zero lies."""
        if self.lying:
            return self.x - 16, self.y + 1.5 * self.h
        return self.x + 1.5 * self.w, self.y - 14


def _numbers(stage: Stage, cloth: _Cloth, size: int = 15) -> None:
    felt = stage.felt
    out = felt.number if not felt.null else None
    for number in range(1, 37):
        x, y = cloth.cell(number)
        mark = GOLD if out == str(number) else ""
        style = STYLES.get(colour_of(str(number)), "green")
        stage.add(Cell(x, y, cloth.w, cloth.h, str(number), style=style, size=size))
        if mark:
            stage.add(Box(x, y, cloth.w, cloth.h, "frame gold", 0))


def _lay(stage: Stage, place: Callable[[Stake], Point | None]) -> list[Stake]:
    """Lay each stake's chip where it stands; return those that the cloth has no place for."""
    heaps: dict[Point, dict[int, list[Stake]]] = {}
    rest: list[Stake] = []
    for stake in stage.felt.stakes():
        at = place(stake)
        if at is None:
            rest.append(stake)
        else:
            heaps.setdefault(at, {}).setdefault(stake.seat, []).append(stake)
    for (x, y), by_seat in heaps.items():
        for number, stakes in enumerate(by_seat.values()):
            stage.chip(x + 11 * number, y - 3 * number, stakes, r=13)
    return rest


def _announced(stage: Stage, stakes: Sequence[Stake], x: float, y: float, columns: int) -> float:
    """List the bets that no field of the cloth takes; return where the list ends."""
    if not stakes:
        return y
    words = stage.words
    stage.label(x, y, words("Apostas anunciadas", "Announced bets"), "b", "start", 14)
    for number, stake in enumerate(stakes):
        left, top = x + 14 + (number % columns) * 170, y + 26 + (number // columns) * 33
        stage.chip(left, top, [stake], r=13)
        said = words.chance(stake.chance, stake.selection.split("/", maxsplit=1)[0])
        stage.label(left + 20, top + 5, said[:24], "", "start", 14)
    return y + 26 + 33 * ((len(stakes) - 1) // columns + 1)


OUTSIDE: Final = ("menor", "par", "encarnado", "preto", "impar", "maior")


def roleta_americana(scene: Scene) -> Drawing:
    """Draw roleta americana: the wheel, the cloth lying."""
    stage = Stage(scene, width=FULL)
    plate = plate_of(stage.felt)
    _roulette_wheel(stage, 158, 170, plate)
    cloth = _Cloth(346, 30, 36, 40, lying=True)
    _zeros(stage, cloth, plate)
    _numbers(stage, cloth)
    words = stage.words
    for at in range(3):
        text = words(f"{3 - at}.ª col.", f"col. {3 - at}")
        stage.add(Cell(778, 30 + 40 * at, 50, 40, text, size=12))
    for at in range(3):
        text = words(f"{at + 1}.ª dúzia", f"{words.ordinal(at + 1)} dozen")
        stage.add(Cell(346 + 144 * at, 150, 144, 30, text))
    for at, chance in enumerate(OUTSIDE):
        style = {"encarnado": "red", "preto": "black"}.get(chance, "")
        text = words.of(CHANCES, chance)
        stage.add(
            Cell(346 + 72 * at, 180, 72, 30, text[:1].upper() + text[1:], style=style, size=13)
        )
    rest = _lay(stage, lambda stake: _lying_place(cloth, stake))
    bottom = _announced(stage, rest, 346, 256, 3)
    bottom = max(bottom + 4, 330)
    stage.who_pays(364, bottom + 4)
    _legend(stage, 30, 326)
    return stage.done(max(bottom + 28, 378), _roulette_sentence(stage))


def _zeros(stage: Stage, cloth: _Cloth, plate: Sequence[str]) -> None:
    out = stage.felt.number if not stage.felt.null else None
    zeros = ("00", "0") if "00" in plate else ("0",)
    high = 3 * cloth.h / len(zeros)
    for at, zero in enumerate(zeros):
        stage.add(
            Cell(
                cloth.x - 32,
                cloth.y + at * high,
                32,
                high,
                zero,
                style="green",
                mark=GOLD if out == zero else "",
                size=15,
            )
        )


def _lying_place(cloth: _Cloth, stake: Stake) -> Point | None:
    chance, selection = stake.chance, stake.selection
    if chance in INSIDE:
        if selection == "00":
            return cloth.x - 16, cloth.y + 0.75 * cloth.h
        return cloth.inside(chance, selection)
    if chance in OUTSIDE:
        return 346 + 72 * OUTSIDE.index(chance) + 36, 214
    named = [one for one in selection.split("-") if one.isdigit() and one.isascii()]
    if chance in {"duzia", "cavalo_de_duzia"} and named and all(one in "123" for one in named):
        middle = sum(map(int, named)) / len(named)
        return 346 + 144 * (middle - 0.5) + (46 if len(named) == 1 else 0), 165
    if chance in {"coluna", "cavalo_de_coluna"} and named and {*named} <= {"34", "35", "36"}:
        middle = sum(map(int, named)) / len(named)
        return 836, 30 + 40 * (36 - middle) + 20
    return None


def _legend(stage: Stage, x: float, y: float) -> None:
    """Write the names of the arcs, and the number of the coup before."""
    words = stage.words
    arcs: dict[int, str] = {}
    for stake in stage.felt.stakes():
        if stake.chance in ARCS:
            said = words.chance(
                stake.chance,
                stake.selection.split("/", maxsplit=1)[0] if stake.chance == "vizinhos" else "",
            )
            arcs.setdefault(ARCS[stake.chance], said)
    entries = [(f"arc a{arc}", said) for arc, said in sorted(arcs.items())]
    if stage.felt.previous is not None:
        entries.append(
            (
                "before",
                words(
                    f"golpe anterior, {stage.felt.previous}",
                    f"previous coup, {stage.felt.previous}",
                ),
            )
        )
    for at, (style, said) in enumerate(entries):
        left, top = x + 142 * (at % 2), y + 20 * (at // 2)
        stage.add(Shape(f"M{left} {top}h20", style))
        stage.label(left + 26, top + 4, said[:19], "", "start")


def roleta_francesa(scene: Scene) -> Drawing:
    """Draw roleta francesa: the wheel, the cloth standing, simple chances left and right."""
    stage = Stage(scene, width=FULL)
    plate = plate_of(stage.felt)
    _roulette_wheel(stage, 158, 190, plate)
    cloth = _Cloth(452, 44, 50, 27, lying=False)
    words = stage.words
    out = stage.felt.number if not stage.felt.null else None
    stage.add(Cell(452, 16, 150, 28, "0", style="green", mark=GOLD if out == "0" else "", size=15))
    _numbers(stage, cloth)
    for at, chance in enumerate(("maior", "par", "preto")):
        _french_chance(stage, 352, 44 + 108 * at, chance)
    for at, chance in enumerate(("menor", "impar", "encarnado")):
        _french_chance(stage, 602, 44 + 108 * at, chance)
    for at in range(3):
        text = words(f"{at + 1}.ª col.", f"col. {at + 1}")
        stage.add(Cell(452 + 50 * at, 368, 50, 28, text, size=12))
    for at, name in enumerate(("1.ª 12", "2.ª 12", "3.ª 12")):
        text = words(name, f"{words.ordinal(at + 1)} 12")
        stage.add(Cell(352 + 32 * at, 368, 32, 28, text[:7], size=12))
        stage.add(Cell(606 + 32 * at, 368, 32, 28, text[:7], size=12))
    if out is not None and out.isdigit() and 1 <= int(out) <= 36:
        x, y = cloth.cell(int(out))
        stage.add(Round(x + 10, y + 13, 6, "goldball"))
    rest = _lay(stage, lambda stake: _standing_place(cloth, stake))
    bottom = _announced(stage, rest, 720, 60, 1)
    stage.who_pays(364, 436)
    _legend(stage, 30, 346)
    return stage.done(max(456, bottom + 16), _roulette_sentence(stage))


def _french_chance(stage: Stage, x: float, y: float, chance: str) -> None:
    style = {"encarnado": "red", "preto": "black"}.get(chance, "")
    text = stage.words.of(CHANCES, chance)
    stage.add(Cell(x, y, 100, 108, text[:1].upper() + text[1:], style=style))


_FRENCH: Final[Mapping[str, Point]] = {
    "maior": (402, 128),
    "par": (402, 236),
    "preto": (402, 344),
    "menor": (652, 128),
    "impar": (652, 236),
    "encarnado": (652, 344),
}


def _standing_place(cloth: _Cloth, stake: Stake) -> Point | None:
    chance, selection = stake.chance, stake.selection
    if chance in INSIDE:
        return cloth.inside(chance, selection)
    if chance in _FRENCH:
        return _FRENCH[chance]
    named = [one for one in selection.split("-") if one.isdigit() and one.isascii()]
    if chance in {"duzia", "cavalo_de_duzia"} and named and all(one in "123" for one in named):
        middle = sum(map(int, named)) / len(named)
        return 368 + 32 * (middle - 1), 404
    if chance in {"coluna", "cavalo_de_coluna"} and named and {*named} <= {"34", "35", "36"}:
        middle = sum(map(int, named)) / len(named) - 34
        return 477 + 50 * middle, 404
    return None


def _roulette_sentence(stage: Stage) -> str:
    felt, words = stage.felt, stage.words
    count = words.numbers(len(felt.stakes()), ("aposta", "bet"), ("apostas", "bets"))
    if felt.null:
        result = words("golpe nulo", "null coup")
    elif felt.number is None:
        result = words("ainda sem número", "no number yet")
    else:
        result = words(f"saiu o {felt.number}", f"{felt.number} came out")
    return words(
        f"Roda e pano da roleta: {result}; {count} no pano.",
        f"Wheel and cloth of the roulette: {result}; {count} on the cloth.",
    )


# --- boule ---------------------------------------------------------------------------------------

STAR: Final = "estrela"


def boule(scene: Scene) -> Drawing:
    """Draw boule: the plate of 25 pockets, the cloth of 24 numbers and four chances."""
    stage = Stage(scene)
    felt, words = stage.felt, stage.words
    order = listed(felt.options.get("prato") or felt.options.get("ordem"))
    plate = tuple(map(str, order)) or (STAR, *map(str, range(1, 25)))
    colours = _boule_colours(felt)
    x, y = 158, 170
    stage.add(Round(x, y, 138, "wood"), Round(x, y, 130, "wood2"), Round(x, y, 74, "wood3"))
    for at, number in enumerate(plate):
        px, py = turned(x, y, 108, 360 * at / len(plate))
        _pocket(stage, px, py, number, colours)
    _boule_centre(stage, x, y)
    place = _boule_cloth(stage, 346, 30, colours)
    rest = _lay(stage, place)
    bottom = _announced(stage, rest, 346, 292, 2)
    stage.who_pays(30, 344)
    stage.status(326, 158)
    out = felt.number
    result = (
        words("ainda sem número", "no number yet")
        if out is None
        else words(f"saiu {_boule_word(stage, out)}", f"{_boule_word(stage, out)} came out")
    )
    return stage.done(
        max(366, bottom + 16),
        words(f"Prato e pano da boule: {result}.", f"Plate and cloth of boule: {result}."),
    )


def _boule_colours(felt: Felt) -> Mapping[str, str]:
    told = felt.options.get("cores")
    by_number = {str(number): str(colour) for number, colour in mapped(told).items()}
    in_order = {str(at): str(colour) for at, colour in enumerate(listed(told), 1)}
    if by_number or in_order:
        return by_number or in_order
    return {str(n): "vermelho" if n % 2 == 0 else "preto" for n in range(1, 25)}


def _boule_word(stage: Stage, number: str) -> str:
    if number.lower() in {STAR, "25", "0"}:
        return stage.words("a estrela", "the star")
    return stage.words(f"o {number}", number)


def _pocket(stage: Stage, x: float, y: float, number: str, colours: Mapping[str, str]) -> None:
    felt = stage.felt
    star = number.lower() == STAR
    style = "sb" if star else {"vermelho": "sc", "preto": "sg"}.get(colours.get(number, ""), "sd")
    stage.add(Round(x, y, 14, style))
    stage.label(x, y + 5, "" if star else number, "b")
    if star:
        _star(stage, x, y, 9)
    if felt.number == number and not felt.null:
        stage.add(Round(x, y, 16, "frame gold"))


def _star(stage: Stage, x: float, y: float, r: float) -> None:
    points = [turned(x, y, r if at % 2 == 0 else r * 0.42, at * 36) for at in range(10)]
    stage.add(Shape("M" + "L".join(f"{px:.1f} {py:.1f}" for px, py in points) + "Z", "ball"))


def _boule_centre(stage: Stage, x: float, y: float) -> None:
    felt, words = stage.felt, stage.words
    if felt.null:
        stage.label(x, y + 5, words("NULO", "NULL"), "d", size=17)
    elif felt.number is None:
        stage.label(
            x,
            y + 5,
            words("a bola roda", "the ball spins") if felt.launched else words("parado", "at rest"),
            "q",
        )
    elif felt.number.lower() == STAR:
        _star(stage, x, y, 26)
    else:
        stage.label(x, y + 6, felt.number, "b big")
        stage.label(x, y + 26, words.of(CHANCES, felt.colour), "q")


def _boule_cloth(
    stage: Stage, x: float, y: float, colours: Mapping[str, str]
) -> Callable[[Stake], Point | None]:
    felt, words = stage.felt, stage.words
    rows = _boule_rows(felt)
    w, h = 340 / max(1, *map(len, rows)), 28.0
    at: dict[str, Point] = {}
    for r, row in enumerate(rows):
        for c, number in enumerate(row):
            style = {"vermelho": "red", "preto": "black"}.get(colours.get(number, ""), "")
            text = number if number.lower() != STAR else words("estrela", "star")
            mark = GOLD if felt.number == number and not felt.null else ""
            stage.add(Cell(x + c * w, y + r * h, w, h, text, style=style, size=13))
            if mark:
                stage.add(Box(x + c * w, y + r * h, w, h, "frame gold", 0))
            at[number] = (x + c * w + w / 2, y + r * h + h / 2)
    under = y + len(rows) * h + 12
    chances = ("pequeno", "grande", "vermelho", "preto")
    for c, chance in enumerate(chances):
        style = {"vermelho": "red", "preto": "black"}.get(chance, "")
        said = {"pequeno": "1–12", "grande": "13–24"}.get(chance) or words.of(CHANCES, chance)
        stage.add(Cell(x + c * 85, under, 82, 40, said[:1].upper() + said[1:], style=style))

    def place(stake: Stake) -> Point | None:
        if stake.chance in chances:
            return x + chances.index(stake.chance) * 85 + 68, under + 30
        points = [at[number] for number in stake.selection.split("-") if number in at]
        if not points:
            return None
        xs, ys = [px for px, _ in points], [py for _, py in points]
        return sum(xs) / len(xs), sum(ys) / len(ys)

    return place


def _boule_rows(felt: Felt) -> list[list[str]]:
    told = [[str(number) for number in listed(row)] for row in listed(felt.options.get("pano"))]
    if told and all(told):
        return told
    return [[str(4 * row + c) for c in range(1, 5)] for row in range(6)]


# --- roda da sorte -------------------------------------------------------------------------------

SECTIONS: Final = "abcdefg"


def roda_da_sorte(scene: Scene) -> Drawing:
    """Draw roda da sorte: the sections in the wheel's own order, the pointer, the symbols."""
    stage = Stage(scene)
    felt, words = stage.felt, stage.words
    order = list(map(str, listed(felt.options.get("ordem"))))
    symbols = mapped(felt.options.get("simbolos"))
    names = {str(section): str(name) for section, name in symbols.items()}
    x, y = 180, 190
    size = len(order) or 52
    at_top = (felt.position - 1) % size if felt.position is not None and felt.position > 0 else 0
    stage.add(Round(x, y, 158, "wood"))
    if order:
        stage.add(
            Wheel(
                x,
                y,
                sector_path(size, 66, 150),
                0,
                tuple(
                    Sector(
                        360 * (at - at_top) / size,
                        f"s{one}" if one in SECTIONS else "wb",
                        "",
                        GOLD if felt.section is not None and at == at_top and felt.position else "",
                    )
                    for at, one in enumerate(order)
                ),
            )
        )
    stage.add(Round(x, y, 66, "wood3"), Shape(f"M{x} {y - 140}l-13 -34h26z", "pointer"))
    _wheel_words(stage, x, y, names)
    counts = Counter(order)
    for at, section in enumerate(SECTIONS):
        _section_row(
            stage, 386, 22 + 44 * at, section, names.get(section, section), counts.get(section, 0)
        )
    stage.status(368, 180)
    stage.who_pays(30, 366)
    out = (
        words("ainda não parou", "has not stopped yet")
        if felt.section is None
        else words(
            f"parou na secção {felt.section}, {names.get(felt.section, felt.section)}",
            f"stopped at section {felt.section}, {names.get(felt.section, felt.section)}",
        )
    )
    return stage.done(
        388, words(f"Roda da sorte de {size} secções: {out}.", f"Wheel of {size} sections: {out}.")
    )


def _wheel_words(stage: Stage, x: float, y: float, names: Mapping[str, str]) -> None:
    felt, words = stage.felt, stage.words
    if felt.section is None:
        stage.label(x, y + 5, words("parada", "at rest"), "q")
        return
    stage.label(x, y, names.get(felt.section, felt.section)[:12], "b", size=19)
    if felt.turns is not None:
        stage.label(
            x, y + 22, words.numbers(felt.turns, ("volta", "turn"), ("voltas", "turns")), "q"
        )


def _section_row(stage: Stage, x: float, y: float, section: str, name: str, count: int) -> None:
    felt = stage.felt
    won = felt.section == section
    stage.add(Box(x, y, 26, 26, f"s{section}", 3))
    stage.label(x + 36, y + 18, name[:14], "g" if won else "b", "start", 15)
    stage.label(x + 128, y + 18, f"{count}", "q", "start", 14)
    if won:
        stage.add(Box(x - 8, y - 6, 320, 38, "frame gold", 6))
    stakes: dict[int, list[Stake]] = {}
    for stake in felt.stakes():
        if stake.selection in {section, name}:  # by its letter, or by its symbol
            stakes.setdefault(stake.seat, []).append(stake)
    for at, lying in enumerate(stakes.values()):
        stage.chip(x + 176 + 34 * at, y + 13, lying, r=14)
