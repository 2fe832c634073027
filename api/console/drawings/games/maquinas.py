"""The machine: its window by the stops, what stood above and below faint, the paying lines."""

from collections.abc import Sequence
from typing import Any, Final

from api.console.drawings.felt import Dealt
from api.console.drawings.pieces import GOLD, RED, Box, Cell, Drawing, Shape, Symbol
from api.console.drawings.scene import Scene, Stage
from api.console.drawings.words import spoken
from projections.replay.kit.cards import DECK

REELS: Final = 6
ROWS: Final = 5
CARDS_SHOWN: Final = 5


def maquinas(scene: Scene) -> Drawing:
    """Draw a machine's jogada: the reels, or five cards, and the credits."""
    stage = Stage(scene)
    felt, words = stage.felt, stage.words
    play = felt.plays[-1] if felt.plays else None
    if play is None:
        stage.label(360, 120, words("sem jogada", "no play"), "q")
        return stage.done(240, words("Máquina sem jogada.", "Machine without a play."))
    symbols = [str(one) for one in play.symbols]
    if symbols and len(symbols) >= CARDS_SHOWN and all(one in DECK for one in symbols):
        _cards(stage, symbols)
    else:
        _window(stage, play, symbols)
    _credits(stage, play)
    stage.status(322, 250)
    said = ", ".join(map(spoken, symbols)) or words("sem símbolos", "no symbols")
    return stage.done(
        344,
        words(
            f"Janela da máquina: {said}; {_won_words(stage, play)}.",
            f"Machine's window: {said}; {_won_words(stage, play)}.",
        ),
    )


def _won(play: Any) -> int:
    return play.cg + play.pa + play.pap_m + play.pap_h + play.pam


def _won_words(stage: Stage, play: Any) -> str:
    words = stage.words
    won = _won(play)
    return (
        words(f"ganha {words.money(won)}", f"wins {words.money(won)}")
        if won
        else words("não paga", "pays nothing")
    )


def _cards(stage: Stage, cards: Sequence[str]) -> None:
    stage.add(Box(20, 40, 470, 160, "well", 12))
    for at, card in enumerate(cards[:CARDS_SHOWN]):
        stage.card(34 + 90 * at, 62, Dealt(card, open=True, step=-1), "", 78)


def _window(stage: Stage, play: Any, symbols: Sequence[str]) -> None:
    sheet: Any = stage.scene.extra.get("folha")
    stops = list(play.stops)[:REELS]
    rows = max(1, min(ROWS, sheet.filas if sheet is not None else 1))
    reels = list(sheet.rolos)[:REELS] if sheet is not None else []
    count = max(1, len(stops) or len(reels) or min(REELS, len(symbols) or 3))
    extra = 1 if rows + 2 <= ROWS - 1 and reels and stops else 0
    scale = max(0.6, min(1.25, 330 / (84 * count), 250 / (64 * (rows + 2 * extra))))
    w, h = 84 * scale, 64 * scale
    x, y = 34.0, 24.0
    stage.add(Box(x - 12, y - 10, count * w + 24, (rows + 2 * extra) * h + 20, "well", 14))
    for reel in range(count):
        for row in range(-extra, rows + extra):
            name = _seen(reels, stops, symbols, reel, row, count)
            left, top = x + w * reel, y + h * (row + extra)
            faint = row < 0 or row >= rows
            word = spoken(name) if name else "?"
            stage.add(Symbol(left, top, name, word, faint, "", w))
    _said(stage, play, symbols, x + count * w + 34)
    _lines(stage, play, sheet, x, y + h * extra, w, h, count)
    bottom = y + (rows + 2 * extra) * h + 30
    if stops:
        text = ", ".join(map(str, play.stops))
        table = (
            ""
            if play.paytable is None
            else stage.words(f" da tabela {play.paytable}", f" of pay table {play.paytable}")
        )
        stage.label(
            x, bottom, stage.words(f"paragens {text}{table}", f"stops {text}{table}"), "q", "start"
        )


def _said(stage: Stage, play: Any, symbols: Sequence[str], x: float) -> None:
    """Write beside the window what it shows on its first row, and what that pays."""
    words = stage.words
    lines = [spoken(one) for one in symbols[:3]] if len(symbols) <= 3 else []
    for at, said in enumerate(lines):
        stage.label(x, 70 + 22 * at, said[:16], "b", "start", 17)
    y = 80 + 22 * len(lines)
    stage.label(x, y, words("aposta ", "stake ") + words.money(play.stake), "q", "start", 14)
    stage.label(x, y + 22, _won_words(stage, play), "g" if _won(play) else "q", "start", 14)
    for at, one in enumerate(play.wins[:4]):
        stage.label(
            x,
            y + 44 + 18 * at,
            f"{spoken(one.combination or '')[:14]} {words.money(one.amount)}",
            "g",
            "start",
        )


def _seen(
    reels: Sequence[Sequence[str]],
    stops: Sequence[int],
    symbols: Sequence[str],
    reel: int,
    row: int,
    count: int,
) -> str:
    """Return the symbol at a place: as the machine told it, else as the sheet's reel has it."""
    at = row * count + reel
    if row >= 0 and at < len(symbols):
        return symbols[at]
    if reel < len(reels) and reel < len(stops) and reels[reel]:
        return str(reels[reel][(stops[reel] + row) % len(reels[reel])])
    return ""


def _lines(
    stage: Stage, play: Any, sheet: Any, x: float, y: float, w: float, h: float, count: int
) -> None:
    """Draw the lines that paid, or the first one played."""
    red = stage.scene.marks.whole or bool(stage.scene.marks.bets or stage.scene.marks.seats)
    drawn = {one.line for one in play.wins if isinstance(one.line, int)}
    lines: Sequence[Sequence[int]] = sheet.linhas if sheet is not None else ()
    for number, line in enumerate(lines, 1):
        if number not in drawn and not (number == 1 and not drawn):
            continue
        points = [
            (x + w * (reel + 0.5), y + h * (row + 0.5)) for reel, row in enumerate(line[:count])
        ]
        if not points:
            continue
        path = f"M{x - 10} {points[0][1]}" + "".join(f"L{px} {py}" for px, py in points)
        path += f"H{x + w * count + 10}"
        style = (
            "payline bad" if red and number in drawn else "payline" if number in drawn else "dash"
        )
        stage.add(Shape(path, style))


def _credits(stage: Stage, play: Any) -> None:
    words = stage.words
    won = _won(play)
    before = (
        None if play.balance is None else play.balance + play.stake - won + play.pap_h + play.pam
    )
    rows = (
        (words("antes", "before"), before, ""),
        (words("aposta", "stake"), play.stake, ""),
        (words("ganha", "won"), won, GOLD if won else ""),
        (words("depois", "after"), play.balance, ""),
    )
    red = bool(stage.scene.marks.bets or stage.scene.marks.seats or stage.scene.marks.whole)
    for at, (name, value, mark) in enumerate(rows):
        text = "—" if value is None else words.money(value)
        frame = RED if red and at == 2 else mark
        stage.add(Cell(566, 24 + 62 * at, 136, 54, text, name, "well", frame, size=17))
    if play.lines is not None:
        said = words.numbers(play.lines, ("linha", "line"), ("linhas", "lines"))
        stage.label(634, 292, said, "q")
    if stage.felt.online:
        stage.label(
            634,
            312,
            words("valor gerado pelo sistema", "value generated by the system"),
            "q",
            size=12,
        )
