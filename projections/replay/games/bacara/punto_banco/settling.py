"""Settles a coup of ponto e banca: which cards count, which bets stand, what each is worth."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from projections.replay.games.bacara.points import BANCA, NATURAL, POINTS, PONTO
from projections.replay.games.bacara.punto_banco.drawing import DRAWS, PONTO_DRAWS_TO, STOOD
from projections.replay.games.bacara.punto_banco.fates import COUPS_MAX, Coup, Fate, coup_of
from projections.replay.games.bacara.punto_banco.hands import Deal, Taken, deal_of, pair
from projections.replay.games.bacara.punto_banco.record import (
    CARTA_VIRADA,
    ORDER,
    PAIRS,
    SIDES,
    PuntoBancoRecord,
)
from projections.replay.games.bacara.punto_banco.rules import Cites, PuntoBancoRules
from projections.replay.games.bacara.punto_banco.score import Score, score_of, winner_of
from projections.replay.kit.bets import Bet, Placed
from projections.replay.kit.cards import shown_by
from projections.replay.kit.coups.fates import LATE, cannot_be, given_back
from projections.replay.kit.coups.fates import Fate as StakeFate
from projections.replay.kit.coups.voids import void_bad
from projections.replay.kit.coups.window import Window, bets_in_time
from projections.replay.record import PHYSICAL
from projections.replay.settlement import (
    Commission,
    Found,
    Line,
    Outcome,
    Phrase,
    Settlement,
)

FIRST_FOUR: Final = len(ORDER)
VOID: Final = Phrase(
    pt="Lance nulo: nada se ganha nem se perde e voltam {stake:m}.",
    en="Null coup: nothing is won or lost and {stake:m} go back.",
)
VOID_ONLINE: Final = Phrase(
    pt="Jogada nula, sem que se possa determinar o vencedor: creditam-se {stake:m}.",
    en="Null round, of which no winner can be determined: {stake:m} are credited.",
)
LAPSES: Final = frozenset({"lapso", "lapso_incorrigivel"})
"""Causes by which a physical coup may be null (R34); a slip noted in the record is another."""


def settled(
    record: PuntoBancoRecord, rules: PuntoBancoRules, cites: Cites, game: str
) -> Settlement:
    """Return the settlement of every bet. Payments are not read."""
    ordinary = settle_ordinary(record, rules, cites)
    if ordinary is None:
        return settle_any(record, rules, cites, game)
    return ordinary.settlement(record, game)


# --- nearly every coup ---------------------------------------------------------------------------


class Ordinary(Struct, frozen=True, gc=False):
    """A faultless coup, settled."""

    coup: Coup
    lines: list[Line]
    commissions: list[Commission]
    owed: dict[int, Line]
    """The lines to which something is due, by the bet's number."""
    bare: bool
    """Whether no bet has chips or lies on another's seat."""
    rising: bool
    """Whether the bets' numbers rise, so that none is borne twice."""
    bits: int
    """Those that any stake has."""

    def settlement(self, record: PuntoBancoRecord, game: str) -> Settlement:
        """Return the ordinary coup as a settlement."""
        return Settlement(
            game=game,
            round=record.round,
            currency=record.currency,
            lines=tuple(self.lines),
            commissions=tuple(self.commissions),
            result=self.coup.result,
        )


def settle_ordinary(
    record: PuntoBancoRecord, rules: PuntoBancoRules, cites: Cites
) -> Ordinary | None:
    """Settle a faultless coup; None leaves the coup to ``settle_any``.

    Written for speed: nearly all coups end here. ``settle_any`` gives the same for all of them.
    """
    if record.void is not None or record.alteracoes or record.errors or not record.pares:
        return None
    coup, last = ordinary_coup(record, rules, cites), last_place(record)
    if coup is None or last is None:
        return None
    fates, before, bits = coup.plain, -1, 0
    bare = rising = True
    lines: list[Line] = []
    commissions: list[Commission] = []
    owed: dict[int, Line] = {}
    try:
        for bet in record.bets:
            stake = bet.valor
            if stake <= 0 or bet.selecao or (bet.seq or FAR) > last:
                return None
            number = bet.bet
            if number <= before:
                rising = False
            before = number
            bits |= stake
            if bet.by is not None or bet.chips is not None:
                bare = False
            outcome, cited, why, times, kept, back = fates[bet.tipo]
            if not back:
                lines.append(Line(bet.seat, outcome, stake, number, 0, 0, cited, why))
                continue
            prize = times * stake
            if kept != 100:  # per cent
                prize, whole = prize * kept // 100, prize
                commissions.append(_commission(bet, whole - prize, coup))
            line = Line(bet.seat, outcome, stake, number, prize, stake, cited, why)
            lines.append(line)
            owed[number] = line
    except KeyError:  # a chance that the cloth lacks
        return None
    return Ordinary(coup, lines, commissions, owed, bare, rising, bits)


def last_place(record: PuntoBancoRecord) -> int | None:
    """Return the place in the chain after which a bet is late; None where only times tell."""
    call, cards = record.nada_mais, record.cartas
    last = FAR
    if call is not None and (call.at is not None or call.seq is not None):
        if call.seq is None:
            return None
        last = call.seq
    if cards:
        out = cards[0].seq
        if out is not None:
            last = min(out, last)
        elif cards[0].at is not None:
            return None
    return last


FAR: Final = 1 << 62
"""Beyond every place of a chain."""


def ordinary_coup(record: PuntoBancoRecord, rules: PuntoBancoRules, cites: Cites) -> Coup | None:
    """Return how a coup ended whose cards are all known and went where the rules send them."""
    cards = record.cartas
    try:
        first, second, third, fourth = cards[:FIRST_FOUR]
        one, two, three, four = first.card, second.card, third.card, fourth.card
        # A card that is not known, or is none, is no key; the type checker cannot see that.
        mine = (POINTS[one] + POINTS[three]) % 10  # pyright: ignore[reportArgumentType]
        theirs = (POINTS[two] + POINTS[four]) % 10  # pyright: ignore[reportArgumentType]
        went, used = _NOBODY, FIRST_FOUR
        if mine < NATURAL and theirs < NATURAL:
            drawn = STOOD
            if mine <= PONTO_DRAWS_TO:
                drawn = POINTS[cards[used].card]  # pyright: ignore[reportArgumentType]
                mine = (mine + drawn) % 10
                went, used = _PONTO, used + 1
            if DRAWS[theirs][drawn]:
                theirs = (theirs + POINTS[cards[used].card]) % 10  # pyright: ignore[reportArgumentType]
                went = _BANCA if went is _NOBODY else _BOTH
    except (KeyError, IndexError, ValueError):  # no card of the pack, or one too few
        return None
    if [card.to for card in cards] != went:
        return None
    assert one and two and three and four, "they are cards of the pack"  # noqa: PT018 - one thing
    key = (id(rules), record.deducao, mine, theirs, one[0] == three[0], two[0] == four[0])
    known = _ordinary.get(key)
    if known is not None:
        return known[1]
    score = Score(winner_of(mine, theirs), mine, theirs, pair((one, three)), pair((two, four)))
    coup = coup_of(rules, cites, record.deducao, score)
    if len(_ordinary) >= COUPS_MAX:
        _ordinary.clear()
    _ordinary[key] = rules, coup
    return coup


_ordinary: dict[tuple[int, str, int, int, bool, bool], tuple[PuntoBancoRules, Coup]] = {}
"""By identity of the rules, which each entry keeps alive; deduction, points and pairs."""
_NOBODY: Final = [*ORDER]
_PONTO: Final = [*ORDER, PONTO]
_BANCA: Final = [*ORDER, BANCA]
_BOTH: Final = [*ORDER, PONTO, BANCA]
"""To whom the cards go, by who draws a third one."""


def _commission(bet: Bet, amount: int, coup: Coup) -> Commission:
    return Commission(
        seat=bet.seat, amount=amount, rules=coup.commission_rules, why=coup.commission
    )


# --- any coup ------------------------------------------------------------------------------------


def settle_any(
    record: PuntoBancoRecord, rules: PuntoBancoRules, cites: Cites, game: str
) -> Settlement:
    """Settle a coup with any faults."""
    found: list[Found] = []
    cards = taken(record)
    deal = deal_of(cards, noted(record), unread=unread_slip(record))
    score = score_of(deal, record.resultado)
    coup = coup_of(rules, cites, record.deducao, score)
    same = null_fate(record, cites, deal, score, found)
    if record.void is None and same is None:
        check_deal(record, cites, deal, found)
    window = window_of(record, cites)
    bets, late = bets_in_time(record.bets, record.alteracoes, window, found)
    too_late = given_back(LATE, window.rule)
    lines: list[Line] = []
    commissions: list[Commission] = []
    for bet in bets:
        fate = _of_all(too_late) if id(bet) in late else fate_of(record, cites, bet, coup, found)
        if same is not None and fate.outcome is not Outcome.DEVOLVIDA:
            fate = _of_all(same)
        lines.append(_line(bet, fate))
        if fate.kept != 100:  # per cent
            less = fate.times * max(bet.valor, 0) - lines[-1].prize
            commissions.append(_commission(bet, less, coup))
    return Settlement(
        game=game,
        round=record.round,
        currency=record.currency,
        lines=tuple(lines),
        commissions=tuple(commissions),
        void=same is not None,
        result=coup.result if same is None else {},
        found=tuple(found),
    )


def taken(record: PuntoBancoRecord) -> list[Taken]:
    """Return the cards of both hands as they were dealt; unread ones as they were uncovered.

    Where a slip was put right a card may lie on the other side than it was dealt to: then one
    alone is told by all the others.
    """
    cards: list[Taken] = [
        (one.to, one.card if one.card in POINTS else None)
        for one in record.cartas
        if one.to in SIDES
    ]
    if all(card is not None for _, card in cards):
        return cards
    shown = shown_by((one.grupo, one.cartas) for one in record.mostradas)
    slips = noted(record)
    sides = (SIDES,) if slips or unread_slip(record) else ((PONTO,), (BANCA,))
    hidden: dict[str, list[str]] = {}
    for among in sides:
        mine = [card for to, card in cards if to in among]
        own, unread = Counter(card for card in mine if card is not None), mine.count(None)
        seen = Counter(card for side in among for card in shown.get(side, ()))
        others = list(((seen | Counter(slips)) - own).elements())
        if len(others) == unread and (len(among) == 1 or unread == 1):
            hidden |= dict.fromkeys(among, others)
    return [
        (to, hidden[to].pop(0) if card is None and hidden.get(to) else card) for to, card in cards
    ]


def noted(record: PuntoBancoRecord) -> list[str]:
    """Return the cards that a noted slip of the deal names; one face up is no slip (R18)."""
    return [card for one in record.errors if one.error != CARTA_VIRADA for card in one.cards]


def unread_slip(record: PuntoBancoRecord) -> bool:
    """Tell whether a slip of the deal was noted of which nobody can read what cards it was of."""
    return any(
        not one.cards or any(card not in POINTS for card in one.cards)
        for one in record.errors
        if one.error != CARTA_VIRADA
    )


def window_of(record: PuntoBancoRecord, cites: Cites) -> Window:
    """Return when bets were taken: to the call (R22, online R87), and never once cards are out."""
    online = record.mode != PHYSICAL and cites.close_online
    closes: list[Placed] = [] if record.nada_mais is None else [record.nada_mais]
    closes.extend(record.cartas[:1])
    return Window(
        rule=cites.rule(cites.close_online if online else cites.close), closes=tuple(closes)
    )


def fate_of(
    record: PuntoBancoRecord, cites: Cites, bet: Bet, coup: Coup, found: list[Found]
) -> Fate:
    """Return the fate of a bet; note a bet that the table does not take: its stake goes back."""
    fate = coup.fates.get(bet.tipo)
    if fate is None or bet.selecao:
        return _of_all(cannot_be(bet, cites.rule("R7"), found))
    if bet.tipo in PAIRS and not record.pares:
        return _of_all(cannot_be(bet, cites.rule("R19"), found))
    return fate


def _of_all(fate: StakeFate) -> Fate:
    return Fate(fate.outcome, fate.rules, fate.why, back=fate.back)


def _line(bet: Bet, fate: Fate) -> Line:
    stake = max(bet.valor, 0)
    return Line(
        seat=bet.seat,
        bet=bet.bet,
        outcome=fate.outcome,
        stake=bet.valor,
        prize=fate.times * stake * fate.kept // 100,  # down to the minor unit, for each line
        returned=stake if fate.back else 0,
        rules=fate.rules,
        why=fate.why,
    )


# --- slips, null coups and void rounds -----------------------------------------------------------


def slipped(record: PuntoBancoRecord, deal: Deal) -> bool:
    """Tell whether a slip in dealing is noted, or shows in the cards themselves."""
    if any(one.error != CARTA_VIRADA for one in record.errors) or not deal.order:
        return True
    if deal.third is None:
        return False
    due, went = deal.third
    return went != due[: len(went)]


def null_fate(
    record: PuntoBancoRecord, cites: Cites, deal: Deal, score: Score, found: list[Found]
) -> StakeFate | None:
    """Return the fate of all bets of a null coup; None where each is settled by itself."""
    online = record.mode != PHYSICAL and bool(cites.void_online)
    stands, slip = score.vencedor is not None, slipped(record, deal)
    if record.void is not None:
        return void_fate(record, cites, found, online=online, stands=stands, slip=slip)
    if stands or deal.hidden or not record.has("cards"):
        return None
    said = any(one.error != CARTA_VIRADA for one in record.errors)
    if not online and not (said and record.cartas):
        return None
    rule = cites.rule(cites.void_online if online else cites.null)
    cards = " ".join(one.card or "?" for one in record.cartas)
    found.append(Found(code="VOID-MISS", rule=rule, recorded=cards))
    return given_back(VOID_ONLINE if online else VOID, rule)


def void_fate(
    record: PuntoBancoRecord,
    cites: Cites,
    found: list[Found],
    *,
    online: bool,
    stands: bool,
    slip: bool,
) -> StakeFate | None:
    """Return the fate of all bets of a coup declared void (R34, online R91, R92).

    A coup whose winner the cards give, slips corrected, is not null: it is settled as played.
    """
    assert record.void is not None
    cause, null = record.void.cause, cites.rule(cites.null)
    broken = cites.rule(cites.void_online) if online else null
    if online and record.void.side == "player":
        facts: dict[str, Any] = {"side": "player"}
        rule = cites.rule(cites.network)
        found.append(Found(code="VOID-NET", rule=rule, recorded=cause, facts=facts))
        return None
    if stands and slip:
        found.append(Found(code="PB-NUL", rule=null, recorded=cause))
        return None
    if stands:
        found.append(void_bad(broken, expected="resultado", recorded=cause))
        return None
    if not online and cause == CARTA_VIRADA:
        found.append(void_bad(cites.rule("R18"), expected="", recorded=cause))
    elif not online and not slip and cause not in LAPSES and null not in _cited(record, cites):
        found.append(void_bad(null, expected="", recorded=cause))
    return given_back(VOID_ONLINE if online else VOID, broken)


def _cited(record: PuntoBancoRecord, cites: Cites) -> tuple[str, str]:
    """Return the rule by which the table voided, with and without its section."""
    assert record.void is not None
    return record.void.rule, cites.rule(record.void.rule)


def check_deal(record: PuntoBancoRecord, cites: Cites, deal: Deal, found: list[Found]) -> None:
    """R23, R25: four cards by turns, and third cards as the table gives them."""
    given = [one for one in record.cartas if one.to in SIDES]
    went = [one.to for one in given]
    if not deal.order or (0 < len(given) < FIRST_FOUR and record.has("cards")):
        found.append(
            Found(
                code="RES-IMPOSS",
                rule=cites.rule("R23"),
                expected=" ".join(ORDER),
                recorded=" ".join(went[:FIRST_FOUR]),
                facts={"fact": "ordem" if not deal.order else "cartas"},
            )
        )
    if deal.third is not None:
        due, third = deal.third
        found.append(
            Found(
                code="PB-3RD",
                rule=cites.rule("R25"),
                expected=_drawers(due),
                recorded=_drawers(third),
                facts={"cards": [one.card or "?" for one in given]},
            )
        )


def _drawers(sides: Sequence[str]) -> str:
    return ", ".join(sides) or "nenhuma"
