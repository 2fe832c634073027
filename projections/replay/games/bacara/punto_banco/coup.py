"""Ponto e banca in both its forms: the drawing table, the coup as it was dealt, what each bet wins.

Rules: Portaria 1/2017, Anexo, Bacará ponto e banca (``PB``) and Ponto e banca/Macau (``PM``), which
have the same numbers up to R25; ``Cites`` has those that differ. The drawing table and the table of
prizes are lost from the law's text: they are the DECISIONS of the rules page.

A bet is a ``tipo`` and has no ``selecao``: ``ponto``, ``banca``, ``empate``, ``par_do_ponto``,
``par_da_banca``.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from msgspec import Struct, field

from ledger.money import Count, Minor
from projections.replay.games.bacara.points import BANCA, NATURAL, POINTS, PONTO, denomination
from projections.replay.kit.bets import Bet, BetChange, Fact, Limit, Moment
from projections.replay.kit.coups import LOSES, WINS
from projections.replay.kit.shoe import Dealt, Shoe
from projections.replay.record import Record
from projections.replay.settlement import Outcome, Phrase, Step

EMPATE: Final = "empate"
PAR_DO_PONTO: Final = "par_do_ponto"
PAR_DA_BANCA: Final = "par_da_banca"
CHANCES: Final = (PONTO, BANCA, EMPATE, PAR_DO_PONTO, PAR_DA_BANCA)
PAIRS: Final = frozenset({PAR_DO_PONTO, PAR_DA_BANCA})
SIDES: Final = (PONTO, BANCA)
ORDER: Final = (PONTO, BANCA, PONTO, BANCA)
"""To whom the first four cards go (R23)."""
NENHUMA: Final = "nenhuma"
CARTA_VIRADA: Final = "carta_virada"
"""A card found face up in the shoe: it is valid, and no slip (R18)."""

# --- the drawing table ---------------------------------------------------------------------------

PONTO_DRAWS_TO: Final = 5
"""Up to here ponto draws; on 6 and 7 it stands (R25, DECISION)."""
STOOD: Final = 10
"""In the table, the place of a ponto that drew nothing."""
_TABLE: Final = (
    # by the points of ponto's third card, 0 to 9, then where ponto stood: Tira or Recusa
    "TTTTTTTTTT T",  # banca has 0
    "TTTTTTTTTT T",
    "TTTTTTTTTT T",
    "TTTTTTTTRT T",
    "RRTTTTTTRR T",
    "RRRRTTTTRR T",
    "RRRRRRTTRR R",
    "RRRRRRRRRR R",  # banca has 7
)
DRAWS: Final = tuple(tuple(letter == "T" for letter in row.replace(" ", "")) for row in _TABLE)
"""Whether banca draws, by its points and then by those of ponto's third card, or ``STOOD``."""


def banca_draws(banca: int, third: int | None) -> bool:
    """Tell whether banca draws (R25): by ponto's third CARD, None where ponto stood.

    Asked only where neither side has a natural.

    >>> banca_draws(3, 8), banca_draws(3, 9), banca_draws(6, None), banca_draws(6, 6)
    (False, True, False, True)
    """
    return DRAWS[banca][STOOD if third is None else third]


# --- what a record holds -------------------------------------------------------------------------


class Aposta(Bet, frozen=True, kw_only=True, gc=False):
    """A bet, and its owner where the bet complements another player's seat."""

    by: int | None = None
    """The bettor's own place or rank, where the bet lies on another's seat (R21)."""


class Mostrada(Fact, frozen=True, kw_only=True, gc=False):
    """A side's cards as they were uncovered."""

    grupo: str
    """``ponto`` or ``banca``."""
    cartas: tuple[str, ...]


class Resultado(Fact, frozen=True, kw_only=True, gc=False):
    """The points that pagador or display announced; they decide only where no card tells."""

    vencedor: str | None = None
    """``ponto``, ``banca`` or ``empate``."""
    ponto: int | None = None
    """The points said."""
    banca: int | None = None
    par_do_ponto: bool | None = None
    par_da_banca: bool | None = None


class Troca(Fact, frozen=True, kw_only=True, gc=False):
    """Packs, or single cards, were replaced."""

    cartas: tuple[str, ...] = ()
    """Single cards; empty where whole packs were."""
    baralhos: Count | None = None
    """How many packs are in use from then on, where it is said."""
    razao: str | None = None


class PuntoBancoRecord(Record, frozen=True, kw_only=True, gc=False):
    """One coup, from the first bet to the payments."""

    mesa: str = ""
    """``simples`` or ``dupla``; empty where nobody says it."""
    sabot: Shoe | None = None
    """The packs in play; None where the record says nothing of them."""
    primeiro: bool | None = None
    """Whether it is the first coup of the shoe, or with a shuffler the first since the opening."""
    limites: dict[str, Limit] = field(default_factory=dict)
    """The table's limits, by ``tipo``."""
    pares: bool = True
    """Whether the house takes bets on the pairs (R19)."""
    deducao: str = NENHUMA
    """``5pct``, ``50pct_5`` or ``nenhuma``; several are joined by ``+``."""
    deducao_comunicada: bool | None = None
    """Whether the deduction was notified beforehand; None where nobody says it."""
    titulares: dict[int, str] = field(default_factory=dict)
    """Who holds which seat."""
    bets: tuple[Aposta, ...] = ()
    """In the order in which they were placed."""
    alteracoes: tuple[BetChange, ...] = ()
    """Changes that the table recorded as such; those in time count."""
    apostas_abertas: Moment | None = None
    nada_mais: Moment | None = None
    cartas: tuple[Dealt, ...] = ()
    """In the order in which they left the shoe, burned ones apart."""
    mostradas: tuple[Mostrada, ...] = ()
    resultado: Resultado | None = None
    trocas: tuple[Troca, ...] = ()
    """Since the coup before."""
    deduzido: Minor | None = None
    """What the table says that it deducted from the prizes of banca, in all."""


class Cites(Struct, frozen=True, kw_only=True):
    """The rule numbers that differ between the two games."""

    section: str
    wins: str
    """The higher total wins."""
    pays: str
    """The table of prizes."""
    pairs: str
    deduction: str
    stakes: str
    """The stakes stay the players'."""
    null: str
    announced: str
    """The pagador says the points aloud."""
    close: str = "R22"
    close_online: str = ""
    void_online: str = ""
    """Online: null where the winner cannot be determined; empty where there is no online game."""
    network: str = ""
    """Online: the player's own failure voids nothing."""

    def rule(self, number: str) -> str:
        """Return a rule's number with its section's code."""
        return f"{self.section} {number}"


class PuntoBancoRules(Struct, frozen=True, kw_only=True):
    """The values in which laws may differ."""

    pays: Mapping[str, int]
    """The prize of each chance, in stakes."""
    deductions: Mapping[str, tuple[int, int | None]]
    """Each option: how many per cent of the prize of banca, and with which points only."""
    decks: Mapping[str, int]
    """By ``mesa``, packs in a shoe (R3)."""
    decks_shuffler: int
    """Packs in an automatic shuffler (R15 b)."""
    behind_cut_card: int
    """Cards behind the carta-aviso (R16)."""
    opening_burn: int
    """Cards taken out before the first coup of a shoe (R16)."""
    coup_burn: int
    """Cards taken out before every other coup (R24)."""
    standing: Mapping[str, int]
    """By ``mesa``, how many players may stand at all its boards (R21)."""
    maximum_per_minimum: Mapping[str, int] = {}
    """How many times the minimum a maximum may be (R8); empty where bets are unlimited."""


# --- what a coup does to every stake -------------------------------------------------------------


class Score(Struct, frozen=True, gc=False):
    """The score of a coup; None stands for points that no card or announcement tells."""

    vencedor: str | None = None
    ponto: int | None = None
    banca: int | None = None
    par_do_ponto: bool | None = None
    par_da_banca: bool | None = None


class Fate(NamedTuple):
    """The fate of a stake on a chance."""

    outcome: Outcome
    rules: tuple[str, ...]
    why: tuple[Step, ...]
    times: int = 0
    """The prize, in stakes and before a deduction; ``kept`` hundredths of it are paid."""
    kept: int = 100
    back: bool = False
    """Whether the stake goes back, or stays the player's."""


PlainFate = tuple[Outcome, tuple[str, ...], tuple[Step, ...], int, int, bool]
"""The same, without names."""

WINS_LESS: Final = Phrase(
    pt="{saiu}: {aposta} ganha {vezes} × {stake:m}, menos {deduz} % do prémio, arredondado para"
    " baixo = {prize:m}; a aposta, {returned:m}, é do jogador.",
    en="{came}: {bet_en} wins {vezes} × {stake:m}, less {deduz} % of the prize, rounded down ="
    " {prize:m}; the stake, {returned:m}, is the player's.",
)
NEITHER: Final = Phrase(
    pt="{saiu}: {aposta} não ganha nem perde; voltam {stake:m}.",
    en="{came}: {bet_en} neither wins nor loses; {stake:m} go back.",
)
NOT_DECIDED: Final = Phrase(
    pt="O registo não decide {aposta}.", en="The record does not decide {bet_en}."
)
DEDUCTED: Final = Phrase(
    pt="{saiu}: do prémio deduzem-se {deduz} %, isto é {amount:m}.",
    en="{came}: {deduz} % are deducted from the prize, that is {amount:m}.",
)

_NAMES: Final[Mapping[str, tuple[str, str]]] = {
    PONTO: ("o ponto", "ponto"),
    BANCA: ("a banca", "banca"),
    EMPATE: ("o empate", "the tie"),
    PAR_DO_PONTO: ("o par do ponto", "the pair of ponto"),
    PAR_DA_BANCA: ("o par da banca", "the pair of banca"),
}
_WON: Final = {
    PONTO: ("ganha o ponto", "ponto wins"),
    BANCA: ("ganha a banca", "banca wins"),
    EMPATE: ("empate", "a tie"),
    None: ("sem vencedor", "no winner"),
}


class Coup:
    """The fate of each bet under a score: made once, read by every round with that score."""

    __slots__ = (
        "cites",
        "commission",
        "commission_rules",
        "fates",
        "plain",
        "result",
        "rules",
        "score",
    )

    def __init__(self, rules: PuntoBancoRules, cites: Cites, score: Score, percent: int) -> None:
        """Work out every chance; ``percent`` of the prize of banca are deducted, -1 is unknown."""
        self.rules = rules
        self.cites = cites
        self.score = score
        self.result: Mapping[str, Any] = {
            PONTO: score.ponto,
            BANCA: score.banca,
            "vencedor": score.vencedor,
            PAR_DO_PONTO: score.par_do_ponto,
            PAR_DA_BANCA: score.par_da_banca,
        }
        self.fates = {tipo: self._fate(tipo, percent) for tipo in CHANCES}
        # Tuples of the language itself, which come apart faster than those with names.
        self.plain: dict[str, PlainFate] = {}
        for tipo, (outcome, cited, why, times, kept, back) in self.fates.items():
            self.plain[tipo] = outcome, cited, why, times, kept, back
        self.commission: tuple[Step, ...] = ()
        self.commission_rules = (cites.rule(cites.deduction),)
        if percent > 0:
            values = {**self._values(BANCA), "deduz": percent}
            self.commission = (Step(DEDUCTED, values, cites.rule(cites.deduction)),)

    def _values(self, tipo: str) -> dict[str, Any]:
        pt, en = _NAMES[tipo]
        if tipo in PAIRS:
            side = PONTO if tipo == PAR_DO_PONTO else BANCA
            pair = getattr(self.score, tipo)
            said = f"As duas primeiras cartas {'do' if side == PONTO else 'da'} {side}"
            return {
                "saiu": f"{said} {'são' if pair else 'não são'} par",
                "came": f"The first two cards of {side} are {'' if pair else 'no '}pair",
                "aposta": pt,
                "bet_en": en,
            }
        won, won_en = _WON[self.score.vencedor]
        figures = f"Ponto {_shown(self.score.ponto)}, banca {_shown(self.score.banca)}"
        return {
            "saiu": f"{figures}: {won}",
            "came": f"{figures}: {won_en}",
            "aposta": pt,
            "bet_en": en,
        }

    def _fate(self, tipo: str, percent: int) -> Fate:
        cites, times = self.cites, self.rules.pays[tipo]
        values = {**self._values(tipo), "vezes": times}
        won: bool | None
        if tipo in PAIRS:
            won, rule = getattr(self.score, tipo), cites.rule(cites.pairs)
        else:
            winner = self.score.vencedor
            won, rule = None if winner is None else winner == tipo, cites.rule(cites.pays)
            if winner == EMPATE and not won:
                step = Step(NEITHER, values, rule)
                return Fate(Outcome.NULA, (rule,), (step,), back=True)
        if won is None or (won and tipo == BANCA and percent < 0):
            rule = cites.rule("R20") if tipo in PAIRS else cites.rule(cites.wins)
            return Fate(Outcome.PENDENTE, (rule,), (Step(NOT_DECIDED, values, rule),))
        if not won:
            rule = cites.rule("R20") if tipo in PAIRS else cites.rule(cites.wins)
            return Fate(Outcome.PERDE, (rule,), (Step(LOSES, values, rule),))
        kept = cites.rule(cites.stakes)
        if tipo == BANCA and percent:
            less = cites.rule(cites.deduction)
            step = Step(WINS_LESS, {**values, "deduz": percent}, less)
            return Fate(Outcome.GANHA, (rule, less, kept), (step,), times, 100 - percent, back=True)
        return Fate(Outcome.GANHA, (rule, kept), (Step(WINS, values, rule),), times, back=True)


def _shown(points: int | None) -> str:
    return "?" if points is None else str(points)


_Key = tuple[int, str, str | None, int | None, int | None, bool | None, bool | None]
_coups: dict[_Key, tuple[PuntoBancoRules, Coup]] = {}
"""By identity of the rules, which each entry keeps alive; deduction and score."""
COUPS_MAX: Final = 8192


def coup_of(rules: PuntoBancoRules, cites: Cites, deducao: str, score: Score) -> Coup:
    """Return the fates of all bets under a score and the table's deduction."""
    key = (
        id(rules),
        deducao,
        score.vencedor,
        score.ponto,
        score.banca,
        score.par_do_ponto,
        score.par_da_banca,
    )
    known = _coups.get(key)
    if known is not None:
        return known[1]
    coup = Coup(rules, cites, score, deducted(rules, deducao, score.banca))
    if len(_coups) >= COUPS_MAX:
        _coups.clear()
    _coups[key] = rules, coup
    return coup


def deducted(rules: PuntoBancoRules, deducao: str, banca: int | None) -> int:
    """Return how many per cent of banca's prize are deducted; -1 if its points are needed.

    The options are alternatives: where a table has both, the first of the rule counts; a word that
    the rule does not know deducts nothing. Both are findings.
    """
    words = options_of(deducao)
    for word, (percent, points) in rules.deductions.items():
        if word in words:
            if points is not None and banca is None:
                return -1
            return percent if points is None or points == banca else 0
    return 0


def options_of(deducao: str) -> list[str]:
    """Return the deductions that a table applies, ``nenhuma`` left out.

    >>> options_of("5pct+50pct_5"), options_of("nenhuma")
    (['5pct', '50pct_5'], [])
    """
    return [word for word in deducao.split("+") if word not in ("", NENHUMA)]


# --- the cards -----------------------------------------------------------------------------------


class Deal(Struct, kw_only=True):
    """The hands as the rules make them of the cards that left the shoe."""

    ponto: tuple[str | None, ...] = ()
    banca: tuple[str | None, ...] = ()
    whole: bool = False
    """Whether both hands hold all that the rules give them."""
    hidden: bool = False
    """Whether a card that matters is not known: what is missing is missing from the record."""
    order: bool = True
    """Whether the first four were dealt by turns, or put right at once (R23)."""
    third: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    """If the third cards are not those of the table: to whom they were due, and went (R25)."""


Taken = tuple[str, str | None]
"""To whom a card went, and which it is."""


def points_of(cards: Sequence[str | None]) -> int | None:
    """Return a hand's points; None where one of its cards is not known, or is no card."""
    total = 0
    for card in cards:
        worth = POINTS.get(card) if card is not None else None
        if worth is None:
            return None
        total += worth
    return total % 10


def pair(cards: Sequence[str | None]) -> bool | None:
    """Tell whether the first two cards are a pair (R20); None where one is not known.

    >>> pair(("Kc", "Kd")), pair(("Tc", "Jc")), pair(("Tc", None)), pair(("9d",))
    (True, False, None, None)
    """
    if len(cards) < 2 or points_of(cards[:2]) is None:  # a pair is of two
        return None
    one, other = cards[:2]
    assert one is not None
    assert other is not None
    return denomination(one) == denomination(other)


def deal_of(cards: Sequence[Taken], noted: Sequence[str], *, unread: bool = False) -> Deal:
    """Return the hands of a coup.

    The first four lie as they were given, or by turns where a noted slip was put right. The third
    cards go, in the order in which they left the shoe, to whom the table gives them (R25), whoever
    got them: a slip is corrected so (R34). ``noted`` are the cards that a noted slip names; some
    are not among them where ``unread``. Where what was put right cannot be told, no hand is.
    """
    first = list(cards[: len(ORDER)])
    wrong = [card for (to, card), due in zip(first, ORDER, strict=False) if to != due]
    in_turn = not wrong
    if _perhaps_noted(wrong, noted, unread=unread):
        return Deal(hidden=True)
    if wrong and all(card in noted for card in wrong):
        first = [(due, card) for (_, card), due in zip(first, ORDER, strict=False)]
        in_turn = True
    hands = {side: tuple(card for to, card in first if to == side) for side in SIDES}
    ponto, banca = hands[PONTO], hands[BANCA]
    if len(ponto) != 2 or len(banca) != 2:  # two cards each, R23
        hidden = in_turn and any(card is None for _, card in first)
        return Deal(ponto=ponto, banca=banca, order=in_turn, hidden=hidden and bool(cards))
    further = cards[len(ORDER) :]
    left = list(noted)
    unnoted = [one for one in further if not _strike(one[1], left)]
    deal = _drawn(ponto, banca, unnoted, noted)
    if deal.third is not None and len(unnoted) < len(further):
        deal = _drawn(ponto, banca, further, noted)
    if deal.third is not None and further:
        unnoted_cards = [card for _, card in unnoted]
        if len(unnoted) < len(further) or _perhaps_noted(unnoted_cards, noted, unread=unread):
            deal = Deal(ponto=ponto, banca=banca, hidden=True)  # which was put right is not known
    deal.order = in_turn
    return deal


def _perhaps_noted(cards: Sequence[str | None], noted: Sequence[str], *, unread: bool) -> bool:
    """Tell whether a noted slip may name these cards, though not all are among those it names."""
    if not cards or all(card in noted for card in cards):
        return False
    return unread or (bool(noted) and any(card is None or card in noted for card in cards))


def _strike(card: str | None, left: list[str]) -> bool:
    """Remove a card from the list; tell whether the card was there."""
    if card is None or card not in left:
        return False
    left.remove(card)
    return True


def _drawn(
    ponto: tuple[str | None, ...],
    banca: tuple[str | None, ...],
    further: Sequence[Taken],
    noted: Sequence[str],
) -> Deal:
    """Return the hands with their third cards (R25), which ``further`` has in their order."""
    went = tuple(to for to, _ in further)
    cards = [card for _, card in further]
    mine, theirs = points_of(ponto), points_of(banca)
    if mine is None or theirs is None:
        return _as_given(ponto, banca, further)
    due: tuple[str, ...] = ()
    if mine < NATURAL and theirs < NATURAL:
        third: int | None = None
        if mine <= PONTO_DRAWS_TO:
            due = (PONTO,)
            card = cards[0] if cards else None
            third = POINTS.get(card) if card is not None else None
            if third is None:
                if cards:
                    return _as_given(ponto, banca, further)
                return Deal(ponto=ponto, banca=banca, third=(due, went))
        if banca_draws(theirs, third):
            due = (*due, BANCA)
    drawn = dict(zip(due, cards, strict=False))
    whole = len(drawn) == len(due)
    right = whole and all(
        (at < len(due) and to == due[at]) or card in noted for at, (to, card) in enumerate(further)
    )
    third_banca = drawn.get(BANCA)
    return Deal(
        ponto=(*ponto, drawn[PONTO]) if PONTO in drawn else ponto,
        banca=(*banca, third_banca) if BANCA in drawn else banca,
        whole=whole,
        hidden=BANCA in drawn and points_of((third_banca,)) is None,
        third=None if right else (due, went),
    )


def _as_given(
    ponto: tuple[str | None, ...], banca: tuple[str | None, ...], further: Sequence[Taken]
) -> Deal:
    """Return hands of which a card is not known: nobody can say which third cards were due.

    But one each at most, and ponto's first.
    """
    went = tuple(to for to, _ in further)
    lawful = went in ((), (PONTO,), (BANCA,), SIDES)
    return Deal(
        ponto=(*ponto, *(card for to, card in further if to == PONTO)),
        banca=(*banca, *(card for to, card in further if to == BANCA)),
        whole=lawful,
        hidden=True,
        third=None if lawful else (SIDES, went),
    )


def score_of(deal: Deal, said: Resultado | None) -> Score:
    """Return a coup's score: by the cards, and where no card tells, by the announcement."""
    pair_ponto, pair_banca = pair(deal.ponto), pair(deal.banca)
    mine = theirs = None
    if deal.whole:
        mine, theirs = points_of(deal.ponto), points_of(deal.banca)
    winner = None if mine is None or theirs is None else winner_of(mine, theirs)
    if said is not None and (deal.hidden or not (deal.ponto or deal.banca)):
        mine = said.ponto if mine is None else mine
        theirs = said.banca if theirs is None else theirs
        if winner is None:
            winner = said.vencedor if said.vencedor in (*SIDES, EMPATE) else None
            if winner is None and mine is not None and theirs is not None:
                winner = winner_of(mine, theirs)
        pair_ponto = said.par_do_ponto if pair_ponto is None else pair_ponto
        pair_banca = said.par_da_banca if pair_banca is None else pair_banca
    return Score(winner, mine, theirs, pair_ponto, pair_banca)


def winner_of(ponto: int, banca: int) -> str:
    """Return which side has the higher total (PB R29, PM R38).

    >>> winner_of(7, 5), winner_of(0, 9), winner_of(6, 6)
    ('ponto', 'banca', 'empate')
    """
    if ponto == banca:
        return EMPATE
    return PONTO if ponto > banca else BANCA
