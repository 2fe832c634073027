"""Nights at a wheel of fortune: 52 sections, seven symbols, three full turns (RS R3, R8, R10).

What is due is computed here from the rules' own words, apart from replay.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from typing_extensions import override

from ledger.events.outcomes import WheelStopped
from ledger.events.rounds import CoupNulled, RoundVoided
from ops.simulator.games.wheels import faults as common
from ops.simulator.games.wheels import void_faults as voids
from ops.simulator.games.wheels.coup import Coup, Laid, Player
from ops.simulator.games.wheels.table import CoupTable
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.terminal import Said

SECTIONS: Final = {"a": 24, "b": 12, "c": 8, "d": 4, "e": 2, "f": 1, "g": 1}
"""R3: of each symbol so many sections."""
PRIZES: Final = {"a": 1, "b": 3, "c": 5, "d": 10, "e": 20, "f": 45, "g": 45}
"""R10: so many times the stake."""
SYMBOLS: Final = {
    "a": "peixe",
    "b": "barco",
    "c": "farol",
    "d": "concha",
    "e": "baleia",
    "f": "estrela",
    "g": "coroa",
}
TURNS: Final = 3
"""R8: at least so many full turns."""


class RodaDaSorte(CoupTable):
    """A table of roda da sorte."""

    GAME: ClassVar[str] = "roda_da_sorte"
    PAY: ClassVar[str] = "RS-PAY"
    FACE_VALUES: ClassVar[tuple[int, ...]] = (200, 500, 1_000)
    MINIMUM: ClassVar[Mapping[str, int]] = {"seccao": 400}
    MAXIMUM: ClassVar[Mapping[str, int]] = {"seccao": 50_000}
    MULTIPLE: ClassVar[Mapping[str, int]] = {"seccao": 100}
    DEAL_MANY: ClassVar[tuple[int, ...]] = (0, 1, 1, 2, 3, 5)

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up, with nobody at it."""
        super().__init__(where, faults)
        order = [letter for letter, count in SECTIONS.items() for _ in range(count)]
        self.rng.shuffle(order)
        self._order = tuple(order)
        self._clockwise = True

    @property
    def order(self) -> tuple[str, ...]:
        """The letters of the 52 sections, around the wheel."""
        return self.altered.get("ordem", self._order)

    @override
    def options(self) -> dict[str, Any]:
        return {"simbolos": SYMBOLS, "ordem": self._order}

    # --- bets ----------------------------------------------------------------------------------

    @override
    def due(self, bet: Laid, result: str) -> tuple[int, int]:
        if bet.refused:
            return 0, bet.amount
        if bet.selection not in (result, SYMBOLS.get(result)):
            return 0, 0
        return PRIZES[result] * bet.amount, bet.amount

    @override
    def a_result(self) -> str:
        return self.rng.choice(self.order)

    @override
    def a_bet(self, player: Player) -> Laid:
        letter = self.rng.choice("aaabbcdefg")
        # Now and then the table writes the symbol and not its letter.
        text = SYMBOLS[letter] if self.rng.randrange(5) == 0 else letter
        least = -(-self.MINIMUM["seccao"] // player.value)
        count = self.rng.randint(least, 6)
        return Laid(player, "seccao", text, count * player.value, count)

    @override
    def fits_beside(self, bet: Laid, mine: Any) -> bool:
        own = {letter_of(one.selection) for one in mine}
        return letter_of(bet.selection) not in own

    # --- a coup --------------------------------------------------------------------------------

    @override
    def a_course(self, coup: Coup) -> str:
        draw = self.rng.randrange(80)
        if draw == 0:
            coup.void = RoundVoided(cause="avaria da roda", rule="RS R8")
            return "null-void"
        return "null" if draw < 5 else ""  # of 80

    @override
    def decide(self, coup: Coup) -> Telling:
        if coup.course == "null":
            for _ in range(self.rng.choice((1, 1, 2))):
                yield from self.spun_badly(coup)
        if coup.course in ("null-void", "null-only"):
            yield from self.spun_badly(coup)
        elif coup.course != "failed":
            yield self.spun(coup)

    def spun_badly(self, coup: Coup) -> Telling:
        """Spin the wheel less than three times round, and say that it does not count."""
        said = self.rng.randrange(2) == 0
        yield self.spun(
            coup, turns=self.rng.randrange(TURNS), section=self.a_result(), invalid=said
        )
        if not said:
            nulled = CoupNulled(cause="rotacao_invalida", rule="RS R8", announced=True)
            yield self.say(nulled, coup.name)

    def spun(
        self,
        coup: Coup,
        *,
        turns: int | None = None,
        section: str | None = None,
        invalid: bool = False,
        position: int | None = None,
    ) -> Said:
        """Spin the wheel, and let it come to rest."""
        section = coup.result if section is None else section
        if position is None and section in self.order:
            places = [at for at, letter in enumerate(self.order, 1) if letter == section]
            position = self.rng.choice(places)
        self._clockwise = not self._clockwise
        stopped = WheelStopped(
            section=section,
            position=position,
            turns=self.rng.randint(TURNS, 7) if turns is None else turns,
            direction="right" if self._clockwise else "left",
            by=self.dealer,
            announced_invalid=invalid,
        )
        return self.say(stopped, coup.name, after=(8, 20))


def letter_of(text: str) -> str:
    """Return the letter of a section that its symbol names."""
    return next((letter for letter, symbol in SYMBOLS.items() if symbol == text), text)


# --- what can be done wrong ----------------------------------------------------------------------


def with_second(table: RodaDaSorte, coup: Coup) -> bool:
    """Let a valid spin be followed by another, which is paid."""
    coup.other = table.a_result()
    return coup.other != coup.result and common.with_bets(table, coup)


def invalid_said(table: RodaDaSorte, coup: Coup) -> Telling:
    """Call a valid spin invalid, and spin again."""
    nulled = CoupNulled(cause="rotacao_invalida", rule="RS R8", announced=True)
    yield table.say(nulled, coup.name)
    yield table.spun(coup, section=coup.other)
    table.plant_round(coup, "VOID-BAD")


def spun_twice(table: RodaDaSorte, coup: Coup) -> Telling:
    """Spin again after a valid spin, without a word."""
    yield table.spun(coup, section=coup.other)
    table.plant_round(coup, "VOID-BAD")


def with_wrong_place(table: RodaDaSorte, coup: Coup) -> bool:
    """Let the position be another section's."""
    del table
    coup.course = "failed"
    return True


def other_place(table: RodaDaSorte, coup: Coup) -> Telling:
    """Record a position whose section is another than the one shown."""
    places = [at for at, letter in enumerate(table.order, 1) if letter != coup.result]
    yield table.spun(coup, position=table.rng.choice(places))
    table.plant_round(coup, "RES-IMPOSS")


def no_place(table: RodaDaSorte, coup: Coup) -> Telling:
    """Record a position that the wheel does not have."""
    yield table.spun(coup, position=table.rng.randint(53, 99))
    table.plant_round(coup, "RES-IMPOSS")


def with_no_section(table: RodaDaSorte, coup: Coup) -> bool:
    """Let a section be shown that the wheel lacks; all is left as it lies."""
    del table
    coup.result = "h"
    coup.undecided = True
    return True


def with_no_symbol(table: RodaDaSorte, coup: Coup) -> bool:
    """Lay a bet on a symbol that the board lacks, which goes back."""
    player = table.someone()
    bet = Laid(player, "seccao", "golfinho", 4 * player.value, 4, refused=True, plain=True)
    coup.bets.append(bet)
    bet.number = max(one.number for one in coup.bets) + 1
    coup.target = bet
    return True


def note_no_symbol(table: RodaDaSorte, coup: Coup) -> Telling:
    """Plant a bet that the board cannot have."""
    table.plant_bet(coup, "RES-IMPOSS", coup.at, due=0, paid=coup.at.amount)
    yield from ()


def wrong_sections(table: RodaDaSorte) -> Mapping[str, Any]:
    """Return a wheel with one section of a high prize painted as a low one."""
    order = list(table.order)
    order[order.index("e")] = "a"
    return {"ordem": tuple(order)}


def note_sections(table: RodaDaSorte, coup: Coup) -> Telling:
    """Plant a wheel that has not the sections of the rule."""
    table.plant_round(coup, "RS-PAY", facts={"fact": "seccoes"})
    yield from ()


RODA: Final[dict[str, Wrong]] = {
    **{name: wrong for name, wrong in common.PAYMENTS.items() if name != "sum-wrong"},
    **common.BETS,
    **voids.ROUNDS,
    **voids.VOIDS,
    "invalid-said": Wrong(fits=with_second, pays=voids.pay_second, does={"decided": invalid_said}),
    "spun-twice": Wrong(fits=with_second, pays=voids.pay_second, does={"decided": spun_twice}),
    "invalid-paid": Wrong(fits=voids.null_only, pays=voids.pay_null),
    "invalid-closed": Wrong(fits=voids.null_only, does={"decided": voids.note_not_repeated}),
    "other-place": Wrong(fits=with_wrong_place, does={"decided": other_place}),
    "no-place": Wrong(fits=with_wrong_place, does={"decided": no_place}),
    "no-section": Wrong(fits=with_no_section, does={"decided": voids.note_impossible}),
    "no-symbol": Wrong(fits=with_no_symbol, does={"closed": note_no_symbol}),
    "wrong-sections": Wrong(reopens=wrong_sections, does={"closed": note_sections}),
    **voids.ONLINE,
}
"""Every fault of a table of roda da sorte."""
RodaDaSorte.WRONGS, RodaDaSorte.FAULTS = RODA, tuple(RODA)
