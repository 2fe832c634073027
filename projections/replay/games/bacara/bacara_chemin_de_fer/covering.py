"""Which stakes play against the bank: the order of right, bancô, cuts of stakes above the bank.

Rules: CF R10-R36, R90, R93, R100, R103 e, R122.

The order of right runs from the banker's right through the seats, whose numbers grow that way, and
then through those who stand, by rank; from a banker who stands, it begins after the last seated
player to whom the hand came in its turn (R80).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import Struct, structs

from projections.replay.games.bacara.bacara_chemin_de_fer.drawing import SIDES
from projections.replay.games.bacara.bacara_chemin_de_fer.nulling import errors_of
from projections.replay.games.bacara.bacara_chemin_de_fer.record import (
    BANCO,
    COM_A_MESA,
    FIRST_STANDING,
    FORMAS,
    NULA,
    PASSOU,
    PONTO,
    SEUL,
    SUIVI,
    Alteracao,
    Aposta,
    CheminDeFerRecord,
    Pedido,
)
from projections.replay.kit.bets import Placed, earlier, first_of_each, is_after
from projections.replay.kit.memo import once

CHANCES: Final = frozenset({PONTO, *FORMAS})
"""A bet may be named by its bancô; it is the same bet."""
CUTS: Final = frozenset({"cut", "covered", "overflow", "not_covered", "late"})
"""Causes under which the pagador takes off what does not play: compared, never used."""
DEALT: Final = 4

LATE: Final = "late"
BY_BANKER: Final = "by_banker"
BY_ASSOCIATE: Final = "by_associate"
UNKNOWN: Final = "unknown"
NOT_POSITIVE: Final = "not_positive"


class Stake(Struct, frozen=True, kw_only=True, gc=False):
    """A bet as it lay at the close, and the part of its amount that is in play."""

    bet: Aposta
    joga: int
    """What of it plays: half on the line, rounded down (R17)."""
    coberta: int = 0
    """What of it stands against the bank."""
    refused: str = ""
    """Why it does not stand: late, by the banker …"""


class Banco(Struct, frozen=True, kw_only=True, gc=False):
    """Bancô as it was made; without a seat nobody made one."""

    seat: int | None = None
    forma: str = ""
    bet: int | None = None

    @property
    def single(self) -> bool:
        """Whether one ponto alone plays against the bank."""
        return self.seat is not None and self.forma != COM_A_MESA


class Refused(Struct, frozen=True, kw_only=True, gc=False):
    """A call to which its ponto had no right."""

    pedido: Pedido
    rule: str


class Covering(Struct, frozen=True, kw_only=True, gc=False):
    """The stakes against the bank."""

    stakes: tuple[Stake, ...]
    """In the order of the record's bets that stood."""
    banco: Banco
    prior: Pedido | None = None
    """The call that goes before all others, with or without a stake."""
    refused: tuple[Refused, ...] = ()
    late: tuple[Alteracao, ...] = ()
    cartas: int | None = None
    """The seat that the cards belong to; None: nobody's."""
    excesso: int = 0
    """What lay above the bank and was not taken off."""

    @property
    def cobertas(self) -> int:
        """The stakes that play against the bank."""
        return sum(stake.coberta for stake in self.stakes)


def bettor(bet: Aposta) -> int:
    """Return the bettor's own seat."""
    return bet.seat if bet.por is None else bet.por


def rank(record: CheminDeFerRecord, seat: int, banker: int | None = None) -> tuple[int, int]:
    """Return a place in the order of right; the lower goes first (R21, R22, R36, R80).

    >>> record = CheminDeFerRecord(banqueiro=7, lugares=9)
    >>> sorted((102, 3, 8, 101, 6), key=lambda seat: rank(record, seat))
    [8, 3, 6, 101, 102]
    """
    if seat >= FIRST_STANDING:
        return 1, seat
    origin = record.banqueiro if banker is None else banker
    if not 0 < origin < FIRST_STANDING:
        origin = record.regular or 0
    places = max(record.lugares, seat, origin, 1)
    return 0, (seat - origin - 1) % places


def bank_of(record: CheminDeFerRecord) -> int:
    """Return the capital that the bank has in play; a negative capital counts as zero."""
    return max(0, record.capital)


def cover(record: CheminDeFerRecord) -> Covering:
    """Return each bet with the amount that it plays for."""
    stakes, late = _standing(record)
    banco, prior, refused = _banco(record, stakes)
    left = bank_of(record)
    first = [at for at, one in enumerate(stakes) if _of_banco(one, banco)]
    others = [at for at, one in enumerate(stakes) if not _of_banco(one, banco)]
    if banco.single:
        others = []
    others.sort(key=lambda at: rank(record, stakes[at].bet.seat))
    covered = list(stakes)
    for at in (*first, *others):
        stake = stakes[at]
        if not stake.refused:
            part = min(stake.joga, left)
            covered[at] = structs.replace(stake, coberta=part)
            left -= part
    return Covering(
        stakes=tuple(covered),
        banco=banco,
        prior=prior,
        refused=tuple(refused),
        late=tuple(late),
        cartas=_cards_belong_to(record, covered, banco),
        excesso=_excess(record, stakes),
    )


# --- the bets as they lay ----------------------------------------------------------------------


def betting_ended(record: CheminDeFerRecord) -> Placed | None:
    """Return the fact that ended the bets: the call, or the first card if it was not later (R10).

    The pagador closes the bets before any card is dealt (R13); a call after it opens nothing.
    """
    first = next((card for card in record.cards if card.to in SIDES), None)
    return earlier(record.jogo_feito, first)


def _standing(record: CheminDeFerRecord) -> tuple[list[Stake], list[Alteracao]]:
    """Return the bets with all changes in time, and the players' changes that were late."""
    closed = betting_ended(record)
    called = _called_in_time(record)
    bets: list[Aposta | None] = list(record.bets)
    where = first_of_each(record.bets)
    late: list[Alteracao] = []
    for change in record.alteracoes:
        at = where.get(change.bet, -1)
        bet = bets[at] if at >= 0 else None
        if change.causa in CUTS:
            continue
        if closed is not None and is_after(change, closed):
            late.append(change)
        elif bet is not None:
            bets[at] = None if change.retirada else changed(bet, change)
    return [_stake(record, bet, closed, called) for bet in bets if bet is not None], late


def changed(bet: Aposta, change: Alteracao) -> Aposta:
    """Return a bet with other terms; what the change does not name stays."""
    return structs.replace(
        bet,
        tipo=bet.tipo if change.tipo is None else change.tipo,
        valor=bet.valor if change.valor is None else change.valor,
        linha=bet.linha if change.linha is None else change.linha,
    )


def _stake(
    record: CheminDeFerRecord, bet: Aposta, closed: Placed | None, called: "_Called"
) -> Stake:
    joga = bet.valor // 2 if bet.linha else bet.valor
    refused = ""
    if bet.valor <= 0:
        refused = NOT_POSITIVE
    elif bet.tipo not in CHANCES:
        refused = UNKNOWN
    elif record.banqueiro and bettor(bet) == record.banqueiro:
        refused = BY_BANKER
    elif bettor(bet) == record.associado:
        refused = BY_ASSOCIATE
    elif (
        closed is not None
        and is_after(bet, closed)
        and bet.bet not in called.bets
        and bettor(bet) not in called.seats
    ):
        refused = LATE
    return Stake(bet=bet, joga=max(0, joga), refused=refused)


class _Called(NamedTuple):
    """Whose bets may still be laid after the close: those of a bancô called by right (R24)."""

    bets: set[int]
    seats: set[int]
    """Of calls that name no bet."""


def _called_in_time(record: CheminDeFerRecord) -> _Called:
    good = [one for one in record.pedidos if not _why_not(record, one)]
    return _Called(
        {one.bet for one in good if one.bet is not None},
        {one.seat for one in good if one.bet is None},
    )


def _excess(record: CheminDeFerRecord, stakes: Sequence[Stake]) -> int:
    """Return the stakes above the bank that the pagador left after his cut (R33)."""
    lay: dict[int, Aposta] = {}
    joga = 0
    for stake in stakes:
        if not stake.refused:
            lay.setdefault(stake.bet.bet, stake.bet)
    for change in record.alteracoes:
        bet = lay.get(change.bet)
        if change.causa in CUTS and bet is not None:
            if change.retirada:
                del lay[change.bet]
            else:
                lay[change.bet] = changed(bet, change)
    for bet in lay.values():
        joga += bet.valor // 2 if bet.linha else bet.valor
    return max(0, joga - bank_of(record))


# --- bancô ---------------------------------------------------------------------------------------


def _of_banco(stake: Stake, banco: Banco) -> bool:
    if banco.seat is None:
        return False
    return bettor(stake.bet) == banco.seat or stake.bet.bet == banco.bet


def _banco(
    record: CheminDeFerRecord, stakes: Sequence[Stake]
) -> tuple[Banco, Pedido | None, list[Refused]]:
    """Return the player who makes bancô, the first who had the right, and calls without a right."""
    refused: list[Refused] = []
    good: list[Pedido] = []
    laid, own = _Laid(stakes), _Own(record)
    for pedido in record.pedidos:
        rule = _why_not(record, pedido) or _too_little(record, laid, pedido)
        if rule:
            refused.append(Refused(pedido=pedido, rule=rule))
        elif not own.given_up(pedido):
            good.append(pedido)
    good.sort(key=lambda one: _priority(record, one))
    for pedido in good:
        if laid.by(pedido):
            made = Banco(seat=pedido.seat, forma=pedido.forma, bet=pedido.bet)
            return made, good[0], refused
    return Banco(), good[0] if good else None, refused


def _priority(record: CheminDeFerRecord, pedido: Pedido) -> tuple[int, ...]:
    """Return the order of calls: suivi, alone, com a mesa; in each by right (R21-R31, R93)."""
    form = {SUIVI: 0, BANCO: 1, SEUL: 1, COM_A_MESA: 2}[pedido.forma]
    moved = pedido.seat in record.mudaram
    return form, moved, *rank(record, pedido.seat)


class _Laid:
    """The stakes in play, by bettor and by bet."""

    def __init__(self, stakes: Sequence[Stake]) -> None:
        self._seats: dict[int, int] = {}
        self._bets: dict[int | None, int] = {}
        self._both: dict[tuple[int, int | None], int] = {}
        for stake in stakes:
            if not stake.refused:
                seat, bet = bettor(stake.bet), stake.bet.bet
                self._seats[seat] = self._seats.get(seat, 0) + stake.joga
                self._bets[bet] = self._bets.get(bet, 0) + stake.joga
                self._both[seat, bet] = self._both.get((seat, bet), 0) + stake.joga

    def by(self, pedido: Pedido) -> int:
        """Return the amount that the caller of bancô has in play: his own bets, and the named."""
        named = self._bets.get(pedido.bet, 0) - self._both.get((pedido.seat, pedido.bet), 0)
        return self._seats.get(pedido.seat, 0) + named


class _Own:
    """Who laid a bet, and who took his bet back himself (R15)."""

    def __init__(self, record: CheminDeFerRecord) -> None:
        back = {
            change.bet
            for change in record.alteracoes
            if change.retirada and change.causa in (None, "own")
        }
        self._laid: set[int | None] = {bet.bet for bet in record.bets}
        self._back = self._laid & back
        self._seats = {bettor(bet) for bet in record.bets}
        self._backing = {bettor(bet) for bet in record.bets if bet.bet in back}

    def given_up(self, pedido: Pedido) -> bool:
        """Tell whether the caller took his bet back himself, or never laid a bet."""
        if pedido.seat not in self._seats and pedido.bet not in self._laid:
            return True
        return pedido.seat in self._backing or pedido.bet in self._back


def _too_little(record: CheminDeFerRecord, laid: _Laid, pedido: Pedido) -> str:
    """Return R28 if bancô com a mesa was called with less than half of the bank."""
    if pedido.forma == COM_A_MESA and 0 < 2 * laid.by(pedido) < bank_of(record):
        return "CF R28"
    return ""


def _why_not(record: CheminDeFerRecord, pedido: Pedido) -> str:
    """Return the rule that denies a call, or nothing."""
    before = record.anterior
    rule = ""
    if pedido.forma not in FORMAS:
        rule = "CF R18"
    elif pedido.seat == record.banqueiro:
        rule = "CF R47"
    elif pedido.seat == record.associado:
        rule = "CF R62"
    elif _passed_after_a_tie(record, pedido.seat):
        rule = "CF R90"
    elif pedido.forma == SUIVI:
        lost = before is None or (
            before.banco == pedido.seat and before.resultado in (None, "ganha")
        )
        rule = "" if lost else "CF R24"
        rule = rule or _cards_kept(record, pedido)
    elif (end := _dealt(record, None)) is not None and is_after(pedido, end):
        rule = "CF R24"
    elif before is not None and before.com_a_mesa == pedido.seat and pedido.forma != SEUL:
        rule = "CF R32"
    return rule


def _passed_after_a_tie(record: CheminDeFerRecord, seat: int) -> bool:
    """Tell whether he passed the hand of the equal coup before (R90)."""
    before = record.anterior
    return (
        before is not None
        and before.resultado == NULA
        and before.banqueiro == seat
        and seat in _passed(record, None)
    )


@once
def _passed(record: CheminDeFerRecord, _: None) -> set[int]:
    """Return who passed the hand."""
    return {act.seat for act in record.actos if act.acto == PASSOU}


@once
def _dealt(record: CheminDeFerRecord, _: None) -> Placed | None:
    """Return the card with which the deal ended; None where the deal was not finished."""
    dealt = [card for card in record.cards if card.to in SIDES]
    return dealt[DEALT - 1] if len(dealt) >= DEALT else None


def _cards_kept(record: CheminDeFerRecord, pedido: Pedido) -> str:
    """Return the rule by which another ponto keeps the cards from a suivi, or nothing."""
    return next((rule for seat, rule in _keepers(record, None) if seat != pedido.seat), "")


@once
def _keepers(record: CheminDeFerRecord, _: None) -> list[tuple[int, str]]:
    """Return the first ponto who keeps the cards, and the next of another seat, with the rules."""
    found: dict[int, str] = {}
    for taken in record.tomadas:
        if taken.agarradas and taken.anunciadas:
            found.setdefault(taken.seat, "CF R26")
        elif not taken.agarradas and taken.vistas:
            found.setdefault(taken.seat, "CF R25")
    return list(found.items())[:2]


# --- the cards -----------------------------------------------------------------------------------


def cards_given_to(record: CheminDeFerRecord) -> int | None:
    """Return the seat that had the ponto's cards in the end; None where that is not recorded."""
    if record.cartas_com is not None:
        return record.cartas_com
    seats = [
        card.seat for card in record.cards if SIDES.get(card.to) == PONTO and card.seat is not None
    ]
    return seats[-1] if seats else None


def _cards_belong_to(
    record: CheminDeFerRecord, stakes: Sequence[Stake], banco: Banco
) -> int | None:
    """Return the holder of the cards: bancô, else the highest seated bet (R28, R35, R36, R100)."""
    if banco.seat is not None:
        return banco.seat
    slow = errors_of(record).get("103e")
    barred = set(record.desconhecem)
    if slow is not None and slow.seat is not None:
        barred.add(slow.seat)
    totals: dict[int, int] = {}
    for stake in stakes:
        seat = bettor(stake.bet)
        if seat < FIRST_STANDING and seat not in barred and stake.coberta:
            totals[seat] = totals.get(seat, 0) + stake.coberta
    if not totals:
        return None
    return min(totals, key=lambda seat: (-totals[seat], rank(record, seat)))
