"""The three bacarás: two hands, the third card across, the table of the third card beneath."""

from collections.abc import Sequence
from typing import Final

from api.console.drawings.felt import Dealt, Stake
from api.console.drawings.pieces import GOLD, Box, Cell, Drawing, Shape
from api.console.drawings.scene import Scene, Stage, known
from projections.replay.games.bacara.points import points
from projections.replay.kit.cards import RANK_OF

NAMES: Final = {"ponto": ("Ponto", "Player"), "banca": ("Banca", "Banker")}


def bacara_ponto_e_banca(scene: Scene) -> Drawing:
    """Draw bacará ponto e banca."""
    return _punto_banco(scene)


def bacara_ponto_e_banca_macau(scene: Scene) -> Drawing:
    """Draw bacará ponto e banca de Macau: bets on pairs beside each side."""
    return _punto_banco(scene)


def _punto_banco(scene: Scene) -> Drawing:
    stage = Stage(scene)
    won = scene.result.get("vencedor")
    _sides(stage, str(won))
    _spots(stage, won)
    _third_card_table(stage, 24, 300)
    stage.shoe(640, 326, stage.words("sabot", "shoe"))
    stage.status(238)
    return stage.done(470, _sentence(stage, won))


def _sides(stage: Stage, won: str) -> None:
    stage.add(Shape("M360 24V214", "dash"))
    _side(stage, "ponto", 26, won)
    _side(stage, "banca", 386, won)


def _side(stage: Stage, who: str, x: float, won: str) -> None:
    felt, words = stage.felt, stage.words
    cards = felt.at(who)
    gold = won == who
    stage.label(x + 154, 34, words(*NAMES[who]), "g" if gold else "b", size=18)
    left = x + 60
    for at, one in enumerate(cards[:2]):
        stage.card(left + 66 * at, 52, one, GOLD if gold else "", 60)
    for at, one in enumerate(cards[2:5]):
        stage.card(left + 148 + 34 * at, 56, one, GOLD if gold else "", 56, turned=True)
    for at in range(len(cards), 2):
        stage.add(Box(left + 66 * at, 52, 60, 84, "dash", 5))
    total = _points_of(cards)
    if cards:
        text = "?" if total is None else str(total)
        stage.label(x + 120, 186, text, "g big" if gold else "b big")
        said = felt.said.get(who)
        if said and said != text and said.isdigit():
            stage.label(x + 120, 206, words(f"anunciado {said}", f"announced {said}"), "d")
    seat = felt.said.get(f"{who}-seat")
    if who == "ponto" and seat is not None:
        stage.label(x + 154, 222, words(f"joga o lugar {seat}", f"seat {seat} plays"), "q")


def _spots(stage: Stage, won: object) -> None:
    """Draw where bets lie: each side, the tie, the pairs."""
    words = stage.words
    result = stage.scene.result
    spots = (
        ("ponto", 24, 196, won == "ponto"),
        ("par_do_ponto", 224, 92, bool(result.get("par_do_ponto"))),
        ("empate", 320, 80, won == "empate"),
        ("par_da_banca", 404, 92, bool(result.get("par_da_banca"))),
        ("banca", 500, 196, won == "banca"),
    )
    for chance, x, w, gold in spots:
        stage.add(Cell(x, 228, w, 58, mark=GOLD if gold else ""))
        stage.label(x + w / 2, 244, words.chance(chance), "g" if gold else "q", size=12)
        by_seat: dict[int, list[Stake]] = {}
        for stake in stage.felt.stakes():
            if stake.chance == chance:
                by_seat.setdefault(stake.seat, []).append(stake)
        step = min(34, (w - 34) / max(1, len(by_seat) - 1)) if len(by_seat) > 1 else 0
        left = x + w / 2 - step * (len(by_seat) - 1) / 2
        for at, stakes in enumerate(by_seat.values()):
            stage.chip(left + step * at, 267, stakes, r=13)


def _points_of(cards: Sequence[Dealt]) -> int | None:
    """Return the points of cards; None where there is none, or one cannot be read."""
    names = known(cards)
    readable = len(names) == len(cards) and all(name in RANK_OF for name in names)
    return points(names) if names and readable else None


def _third_value(cards: Sequence[Dealt]) -> str | None:
    """Return the value of the ponto's third card, 0 to 9; ``-`` where it stood."""
    if len(cards) <= 2:
        return "-"
    third = cards[2].card
    return str(points([third])) if third in RANK_OF else None


def _third_card_table(stage: Stage, x: float, y: float) -> None:
    """Draw when the bank draws, by its points and the ponto's third card; the cell used in gold."""
    felt, words = stage.felt, stage.words
    stage.label(x, y + 14, words("Terceira carta da banca", "Banker's third card"), "b", "start")
    columns = ("-", *"0123456789")
    bank = felt.at("banca")
    used_row = (
        points(known(bank[:2]))
        if len(bank) >= 2 and all(c.card in RANK_OF for c in bank[:2])
        else None
    )
    dealt = len(felt.at("ponto")) >= 2 and used_row is not None
    used = _third_value(felt.at("ponto")) if dealt else None
    natural = _natural(stage)
    for c, column in enumerate(columns):
        head = words("sem", "none") if column == "-" else column
        stage.label(x + 88 + 42 * c, y + 34, head, "q", size=12)
    for r, row in enumerate((3, 4, 5, 6)):
        top = y + 40 + 28 * r
        stage.label(x, top + 19, words(f"banca {row}", f"bank {row}"), "q", "start", 12)
        for c, column in enumerate(columns):
            draws = row <= 5 if column == "-" else column in _draws(row)
            here = row == used_row and column == used and not natural
            text = words("tira", "draw") if draws else words("fica", "stand")
            stage.add(
                Cell(
                    x + 68 + 42 * c,
                    top,
                    40,
                    26,
                    text,
                    style="bar" if draws else "well",
                    mark=GOLD if here else "",
                    size=12,
                )
            )
    note = words(
        "0 a 2 tira sempre; 7 fica; 8 e 9 decidem logo",
        "0 to 2 always draw; 7 stands; 8 and 9 decide at once",
    )
    stage.label(x, y + 162, note, "q", "start", 12)


def _draws(row: int) -> str:
    return {3: "012345679", 4: "234567", 5: "4567", 6: "67"}[row]


def _natural(stage: Stage) -> bool:
    sides = [known(stage.felt.at(who)[:2]) for who in ("ponto", "banca")]
    return any(
        len(cards) == 2 and all(c in RANK_OF for c in cards) and points(cards) >= 8
        for cards in sides
    )


def _sentence(stage: Stage, won: object) -> str:
    words = stage.words
    said = [
        f"{words(*NAMES[who])}: "
        + (", ".join(words.card(c.card) for c in stage.felt.at(who)) or "—")
        for who in ("ponto", "banca")
    ]
    end = ""
    if isinstance(won, str):
        end = words(f" Ganha: {words.chance(won)}.", f" Wins: {words.chance(won)}.")
    return "; ".join(said) + "." + end


def bacara_chemin_de_fer(scene: Scene) -> Drawing:
    """Draw chemin de fer: the one ponto who plays, the bank's capital, what covers it."""
    stage = Stage(scene)
    felt, words = stage.felt, stage.words
    won = scene.result.get("vencedor")
    _sides(stage, str(won))
    banker = felt.banker
    text = (
        words("sem banqueiro", "no banker")
        if banker is None
        else words(f"banqueiro, lugar {banker}", f"banker, seat {banker}")
    )
    stage.label(540, 222, text, "q")
    if felt.capital is not None:
        stage.pot(420, 196, felt.capital, words("capital da banca", "bank's capital"))
        stage.label(446, 201, words.money(felt.capital), "b", "start", 15)
    stage.add(Box(20, 238, 680, 84, "well", 10))
    stage.label(34, 258, words("cobrem a banca", "covering the bank"), "q", "start")
    stakes = felt.stakes()[:9]
    for at, stake in enumerate(stakes):
        x = 58 + 74 * at
        stage.chip(x, 282, [stake], r=16)
        call = felt.banco.get(stake.seat)
        label = words.seat(stake.seat) if call is None else f"“{words.chance(call)}”"
        stage.label(x, 314, label[:12], "q" if call is None else "g", size=12)
    if not stakes:
        stage.label(360, 288, words("ninguém ainda", "nobody yet"), "q")
    _choices(stage, 336)
    stage.status(384)
    stage.shoe(640, 336, words("sabot, 6 baralhos", "shoe, 6 decks"))
    return stage.done(404, _sentence(stage, won))


def _choices(stage: Stage, y: float) -> None:
    """Write where the rule leaves a choice, and which was made."""
    felt, words = stage.felt, stage.words
    ponto = _points_of(felt.at("ponto")[:2]) if len(felt.at("ponto")) > 1 else None
    text = ""
    if ponto == 5:
        text = words("Com 5, o ponto escolhe", "With 5, the player may choose")
    said = next((name for name in ("carta", "nao", "abate") if name in felt.said), None)
    spoken = {
        "carta": words("disse “carta”", "said “card”"),
        "nao": words("disse “não”", "said “no”"),
        "abate": words("abateu", "laid down"),
    }.get(said or "", "")
    line = ": ".join(one for one in (text, spoken) if one)
    if line:
        stage.label(34, y + 14, line[:1].upper() + line[1:], "b", "start", 15)
