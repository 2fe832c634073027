"""Faults of a jogada of desafio ao casino, and the right names of wrong payments."""

from collections.abc import Iterator, Sequence

from msgspec import structs

from projections.replay.games.house_cards.desafio_ao_casino.record import (
    DESAFIAR,
    EMPATE,
    INCORRIGIVEL,
    INICIAL,
    PERDER_METADE,
    DesafioAoCasinoRecord,
    DesafioAoCasinoRules,
)
from projections.replay.games.house_cards.desafio_ao_casino.settling import NO_DUEL, Round
from projections.replay.kit.coups import bet_faults, early_bets, no_online, stake_faults
from projections.replay.kit.shoe import too_many
from projections.replay.settlement import (
    Found,
    Line,
    Outcome,
    Settlement,
    money_text,
)


def verify(
    record: DesafioAoCasinoRecord, rules: DesafioAoCasinoRules, settlement: Settlement
) -> tuple[Found, ...]:
    """Return the faults of shoe, deal, bets, options and challenges that the record decides."""
    found = no_online(record)
    jogada = Round(record, rules)
    if record.has("cards"):
        found.extend(check_cards(record))
        if not settlement.void and not record.errors:
            found.extend(check_deal(jogada))
    if record.has("shuffles"):
        found.extend(check_shoe(record, rules))
    if record.has("bets"):
        standing = [
            bet
            for bet in jogada.bets
            if id(bet) not in jogada.late and bet.tipo in (INICIAL, EMPATE)
        ]
        found.extend(stake_faults(standing, record.limites))
        found.extend(early_bets(jogada.bets, record.apostas_abertas, ""))
    found.extend(bet_faults(record, record.bets, settlement))
    if not settlement.void:
        found.extend(check_options(jogada))
        found.extend(check_challenges(jogada))
        found.extend(check_errors(record))
    return tuple(found)


def check_cards(record: DesafioAoCasinoRecord) -> Iterator[Found]:
    """R2: cards that the packs cannot have held."""
    shoe = record.shoe
    dealt = [one.card for one in record.cartas]
    burned = [one.card for one in shoe.burned]
    # Without the number of packs only what is no card at all shows.
    decks = shoe.decks or len(dealt) + len(burned) + 1
    out = shoe.out if shoe.decks else {}
    for card in too_many((*dealt, *burned), decks, out):
        yield Found(
            code="RES-IMPOSS",
            rule="DC R2",
            expected=f"{shoe.decks} x {card}" if shoe.decks else "",
            recorded=card,
            facts={"card": card},
        )


def check_deal(jogada: Round) -> Iterator[Found]:
    """R7, R8: a card to each player from the left, the bank last; an error is mended or voids.

    Only where nobody noted an error: one that was noted was mended.
    """
    deal, record = jogada.deal, jogada.record
    seats = [seat for seat in deal.order if seat]
    if not deal.order:
        return
    if list(deal.order) != [*sorted(seats), 0]:
        yield _deal_error("ordem", "-".join(map(str, (*sorted(seats), 0))), deal.order)
    if record.has("bets"):
        bettors = {
            bet.seat
            for bet in jogada.bets
            if id(bet) not in jogada.late and bet.tipo in (INICIAL, EMPATE)
        }
        for seat in sorted(bettors - deal.cards.keys()):
            yield structs.replace(_deal_error("sem_carta", "1", (0,)), seat=seat)
    spare = [*deal.spare]
    for seat, duel in deal.duels.items():
        if not jogada.may_choose(seat):
            spare.extend(at for at in (duel.card_at, duel.bank_at) if at is not None)
    if spare:
        cards = " ".join(record.cartas[at].card or "?" for at in sorted(spare))
        yield structs.replace(_deal_error("carta_a_mais", "", ()), recorded=cards)


def _deal_error(fact: str, expected: str, recorded: Sequence[int]) -> Found:
    return Found(
        code="VOID-MISS",
        rule="DC R8",
        expected=expected,
        recorded="-".join(map(str, recorded)),
        facts={"fact": fact},
    )


def check_errors(record: DesafioAoCasinoRecord) -> Iterator[Found]:
    """R8: an error that could not be mended makes the jogada null."""
    for error in record.errors:
        if error.error == INCORRIGIVEL:
            yield Found(
                code="VOID-MISS",
                rule="DC R8",
                seat=error.seat,
                recorded=error.error,
                facts={"fact": INCORRIGIVEL},
            )


def check_shoe(record: DesafioAoCasinoRecord, rules: DesafioAoCasinoRules) -> Iterator[Found]:
    """R4: after a shuffle the cards are cut and the carta-aviso put in; R5: not with a shuffler."""
    shoe, due = record.shoe, rules.behind_cut_card
    if shoe.shuffler:
        return
    if shoe.shuffles and not shoe.cuts:
        yield Found(code="DC-SHOE", rule="DC R4", expected=str(due), facts={"fact": "corte"})
    for cut in shoe.cuts:
        if cut.cut_card is not None and cut.cut_card != due:
            yield Found(code="DC-SHOE", rule="DC R4", expected=str(due), recorded=str(cut.cut_card))


def check_options(jogada: Round) -> Iterator[Found]:
    """R12: who ties and did not bet on it loses half or challenges; nobody else may."""
    record = jogada.record
    if record.has("decisions"):
        for seat in sorted(jogada.stakes):
            chosen = jogada.chose(seat)
            if jogada.may_choose(seat) and chosen not in (PERDER_METADE, DESAFIAR):
                yield _option(seat, f"{PERDER_METADE}, {DESAFIAR}", chosen or "")
    for seat, option in jogada.options.items():
        # Without both cards nobody can tell whether there was a tie.
        if jogada.first(seat) is not None and not jogada.may_choose(seat):
            yield _option(seat, "", option.opcao)


def _option(seat: int, expected: str, recorded: str) -> Found:
    return Found(code="DC-TIE", rule="DC R12", seat=seat, expected=expected, recorded=recorded)


def check_challenges(jogada: Round) -> Iterator[Found]:
    """R13, R14: the stake doubled, three cards burned before each of two cards."""
    record = jogada.record
    for seat in sorted(jogada.stakes):
        if not jogada.challenges(seat):
            continue
        due, added = jogada.stakes[seat], jogada.added_by(seat)
        if added and added != due:
            yield Found(
                code="DC-WAR",
                rule="DC R13",
                seat=seat,
                expected=money_text(due),
                recorded=money_text(added),
                amount=added - due,
                facts={"fact": "valor"},
            )
        duel = jogada.deal.duels.get(seat, NO_DUEL)
        places = (("DC R13", "jogador", duel.card_at), ("DC R14", "banca", duel.bank_at))
        for rule, whose, at in places:
            if at is None:
                if record.has("cards"):
                    yield _duel(rule, seat, "carta", whose, "1", "0")
            elif record.has("burns"):
                burned = sum(one.count for one in record.shoe.burned if one.after == at)
                if burned != jogada.rules.burned:
                    yield _duel(rule, seat, "queima", whose, str(jogada.rules.burned), str(burned))


def _duel(rule: str, seat: int, fact: str, whose: str, expected: str, recorded: str) -> Found:
    return Found(
        code="DC-WAR",
        rule=rule,
        seat=seat,
        expected=expected,
        recorded=recorded,
        facts={"fact": fact, "de": whose},
    )


def payment_code(
    record: DesafioAoCasinoRecord,
    settlement: Settlement,
    lines: Sequence[Line],
    due: int,
    paid: int,
) -> tuple[str, str] | None:
    """Name a wrong payment: of a challenge, of a tie."""
    del record, due, paid
    if settlement.void:
        return None
    cited = [rule for line in lines for rule in line.rules]
    duels = [rule for rule in cited if rule.startswith("DC R14")]
    if duels:
        return "DC-WAR", duels[0]
    ties = [rule for rule in cited if rule in ("DC R11", "DC R12 a")]
    return ("DC-TIE", ties[0]) if ties else None


def relabel(
    record: DesafioAoCasinoRecord,
    rules: DesafioAoCasinoRules,
    settlement: Settlement,
    fault: Found,
) -> Found | None:
    """Compare both stakes of a challenge as a sum; leave undecidable payments alone.

    A tie of which nothing says what the player chose, or a hand without its cards, has its finding
    where the table records such facts; what was paid for it is right or wrong by nothing.
    """
    del rules
    bets = fault.facts.get("bets", [])
    if not bets:
        return None if _is_pending(record, settlement, fault) else fault
    pair = [
        line
        for line in settlement.lines
        if line.seat == fault.seat and line.bet is not None and "DC R13" in line.rules
    ]
    numbers = {line.bet for line in pair}
    if not numbers.issuperset(bets) or len(pair) == len(bets):
        return fault
    paid: dict[int | None, int] = {}
    for payment in record.payments:
        for bet in payment.bets[:1]:
            if numbers.issuperset(payment.bets):
                paid[bet] = paid.get(bet, 0) + payment.total
    due, total = sum(line.due for line in pair), sum(paid.values())
    wrong = [line.bet for line in pair if line.due != paid.get(line.bet, 0)]
    if total == due:
        return None
    if not wrong:  # of a number that two of the bets bear, only the sum is wrong
        return fault
    if bets[0] != wrong[0]:
        return None
    return structs.replace(
        fault,
        code="PAY-NONE" if not paid else "DC-WAR",
        bet=None,
        expected=money_text(due),
        recorded=money_text(total),
        amount=total - due,
        facts={"bets": sorted(number for number in numbers if number is not None)},
    )


def _is_pending(record: DesafioAoCasinoRecord, settlement: Settlement, fault: Found) -> bool:
    """Tell whether a payment is of a bet that nothing in the record decides."""
    waiting = {
        line.bet
        for line in settlement.lines
        if line.outcome is Outcome.PENDENTE and line.seat == fault.seat
    }
    paid = [payment for payment in record.payments if payment.seat == fault.seat]
    return any(not one.bets or not waiting.isdisjoint(one.bets) for one in paid) and bool(waiting)
