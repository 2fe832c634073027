"""The tables at which a player holds the bank: póquer de três cartas, mahjong pai kao."""

from api.console.drawings.felt import BANK, SEAT, Dealt, Felt, Stake
from api.console.drawings.pieces import RED, Box, Drawing
from api.console.drawings.scene import Scene, Stage, known, own

PLACES = {"poquer_3_cartas": 8, "mahjong_pai_kao": 10}
WORTH = {str(number): number for number in range(1, 10)} | {"branca": 0}


def poquer_3_cartas(scene: Scene) -> Drawing:
    """Draw póquer de três cartas: four dice, eight hands of three; backs until they are seen."""
    return _around_the_banker(scene, pieces=False)


def mahjong_pai_kao(scene: Scene) -> Drawing:
    """Draw pai kao: four dice, ten places of two pieces, points under each, pairs as such."""
    return _around_the_banker(scene, pieces=True)


def _around_the_banker(scene: Scene, *, pieces: bool) -> Drawing:
    stage = Stage(scene)
    felt = stage.felt
    _head(stage)
    count = PLACES["mahjong_pai_kao" if pieces else "poquer_3_cartas"]
    others = sorted(seat for seat in felt.places() if seat > count)[:2]
    places = [*range(1, count + 1), *others]
    columns = 5 if pieces else 4
    w = 700 / columns
    for at, seat in enumerate(places):
        x, y = 10 + w * (at % columns), 92 + 132 * (at // columns)
        _place(stage, seat, x, y, w, pieces=pieces)
    rows = (len(places) + columns - 1) // columns
    bottom = 92 + 132 * rows
    stage.status(bottom + 18)
    stage.who_pays(24, bottom + 18)
    return stage.done(bottom + 38, _sentence(stage, pieces=pieces))


def _head(stage: Stage) -> None:
    felt, words = stage.felt, stage.words
    last = felt.throws[-1] if felt.throws else None
    if last is None:
        stage.label(20, 44, words("dados por lançar", "dice not thrown yet"), "q", "start", 14)
    else:
        mark = RED if last.step in stage.scene.marks.steps else ""
        for at, face in enumerate(last.dice[:6]):
            stage.die(20 + 44 * at, 20, face, 36, 0, mark=mark, faint=bool(last.null))
        text = words.cause(last.null) if last.null else str(sum(last.dice))
        if last.first is not None:
            text += words(f": começa no lugar {last.first}", f": begins at seat {last.first}")
        stage.label(204, 44, text, "d" if last.null else "b", "start", 15)
    if felt.capital is not None:
        stage.pot(592, 38, felt.capital, words("capital da banca", "bank's capital"))
        stage.label(616, 34, words("banca", "bank"), "q", "start", 12)
        stage.label(616, 50, words.money(felt.capital), "b", "start", 14)
    online = words("saldo de conta", "account balance") if felt.online else ""
    stage.label(204, 64, online, "q", "start", 12)


def hand_at(felt: Felt, seat: int) -> list[Dealt]:
    """Return a place's pieces; the banker's are the bank's."""
    if seat == felt.banker:
        cards = felt.at(BANK)
        if cards:
            return cards
    return own(felt, seat)


def _place(stage: Stage, seat: int, x: float, y: float, w: float, *, pieces: bool) -> None:
    felt, words = stage.felt, stage.words
    cards = hand_at(felt, seat)
    banker = seat == felt.banker
    stakes = [one for one in felt.stakes() if one.seat == seat]
    won = bool({one.bet for one in stakes} & stage.scene.won_bets())
    red = seat in stage.scene.marks.seats or bool(
        {one.bet for one in stakes} & stage.scene.marks.bets
    )
    style = "seat-red" if red else "seat-gold" if won else "well" if banker else ""
    if style:
        stage.add(Box(x + 2, y, w - 4, 126, style, 8))
    name = words(f"{seat} · banqueiro", f"{seat} · banker") if banker else words.seat(seat)
    stage.label(x + 12, y + 20, name, "g" if banker else "b", "start", 14)
    first = felt.throws[-1].first if felt.throws else None
    if seat == first:
        stage.label(x + w - 12, y + 20, words("1.º", "1st"), "q", "end", 12)
    shown = (SEAT, seat) in felt.shown or (banker and (BANK, 0) in felt.shown) or felt.closed
    _cards(stage, cards, x + 12, y + 28, pieces=pieces, shown=shown)
    if f"seen-{seat}" in felt.said and not shown:
        stage.label(x + w - 12, y + 52, words("viu", "seen"), "q", "end", 12)
    if cards and shown:
        stage.label(x + w - 12, y + 62, _points(stage, cards, pieces=pieces), "b", "end", 15)
    _stakes(stage, stakes, x + 26, y + 106)


def _cards(
    stage: Stage, cards: list[Dealt], x: float, y: float, *, pieces: bool, shown: bool
) -> None:
    if pieces:
        for at, one in enumerate(cards[:3]):
            mark = stage.mark_of(one)
            name = one.card if shown or one.open else None
            stage.tile(x + 44 * at, y + 2, name, 38, mark, pai_kao=True)
        if not cards:
            stage.add(Box(x, y + 2, 38, 49, "dash", 4), Box(x + 44, y + 2, 38, 49, "dash", 4))
        return
    stage.hand(x, y, cards[:5], w=38, fan=28, closed=not shown)
    if not cards:
        stage.add(Box(x, y, 38, 53, "dash", 4))


def _points(stage: Stage, cards: list[Dealt], *, pieces: bool) -> str:
    """Say a hand's points: of pai kao also the equal pair; of three cards the points alone."""
    words = stage.words
    names = known(cards)
    if pieces:
        if len(names) == 2 and names[0] == names[1]:
            return words("par", "pair")
        if any(one not in WORTH for one in names) or len(names) != len(cards):
            return "?"
        return str(sum(WORTH[one] for one in names) % 10)
    ranks = {"T": 10, "J": 10, "Q": 10, "K": 10, "A": 1}
    if len(names) != len(cards):
        return "?"
    try:
        total = sum(ranks.get(one[:1]) or int(one[:1]) for one in names)
    except ValueError:
        return "?"
    return str(total % 10)


def _stakes(stage: Stage, stakes: list[Stake], x: float, y: float) -> None:
    by_player: dict[tuple[int, int | None], list[Stake]] = {}
    for one in stakes:
        by_player.setdefault((one.seat, one.by), []).append(one)
    for at, lying in enumerate(list(by_player.values())[:4]):
        stage.chip(x + 33 * at, y, lying, r=14)


def _sentence(stage: Stage, *, pieces: bool) -> str:
    felt, words = stage.felt, stage.words
    parts = [words("Jogo contra o banqueiro", "Played against the banker")]
    banker: list[int] = [] if felt.banker is None else [felt.banker]
    for seat in sorted({*felt.places(), *banker}):
        seen = [one for one in hand_at(felt, seat) if one.open or felt.closed]
        if seen:
            say = words.tile if pieces else words.card
            parts.append(f"{words.seat(seat)}: " + ", ".join(say(one.card) for one in seen))
    return "; ".join(parts) + "."
