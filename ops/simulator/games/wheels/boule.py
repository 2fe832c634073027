"""Nights at a table of boule: 24 numbers and a star, a bell, and bets that a null coup freezes.

What is due is computed here from the rules' own words (BO R3, R8, R9), apart from replay.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from typing_extensions import override

from ledger.events.outcomes import Announcement, BallLanded, BallLaunched
from ledger.events.rounds import BetChanged, BetsClosed, CoupNulled, RoundVoided
from ops.simulator.games.wheels import faults as common
from ops.simulator.games.wheels import void_faults as voids
from ops.simulator.games.wheels.coup import Coup, Laid, Player
from ops.simulator.games.wheels.faults import with_bet
from ops.simulator.games.wheels.table import CoupTable
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.terminal import Said

STAR: Final = "estrela"
NUMBERS: Final = tuple(map(str, range(1, 25)))
PRIZES: Final = {
    "pleno": 23,
    "dois_numeros": 11,
    "tres_numeros": 7,
    "quatro_numeros": 5,
    "seis_numeros": 3,
    "oito_numeros": 2,
    "doze_numeros": 1,
    "pequeno": 1,
    "grande": 1,
    "vermelho": 1,
    "preto": 1,
}
"""R8: so many times the stake."""
SIZES: Final = {
    "dois_numeros": 2,
    "tres_numeros": 3,
    "quatro_numeros": 4,
    "seis_numeros": 6,
    "oito_numeros": 8,
    "doze_numeros": 12,
}
LOW: Final = 12


def printed() -> dict[str, tuple[str, ...]]:
    """Return the sets that this house's cloth prints, by their size: rows, and blocks of them."""
    sets: dict[str, tuple[str, ...]] = {}
    for tipo, size in SIZES.items():
        firsts = range(1, 26 - size, max(1, size // 2))
        sets[tipo] = tuple("-".join(map(str, range(n, n + size))) for n in firsts)
    return sets


SETS: Final = printed()
GROUNDS: Final = ("objeto", "fichas", "bola")
"""R13: what falls on the plate; R14: a ball that rests outside the pockets."""


class Boule(CoupTable):
    """A table of boule."""

    GAME: ClassVar[str] = "boule"
    PAY: ClassVar[str] = "BO-PAY"
    CLOSED_BY: ClassVar[str] = "bell"
    FACE_VALUES: ClassVar[tuple[int, ...]] = (200, 500, 1_000)
    MINIMUM: ClassVar[Mapping[str, int]] = dict.fromkeys(PRIZES, 400)
    MAXIMUM: ClassVar[Mapping[str, int]] = {
        tipo: 120_000 // times for tipo, times in PRIZES.items()
    }
    MULTIPLE: ClassVar[Mapping[str, int]] = dict.fromkeys(PRIZES, 100)
    RANK: ClassVar[Mapping[str, int]] = {tipo: int(tipo == "pleno") for tipo in PRIZES}
    """R10: the pleno is paid last."""
    BY_PLAYER: ClassVar[bool] = False

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up, with nobody at it."""
        super().__init__(where, faults)
        first = self.rng.choice(("vermelho", "preto"))
        second = "preto" if first == "vermelho" else "vermelho"
        self._colours = {n: first if int(n) % 2 else second for n in NUMBERS}

    @property
    def colours(self) -> Mapping[str, str]:
        """The colours of the plate's pockets, by turns (R2 d)."""
        return self.altered.get("cores", self._colours)

    @override
    def options(self) -> dict[str, Any]:
        sets = tuple(text for texts in SETS.values() for text in texts)
        return {"cores": dict(self._colours), "pano": sets}

    # --- bets ----------------------------------------------------------------------------------

    @override
    def due(self, bet: Laid, result: str) -> tuple[int, int]:
        if bet.refused:
            return 0, bet.amount
        if not self.wins(bet.tipo, bet.selection, result):
            return 0, 0
        return PRIZES[bet.tipo] * bet.amount, bet.amount

    def wins(self, tipo: str, selection: str, result: str) -> bool:
        """Tell whether a chance holds what came; the star is in none but its pleno (R9)."""
        if tipo == "pleno" or tipo in SIZES:
            return result in selection.split("-")
        if result not in NUMBERS:
            return False
        if tipo in ("pequeno", "grande"):
            return (int(result) <= LOW) == (tipo == "pequeno")
        return self.colours[result] == tipo

    @override
    def is_zero(self, result: str) -> bool:
        return result == STAR

    @override
    def lost_code(self, bet: Laid, result: str) -> str:
        return "BO-PAY" if result == STAR else "PAY-DIFF"

    @override
    def a_result(self) -> str:
        return self.rng.choice((*NUMBERS, STAR))

    @override
    def a_bet(self, player: Player) -> Laid:
        tipo = self.rng.choice(tuple(PRIZES))
        text = ""
        if tipo == "pleno":
            text = self.rng.choice((*NUMBERS, STAR))
        elif tipo in SETS:
            text = self.rng.choice(SETS[tipo])
        least = -(-self.MINIMUM[tipo] // player.value)
        count = self.rng.randint(least, max(least, min(5, self.MAXIMUM[tipo] // player.value)))
        return Laid(player, tipo, text, count * player.value, count)

    # --- a coup --------------------------------------------------------------------------------

    @override
    def a_course(self, coup: Coup) -> str:
        draw = self.rng.randrange(80)
        if draw == 0:
            coup.void = RoundVoided(cause="avaria do prato", rule="BO R14")
            return "null-void"
        return {1: "null", 2: "null", 3: "rebuilt"}.get(draw, "")

    @override
    def launch(self, coup: Coup) -> Telling:
        yield self.throw(coup)

    def throw(self, coup: Coup) -> Said:
        """Throw the ball, always from right to left (R6)."""
        side: str = self.instead("side", coup, "left")
        return self.say(BallLaunched(by=self.dealer, direction=side), coup.name, after=(1, 4))

    @override
    def decide(self, coup: Coup) -> Telling:
        if coup.course == "null":
            yield self.called_null(coup, self.rng.choice(GROUNDS))
            yield from self.lay_more(coup)
            yield from self.throw_again(coup)
        if coup.course in ("null-void", "null-only"):
            yield self.called_null(coup, self.rng.choice(GROUNDS))
        elif coup.course != "failed":
            yield from self.landed(coup)

    def called_null(self, coup: Coup, cause: str) -> Said:
        """Say aloud that the coup is null."""
        rule = "BO R14" if cause == "bola" else "BO R13"
        return self.say(CoupNulled(cause=cause, rule=rule, announced=True), coup.name, after=(2, 5))

    def throw_again(self, coup: Coup) -> Telling:
        """Throw the ball again, and ring."""
        yield self.throw(coup)
        yield self.say(BetsClosed(by="bell"), coup.name, after=(2, 6))

    def lay_more(self, coup: Coup) -> Telling:
        """Let a few bet anew: what was marked stays, more may come (R15)."""
        for _ in range(self.rng.randrange(3)):
            bet = self.a_bet(self.someone())
            same = (bet.player, bet.tipo, bet.selection)
            if any((one.player, one.tipo, one.selection) == same for one in coup.bets):
                continue
            bet.number = max((one.number for one in coup.bets), default=0) + 1
            coup.bets.append(bet)
            yield from self.buy_enough(coup)
            yield from self.place(bet, coup.name)

    def landed(self, coup: Coup) -> Telling:
        """Let the ball rest, and light what won."""
        number = coup.result
        colour = "azul" if number == STAR else self.colours.get(number)
        if coup.course == "wrong-colour":
            colour = "preto" if colour == "vermelho" else "vermelho"
        yield self.say(
            BallLanded(number=int(number) if number.isdecimal() else number, colour=colour),
            coup.name,
            after=(8, 15),
        )
        yield self.say(Announcement(what="luzes", said=number, by="display"), coup.name)


# --- what can be done wrong ----------------------------------------------------------------------


def with_star(table: Boule, coup: Coup) -> bool:
    """Let the star come while something lies that it takes."""
    coup.result = STAR
    lost = [bet for bet in coup.bets if not any(table.due(bet, STAR))]
    if lost:
        coup.target = table.rng.choice(lost)
    return bool(lost)


def with_colour(table: Boule, coup: Coup) -> bool:
    """Let a number come that has a colour, and another be lit."""
    del table
    coup.course = "wrong-colour"
    return coup.result in NUMBERS


def with_no_number(table: Boule, coup: Coup) -> bool:
    """Let a pocket be shown that the plate lacks; all is left as it lies."""
    coup.result = str(table.rng.randint(25, 36))
    coup.undecided = True
    return True


def with_no_set(table: Boule, coup: Coup) -> bool:
    """Lay a bet on a set that the cloth does not print, which goes back."""
    tipo = table.rng.choice(tuple(SIZES))
    text = "-".join(sorted(table.rng.sample(NUMBERS, SIZES[tipo]), key=int))
    player = table.someone()
    coup.target = bet = Laid(player, tipo, text, 4 * player.value, 4, refused=True, plain=True)
    coup.bets.append(bet)
    bet.number = max(one.number for one in coup.bets) + 1
    return text not in SETS[tipo]


def note_no_set(table: Boule, coup: Coup) -> Telling:
    """Plant a bet that the table cannot take."""
    table.plant_bet(coup, "RES-IMPOSS", coup.at, due=0, paid=coup.at.amount)
    yield from ()


def wrong_colours(table: Boule) -> Mapping[str, Any]:
    """Return a plate with one red pocket too many."""
    odd = next(n for n, colour in table.colours.items() if colour == "preto")
    return {"cores": {**table.colours, odd: "vermelho"}}


def of_one_ball(table: Boule, coup: Coup) -> bool:
    """Let the ball be thrown once."""
    del table
    return not coup.course


def throw_to_the_right(table: Boule, coup: Coup, right: str) -> str:
    """Throw the ball from left to right."""
    del right
    table.plant_round(coup, "BO-DIR")
    return "right"


def null_bad(table: Boule, coup: Coup) -> Telling:
    """Call the coup null for what is no reason, and throw again."""
    yield table.called_null(coup, "engano do pagador")
    yield from table.throw_again(coup)
    table.plant_round(coup, "VOID-BAD")


def land_again(table: Boule, coup: Coup) -> Telling:
    """Call a coup null whose ball has rested, and play it again."""
    first = coup.result
    yield table.called_null(coup, "objeto")
    yield from table.throw_again(coup)
    coup.result = coup.other
    yield from table.landed(coup)
    coup.result = first
    table.plant_round(coup, "VOID-BAD")


def change_frozen(table: Boule, coup: Coup) -> Telling:
    """Let a marked bet be changed after a null coup; it is put back (R15)."""
    yield table.called_null(coup, "objeto")
    other = table.a_bet(coup.at.player)
    change = BetChanged(
        bet=coup.at.number, chance=other.tipo, selection=other.selection or None, cause="moved"
    )
    yield table.say(change, coup.name)
    table.plant_round(coup, "BET-LATE", bet=coup.at.number)
    yield from table.throw_again(coup)


BOULE: Final[dict[str, Wrong]] = {
    **common.PAYMENTS,
    **common.ORDER,
    **common.WORD,
    **common.BETS,
    **voids.ROUNDS,
    **voids.VOIDS,
    "star-kept": Wrong(fits=with_star, pays=common.leave_loser),
    "star-paid": Wrong(fits=with_star, pays=common.pay_loser),
    "wrong-colour": Wrong(fits=with_colour, does={"decided": voids.note_impossible}),
    "no-number": Wrong(fits=with_no_number, does={"decided": voids.note_impossible}),
    "no-set": Wrong(fits=with_no_set, does={"closed": note_no_set}),
    "wrong-colours": Wrong(reopens=wrong_colours, does={"closed": voids.note_impossible}),
    "thrown-to-the-right": Wrong(fits=of_one_ball, instead={"side": throw_to_the_right}),
    "null-no-ground": Wrong(does={"closed": null_bad}),
    "null-after-result": Wrong(
        fits=voids.with_second, pays=voids.pay_second, does={"decided": land_again}
    ),
    "null-paid": Wrong(fits=voids.null_only, pays=voids.pay_null),
    "null-not-repeated": Wrong(fits=voids.null_only, does={"decided": voids.note_not_repeated}),
    "frozen-changed": Wrong(fits=with_bet, does={"closed": change_frozen}),
    **voids.ONLINE,
}
"""Every fault of a table of boule."""
Boule.WRONGS, Boule.FAULTS = BOULE, tuple(BOULE)
