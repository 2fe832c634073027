"""The faults of a jogada: places, capital, entries, commissions, deck, deal; payments apart."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from projections.replay.games.poker.poquer_macau_5_cartas.betting import Lancos
from projections.replay.games.poker.poquer_macau_5_cartas.facts import entrada_de
from projections.replay.games.poker.poquer_macau_5_cartas.payments import cobradas, undecided
from projections.replay.games.poker.poquer_macau_5_cartas.ranking import CARDS, HAND
from projections.replay.games.poker.poquer_macau_5_cartas.record import (
    BOLO,
    DESISTIR,
    ENTRADA,
    INICIAL,
    JOGADOR,
    KEY,
    MISDEALT,
    Jogador,
    MacauRecord,
)
from projections.replay.games.poker.poquer_macau_5_cartas.rules import MacauRules
from projections.replay.games.poker.poquer_macau_5_cartas.settling import (
    incomplete_deck,
    inicial_devida,
)
from projections.replay.kit.cards import RANK_OF, shown_by
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Settlement, money_text

CHIPS: Final = frozenset({"", "chips", "fichas"})


def verify(record: MacauRecord, rules: MacauRules, settlement: Settlement) -> tuple[Found, ...]:
    """Return every fault of a jogada, payments apart."""
    mesa = Lancos(record).follow()
    found: list[Found] = []
    if mesa.judging:
        found += mesa.found
        found += _declared_short(record)
        found += _slow(record, rules)
    found += _places(record, rules)
    for jogador in record.jogadores:
        found += _capital(record, rules, jogador)
    if record.has("bets"):
        found += _entries(record, rules)
    if record.has("payouts") and record.void is None:
        found += _commissions(record, mesa, settlement)
    if record.has("payouts") and record.void is not None:
        found += _given_back(record)
    if record.has("cards"):
        found += _cards(record)
        found += _hands(record, mesa)
        found += _deal(record, mesa)
    found += _deck(record, rules)
    found += _frame(record)
    return tuple(found)


# --- who speaks, and how long he takes -----------------------------------------------------------


def _declared_short(record: MacauRecord) -> Iterator[Found]:
    """Find who was declared desfalcado with money on the table (A11 a)."""
    for one in record.desfalcados:
        jogador = next((each for each in record.jogadores if each.seat == one.seat), None)
        if jogador is None or jogador.capital is None:
            continue
        put = [each.added for each in record.lances[: one.lances] if each.seat == one.seat]
        fee = entrada_de(record) if record.comissao_inicial == JOGADOR else 0
        left = jogador.capital - sum(put) - fee
        if left > 0:
            yield Found(
                code="M5-CAP",
                rule="M5 A11 a",
                seat=one.seat,
                expected=money_text(0),
                recorded=money_text(left),
                amount=left,
                facts={"desfalcado": True},
            )


def _slow(record: MacauRecord, rules: MacauRules) -> Iterator[Found]:
    """Find who took longer than two minutes and was not taken as giving up (A11 b)."""
    for at, lance in enumerate(record.lances):
        if lance.segundos is None or lance.segundos <= rules.segundos:
            continue
        if lance.accao not in {DESISTIR, ENTRADA}:
            yield Found(
                code="M5-2MIN",
                rule="M5 A11 b",
                seat=lance.seat,
                expected=f"{rules.segundos} s",
                recorded=f"{lance.segundos} s",
                facts={"lanco": lance.lanco, "lance": at},
            )


# --- places and capital --------------------------------------------------------------------------


def _places(record: MacauRecord, rules: MacauRules) -> Iterator[Found]:
    """Find too few or too many players, a player at two places, a player who moved (A3)."""
    least, most = rules.lugares
    seats = [jogador.seat for jogador in record.jogadores]
    if not least <= len(seats) <= most:
        yield Found(
            code="M5-SEAT", rule="M5 A3", expected=f"{least}..{most}", recorded=str(len(seats))
        )
    for seat in dict.fromkeys(seats):
        if seats.count(seat) > 1 or not 1 <= seat <= most:
            yield Found(
                code="M5-SEAT", rule="M5 A3", seat=seat, expected=f"1..{most}", recorded=str(seat)
            )
    players = Counter(jogador.player for jogador in record.jogadores if jogador.player)
    for player, places in players.items():
        if places > 1:
            held = [one.seat for one in record.jogadores if one.player == player]
            yield Found(
                code="M5-SEAT",
                rule="M5 A3",
                seat=held[-1],
                expected="1",
                recorded=str(places),
                facts={"places": held},
            )
    for move in record.mudancas:
        yield Found(
            code="M5-SEAT",
            rule="M5 A3",
            seat=move.para,
            expected=str(move.de),
            recorded=str(move.para),
            facts={"moved": True},
        )


def _capital(record: MacauRecord, rules: MacauRules, jogador: Jogador) -> Iterator[Found]:
    """Find a capital too small to begin or to go on, or a changed capital (A6)."""
    if jogador.acrescentado:
        yield _cap(jogador.seat, 0, jogador.acrescentado, "acrescentado")
    mesa, capital = rules.mesas.get(entrada_de(record)), jogador.capital
    if capital is None:
        return
    before, lowest = jogador.capital_antes, jogador.baixou
    if mesa is not None and capital < mesa.capital:
        fell = lowest is not None and lowest < mesa.minimo
        if jogador.iniciou or fell:
            yield _cap(jogador.seat, mesa.capital, capital, "reforco" if fell else "inicial")
            return
    if before is not None and capital < before:
        yield _cap(jogador.seat, before, capital, "retirado")


def _cap(seat: int, expected: int, recorded: int, what: str) -> Found:
    return Found(
        code="M5-CAP",
        rule="M5 A6",
        seat=seat,
        expected=money_text(expected),
        recorded=money_text(recorded),
        amount=recorded - expected,
        facts={"capital": what},
    )


# --- entries and commissions ---------------------------------------------------------------------


def _entries(record: MacauRecord, rules: MacauRules) -> Iterator[Found]:
    """Find an unlawful entry, players who paid another or none, late, or not in chips."""
    if record.entrada and record.entrada not in rules.mesas:
        yield Found(
            code="REG-RULE",
            rule="M5 A6",
            expected=" / ".join(money_text(entry) for entry in rules.mesas),
            recorded=money_text(record.entrada),
            facts={"fact": "entrada"},
        )
    due, paid = entrada_de(record), Counter[int]()
    for lance in record.lances:
        if lance.meios not in CHIPS:
            yield Found(
                code="CREDIT",
                rule="M5 A7",
                seat=lance.seat,
                recorded=lance.meios,
                amount=lance.added,
                facts={"lanco": lance.lanco, "accao": lance.accao},
            )
        if lance.accao == ENTRADA:
            paid[lance.seat] += lance.added
            if lance.lanco:
                yield Found(
                    code="BET-LATE",
                    rule="M5 A10 a",
                    seat=lance.seat,
                    recorded=money_text(lance.added),
                    amount=lance.added,
                )
    for jogador in record.jogadores:
        seat, chips = jogador.seat, paid[jogador.seat]
        if chips != due:
            yield Found(
                code="BET-MIN" if chips < due else "BET-MAX",
                rule="M5 A6, A10 a",
                seat=seat,
                expected=money_text(due),
                recorded=money_text(chips),
                amount=abs(due - chips),
                facts={"entrada": True},
            )


def _commissions(record: MacauRecord, mesa: Lancos, settlement: Settlement) -> Iterator[Found]:
    """Find commissions other than due, or an initial one taken after the first card (A8, A9)."""
    inicial = inicial_devida(record, mesa)
    by_seat = record.comissao_inicial == JOGADOR and any(
        one.seat for one in record.comissoes if one.modo == INICIAL
    )
    if by_seat:
        taken = Counter[int]()
        for one in record.comissoes:
            if one.modo == INICIAL:
                taken[one.seat or 0] += one.valor
        for seat in sorted({*inicial.jogadores, *taken}):
            due = inicial.jogadores.get(seat, 0)
            if taken[seat] != due:
                yield _com("M5 A8", due, taken[seat], seat)
    elif cobradas(record, INICIAL) != inicial.total:
        yield _com("M5 A8", inicial.total, cobradas(record, INICIAL))
    late = [one for one in record.comissoes if one.modo == INICIAL and one.dadas]
    if late:
        yield Found(
            code="M5-COM",
            rule="M5 A8",
            expected="0",
            recorded=str(late[0].dadas),
            facts={"comissao": "depois da primeira carta"},
        )
    due = sum(one.amount for one in settlement.commissions if one.rules == ("M5 A9",))
    if not undecided(settlement) and cobradas(record, BOLO) != due:
        yield _com("M5 A9", due, cobradas(record, BOLO))


def _given_back(record: MacauRecord) -> Iterator[Found]:
    """Find commissions kept of a jogada without effect."""
    kept = sum(one.valor for one in record.comissoes)
    if kept:
        yield _com("M5 A8, A9", 0, kept)


def _com(rule: str, due: int, taken: int, seat: int | None = None) -> Found:
    return Found(
        code="M5-COM",
        rule=rule,
        seat=seat,
        expected=money_text(due),
        recorded=money_text(taken),
        amount=taken - due,
        facts={"comissao": rule},
    )


# --- cards ---------------------------------------------------------------------------------------


def _cards(record: MacauRecord) -> Iterator[Found]:
    """Find unknown cards, cards outside the deck of forty, and cards dealt twice."""
    seen: list[str] = [one.carta for one in record.queimadas if one.carta is not None]
    hands = {jogador.seat: jogador.cartas for jogador in record.jogadores}
    for jogador in record.jogadores:
        seen += [card for card in jogador.cartas if card is not None]
    for seat, cards in shown_by((one.seat, one.cartas) for one in record.mostradas).items():
        mine = hands.get(seat, ())
        more = [card for card in cards if card not in mine]
        seen += more
        if len(more) > mine.count(None) + (0 if mine else HAND):
            yield _impossible("M5 A10 e", more, seat)
    foreign = sorted({card for card in seen if card in RANK_OF and card not in CARDS})
    if foreign:
        yield Found(
            code="M5-DECK", rule="M5 A1", recorded=" ".join(foreign), facts={"cards": foreign}
        )
    wrong = sorted({card for card in seen if card not in RANK_OF or seen.count(card) > 1})
    if wrong:
        yield _impossible("M5 A1", wrong)


def _impossible(rule: str, cards: list[str], seat: int | None = None) -> Found:
    return Found(
        code="RES-IMPOSS",
        rule=rule,
        seat=seat,
        recorded=" ".join(cards),
        facts={"cards": cards},
    )


def _hands(record: MacauRecord, mesa: Lancos) -> Iterator[Found]:
    """Find hands of another number of cards than the deal gives (A10 a-c, A11 e)."""
    showdown = mesa.alive and record.void is None
    for place in range(mesa.size):
        cards = record.jogadores[place].cartas
        short = showdown and place in mesa.contenders() and 0 < len(cards) < HAND
        if len(cards) > HAND or short:
            yield Found(
                code="RES-IMPOSS",
                rule="M5 A11 e",
                seat=mesa.seats[place],
                expected=str(HAND),
                recorded=str(len(cards)),
                facts={"cards": len(cards)},
            )


def _deal(record: MacauRecord, mesa: Lancos) -> Iterator[Found]:
    """Find cards dealt in another order than anticlockwise from who is first (A10 a-c).

    A wrong card is put right when it is seen, and a chave revealed takes its hand out of the deal:
    where either was noted, the order is not judged.
    """
    put_right = any(error.error in MISDEALT for error in record.errors)
    if not record.dadas or put_right or mesa.abatidas or record.void is not None:
        return
    due: list[int] = [*mesa.seats, *mesa.seats]
    for places in mesa.recebem:
        if places is None:
            break
        due += [mesa.seats[place] for place in places]
    for at, (seat, owed) in enumerate(zip(record.dadas, due, strict=False)):
        if seat != owed:
            yield Found(
                code="M5-DECK",
                rule="M5 A10 a" if at < 2 * mesa.size else "M5 A10 b, c ii, c iv",
                seat=seat,
                expected=str(owed),
                recorded=str(seat),
                facts={"card": at + 1, "of": "chave" if at // mesa.size == KEY else "open"},
            )
            return


def _deck(record: MacauRecord, rules: MacauRules) -> Iterator[Found]:
    """Find a deck used too long, cut wrongly, or from which no first card was put aside (A2)."""
    used = record.baralho_jogadas
    if record.has("equipment") and used is not None and used > rules.jogadas_do_baralho:
        yield _material(str(rules.jogadas_do_baralho), str(used), "jogadas")
    if record.has("shuffles"):
        if record.baralhos is not None and record.baralhos != 1:
            yield _material("1", str(record.baralhos), "baralhos")
        for corte in record.cortes:
            if corte.cartas is not None and corte.cartas < rules.corte_minimo:
                yield _material(str(rules.corte_minimo), str(corte.cartas), "corte", corte.by)
        cutters = {one.by for one in record.cortes if one.by is not None}
        if len(cutters) > rules.cortam:
            yield _material(str(rules.cortam), str(len(cutters)), "cortam")
    dealt = bool(record.dadas) or any(jogador.cartas for jogador in record.jogadores)
    if record.has("burns") and dealt:
        first = sum(not one.dadas for one in record.queimadas)
        if (first, len(record.queimadas)) != (1, 1):
            yield _material("1", f"{first} + {len(record.queimadas) - first}", "primeira carta")


def _material(expected: str, recorded: str, fact: str, seat: int | None = None) -> Found:
    return Found(
        code="M5-DECK",
        rule="M5 A2",
        seat=seat,
        expected=expected,
        recorded=recorded,
        facts={"fact": fact},
    )


def _frame(record: MacauRecord) -> Iterator[Found]:
    """Find a jogada without effect that should stand, or the other way; play online."""
    if record.mode != PHYSICAL:
        yield Found(code="ONL-NONE", rule="M5 A2", expected=PHYSICAL, recorded=record.mode)
    if record.void is not None and not incomplete_deck(record):
        yield Found(
            code="VOID-BAD",
            rule="M5 A11 e",
            recorded=record.void.rule,
            facts={"cause": record.void.cause, "side": record.void.side},
        )
    elif record.void is None and incomplete_deck(record):
        yield Found(code="VOID-MISS", rule="M5 A1", facts={"error": "baralho_incompleto"})
