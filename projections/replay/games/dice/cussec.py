"""Cussec (sic bo): three dice shaken under a cover, stakes on the faces that they will show.

Rules: Portaria 1/2017, Anexo, Cussec, regras 1-25, cited as ``CU R8``. The section has two rules
numbered 1, so its “Regra 8” means R7.

A bet is a ``tipo`` of the rules page and a ``selecao``:

==================================  ================================================================
tipo                                selecao
==================================  ================================================================
``pequeno grande qualquer_trio``    empty
``numero par trio``                 ``1`` to ``6``
``dois_dados``                      two different numbers upwards: ``2-5``; in the other order they
                                    mean the same
``total``                           ``4`` to ``17``
==================================  ================================================================

The dice are shaken before the bets are opened: the result exists, hidden, while they are placed.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from msgspec import Struct, field

from projections.replay.game import Game, implemented, not_checkable, watched
from projections.replay.kit.bets import Bet, BetChange, Fact, Limit, Moment, is_after
from projections.replay.kit.coups.fates import (
    LATE,
    NO_OUTCOME,
    NOT_REPEATED,
    Fate,
    cannot_be,
    given_back,
    loses,
    ordinary_lines,
    settled_lines,
    undecided,
    wins,
)
from projections.replay.kit.coups.faults import (
    bet_faults,
    code_of_payments,
    early,
    early_bets,
    not_repeated,
    stake_faults,
    standing_bets,
    won,
)
from projections.replay.kit.coups.voids import VoidCites, decide_void, void_bad
from projections.replay.kit.coups.window import Window, bets_in_time, first_close
from projections.replay.kit.dice import (
    FACES,
    Throw,
    counts,
    dice_faults,
    impossible_dice,
    null_faults,
    shown,
)
from projections.replay.kit.player_sessions import (
    PlayerSession,
    demo_faults,
    ground_faults,
    session_faults,
)
from projections.replay.record import PHYSICAL, Record
from projections.replay.settlement import Found, Line, Outcome, Phrase, Settlement


class Agitacao(Fact, frozen=True, kw_only=True, gc=False):
    """The lever was pressed under the cover."""

    vezes: int | None = None
    at: str | None = None
    seq: int | None = None


class Anterior(Fact, frozen=True, kw_only=True, gc=False):
    """The coup before this one at the same table."""

    pagamentos_fim: Moment | None = None
    """When its last payment was done: with it the coup ended (R4)."""


class CussecRecord(Record, frozen=True, kw_only=True, tag="cussec", tag_field="game", gc=False):
    """One coup, from the shaking of the dice to the payments."""

    limites: dict[str, Limit] = field(default_factory=dict)
    """The table's limits, by ``tipo``: the law sets none."""
    anterior: Anterior | None = None
    bets: tuple[Bet, ...] = ()
    """In the order in which they were placed."""
    alteracoes: tuple[BetChange, ...] = ()
    """Changes that the table recorded as such; those in time count."""
    dados_agitados: tuple[Agitacao, ...] = ()
    apostas_abertas: Moment | None = None
    nada_mais: tuple[Moment, ...] = ()
    """Each bell that closed the bets: one, and one more for each coup that was repeated."""
    resultado: tuple[Throw, ...] = ()
    """What the dice showed each time that the cover was lifted; ``nulo`` is ``sobrepostos`` where
    two or three of them lay on one another."""
    golpe_nulo: tuple[Moment, ...] = ()
    """When a coup was called null: after it the bets are free again (R6)."""
    sessoes: tuple[PlayerSession, ...] = ()
    """Online: players' sessions that ended or were restricted since the coup before."""
    meios: tuple[str, ...] = ()
    """In what the prizes were given, where the table says it: ``account``, ``free_play`` …"""


class CussecRules(Struct, frozen=True, kw_only=True):
    """The values in which laws may differ: prizes in stakes (R8)."""

    pays: Mapping[str, int]
    """Of the chances that have one prize."""
    numero: tuple[int, int, int]
    """For a number that one, two or three dice show."""
    par: tuple[int, int]
    """For a number that two or three dice show."""
    total: Mapping[int, int]
    """For each sum."""


DICE: Final = 3
PRESSES: Final = 3
"""How often the lever is pressed before betting (R2)."""
PAIR: Final = 2
NULL_GROUNDS: Final = ("overlapping", "sobrepostos", "dados_sobrepostos")
"""What makes a coup null (R5), in both languages of the events."""
CITES: Final = VoidCites(null="CU R5", online=("CU R18", "CU R20"), network="CU R19")
SMALL: Final = {"pequeno": range(4, 11), "grande": range(11, 18)}
"""The sums that pequeno and grande cover (R7 a, b)."""

LOSES_TO_TRIPLE: Final = Phrase(
    pt="{saiu}, três dados iguais: {aposta} perde; perdem-se {stake:m}.",
    en="{came}, three equal dice: {bet_en} loses; {stake:m} are lost.",
)

_NAMES: Final[Mapping[str, tuple[str, str]]] = {
    "pequeno": ("o pequeno (4-10)", "small (4-10)"),
    "grande": ("o grande (11-17)", "big (11-17)"),
    "numero": ("o número {}", "the number {}"),
    "dois_dados": ("a combinação {}", "the combination {}"),
    "par": ("o par de {}", "the pair of {}"),
    "trio": ("o trio de {}", "the triple of {}"),
    "qualquer_trio": ("qualquer trio", "any triple"),
    "total": ("o total {}", "the total {}"),
}
_LETTER: Final = dict(zip(_NAMES, "abcdefg", strict=False))
"""Where R7 and R8 name each chance; of the sums R8 has a letter for each pair."""
_LETTER_OF_SUM: Final = {
    total: letter
    for letter, low in zip("hijklmn", range(4, 11), strict=True)
    for total in (low, 21 - low)
}


# --- the dice and what they do to every stake --------------------------------------------------


class Coup:
    """The outcome of each bet by three dice: made once, read by every round."""

    __slots__ = ("_values", "dados", "fates", "result", "rules", "total", "triple")

    def __init__(self, rules: CussecRules, dados: tuple[int, ...]) -> None:
        """Work out the fate of a bet on each chance (R7-R9); of no dice every bet loses."""
        self.rules = rules
        self.dados = tuple(sorted(dados))
        self.total = sum(dados)
        self.triple = len(set(dados)) == 1
        self.result: Mapping[str, Any] = {"dados": list(self.dados), "total": self.total}
        self._values = {
            "saiu": f"Saíram {shown(self.dados)}, total {self.total}",
            "came": f"{shown(self.dados)} came up, total {self.total}",
        }
        pays = rules.pays
        shows = {face: self.dados.count(face) for face in FACES}
        self.fates: dict[str, dict[str, Fate]] = {
            tipo: {"": self._simple(tipo, sums)} for tipo, sums in SMALL.items()
        }
        self.fates["numero"] = {
            str(face): self._fate("numero", str(face), rules.numero[shows[face] - 1], shows[face])
            for face in FACES
        }
        self.fates["dois_dados"] = {
            f"{one}-{other}": self._fate(
                "dois_dados", f"{one}-{other}", pays["dois_dados"], shows[one] and shows[other]
            )
            for one, other in combinations(FACES, 2)
        }
        self.fates["par"] = {
            str(face): self._fate(
                "par", str(face), rules.par[shows[face] == DICE], shows[face] >= PAIR
            )
            for face in FACES
        }
        self.fates["trio"] = {
            str(face): self._fate("trio", str(face), pays["trio"], shows[face] == DICE)
            for face in FACES
        }
        self.fates["qualquer_trio"] = {
            "": self._fate("qualquer_trio", "", pays["qualquer_trio"], self.triple)
        }
        self.fates["total"] = {
            str(total): self._fate("total", str(total), times, total == self.total)
            for total, times in rules.total.items()
        }

    def _fate(self, tipo: str, text: str, times: int, happened: bool | int) -> Fate:  # noqa: FBT001 - what the dice say of it
        pt, en = _NAMES[tipo]
        values = {**self._values, "aposta": pt.format(text), "bet_en": en.format(text)}
        if not happened:
            return loses(values, f"CU R7 {_LETTER.get(tipo, 'h')}")
        letter = _LETTER.get(tipo) or _LETTER_OF_SUM.get(self.total, "h")
        return wins(times, values, f"CU R8 {letter}")

    def _simple(self, tipo: str, sums: range) -> Fate:
        if self.triple:
            pt, en = _NAMES[tipo]
            values = {**self._values, "aposta": pt, "bet_en": en}
            return loses(values, "CU R9", phrase=LOSES_TO_TRIPLE)
        return self._fate(tipo, "", self.rules.pays[tipo], self.total in sums)


_coups: dict[tuple[int, tuple[int, ...]], tuple[CussecRules, Coup]] = {}
"""By identity of the rules, which each entry keeps alive, and the dice; there are 216 throws."""
_COUPS_MAX: Final = 1024


def coup_of(rules: CussecRules, dados: tuple[int, ...]) -> Coup:
    """Return the coup that three possible dice make."""
    key = (id(rules), dados)
    known = _coups.get(key)
    if known is not None:
        return known[1]
    coup = Coup(rules, dados)
    if len(_coups) >= _COUPS_MAX:
        _coups.clear()
    _coups[key] = rules, coup
    return coup


def spelt(bet: Bet) -> str:
    """Return a bet's selection with its numbers ascending: a chance has a single spelling."""
    if bet.tipo == "dois_dados":
        return "-".join(sorted(bet.selecao.split("-")))
    return bet.selecao


# --- settling --------------------------------------------------------------------------------


def settle(record: CussecRecord, rules: CussecRules) -> Settlement:
    """Return the settlement of every bet. Payments are not read."""
    return settle_ordinary(record, rules) or settle_any(record, rules)


def settle_ordinary(record: CussecRecord, rules: CussecRules) -> Settlement | None:
    """Settle a coup in which nothing was amiss; None leaves it to ``settle_any``.

    Written for speed: nearly all rounds end here. ``settle_any`` gives the same for all of them.
    """
    throws = record.resultado
    if len(throws) != 1 or record.golpe_nulo or record.void is not None or record.alteracoes:
        return None
    throw = throws[0]
    if throw.nulo is not None or impossible_dice(throw.dados, DICE):
        return None
    plain, last = first_close((*record.nada_mais, throw))
    coup = coup_of(rules, throw.dados)
    lines = ordinary_lines(record.bets, last, coup.fates) if plain else None
    if lines is None:
        return None
    return Settlement(
        game="cussec",
        round=record.round,
        currency=record.currency,
        lines=tuple(lines),
        result=coup.result,
    )


def settle_any(record: CussecRecord, rules: CussecRules) -> Settlement:
    """Settle a coup whatever happened in it."""
    found: list[Found] = dice_faults(record.resultado, DICE, "CU R1")
    throw = decide_throw(record, found)
    coup = coup_of(rules, throw.dados) if throw is not None else None
    same: Fate | None = None
    if coup is None:
        phrase = NOT_REPEATED if was_null(record) else NO_OUTCOME
        same = undecided(phrase, "CU R6" if phrase is NOT_REPEATED else "CU R3")
    if record.void is not None:
        same = decide_void(
            record,
            shown(coup.dados) if coup is not None else None,
            grounded=was_null(record),
            cites=CITES,
            found=found,
        )
    window = window_of(record)
    bets, late = bets_in_time(record.bets, record.alteracoes, window, found)
    # What the cloth cannot have is told apart whatever the dice, so no dice serve as well.
    cloth = coup or coup_of(rules, ())
    lines = settled_lines(
        bets,
        late,
        same,
        lambda bet: fate_of(bet, cloth, found),
        given_back(LATE, window.rule),
    )
    return Settlement(
        game="cussec",
        round=record.round,
        currency=record.currency,
        lines=lines,
        void=same is not None and same.outcome is Outcome.DEVOLVIDA,
        result=coup.result if coup is not None else {},
        found=tuple(found),
    )


def fate_of(bet: Bet, coup: Coup, found: list[Found]) -> Fate:
    """Return the fate of a bet; note a bet that the cloth cannot have (R7)."""
    fate = coup.fates.get(bet.tipo, _NO_FATES).get(spelt(bet))
    return fate if fate is not None else cannot_be(bet, "CU R7", found)


_NO_FATES: Final[dict[str, Fate]] = {}


def decide_throw(record: CussecRecord, found: list[Found]) -> Throw | None:
    """Return the first throw that counts (R5): no call without that ground undoes it.

    Null is only what the cover showed lying on one another; dice that can be read are the result,
    and the coup is not played again.
    """
    throws = record.resultado
    found.extend(null_faults(throws, DICE, NULL_GROUNDS, "CU R5"))
    for index, throw in enumerate(throws):
        if counts(throw, DICE, NULL_GROUNDS):
            again = throws[index + 1 :]
            if again and throw.nulo is None:
                found.append(
                    void_bad("CU R5", expected=shown(throw.dados), recorded=shown(again[-1].dados))
                )
            return throw
    return None


def was_null(record: CussecRecord) -> bool:
    """Tell whether the last time that the cover was lifted decided nothing for a ground of R5."""
    return bool(record.resultado) and record.resultado[-1].nulo in NULL_GROUNDS


def window_of(record: CussecRecord) -> Window:
    """Return when bets were taken: to the bell (R3), and anew after a null coup (R6).

    A call that came when the dice that decide lay open frees nothing: they were known by then.
    """
    decides = decide_throw(record, [])
    nulls = record.golpe_nulo or tuple(one for one in record.resultado if one.nulo is not None)
    if decides is not None:
        nulls = tuple(one for one in nulls if one is not decides and not is_after(one, decides))
    return Window(rule="CU R3", closes=(*record.nada_mais, *record.resultado), reopened=nulls)


# --- verifying -------------------------------------------------------------------------------


def verify(record: CussecRecord, rules: CussecRules, settlement: Settlement) -> tuple[Found, ...]:  # noqa: ARG001 - every game's verify has these arguments
    """Return the faults of bets and procedure that the record decides."""
    found: list[Found] = []
    bets: Sequence[Bet] = record.bets
    if record.alteracoes:
        bets, _ = bets_in_time(bets, record.alteracoes, window_of(record), [])
    if record.has("bets"):
        found.extend(stake_faults(standing_bets(bets, settlement), record.limites, spelt))
        check_opening(record, bets, found)
    if record.mode == PHYSICAL:
        check_lever(record, found)
    found.extend(bet_faults(record, record.bets, settlement))
    if was_null(record):
        found.extend(not_repeated(record, settlement, "CU R6", shown(record.resultado[-1].dados)))
    elif record.mode != PHYSICAL and decide_throw(record, []) is None:
        found.extend(not_repeated(record, settlement, "CU R18", ""))
    if record.mode != PHYSICAL:
        check_online(record, found)
    return tuple(found)


def check_online(record: CussecRecord, found: list[Found]) -> None:
    """R21-R24: histories, sessions ended or restricted, prizes of a demonstration.

    A time without bets ends a session at an exclusive table (R23 a), rounds in a row without bets
    at a shared one (R23 b).
    """
    found.extend(
        session_faults(record.sessoes, history="CU R21", decides="CU R22", ending="CU R23")
    )
    found.extend(ground_faults(record.sessoes, record.mode, "CU R23"))
    if record.mode == "demo":
        found.extend(demo_faults(record.meios, "CU R24"))


def check_opening(record: CussecRecord, bets: Sequence[Bet], found: list[Found]) -> None:
    """R2, R4: bets open when the dice are shaken and the last coup's prizes are paid."""
    opened = record.apostas_abertas
    paid = record.anterior.pagamentos_fim if record.anterior is not None else None
    if paid is not None and opened is not None and is_after(paid, opened):
        found.append(early("CU R4", paid, opened))
    shaken = record.dados_agitados[0] if record.dados_agitados else None
    if shaken is not None and opened is not None and is_after(shaken, opened):
        found.append(early("CU R2", shaken, opened))
    # With both recorded, the later of them opens the bets: one fault a bet.
    starts = [mark for mark in (shaken, opened) if mark is not None]
    start = starts[-1] if starts else None
    if len(starts) > 1 and is_after(starts[0], starts[1]):
        start = starts[0]
    found.extend(early_bets(bets, start, "CU R2"))


def check_lever(record: CussecRecord, found: list[Found]) -> None:
    """R2: the lever is pressed three times; one note may tell of one press, or of all.

    Those up to the first bell count, or to the first result: a coup that was null begins anew.
    """
    ends = (*record.nada_mais, *record.resultado)
    times = [
        one.vezes for one in record.dados_agitados if not any(is_after(one, end) for end in ends)
    ]
    known = [one for one in times if one is not None]
    if times and len(known) == len(times) and sum(known) != PRESSES:
        found.append(
            Found(code="CU-SEQ", rule="CU R2", expected=str(PRESSES), recorded=str(sum(known)))
        )


def void_rule(record: CussecRecord) -> str:
    """Return the rule by which nothing is due of a coup without a result."""
    if was_null(record):
        return "CU R5"
    return "CU R18" if record.mode != PHYSICAL else ""


def left_by_a_triple(lines: Sequence[Line], due: int, paid: int) -> tuple[str, str] | None:
    """Name stakes that a triple takes (R9) and the table left standing, or paid."""
    lost = [line.stake for line in lines if "CU R9" in line.rules]
    if not lost or paid <= due:
        return None
    left = {part for one in (*lost, sum(lost)) for part in (one, 2 * one)}
    return ("CU-TRI", "CU R9") if not won(lines) or paid - due in left else None


# --- the register --------------------------------------------------------------------------------

_ONLINE_SHOWN: Final = "what a screen shows, which no record of a round shows: ONL-INFO"

COVERAGE: Final = (
    *watched("RES-IMPOSS: three dice of six faces; their make a person sees", "R1"),
    *watched("BET-EARLY, CU-SEQ; the cover a person sees", "R2"),
    *implemented("window_of; BET-LATE", "R3"),
    *watched("BET-EARLY, PAY-NONE", "R4"),
    *implemented("decide_throw; VOID-BAD, VOID-MISS", "R5"),
    *implemented("window_of; VOID-MISS", "R6"),
    *implemented("fate_of; RES-IMPOSS", "R7"),
    *implemented("settle; CU-PAY", "R8"),
    *implemented("settle; CU-TRI", "R9"),
    *implemented("settle", "R10", "R11"),
    *not_checkable(_ONLINE_SHOWN, "R12", "R13", "R14", "R17"),
    *not_checkable("a permission; one result decides the round of all who share it", "R15"),
    *not_checkable("whose hand marked the bet, which no record of a round shows", "R16"),
    *implemented("settle_any; VOID-BAD, VOID-MISS, VOID-REFUND", "R18", "R20"),
    *implemented("settle_any; VOID-NET", "R19"),
    *implemented("check_online; ONL-HIST", "R21"),
    *implemented("check_online; ONL-EXCL", "R22", "R23"),
    *implemented("check_online; ONL-DEMO", "R24"),
    *not_checkable("what a screen shows: an inspection raises ONL-INFO", "R25"),
)

GAME: Final = Game(
    name="cussec",
    section="CU",
    record=CussecRecord,
    settle=settle,
    verify=verify,
    rules=CussecRules,
    coverage=COVERAGE,
    payment_code=code_of_payments(void_rule, ("CU-PAY", "CU R8"), left_by_a_triple),
)
