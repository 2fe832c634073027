"""Makes of slot machines: their pay tables, homologations, and what a window of symbols pays.

Prizes are reckoned here from the rules' words (MÁQ R13, R14, R17): of each line its highest
combination, every line for itself, the scatter beside them; the return of a table by what each
combination adds, over all that a line and a window can hold.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from hashlib import sha256
from itertools import product
from operator import itemgetter
from random import Random
from typing import Any, Final

from msgspec import Struct

from ledger.events.machines import (
    Complement,
    LineWin,
    MachineHomologated2,
    PayCombination,
    PayPlan,
    PaySheet,
)

SUITS: Final = "hdcs"
RANKS: Final = "23456789TJQKA"
DECK: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
PAIR: Final = 2


def hash_of(text: str) -> str:
    """Return a hash as a configuration or a program has one."""
    return sha256(text.encode()).hexdigest()


def line(name: str, symbols: str, *pays: int, **more: Any) -> PayCombination:
    """Return a winning sequence, its symbols parted by blanks."""
    return PayCombination(name=name, symbols=tuple(symbols.split()), pays=pays, **more)


def reel(symbols: str) -> tuple[str, ...]:
    """Return a reel from its symbols, in the order in which they pass."""
    return tuple(symbols.split())


CLASSICA: Final = PaySheet(
    paytable="triplo",
    reels=(
        reel("sete bar sino limao bar ameixa limao sino limao cereja ameixa limao"),
        reel("bar limao sete ameixa sino limao cereja bar ameixa sino limao ameixa"),
        reel("limao bar ameixa sino limao sete bar limao sino ameixa cereja limao"),
    ),
    rows=1,
    lines=((0, 0, 0),),
    combinations=(
        line("setes", "sete sete sete", 200, 400, 700),
        line("bares", "bar bar bar", 40, 80, 120),
        line("altos", "bar|sete bar|sete bar|sete", 20, 40, 60),
        line("sinos", "sino sino sino", 12, 24, 36),
        line("ameixas", "ameixa ameixa ameixa", 10, 20, 30),
        line("limoes", "limao limao limao", 5, 10, 15),
        line("cerejas", "cereja cereja", 8, 16, 24),
        line("cereja", "cereja", 1, 2, 3),
    ),
)
"""One line, one to three credits, each level written out: the top prize is best at three."""

_CROSSED: Final = (
    (1, 1, 1, 1, 1),
    (0, 0, 0, 0, 0),
    (2, 2, 2, 2, 2),
    (0, 1, 2, 1, 0),
    (2, 1, 0, 1, 2),
    (0, 0, 1, 2, 2),
    (2, 2, 1, 0, 0),
    (1, 0, 0, 0, 1),
    (1, 2, 2, 2, 1),
)
VIDEO: Final = PaySheet(
    paytable="ilha",
    reels=(
        reel("baleia polvo concha ancora onda farol concha onda polvo ancora onda concha"),
        reel("polvo onda nau concha ancora onda baleia concha onda farol ancora concha"),
        reel("onda concha ancora nau polvo concha farol onda baleia ancora concha onda"),
        reel("concha ancora onda polvo nau onda concha farol baleia onda ancora concha"),
        reel("ancora onda concha baleia onda farol polvo concha onda ancora concha polvo"),
    ),
    rows=3,
    lines=_CROSSED,
    combinations=(
        line("cinco_baleias", "baleia baleia baleia baleia baleia", 1500),
        line("quatro_baleias", "baleia baleia baleia baleia", 100),
        line("tres_baleias", "baleia baleia baleia", 25),
        line("cinco_polvos", "polvo polvo polvo polvo polvo", 200),
        line("quatro_polvos", "polvo polvo polvo polvo", 40),
        line("tres_polvos", "polvo polvo polvo", 12),
        line("quatro_ancoras", "ancora ancora ancora ancora", 15),
        line("tres_ancoras", "ancora ancora ancora", 5),
        line("mar", "ancora|polvo ancora|polvo ancora|polvo *", 4),
        line("ancoras_da_direita", "ancora ancora ancora", 3, kind="right"),
        line("quatro_conchas", "concha concha concha concha", 8),
        line("tres_conchas", "concha concha concha", 2),
        line("quatro_ondas", "onda onda onda onda", 4),
        line("tres_ondas", "onda onda onda", 1),
        line("farois5", "farol farol farol farol farol", 100, kind="scatter"),
        line("farois4", "farol farol farol farol", 6, kind="scatter"),
        line("farois3", "farol farol farol", 1, kind="scatter"),
    ),
    wilds=("nau",),
)
"""Nine lines of five reels, a wild ship, a scatter that also opens the bonus game."""

PROGRESSIVA: Final = PaySheet(
    paytable="tesouro",
    reels=(
        reel(
            "ouro rede vela rubi rede vela prata rede vela rubi rede "
            "vela rede vela rubi rede vela rede vela rubi vela rede"
        ),
        reel(
            "vela rubi rede vela ouro rede vela rubi vela rede prata "
            "vela rede rubi rede vela rede vela rubi vela rede vela"
        ),
        reel(
            "rede vela rubi rede vela rede prata vela rubi rede vela "
            "rede vela rubi ouro rede vela rubi vela rede vela rede"
        ),
    ),
    rows=3,
    lines=((1, 1, 1), (0, 0, 0), (2, 2, 2), (0, 1, 2), (2, 1, 0)),
    combinations=(
        line("grande", "ouro ouro ouro", progressive=True),
        line("mini", "prata prata prata", progressive=True),
        line("rubis", "rubi rubi rubi", 40),
        line("velas", "vela vela vela", 3),
        line("redes", "rede rede rede", 3),
        line("mistas", "vela|rede vela|rede vela|rede", 1),
        line("dois_rubis", "rubi rubi", 3),
    ),
)
"""Five lines; three golds and three silvers win what two pools have grown to."""

POKER: Final[dict[str, tuple[int, ...]]] = {
    "real": (250, 500, 750, 1_000, 4_000),
    "sequencia_de_cor": (50,),
    "quatro": (25,),
    "full": (9,),
    "cor": (6,),
    "sequencia": (4,),
    "trio": (3,),
    "dois_pares": (2,),
    "valetes": (1,),
}
"""Nine for a full, six for a flush; five credits pay the royal flush best."""


class Won(Struct, frozen=True, gc=False):
    """The prize of a window by the machine's table."""

    wins: tuple[LineWin, ...]
    total: int
    progressive: str | None
    """The combination that wins a pool."""
    progressives: int
    scatter: int
    """How many symbols of the scatter were seen."""


class Table:
    """A pay table that can be played and reckoned."""

    def __init__(self, sheet: PaySheet) -> None:
        """Make a sheet ready."""
        self.sheet = sheet
        self.width = len(sheet.reels)
        self.lengths = [len(one) for one in sheet.reels]
        self.along = [one for one in sheet.combinations if one.kind != "scatter"]
        self.scattered = [one for one in sheet.combinations if one.kind == "scatter"]
        self.scatter = self.scattered[0].symbols[0] if self.scattered else ""
        self._take = [
            itemgetter(*(row * self.width + at for at, row in enumerate(rows)))
            for rows in sheet.lines
        ]
        self._columns = [
            [
                tuple(one[(stop + row) % len(one)] for row in range(sheet.rows))
                for stop in range(len(one))
            ]
            for one in sheet.reels
        ]
        self._words = {
            one.name: [frozenset((*word.split("|"), *sheet.wilds)) for word in one.symbols]
            for one in self.along
        }
        self._known: dict[tuple[str, ...], tuple[PayCombination, int] | None] = {}

    def spin(self, rng: Random) -> tuple[int, ...]:
        """Let the reels stop somewhere."""
        draw = rng.random
        return tuple([int(draw() * length) for length in self.lengths])

    def window(self, stops: Sequence[int]) -> tuple[str, ...]:
        """Return the symbols in the window, row by row."""
        columns = [column[stop] for column, stop in zip(self._columns, stops, strict=True)]
        return tuple([symbol for row in zip(*columns, strict=True) for symbol in row])

    def best(self, content: tuple[str, ...]) -> PayCombination | None:
        """Return a line's highest combination (R13): a progressive one goes before all."""
        found: PayCombination | None = None
        for one in self.along:
            if not self._is(one, content):
                continue
            if one.progressive:
                return one
            if found is None or one.pays[0] > found.pays[0]:
                found = one
        return found

    def _is(self, one: PayCombination, content: tuple[str, ...]) -> bool:
        shown = content if one.kind == "line" else content[::-1]
        return all(
            symbol in words or "*" in words
            for words, symbol in zip(self._words[one.name], shown, strict=False)
        )

    def pays(self, stops: Sequence[int], lines: int, level: int, denomination: int) -> Won:
        """Return the prize of stops, by number of lines, credits on each, and cents a credit."""
        seen = self.window(stops)
        wins: list[LineWin] = []
        progressive: str | None = None
        progressives = shown = 0
        if self.scattered:
            shown = seen.count(self.scatter)
            for one in self.scattered:
                if shown >= len(one.symbols):
                    amount = credits_for(one, level) * lines * denomination
                    wins.append(LineWin(line=0, combination=one.name, amount=amount))
                    break
        known = self._known
        for number in range(lines):
            content = self._take[number](seen)
            if content in known:
                found = known[content]
            else:
                best = self.best(content)
                found = known[content] = None if best is None else (best, number)
            if found is None:
                continue
            one = found[0]
            amount = 0 if one.progressive else credits_for(one, level) * denomination
            wins.append(LineWin(line=number + 1, combination=one.name, amount=amount))
            if one.progressive:
                progressive = one.name
                progressives += 1
        total = sum(one.amount for one in wins)
        return Won(tuple(wins), total, progressive, progressives, shown)

    def stops_for(self, content: Sequence[str], line_number: int = 1) -> tuple[int, ...]:
        """Return stops that show these symbols on a line."""
        rows = self.sheet.lines[line_number - 1]
        return tuple(
            (reel.index(symbol) - row) % len(reel)
            for reel, symbol, row in zip(self.sheet.reels, content, rows, strict=True)
        )

    def returned(self, level: int = 1) -> Fraction:
        """Return the theoretical return of a stake, progressive prizes apart (R17)."""
        reels = [Counter(one) for one in self.sheet.reels]
        ways, total = 1, 0
        for length in self.lengths:
            ways *= length
        for content in product(*reels):
            one = self.best(content)
            if one is not None and not one.progressive:
                weight = 1
                for of, symbol in zip(reels, content, strict=True):
                    weight *= of[symbol]
                total += weight * credits_for(one, level)
        for number, times in self._scattered_ways().items():
            for one in self.scattered:
                if number >= len(one.symbols):
                    total += times * credits_for(one, level)
                    break
        return Fraction(total, ways * level)

    def _scattered_ways(self) -> dict[int, int]:
        ways = {0: 1}
        for reel in self.sheet.reels:
            shown = [
                sum(
                    reel[(stop + row) % len(reel)] == self.scatter for row in range(self.sheet.rows)
                )
                for stop in range(len(reel))
            ]
            more: dict[int, int] = {}
            for before, times in ways.items():
                for number in shown:
                    more[before + number] = more.get(before + number, 0) + times
            ways = more
        return ways


def credits_for(one: PayCombination, level: int) -> int:
    """Return the prize of a combination for so many credits on the line."""
    return one.pays[0] * level if len(one.pays) == 1 else one.pays[level - 1]


# --- video poker -----------------------------------------------------------------------------


def poker_hand(cards: Sequence[str]) -> str | None:
    """Return the combination of five cards, None where there is none: pairs count from jacks on."""
    ranks = Counter(card[0] for card in cards)
    counts = sorted(ranks.values(), reverse=True)
    values = sorted(RANKS.index(rank) for rank in ranks)
    flush = len({card[1] for card in cards}) == 1
    straight = len(values) == len(cards) and (
        values[-1] - values[0] == len(cards) - 1 or values == [0, 1, 2, 3, 12]
    )
    high = any(count == PAIR and rank in "JQKA" for rank, count in ranks.items())
    held_by_rank = {
        "real": straight and flush and values[0] == RANKS.index("T"),
        "sequencia_de_cor": straight and flush,
        "quatro": counts[0] == PAIR * 2,
        "full": counts[:2] == [PAIR + 1, PAIR],
        "cor": flush,
        "sequencia": straight,
        "trio": counts[0] == PAIR + 1,
        "dois_pares": counts[:2] == [PAIR, PAIR],
        "valetes": high,
    }
    return next((name for name, is_so in held_by_rank.items() if is_so), None)


def poker_pays(name: str | None, level: int) -> int:
    """Return how many credits a hand pays, with so many staked."""
    if name is None:
        return 0
    pays = POKER[name]
    return pays[0] * level if len(pays) == 1 else pays[level - 1]


def held(cards: Sequence[str]) -> list[str]:
    """Return the cards a plain player keeps: made hands, pairs, four of a suit, high cards."""
    ranks = Counter(card[0] for card in cards)
    name = poker_hand(cards)
    if name in ("real", "sequencia_de_cor", "full", "cor", "sequencia"):
        return list(cards)
    paired = [card for card in cards if ranks[card[0]] > 1]
    if paired:
        return paired
    for suit in SUITS:
        suited = [card for card in cards if card[1] == suit]
        if len(suited) == len(cards) - 1:
            return suited
    return [card for card in cards if card[0] in "JQKA"][:2]


# --- makes -----------------------------------------------------------------------------------


class Make(Struct, frozen=True, kw_only=True):
    """A maker's model, as it was homologated."""

    name: str
    maker: str
    model: str
    table: Table | None
    paytable: str
    denominations: tuple[int, ...]
    levels: int
    """Credits on a line at most."""
    complements: tuple[Complement, ...] = ()
    digits: int | None = None
    tickets: bool = True
    """Whether it takes and prints tickets; else it pays coins."""
    sas: int | None = None
    """Cents of one credit in its raw meters; None where it has none."""
    full: bool = True
    """Whether a reading tells sub-counters, receita bruta and balance, too."""
    by_denomination: bool = False
    mystery: bool = False
    """Whether it gives accumulated prizes that are not progressive."""
    shows: str = "stops"
    """What a jogada tells of its outcome: stops, symbols, or both."""

    @property
    def configuration(self) -> str:
        """The hash of the whole configuration."""
        return hash_of(f"configuracao {self.name}")

    @property
    def checksum(self) -> str:
        """The program's."""
        return hash_of(f"programa {self.name}")

    def homologation(self, until: str | None, **others: Any) -> MachineHomologated2:
        """Return the certificate of the configuration."""
        given: dict[str, Any] = {
            "configuration": self.configuration,
            "checksum": self.checksum,
            "version": "1.0",
            "denominations": self.denominations,
            "plans": tuple(self.plan(denomination) for denomination in self.denominations),
            "complementary": tuple(one.name for one in self.complements),
            "certificate": f"cert-{self.name}",
            "act": "igj-6",
            "until": until,
            "sheets": () if self.table is None else (self.table.sheet,),
            "complements": self.complements,
            **others,
        }
        return MachineHomologated2(**given)

    def plan(self, denomination: int) -> PayPlan:
        """Return the theoretical return at a denomination, told to its last digit."""
        share = returned_by(self.name)
        return PayPlan(
            paytable=self.paytable,
            denomination=denomination,
            returned=share.numerator,
            staked=share.denominator,
        )


DOUBLE: Final = Complement(name="dobrar", factors=(0, 200))
SECOND: Final = Complement(name="segunda", factors=(0, 150, 300))
CHEST: Final = Complement(name="arca", awards=(0, 1, 2))
MAKES: Final = {
    one.name: one
    for one in (
        Make(
            name="classica",
            maker="atlantida",
            model="triplo-sete",
            table=Table(CLASSICA),
            paytable="triplo",
            denominations=(25, 50, 100),
            levels=3,
            digits=8,
            tickets=False,
            sas=25,
            shows="both",
        ),
        Make(
            name="video",
            maker="morabeza",
            model="ilha-9",
            table=Table(VIDEO),
            paytable="ilha",
            denominations=(1, 5, 10),
            levels=5,
            complements=(DOUBLE, SECOND, CHEST),
            by_denomination=True,
            mystery=True,
        ),
        Make(
            name="poquer",
            maker="barlavento",
            model="valetes-9-6",
            table=None,
            paytable="valetes",
            denominations=(25, 100),
            levels=5,
            complements=(DOUBLE,),
            digits=10,
            full=False,
            shows="symbols",
        ),
        Make(
            name="progressiva",
            maker="sotavento",
            model="tesouro",
            table=Table(PROGRESSIVA),
            paytable="tesouro",
            denominations=(5, 25),
            levels=3,
            shows="symbols",
        ),
    )
}


@cache
def returned_by(make: str) -> Fraction:
    """Return the theoretical return of a make; of the game of cards, its maker's word.

    That word is of a player who errs nowhere.
    """
    table = MAKES[make].table
    return Fraction(9954, 10_000) if table is None else table.returned()
