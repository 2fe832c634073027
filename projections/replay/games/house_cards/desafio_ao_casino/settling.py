"""Settles every stake of a jogada of desafio ao casino, and says why."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec import Struct, structs

from ledger.money import Minor
from projections.replay.games.house_cards.desafio_ao_casino.record import (
    BANK,
    CITES,
    DESAFIAR,
    DESAFIO,
    EMPATE,
    FACE_UP,
    INICIAL,
    NAME,
    PERDER_METADE,
    RANK_NAMES,
    SEAT,
    DesafioAoCasinoRecord,
    DesafioAoCasinoRules,
)
from projections.replay.games.house_cards.desafio_ao_casino.words import (
    CHALLENGE,
    CHALLENGE_BACK,
    CHALLENGE_LOST,
    CHALLENGE_TIED,
    CHALLENGE_WON,
    HALF,
    HIGHER,
    LOWER,
    NO_CARD,
    NO_OPTION,
    NO_RIGHT,
    NO_TIE,
    TIE_RETURNS,
    TIE_WINS,
)
from projections.replay.kit.bets import Bet, who
from projections.replay.kit.cards import RANK_OF
from projections.replay.kit.coups.fates import LATE, Fate, cannot_be, given_back, line_of, undecided
from projections.replay.kit.coups.voids import decide_void
from projections.replay.kit.coups.window import Window, bets_in_time
from projections.replay.settlement import (
    Found,
    Line,
    Outcome,
    Settlement,
    Step,
)

# --- the deal ------------------------------------------------------------------------------------


class Duel(Struct, frozen=True, gc=False):
    """A challenge's two cards, and where in the deal they came."""

    card: str | None = None
    bank: str | None = None
    card_at: int | None = None
    """From 0; None where it was not dealt."""
    bank_at: int | None = None


class Deal(Struct, frozen=True, gc=False):
    """Who got which card."""

    cards: dict[int, str | None]
    """Each seat's first."""
    bank: str | None
    duels: dict[int, Duel]
    """The challenges, by seat."""
    order: tuple[int, ...]
    """To whom the first cards went; 0 is the bank."""
    spare: tuple[int, ...]
    """Places in the deal of cards that belong to nothing."""


NO_DUEL: Final = Duel()


def read_deal(record: DesafioAoCasinoRecord) -> Deal:
    """Return each seat's card, the bank's, and the challenges (R7, R13, R14).

    A seat's second card is its challenge's; the bank's next card answers the challenge before it,
    because each challenging player has a draw of his own (DECISION of the page).
    """
    cards: dict[int, str | None] = {}
    order: list[int] = []
    spare: list[int] = []
    duels: dict[int, Duel] = {}
    bank: str | None = None
    last: int | None = None
    for at, one in enumerate(record.cartas):
        if one.to in BANK or one.seat == 0:
            if 0 not in order:
                bank = one.card
                order.append(0)
            elif last is not None and duels[last].bank_at is None:
                duels[last] = structs.replace(duels[last], bank=one.card, bank_at=at)
            else:
                spare.append(at)
        elif one.seat is not None and one.to == SEAT:
            if one.seat not in cards:
                cards[one.seat] = one.card
                order.append(one.seat)
            elif one.seat not in duels and 0 in order:
                duels[one.seat] = Duel(card=one.card, card_at=at)
                last = one.seat
            else:
                spare.append(at)
    return Deal(cards, bank, duels, tuple(order), tuple(spare))


def compare(card: str | None, bank: str | None) -> int | None:
    """Return 1, 0 or -1 as a card is higher than, equal to or lower than the bank's (R3).

    None where one of them is not known, or no card.

    >>> compare("Ah", "Kd"), compare("7c", "7d"), compare("2s", None)
    (1, 0, None)
    """
    one, other = RANK_OF.get(card or ""), RANK_OF.get(bank or "")
    if one is None or other is None:
        return None
    return (one > other) - (one < other)


# --- settling --------------------------------------------------------------------------------


class Round:
    """A jogada as it stands: which bets count, what was dealt, who chose what."""

    def __init__(self, record: DesafioAoCasinoRecord, rules: DesafioAoCasinoRules) -> None:
        """Read the bets, the deal and the options."""
        self.record, self.rules = record, rules
        self.found: list[Found] = []
        changes = record.alteracoes
        self.bets, late = bets_in_time(
            _at_the_start(record), changes, window_of(record), self.found
        )
        self.late = late
        self.deal = read_deal(record)
        bank = self.deal.bank
        self.signs = {seat: compare(card, bank) for seat, card in self.deal.cards.items()}
        self.options = {one.seat: one for one in reversed(record.opcoes)}
        """Of each seat the first."""
        standing = [bet for bet in self.bets if id(bet) not in late]
        self.on_tie = {(bet.seat, who(bet)) for bet in standing if bet.tipo == EMPATE}
        self.stakes: dict[int, Minor] = {}
        """Of each seat, the initial stakes of those who did not bet on the tie."""
        for bet in standing:
            if bet.tipo == INICIAL and (bet.seat, who(bet)) not in self.on_tie:
                self.stakes[bet.seat] = self.stakes.get(bet.seat, 0) + max(bet.valor, 0)
        self.added = list(_added(record))
        self._added: dict[int, Minor] = {}
        """Of each seat, what challenges added."""
        for bet in self.added:
            self._added[bet.seat] = self._added.get(bet.seat, 0) + max(bet.valor, 0)

    def first(self, seat: int) -> int | None:
        """Return how the seat's first card compares with the bank's."""
        return self.signs.get(seat)

    def may_choose(self, seat: int) -> bool:
        """Tell whether the seat has an option: a tie, and no bet on it (R12)."""
        return self.first(seat) == 0 and seat in self.stakes

    def chose(self, seat: int) -> str | None:
        """Return the seat's choice at a tie; a second card, or a stake added, tells it as well."""
        option = self.options.get(seat)
        if option is not None:
            return option.opcao
        challenged = seat in self.deal.duels or seat in self._added
        return DESAFIAR if challenged else None

    def challenges(self, seat: int) -> bool:
        """Tell whether the seat rightly challenges the house."""
        return self.signs.get(seat) == 0 and seat in self.stakes and self.chose(seat) == DESAFIAR

    def added_by(self, seat: int) -> Minor:
        """Return the seat's added stake; 0 where the table does not say."""
        return self._added.get(seat, 0)


def _at_the_start(record: DesafioAoCasinoRecord) -> tuple[Bet, ...]:
    return tuple(bet for bet in record.bets if bet.tipo != DESAFIO)


def _added(record: DesafioAoCasinoRecord) -> Iterator[Bet]:
    """Yield the stakes that challenges added, each once, however the table recorded them."""
    placed = [bet for bet in record.bets if bet.tipo == DESAFIO]
    yield from placed
    numbers = {(bet.seat, bet.bet) for bet in placed}
    for one in record.opcoes:
        if one.bet is not None and one.valor and (one.seat, one.bet) not in numbers:
            yield Bet(
                bet=one.bet, seat=one.seat, tipo=DESAFIO, valor=one.valor, at=one.at, seq=one.seq
            )


def window_of(record: DesafioAoCasinoRecord) -> Window:
    """Return when bets were taken: to the call, or to the first card (R7)."""
    call = () if record.jogo_feito is None else (record.jogo_feito,)
    return Window(rule="DC R7", closes=(*call, *record.cartas[:1]))


def settle(record: DesafioAoCasinoRecord, rules: DesafioAoCasinoRules) -> Settlement:
    """Return the settlement of every bet. Payments are not read."""
    jogada = Round(record, rules)
    lines = tuple(_lines(jogada))
    same: Fate | None = None
    if record.void is not None:
        # A chance that nobody can read decides nothing: whether the jogada was whole is not known.
        legible = all(bet.tipo in (INICIAL, EMPATE) for bet in jogada.bets)
        stands = legible and all(line.outcome is not Outcome.PENDENTE for line in lines)
        shown = jogada.deal.bank if stands and not _ground(record) else None
        same = decide_void(record, shown, grounded=_ground(record), cites=CITES, found=jogada.found)
    if same is not None:
        # Each line's stake is what lay there, what a challenge added without a number included.
        lines = tuple(
            structs.replace(
                line,
                outcome=same.outcome,
                prize=0,
                returned=max(line.stake, 0),
                rules=same.rules,
                why=same.why,
            )
            for line in lines
        )
    deal = jogada.deal
    return Settlement(
        game=NAME,
        round=record.round,
        currency=record.currency,
        lines=lines,
        void=same is not None,
        result={"banca": deal.bank, "cartas": {str(seat): c for seat, c in deal.cards.items()}},
        found=tuple(jogada.found),
    )


def _ground(record: DesafioAoCasinoRecord) -> bool:
    """Tell whether an error was noted that may make the jogada null (R8); R6 is no ground."""
    return any(error.error not in FACE_UP for error in record.errors)


def _lines(jogada: Round) -> Iterator[Line]:
    """Yield the line of each bet, then of each stake that a challenge added."""
    folded: set[int] = set()
    for bet in jogada.bets:
        if id(bet) in jogada.late:
            yield line_of(bet, given_back(LATE, "DC R7"))
        elif bet.tipo == EMPATE:
            yield line_of(bet, tie_bet(jogada, bet))
        elif bet.tipo != INICIAL:
            yield line_of(bet, cannot_be(bet, "DC R9-11", jogada.found))
        elif jogada.challenges(bet.seat) and (bet.seat, who(bet)) not in jogada.on_tie:
            # Where nobody recorded what was added, it is counted with the first initial stake.
            more = jogada.stakes[bet.seat] if not jogada.added_by(bet.seat) else 0
            yield challenge(jogada, bet, added=0 if bet.seat in folded else more, initial=True)
            folded.add(bet.seat)
        else:
            yield initial_bet(jogada, bet)
    first: set[int] = set()
    for bet in jogada.added:
        if jogada.first(bet.seat) is None and bet.seat in jogada.stakes:
            yield line_of(bet, undecided(NO_CARD, "DC R7"))
            continue
        if not jogada.challenges(bet.seat):
            yield line_of(bet, given_back(NO_RIGHT, "DC R12"))
            continue
        yield challenge(jogada, bet, added=0, initial=False, prize=bet.seat not in first)
        first.add(bet.seat)


def _cards(card: str | None, bank: str | None) -> dict[str, object]:
    return {"carta": _said(card), "banca": _said(bank)}


def _said(card: str | None) -> str:
    if card is None or card not in RANK_OF:
        return card or "?"
    return f"{RANK_NAMES.get(card[0], card[0])} ({card})"


def tie_bet(jogada: Round, bet: Bet) -> Fate:
    """Return the fate of a bet on the tie (R9-R11)."""
    sign = jogada.first(bet.seat)
    if sign is None:
        return undecided(NO_CARD, "DC R7")
    card, bank = jogada.deal.cards[bet.seat], jogada.deal.bank
    return _tie_bet_of(card, bank, sign, jogada.rules.pays[EMPATE])


@lru_cache(maxsize=8192)
def _tie_bet_of(card: str | None, bank: str | None, sign: int, times: int) -> Fate:
    values = _cards(card, bank)
    if sign:
        rule = "DC R9" if sign > 0 else "DC R10"
        return Fate(Outcome.PERDE, (rule,), (Step(NO_TIE, values, rule),))
    step = Step(TIE_WINS, {**values, "vezes": times}, "DC R11")
    return Fate(Outcome.GANHA, ("DC R11",), (step,), times=times, back=True)


def initial_bet(jogada: Round, bet: Bet) -> Line:
    """Return the line of an initial bet without a challenge (R9-R12)."""
    sign = jogada.first(bet.seat)
    if sign is None:
        return line_of(bet, undecided(NO_CARD, "DC R7"))
    card, bank = jogada.deal.cards[bet.seat], jogada.deal.bank
    if sign:
        return line_of(bet, _initial_of(card, bank, sign, jogada.rules.pays[INICIAL]))
    values = _cards(card, bank)
    if (bet.seat, who(bet)) in jogada.on_tie:
        step = Step(TIE_RETURNS, values, "DC R11")
        return line_of(bet, Fate(Outcome.NULA, ("DC R11",), (step,), back=True))
    if jogada.chose(bet.seat) != PERDER_METADE:
        return line_of(bet, undecided(NO_OPTION, "DC R12", **values))
    lost = Fate(Outcome.PERDE, ("DC R12 a",), (Step(HALF, values, "DC R12 a"),))
    return structs.replace(line_of(bet, lost), returned=max(bet.valor, 0) // 2)


@lru_cache(maxsize=8192)
def _initial_of(card: str | None, bank: str | None, sign: int, times: int) -> Fate:
    values = _cards(card, bank)
    if sign < 0:
        return Fate(Outcome.PERDE, ("DC R10",), (Step(LOWER, values, "DC R10"),))
    step = Step(HIGHER, {**values, "vezes": times}, "DC R9")
    return Fate(Outcome.GANHA, ("DC R9",), (step,), times=times, back=True)


def _begun(jogada: Round, seat: int) -> Step:
    """Say with which card a challenge began, and how much lies in it from both sides (R13)."""
    house = jogada.stakes[seat]
    put = jogada.added_by(seat) or house
    return Step(
        CHALLENGE,
        {
            "carta": _said(jogada.deal.cards.get(seat)),
            "added": put,
            "house": house,
            "pot": 2 * house + put,
        },
        "DC R13",
    )


def challenge(jogada: Round, bet: Bet, *, added: Minor, initial: bool, prize: bool = True) -> Line:
    """Return the line of one stake of a challenge (R13, R14).

    ``added`` is counted with it where it has no line of its own; ``prize``: of several stakes added
    only one carries the house's.
    """
    house = jogada.stakes[bet.seat]
    stake = max(bet.valor, 0) + added
    duel = jogada.deal.duels.get(bet.seat, NO_DUEL)
    sign = compare(duel.card, duel.bank)
    values = {**_cards(duel.card, duel.bank), "house": house}
    begun = _begun(jogada, bet.seat)
    # What the house put goes with the stake added, what a tie gives besides with the initial one.
    matched = house if (added or not initial) and prize else 0
    besides = max(bet.valor, 0) if initial else 0
    line = Line(
        seat=bet.seat,
        bet=bet.bet,
        outcome=Outcome.PENDENTE,
        stake=stake if initial else bet.valor,
        rules=("DC R13",),
        why=(begun, Step(NO_CARD, {}, "DC R13")),
    )
    if sign is None:
        return line
    if sign < 0:
        rule, phrase, outcome, gain, back = "DC R14 c", CHALLENGE_LOST, Outcome.PERDE, 0, 0
    elif sign > 0:
        rule, gain, back = "DC R14 a", matched, stake
        phrase = CHALLENGE_BACK if initial and not gain else CHALLENGE_WON
        outcome = Outcome.GANHA if gain else Outcome.NULA
    else:
        rule, phrase, gain, back = "DC R14 b", CHALLENGE_TIED, matched + besides, stake
        outcome = Outcome.GANHA if gain else Outcome.NULA
    return structs.replace(
        line,
        outcome=outcome,
        prize=gain,
        returned=back,
        rules=("DC R13", rule),
        why=(begun, Step(phrase, values, rule)),
    )
