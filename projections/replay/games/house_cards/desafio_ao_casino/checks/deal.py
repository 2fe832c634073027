"""Faults of cards and deal: impossible cards, the order, errors not mended (DC R2, R7, R8)."""

from collections.abc import Iterator, Sequence

from msgspec import structs

from projections.replay.games.house_cards.desafio_ao_casino.record import (
    EMPATE,
    INCORRIGIVEL,
    INICIAL,
    DesafioAoCasinoRecord,
)
from projections.replay.games.house_cards.desafio_ao_casino.settling import Round
from projections.replay.kit.shoe import too_many
from projections.replay.settlement import Found


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
        # Without both first cards nobody can tell whether there was a tie.
        if jogada.first(seat) is not None and not jogada.may_choose(seat):
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
