"""The tables with dice: banca francesa, craps, cussec."""

from typing import Final

from api.console.drawings.felt import Felt, Stake, Throw
from api.console.drawings.pieces import FULL, GOLD, RED, Box, Cell, Drawing, Round, Shape
from api.console.drawings.scene import Scene, Stage

SPOTS: Final = {
    "pequeno": ("Pequeno", "Small", "5 6 7"),
    "ases": ("Ases", "Aces", "3"),
    "grande": ("Grande", "Big", "14 15 16"),
}
SHOWN: Final = 12
"""Throws that a row has room for; of more the last are drawn, and how many came before is said."""


def _heaps(stage: Stage, chances: set[str], selection: str | None = None) -> list[list[Stake]]:
    """Return the stakes of some chances, seat by seat."""
    found: dict[int, list[Stake]] = {}
    for stake in stage.felt.stakes():
        if stake.chance in chances and selection in {None, stake.selection}:
            found.setdefault(stake.seat, []).append(stake)
    return list(found.values())


def _chips(
    stage: Stage,
    x: float,
    y: float,
    chances: set[str],
    selection: str | None = None,
    r: float = 14,
    step: float = 32,
) -> None:
    for at, stakes in enumerate(_heaps(stage, chances, selection)):
        stage.chip(x + at * step, y, stakes, r=r)


def _dice(
    stage: Stage, x: float, y: float, throw: Throw, w: float, mark: str = "", *, faint: bool = False
) -> None:
    turns = (-7, 6, -3, 5)
    for at, face in enumerate(throw.dice[:4]):
        turn = turns[at] if w > 30 else 0
        stage.die(
            x + at * (w + w / 4), y + (at % 2) * w / 10, face, w, turn, mark=mark, faint=faint
        )
    if not throw.dice:
        stage.label(x, y + w / 2, stage.words("sem leitura", "not read"), "q", "start")


def _red(stage: Stage, throw: Throw) -> str:
    return RED if throw.step in stage.scene.marks.steps else ""


# --- banca francesa ------------------------------------------------------------------------------


def banca_francesa(scene: Scene) -> Drawing:
    """Draw banca francesa: all throws in a row, the deciding one large; the three spots."""
    stage = Stage(scene)
    felt, words = stage.felt, stage.words
    won = scene.result.get("chance")
    _throw_row(stage)
    last = felt.throws[-1] if felt.throws else None
    if last is None:
        stage.label(360, 120, words("ainda sem lançamento", "no throw yet"), "q", size=15)
    else:
        _dice(stage, 250, 84, last, 56, _red(stage, last))
        _sum(stage, 520, 112, last, isinstance(won, str))
    for at, (spot, (pt, en, sums)) in enumerate(SPOTS.items()):
        x = 30 + 224 * at
        stage.add(Cell(x, 176, 212, 130, mark=GOLD if won == spot else ""))
        stage.label(x + 106, 202, words(pt, en), "g" if won == spot else "b", size=17)
        stage.label(x + 106, 222, sums, "q", size=14)
        stage.add(Shape(f"M{x} 290h212", "dash"))
        _chips(stage, x + 26, 258, {spot}, r=15, step=40)
    stage.status(334)
    stage.who_pays(30, 336)
    return stage.done(360, _dice_sentence(stage, won if isinstance(won, str) else ""))


def _throw_row(stage: Stage) -> None:
    felt, words = stage.felt, stage.words
    before = felt.throws[:-1]
    shown = before[-5:]
    x = 30.0
    if len(before) > len(shown):
        stage.label(
            x,
            36,
            words(f"mais {len(before) - len(shown)}", f"{len(before) - len(shown)} more"),
            "q",
            "start",
        )
        x += 66
    for at, throw in enumerate(shown, len(before) - len(shown) + 1):
        stage.label(x + 16, 36, f"{at}.", "q", "end")
        _dice(stage, x + 20, 18, throw, 24, _red(stage, throw), faint=True)
        if throw.null:
            stage.label(x + 18, 60, words("nulo", "null"), "d", "start")
        x += 124


def _sum(stage: Stage, x: float, y: float, throw: Throw, decided: bool) -> None:  # noqa: FBT001 - a word of the line
    words = stage.words
    if throw.null:
        stage.label(x, y, words("nulo", "null"), "d", "start", 22)
        stage.label(x, y + 22, words.cause(throw.null), "q", "start")
        return
    stage.label(x, y + 6, str(sum(throw.dice)), "g big" if decided else "b big", "start")
    if not decided:
        stage.label(x, y + 26, words("não decide", "decides nothing"), "q", "start")


def _dice_sentence(stage: Stage, won: str) -> str:
    felt, words = stage.felt, stage.words
    count = words.numbers(len(felt.throws), ("lançamento", "throw"), ("lançamentos", "throws"))
    last = "-".join(map(str, felt.throws[-1].dice)) if felt.throws else ""
    text = words(f"Mesa de dados, {count}", f"Dice table, {count}")
    if last:
        text += words(f"; o último {last}", f"; the last {last}")
    if won:
        text += words(f"; ganha {words.chance(won)}", f"; {words.chance(won)} wins")
    return text + "."


# --- craps ---------------------------------------------------------------------------------------

POINTS: Final = (4, 5, 6, 8, 9, 10)


def craps(scene: Scene) -> Drawing:
    """Draw craps: the long cloth, the puck, the throws as a numbered row of pairs."""
    stage = Stage(scene, width=FULL)
    felt, words = stage.felt, stage.words
    _craps_throws(stage)
    point = _point_of(felt)
    stage.add(Box(20, 84, 820, 270, "line", 14))
    for at, number in enumerate(POINTS):
        _point_box(stage, 176 + 108 * at, number, on=point == number)
    stage.add(Cell(32, 96, 132, 92, words("Don't come", "Don't come"), size=13))
    _chips(stage, 56, 170, {"dont_come"}, "", r=12, step=28)
    if point is None:
        stage.add(Round(148, 114, 15, "puck-off"))
        stage.label(148, 118, "OFF", "puck-off-ink", size=12)
    rows = (
        ("come", {"come"}, "Come", 32, 260),
        ("field", {"field"}, "Field 2 3 4 9 10 11 12", 298, 330),
        ("big", {"big_6", "big_8"}, "Big 6 · Big 8", 634, 190),
    )
    for _, chances, text, x, w in rows:
        stage.add(Cell(x, 194, w, 44))
        stage.label(x + 8, 210, text, "q", "start", 12)
        _chips(stage, x + 110, 218, chances, "" if chances == {"come"} else None, r=13, step=30)
    bar = felt.options.get("bar")
    barred = {2: "1-1", 3: "1-2", 12: "6-6"}.get(bar, str(bar)) if isinstance(bar, int) else "6-6"
    lines = (("dont_pass_line", f"DON'T PASS · BAR {barred}", 242), ("pass_line", "PASS LINE", 278))
    for chance, text, y in lines:
        stage.add(Cell(32, y, 592, 34))
        stage.label(44, y + 22, text, "b", "start", 14)
        _chips(stage, 262, y + 17, {chance}, r=14, step=34)
        _odds(stage, 470, y + 17, {chance})
    _proposals(stage)
    stage.status(340, 330)
    stage.who_pays(32, 376)
    text = _dice_sentence(stage, "")
    said = (
        words("sem ponto", "no point")
        if point is None
        else words(f"ponto {point}", f"point {point}")
    )
    return stage.done(398, f"{text} {said[:1].upper()}{said[1:]}.")


def _point_of(felt: Felt) -> int | None:
    """Return the point as the throws make it: set by 4 5 6 8 9 10, made by itself, lost by 7."""
    point = felt.point if not felt.throws else None
    for throw in felt.throws:
        total = sum(throw.dice)
        if throw.null or len(throw.dice) != 2:
            continue
        if point is None:
            point = total if total in POINTS else None
        elif total in {7, point}:
            point = None
    return point


def _craps_throws(stage: Stage) -> None:
    felt, words = stage.felt, stage.words
    shown = felt.throws[-SHOWN:]
    first = len(felt.throws) - len(shown) + 1
    if not shown:
        stage.label(32, 44, words("ainda sem lançamento", "no throw yet"), "q", "start", 15)
    for at, throw in enumerate(shown):
        x, last = 26 + 68 * at, at == len(shown) - 1
        stage.label(x, 24, f"{first + at}.", "q", "start", 12)
        _dice(stage, x, 32, throw, 24, _red(stage, throw) or (GOLD if last else ""), faint=not last)
        total = words("nulo", "null") if throw.null else str(sum(throw.dice))
        stage.label(x + 27, 75, total, "d" if throw.null else "b" if last else "q", size=14)


def _point_box(stage: Stage, x: float, number: int, *, on: bool) -> None:
    stage.add(Cell(x, 96, 102, 92, mark=GOLD if on else ""))
    stage.label(x + 12, 122, str(number), "g" if on else "b", "start", 22)
    if on:
        stage.add(Round(x + 82, 114, 15, "puck-on"))
        stage.label(x + 82, 118, "ON", "puck-on-ink", size=12)
    here = str(number)
    _chips(stage, x + 18, 150, {"come", "dont_come"}, here, r=12, step=26)
    _chips(stage, x + 18, 174, {"numero_favor", "numero_contra"}, here, r=12, step=26)


def _odds(stage: Stage, x: float, y: float, chances: set[str]) -> None:
    bases = {stake.bet for stake in stage.felt.stakes() if stake.chance in chances}
    odds = [stake for stake in stage.felt.stakes() if stake.base in bases]
    if odds:
        stage.label(x - 4, y + 5, "odds", "q", "end")
    for at, stake in enumerate(odds[:4]):
        stage.chip(x + 14 + 32 * at, y, [stake], r=13)


def _proposals(stage: Stage) -> None:
    """Draw the bets of one throw and the pairs, at the right."""
    words = stage.words
    others = {
        "hardway",
        "under_seven",
        "over_seven",
        "craps",
        "total_2",
        "total_3",
        "total_7",
        "total_11",
        "total_12",
    }
    stage.add(Box(634, 242, 190, 104, "well", 6))
    held: dict[str, list[Stake]] = {}
    for stake in stage.felt.stakes():
        if stake.chance in others:
            held.setdefault(words.chance(stake.chance, stake.selection), []).append(stake)
    if not held:
        stage.label(729, 298, words("sem propostas", "no proposals"), "q")
    shown = list(held.items())[: SLOTS if len(held) <= SLOTS else SLOTS - 1]
    for at, (said, stakes) in enumerate(shown):
        x, y = _slot(at)
        stage.chip(x + 2, y, stakes, r=12)
        stage.label(x + 18, y + 4, said[:13], "", "start", 12)
    if len(held) > len(shown):
        more = len(held) - len(shown)
        x, y = _slot(len(shown))
        stage.label(x + 18, y + 4, words(f"mais {more}", f"{more} more"), "q", "start", 12)


SLOTS: Final = 6
"""Proposals that have room; of more, the last place says how many."""


def _slot(at: int) -> tuple[int, int]:
    return 650 + 94 * (at % 2), 262 + 32 * (at // 2)


# --- cussec --------------------------------------------------------------------------------------

TOTALS: Final = range(4, 18)


def cussec(scene: Scene) -> Drawing:
    """Draw cussec: the dome with three dice, the grid of chances, those met in gold."""
    stage = Stage(scene)
    felt, words = stage.felt, stage.words
    last = felt.throws[-1] if felt.throws else None
    faces = sorted(last.dice) if last is not None and not last.null else []
    total = sum(faces)
    triple = len(faces) == 3 and len(set(faces)) == 1
    _dome(stage, last)
    met = {
        "pequeno": bool(faces) and 4 <= total <= 10 and not triple,
        "grande": bool(faces) and 11 <= total <= 17 and not triple,
    }
    for x, chance, span in ((24, "pequeno", "4–10"), (532, "grande", "11–17")):
        mark = GOLD if met[chance] else ""
        text = words.chance(chance)
        stage.add(Cell(x, 18, 164, 106, mark=mark))
        stage.label(x + 82, 46, text[:1].upper() + text[1:], "g" if mark else "b", size=18)
        stage.label(x + 82, 66, span, "q", size=14)
        _chips(stage, x + 26, 96, {chance}, r=14, step=36)
    for at, number in enumerate(TOTALS):
        mark = GOLD if faces and total == number else ""
        stage.add(Cell(24 + 48 * at, 138, 48, 52, str(number), mark=mark, size=16))
        _chips(stage, 48 + 48 * at, 182, {"total"}, str(number), r=12, step=14)
    for face in range(1, 7):
        _face_column(stage, 24 + 112 * (face - 1), face, faces)
    rest = [s for s in felt.stakes() if s.chance in {"dois_dados", "qualquer_trio"}]
    mark = GOLD if triple else ""
    for at, stake in enumerate(rest[:5]):
        x = 40 + 136 * at
        stage.chip(x, 340, [stake], r=13)
        stage.label(x + 18, 345, words.chance(stake.chance, stake.selection), "", "start")
    stage.status(372)
    stage.who_pays(30, 376)
    return stage.done(
        398,
        _dice_sentence(stage, "")
        + (words(f" Total {total}.", f" Total {total}.") if faces else ""),
    )


def _dome(stage: Stage, last: Throw | None) -> None:
    felt, words = stage.felt, stage.words
    stage.add(Shape("M262 110A98 92 0 0 1 458 110Z", "dome"), Box(252, 108, 216, 12, "bar", 4))
    if last is None:
        shaken = words.numbers(felt.shaken, ("vez", "time"), ("vezes", "times"))
        text = (
            words(f"agitados {shaken}", f"shaken {shaken}")
            if felt.shaken
            else words("tapados", "covered")
        )
        stage.label(360, 78, words("três dados tapados", "three dice covered"), "b")
        stage.label(360, 98, text, "q")
        return
    mark = _red(stage, last)
    apart = 30 if last.null in {"overlapping", "sobrepostos"} else 46
    places = ((-apart, 66), (0, 34 if apart > 30 else 52), (apart, 66))
    for (dx, y), face in zip(places, last.dice, strict=False):
        stage.die(342 + dx, y, face, 36, 0, mark=mark, faint=bool(last.null))
    if last.null:
        stage.label(360, 30, words("nulo: ", "null: ") + words.cause(last.null), "d")
    else:
        stage.label(478, 112, str(sum(last.dice)), "g big", "start")


def _face_column(stage: Stage, x: float, face: int, faces: list[int]) -> None:
    """Draw the chances of a face: the number, the pair, the triple."""
    words = stage.words
    count = faces.count(face)
    stage.add(Cell(x, 202, 112, 112))
    stage.die(x + 8, 210, face, 26, 0)
    for at, (chance, needed, text) in enumerate(
        (
            ("numero", 1, words("número", "number")),
            ("par", 2, words("par", "pair")),
            ("trio", 3, words("trio", "triple")),
        )
    ):
        y = 228 + 34 * at
        stage.label(x + 42, y, text, "g" if count >= needed else "q", "start")
        _chips(stage, x + 98, y - 4, {chance}, str(face), r=12, step=-22)
