"""The table of mah-jong: the four walls from above, hands, open sets, discards in order."""

from typing import Final

from api.console.drawings.felt import Felt, Meld, listed
from api.console.drawings.pieces import GOLD, RED, TILE_W, Box, Cell, Drawing, Shape
from api.console.drawings.scene import Scene, Stage, own
from api.console.drawings.words import CLAIMS, spoken

GROUPS: Final = {"mah_jong": 17, "simplificado": 14}
FULL_HAND: Final = 14


def mah_jong(scene: Scene) -> Drawing:
    """Draw mah-jong; of the simplified game the rows of 14 groups."""
    stage = Stage(scene)
    felt, words = stage.felt, stage.words
    win = next((m for m in reversed(felt.melds) if m.claim == "ganho"), None)
    seats = [seat for seat in felt.places() if seat][:4]
    y = 14.0
    if win is not None:
        y = _winner(stage, win, y)
    for seat in seats:
        if win is None or seat != win.seat:
            y = _hand(stage, seat, y)
    _walls(stage, 24, y + 10)
    _thrown(stage, 236, y + 10)
    stage.status(y + 208)
    total = words.numbers(felt.pieces or 0, ("pedra", "piece"), ("pedras", "pieces"))
    said = words(
        f"Mesa de mah-jong, {total}, {felt.drawn} tiradas",
        f"Mah-jong table, {total}, {felt.drawn} drawn",
    )
    if win is not None:
        said += words(
            f"; {words.seat(win.seat)} fecha a mão", f"; {words.seat(win.seat)} closes the hand"
        )
    return stage.done(y + 220, said + ".")


def _name(stage: Stage, seat: int) -> str:
    felt, words = stage.felt, stage.words
    banker = words(" · banca", " · bank") if seat == felt.banker else ""
    return words.seat(seat) + banker


def _melds(felt: Felt, seat: int) -> list[Meld]:
    return [m for m in felt.melds if m.seat == seat and m.made and m.claim != "ganho"]


def _winning_tile(felt: Felt, win: Meld) -> str | None:
    if win.tiles:
        return win.tiles[-1]
    return felt.thrown[-1][1] if win.of is not None and felt.thrown else None


def _winner(stage: Stage, win: Meld, y: float) -> float:
    felt, words = stage.felt, stage.words
    red = win.seat in stage.scene.marks.seats or win.step in stage.scene.marks.steps
    stage.add(Box(10, y - 6, 700, 150, "seat-red" if red else "seat-gold", 8))
    stage.label(
        24,
        y + 14,
        _name(stage, win.seat) + words(": fecha a mão", ": closes the hand"),
        "g",
        "start",
        15,
    )
    tile = _winning_tile(felt, win)
    tiles = sorted(one.card or "" for one in own(felt, win.seat))
    if win.of is None and tile in tiles:
        tiles.remove(tile or "")
    x = 24.0
    for name in tiles[:FULL_HAND]:
        stage.tile(x, y + 24, name or None, TILE_W)
        x += 36
    if tile is not None:
        stage.tile(x + 12, y + 22, tile, 37, RED if red else GOLD)
    of = (
        words("tirada por si", "self-drawn")
        if win.of is None
        else words(f"descarte do {words.seat(win.of)}", f"discard of {words.seat(win.of)}")
    )
    stage.label(696, y + 14, f"{words.tile(tile)}, {of}", "b", "end", 14)
    _open_sets(stage, win.seat, 24, y + 80)
    fans = listed(stage.scene.result.get("fans"))
    if fans:
        said = ", ".join(spoken(str(one)) for one in fans)
        graded = spoken(str(stage.scene.result.get("graduacao", "")))
        stage.label(696, y + 132, f"{said} · {graded}"[:60], "g", "end", 14)
    return y + 154


def _open_sets(stage: Stage, seat: int, x: float, y: float, w: float = 30) -> float:
    for meld in _melds(stage.felt, seat):
        red = RED if meld.step in stage.scene.marks.steps else ""
        for at, name in enumerate(meld.tiles[:4]):
            hidden = meld.claim == "kong_fechado" and at in {0, 3}
            stage.tile(x, y, None if hidden else name, w, red)
            x += w + 1
        stage.label(
            x - (w + 1) * len(meld.tiles[:4]) / 2,
            y + w * 44 / 34 + 14,
            stage.words.of(CLAIMS, meld.claim),
            "q",
            size=12,
        )
        x += 12
    return x


def _hand(stage: Stage, seat: int, y: float) -> float:
    felt = stage.felt
    red = seat in stage.scene.marks.seats
    if red:
        stage.add(Box(10, y, 700, 66, "seat-red", 8))
    elif seat == felt.turn and not felt.closed and felt.settled_nothing():
        stage.add(Box(10, y, 700, 66, "seat-turn", 8))
    stage.label(24, y + 28, _name(stage, seat), "b", "start", 14)
    said = stage.words(f"{len(own(felt, seat))} na mão", f"{len(own(felt, seat))} in hand")
    stage.label(24, y + 46, said, "q", "start", 12)
    x = 140.0
    melds = _melds(felt, seat)
    w = 26 if len(melds) < 3 else 23
    for one in sorted(own(felt, seat)[:FULL_HAND], key=lambda one: one.card or ""):
        stage.tile(x, y + 8, one.card, w, stage.mark_of(one))
        x += w + 1
    _open_sets(stage, seat, x + 14, y + 4, w)
    return y + 72


def _walls(stage: Stage, x: float, y: float) -> None:
    """Draw the four double rows from above, what was drawn of them faint, and the dice."""
    felt, words = stage.felt, stage.words
    variant = str(felt.options.get("variante"))
    groups = GROUPS["simplificado" if variant == "simplificado" else "mah_jong"]
    left = groups * 4
    gone = min(left, felt.drawn // 2)
    size = 190.0
    step = (size - 24) / groups
    if felt.pieces is None:
        stage.add(Box(x, y, size, size, "dash", 6))
    else:
        start = _first_group(stage, groups)
        for at in range(left):
            drawn = (at - start) % left < gone
            _group(stage, x, y, size, step, at, groups, drawn=drawn)
    last = felt.throws[-1] if felt.throws else None
    for at, face in enumerate(last.dice[:3] if last is not None else ()):
        stage.die(x + 40 + 38 * at, y + 64, face, 30)
    if felt.pieces is not None:
        stage.label(
            x + size / 2, y + 116, words(f"{felt.pieces} pedras", f"{felt.pieces} pieces"), "q"
        )
        stage.label(
            x + size / 2, y + 134, words(f"{felt.drawn} tiradas", f"{felt.drawn} drawn"), "q"
        )


def _first_group(stage: Stage, groups: int) -> int:
    """Return the group where drawing began, by the record; the first, where it does not say."""
    row, group = stage.scene.result.get("fila"), stage.scene.result.get("grupo")
    if isinstance(row, int) and isinstance(group, int):
        return ((row - 1) % 4) * groups + (group - 1) % groups
    return 0


def _group(
    stage: Stage, x: float, y: float, size: float, step: float, at: int, groups: int, *, drawn: bool
) -> None:
    side, place = divmod(at, groups)
    along, style = 12 + step * place, "well" if drawn else "bamboo"
    w = step - 1
    boxes = {
        0: (x + along, y, w, 11.0),
        1: (x + size - 11, y + along, 11.0, w),
        2: (x + size - along - w, y + size - 11, w, 11.0),
        3: (x, y + size - along - w, 11.0, w),
    }
    stage.add(Box(*boxes[side], style, 1))


def _thrown(stage: Stage, x: float, y: float) -> None:
    felt, words = stage.felt, stage.words
    stage.label(x, y + 10, words("Descartes, pela ordem", "Discards, in order"), "b", "start")
    if not felt.thrown:
        stage.add(Shape(f"M{x} {y + 36}h200", "dash"))
        return
    win = next((m for m in reversed(felt.melds) if m.claim == "ganho"), None)
    shown = felt.thrown[-64:]
    for at, (seat, tile) in enumerate(shown):
        left, top = x + 28.5 * (at % 16), y + 20 + 42 * (at // 16)
        last = at == len(shown) - 1
        mark = GOLD if last and win is not None and win.of == seat else ""
        stage.tile(left, top, tile, 24, mark)
        if last and not mark:
            stage.add(Cell(left - 1, top - 1, 26, 33))
    if len(felt.thrown) > len(shown):
        more = len(felt.thrown) - len(shown)
        stage.label(x + 456, y + 10, words(f"mais {more} antes", f"{more} more before"), "q", "end")
