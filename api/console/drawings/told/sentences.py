"""Each event of a round as one sentence of the log, in both languages, with what stands beside it.

A sentence says what the event says and what the table knew by then, never what came later.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from api.console.drawings.felt import SEAT, Felt
from api.console.drawings.points import total_of
from api.console.drawings.words import (
    ANNOUNCED,
    CHANCES,
    CLAIMS,
    Words,
    spoken,
)
from api.documents.words.kinds import kind_text
from ledger.events import bingo, jackpots, machines, outcomes, rounds, seats
from projections.base.event import Event


@dataclass(frozen=True)
class Said:
    """A step in words."""

    text: str
    beside: str = ""
    """A sum or a number, at the right."""
    card: str | None = None
    """A card at the right, where it lies open."""


Teller = Callable[[Any, Felt, Words], Said]


def sentence(event: Event, felt: Felt, words: Words) -> Said:
    """Return an event's sentence; ``felt`` is the table with it."""
    tell = _TELL.get(event.kind)
    if tell is None:
        return Said(kind_text(event.kind, "en" if words("", "en") else "pt"))
    said = tell(event.payload, felt, words)
    return Said(_upper(said.text), said.beside, said.card)


def has_sentence(kind: str) -> bool:
    """Tell whether events of a kind have a sentence of their own, and more than their name."""
    return kind in _TELL


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _opened(_told: Any, _felt: Felt, w: Words) -> Said:
    return Said(w("abre a jogada", "the round opens"))


def _bets_opened(told: Any, _felt: Felt, w: Words) -> Said:
    if told.seconds is not None:
        return Said(w(f"apostas abertas por {told.seconds} s", f"bets open for {told.seconds} s"))
    return Said(w("apostas abertas", "bets are open"))


def _bet(told: Any, _felt: Felt, w: Words) -> Said:
    by = ""
    if told.by is not None:
        by = w(f", de {w.seat(told.by)}", f", of {w.seat(told.by)}")
    chance = w.chance(told.chance, (told.selection or "").split("/", maxsplit=1)[0])
    if told.line:
        by += w(", no risco", ", on the line")
    return Said(f"{w.seat(told.seat)}{by}: {chance}", w.money(told.amount))


def _bet_changed(told: Any, felt: Felt, w: Words) -> Said:
    stake = felt.bets.get(told.bet)
    if stake is None:
        return Said(w(f"muda a aposta {told.bet}", f"bet {told.bet} changes"))
    where = f"{w.seat(stake.seat)}: {w.chance(stake.chance, stake.selection)}"
    if told.cause is not None and told.cause != "own":
        return Said(f"{where}, {w.cause(told.cause)}", w.money(stake.amount))
    return Said(w(f"{where}, muda para", f"{where}, changes to"), w.money(stake.amount))


def _bet_withdrawn(told: Any, felt: Felt, w: Words) -> Said:
    stake = felt.bets.get(told.bet)
    why = "" if told.cause in {None, "own"} else f", {w.cause(told.cause)}"
    if stake is None:
        return Said(w(f"retira a aposta {told.bet}", f"bet {told.bet} is taken back") + why)
    what = w.chance(stake.chance, stake.selection)
    seat = w.seat(stake.seat)
    return Said(
        w(f"{seat} retira {what}", f"{seat} takes back {what}") + why, w.money(stake.amount)
    )


def _bets_closed(told: Any, _felt: Felt, w: Words) -> Said:
    how = {
        "call": w("“Nada mais”", "“No more bets”"),
        "bell": w("campainha: apostas fechadas", "bell: bets are closed"),
        "clock": w("acabou o tempo das apostas", "betting time is over"),
    }
    return Said(how.get(told.by or "", w("apostas fechadas", "bets are closed")))


def _decided(told: Any, felt: Felt, w: Words) -> Said:
    seat = w.seat(told.seat)
    hand = w(f", mão {told.hand},", f", hand {told.hand},") if told.hand != 1 else ""
    total = _points(felt, told.seat, told.hand, told.action, w)
    lapsed = w(", por falta de escolha", ", for want of a choice") if told.lapsed else ""
    text = f"{seat}{hand} {w.action(told.action)}{total}{lapsed}"
    return Said(text, w.money(told.added) if told.added else "")


def _points(felt: Felt, seat: int, hand: int, action: str, w: Words) -> str:
    if felt.game != "blackjack" or action not in {"pede", "fica", "duplica"}:
        return ""
    total = total_of(felt.at(SEAT, seat, hand))
    return "" if total is None else w(f" com {total}", f" with {total}")


def _turn(told: Any, _felt: Felt, w: Words) -> Said:
    return Said(w(f"fala {w.seat(told.seat)}", f"{w.seat(told.seat)} speaks"))


def _pot(told: Any, _felt: Felt, w: Words) -> Said:
    name = (
        w("pote principal", "main pot")
        if told.pot == 0
        else w(f"pote lateral {told.pot}", f"side pot {told.pot}")
    )
    return Said(name, w.money(told.amount))


def _claim(told: Any, _felt: Felt, w: Words) -> Said:
    seat = w.seat(told.seat)
    return Said(w(f"{seat} reclama: {spoken(told.about)}", f"{seat} claims: {spoken(told.about)}"))


def _claim_decided(told: Any, _felt: Felt, w: Words) -> Said:
    yes = w("reclamação admitida", "claim admitted")
    return Said(yes if told.admitted else w("reclamação não admitida", "claim not admitted"))


def _nulled(told: Any, _felt: Felt, w: Words) -> Said:
    cause = w.cause(told.cause)
    before = ""
    if told.previous_result is not None:
        before = w(f"; anterior {told.previous_result}", f"; previous {told.previous_result}")
    said = (
        w("golpe nulo anunciado", "null coup announced")
        if told.announced
        else w("golpe nulo", "null coup")
    )
    return Said(f"{_upper(cause)}: {said}{before}")


def _rebuilt(told: Any, _felt: Felt, w: Words) -> Said:
    seat = w.seat(told.seat)
    return Said(w(f"{seat}: marcação reconstituída", f"{seat}: mark rebuilt"))


def _voided(told: Any, _felt: Felt, w: Words) -> Said:
    cause = w.cause(told.cause)
    return Said(w(f"jogada anulada: {cause}", f"round void: {cause}"))


def _paid(told: Any, _felt: Felt, w: Words) -> Said:
    total = told.amount + told.stake_returned + told.returned
    seat = w.seat(told.seat)
    if told.amount == 0 and told.stake_returned:
        return Said(
            w(
                f"devolve a {seat}" if told.seat == 0 else f"devolve ao {seat}",
                f"gives back to {seat}",
            ),
            w.money(total),
        )
    if told.pot is not None:
        pot = "" if told.pot == 0 else w(f" lateral {told.pot}", f" {told.pot}")
        return Said(
            w(f"entrega o pote{pot} ao {seat}", f"hands the pot{pot} to {seat}"), w.money(total)
        )
    to = w("à banca" if told.seat == 0 else f"ao {seat}", f"to {seat}")
    return Said(w(f"paga {to}", f"pays {to}"), w.money(total))


def _taken(told: Any, _felt: Felt, w: Words) -> Said:
    if told.seat is not None:
        return Said(
            w(f"recolhe do {w.seat(told.seat)}", f"collects from {w.seat(told.seat)}"),
            w.money(told.amount),
        )
    count = len(told.bets)
    what = (
        w.numbers(count, ("aposta", "bet"), ("apostas", "bets"))
        if count
        else w("as apostas perdidas", "losing bets")
    )
    return Said(w(f"recolhe {what}", f"collects {what}"), w.money(told.amount))


def _commission(told: Any, _felt: Felt, w: Words) -> Said:
    what = (
        w("cagnotte", "cagnotte")
        if told.mode in {"hand", "cagnotte", "session"}
        else w("comissão", "commission")
    )
    seat = "" if told.seat is None else w(f" do {w.seat(told.seat)}", f" of {w.seat(told.seat)}")
    return Said(f"{what}{seat}", w.money(told.amount))


def _closed(_told: Any, _felt: Felt, w: Words) -> Said:
    return Said(w("jogada fechada", "round closed"))


def _bank_taken(told: Any, _felt: Felt, w: Words) -> Said:
    return Said(
        w(f"{w.seat(told.seat)} tem a banca", f"{w.seat(told.seat)} holds the bank"),
        w.money(told.capital),
    )


def _bank_refused(told: Any, _felt: Felt, w: Words) -> Said:
    return Said(w(f"{w.seat(told.seat)} recusa a banca", f"{w.seat(told.seat)} refuses the bank"))


def _bank_passed(told: Any, _felt: Felt, w: Words) -> Said:
    return Said(w(f"{w.seat(told.seat)} passa a mão", f"{w.seat(told.seat)} passes the hand"))


def _bank_bid(told: Any, _felt: Felt, w: Words) -> Said:
    return Said(w(f"{w.seat(told.seat)} lança", f"{w.seat(told.seat)} bids"), w.money(told.amount))


def _bank_changed(told: Any, _felt: Felt, w: Words) -> Said:
    return Said(w("capital da banca", "bank's capital"), w.money(told.capital))


def _bank_shared(told: Any, _felt: Felt, w: Words) -> Said:
    who = w("a casa", "the house") if told.seat is None else w.seat(told.seat)
    return Said(w(f"{who} associa-se à banca", f"{who} joins the bank"), w.money(told.amount))


def _banco(told: Any, _felt: Felt, w: Words) -> Said:
    return Said(f"{w.seat(told.seat)}: “{w.of(CHANCES, told.call)}”")


def _liability(told: Any, _felt: Felt, w: Words) -> Said:
    return Said(
        w(
            f"o fiscal decide: responde {w.seat(told.seat)}",
            f"the fiscal rules: {w.seat(told.seat)} is liable",
        )
    )


def _shuffled(told: Any, _felt: Felt, w: Words) -> Said:
    how = {"hand": w("à mão", "by hand"), "shuffler": w("na máquina", "by machine")}
    times = "" if not told.times else w(f", {told.times} vezes", f", {told.times} times")
    return Said(w("baralha ", "shuffles ") + how.get(told.method, spoken(told.method)) + times)


def _cut(told: Any, _felt: Felt, w: Words) -> Said:
    who = w("o pagador", "the dealer") if told.by is None else w.seat(told.by)
    return Said(w(f"{who} corta", f"{who} cuts"))


def _cut_card(_told: Any, _felt: Felt, w: Words) -> Said:
    return Said(w("sai a carta-aviso", "the cut card comes out"))


_TO: Final = {
    "bank": ("a banca recebe", "the bank receives"),
    "banca": ("a banca recebe", "the banker receives"),
    "ponto": ("o ponto recebe", "the player receives"),
    "board": ("carta comum", "common card"),
    "discard": ("carta posta de parte", "card put aside"),
}
SEEN_AT_ONCE: Final = frozenset(
    {"bacara_ponto_e_banca", "bacara_ponto_e_banca_macau", "bacara_chemin_de_fer"}
)
"""Games whose record does not say which cards lie open: all are drawn as they fall."""


def _dealt(told: Any, felt: Felt, w: Words) -> Said:
    seat = w.seat(told.seat)
    hand = w(f", mão {told.hand},", f", hand {told.hand},") if told.hand != 1 else ""
    who = (
        f"{seat}{hand} {w('recebe', 'receives')}"
        if told.to == SEAT
        else w(*_TO.get(told.to, (spoken(told.to), spoken(told.to))))
    )
    if told.card is None or not (told.open or felt.game in SEEN_AT_ONCE or told.to == "discard"):
        return Said(w(f"{who}, virada para baixo", f"{who} face down"))
    if felt.game == "blackjack" and told.to == SEAT:
        total = total_of(felt.at(SEAT, told.seat or 0, told.hand))
        if total is not None and len(felt.at(SEAT, told.seat or 0, told.hand)) > 1:
            bust = w(", passa", ", bust") if total > 21 else ""
            return Said(w(f"{who}: soma {total}{bust}", f"{who}: {total}{bust}"), "", told.card)
    return Said(who, "", told.card)


def _burned(told: Any, _felt: Felt, w: Words) -> Said:
    cause = "" if told.cause is None else f" {w.cause(told.cause)}"
    count = w.numbers(
        told.count, ("carta queimada", "card burnt"), ("cartas queimadas", "cards burnt")
    )
    return Said(f"{count}{cause}", "", told.card)


def _exposed(told: Any, _felt: Felt, w: Words) -> Said:
    seat = "" if told.seat is None else w(f" do {w.seat(told.seat)}", f" of {w.seat(told.seat)}")
    return Said(w(f"carta{seat} fica à vista", f"a card{seat} is seen"), "", told.card)


def _seen(told: Any, _felt: Felt, w: Words) -> Said:
    return Said(w(f"{w.seat(told.seat)} vê o seu jogo", f"{w.seat(told.seat)} looks at the hand"))


def _shown(told: Any, _felt: Felt, w: Words) -> Said:
    who = w.seat(told.seat)
    if told.of is not None:
        who = {
            "bank": w("a banca", "the bank"),
            "banca": w("a banca", "the banker"),
            "ponto": w("o ponto", "the player"),
        }.get(told.of, spoken(told.of))
    return Said(w(f"{who} mostra", f"{who} shows"))


def _gathered(told: Any, _felt: Felt, w: Words) -> Said:
    whose = "" if told.seat is None else w(f" do {w.seat(told.seat)}", f" of {w.seat(told.seat)}")
    return Said(w(f"recolhe as cartas{whose}", f"collects the cards{whose}"))


def _dice_chosen(told: Any, _felt: Felt, w: Words) -> Said:
    return Said(w(f"{w.seat(told.seat)} escolhe os dados", f"{w.seat(told.seat)} picks the dice"))


def _shaken(told: Any, _felt: Felt, w: Words) -> Said:
    times = w.numbers(told.times, ("vez", "time"), ("vezes", "times"))
    return Said(w(f"agita os dados {times}", f"shakes the dice {times}"))


def _rolled(told: Any, _felt: Felt, w: Words) -> Said:
    faces = "-".join(map(str, told.dice)) or "—"
    if told.null is not None:
        return Said(
            w(f"lançamento nulo: {w.cause(told.null)}", f"null throw: {w.cause(told.null)}"), faces
        )
    who = (
        w("os dados mostram", "the dice show")
        if told.by is None
        else w(f"{w.seat(told.by)} lança", f"{w.seat(told.by)} throws")
    )
    first = (
        ""
        if told.first is None
        else w(f"; começa {w.seat(told.first)}", f"; {w.seat(told.first)} is first")
    )
    return Said(f"{who}{first}", faces)


def _launched(told: Any, _felt: Felt, w: Words) -> Said:
    sides = {
        "left": w(" para a esquerda", " to the left"),
        "right": w(" para a direita", " to the right"),
    }
    return Said(w("bola lançada", "ball launched") + sides.get(told.direction or "", ""))


def _landed(told: Any, _felt: Felt, w: Words) -> Said:
    colour = "" if told.colour is None else f" {w.of(CHANCES, told.colour)}"
    return Said(
        w(f"a bola para no {told.number}{colour}", f"the ball rests on {told.number}{colour}")
    )


def _stopped(told: Any, _felt: Felt, w: Words) -> Said:
    return Said(w(f"a roda para na secção {told.section}", f"the wheel stops at {told.section}"))


def _wall(told: Any, _felt: Felt, w: Words) -> Said:
    return Said(w(f"muralha de {told.pieces} pedras", f"wall of {told.pieces} pieces"))


def _rearranged(told: Any, _felt: Felt, w: Words) -> Said:
    return Said(w(f"{w.seat(told.seat)} muda os montes", f"{w.seat(told.seat)} moves the piles"))


def _tile_drawn(told: Any, _felt: Felt, w: Words) -> Said:
    last = w(", a última", ", the last") if told.last else ""
    return Said(w(f"{w.seat(told.seat)} tira uma pedra", f"{w.seat(told.seat)} draws") + last)


def _tile_thrown(told: Any, _felt: Felt, w: Words) -> Said:
    return Said(
        w(f"{w.seat(told.seat)} descarta", f"{w.seat(told.seat)} discards"), w.tile(told.tile)
    )


def _tile_claimed(told: Any, _felt: Felt, w: Words) -> Said:
    of = "" if told.of is None else w(f" de {w.seat(told.of)}", f" of {w.seat(told.of)}")
    not_made = "" if told.made else w(", não feito", ", not made")
    tile = w.tile(told.tiles[-1]) if told.claim == "ganho" and told.tiles else ""
    return Said(f"{w.seat(told.seat)}: {w.of(CLAIMS, told.claim)}{of}{not_made}", tile)


def _announced(told: Any, _felt: Felt, w: Words) -> Said:
    seat = "" if told.seat is None else f", {w.seat(told.seat)}"
    beside = ""
    if told.said is not None:
        beside = w.of(CHANCES, told.said) if told.said in CHANCES else w.cause(told.said)
    elif told.amount is not None:
        beside = str(told.amount)
    return Said(f"{w.of(ANNOUNCED, told.what)}{seat}", beside)


def _error(told: Any, _felt: Felt, w: Words) -> Said:
    seat = "" if told.seat is None else f", {w.seat(told.seat)}"
    return Said(w(f"erro: {w.cause(told.error)}{seat}", f"error: {w.cause(told.error)}{seat}"))


def _warned(told: Any, _felt: Felt, w: Words) -> Said:
    seat = w.seat(told.seat)
    if told.extra_time is not None:
        return Said(w(f"{seat} tem mais {told.extra_time} s", f"{seat} has {told.extra_time} s"))
    return Said(w(f"aviso ao {seat}: {w.cause(told.cause)}", f"{seat} is warned"))


def _marker(told: Any, _felt: Felt, w: Words) -> Said:
    return Said(w(f"passa ao {w.seat(told.seat)}", f"passes to {w.seat(told.seat)}"))


def _increment(told: Any, _felt: Felt, w: Words) -> Said:
    return Said(w("o acumulado cresce", "the jackpot grows"), w.money(told.amount))


def _won(told: Any, _felt: Felt, w: Words) -> Said:
    who = "" if told.seat is None else w(f" do {w.seat(told.seat)}", f" of {w.seat(told.seat)}")
    what = "" if told.combination is None else f": {spoken(told.combination)}"
    return Said(w(f"acumulado{who}{what}", f"jackpot{who}{what}"), w.money(told.amount))


def _award_paid(told: Any, _felt: Felt, w: Words) -> Said:
    to = "" if told.seat is None else w(f" ao {w.seat(told.seat)}", f" to {w.seat(told.seat)}")
    return Said(w(f"paga o acumulado{to}", f"pays the jackpot{to}"), w.money(told.amount))


def _reset(told: Any, _felt: Felt, w: Words) -> Said:
    return Said(w("o acumulado recomeça", "the jackpot begins anew"), w.money(told.amount))


def _display(_told: Any, _felt: Felt, w: Words) -> Said:
    return Said(w("o painel mostra os prémios", "the panel shows the prizes"))


def _on_sale(told: Any, _felt: Felt, w: Words) -> Said:
    return Said(
        w(f"série {told.series} à venda", f"series {told.series} on sale"), w.money(told.price)
    )


def _sold(told: Any, _felt: Felt, w: Words) -> Said:
    return Said(
        w(
            f"vendidos {told.series} {told.first} a {told.last}",
            f"sold {told.series} {told.first} to {told.last}",
        ),
        w.money(told.amount),
    )


def _refunded(told: Any, _felt: Felt, w: Words) -> Said:
    return Said(
        w(
            f"devolvidos {told.series} {told.first} a {told.last}",
            f"refunded {told.series} {told.first} to {told.last}",
        ),
        w.money(told.amount),
    )


def _sale_closed(told: Any, _felt: Felt, w: Words) -> Said:
    count = w.numbers(told.cards, ("cartão", "card"), ("cartões", "cards"))
    return Said(w(f"venda fechada: {count}", f"sale closed: {count}"), w.money(told.collected))


def _suspended(told: Any, _felt: Felt, w: Words) -> Said:
    return Said(
        w(f"extração suspensa: {w.cause(told.cause)}", f"draw suspended: {w.cause(told.cause)}")
    )


def _resumed(_told: Any, _felt: Felt, w: Words) -> Said:
    return Said(w("a extração continua", "the draw goes on"))


def _ball(told: Any, _felt: Felt, w: Words) -> Said:
    return Said(w(f"{told.index}.ª bola", f"{w.ordinal(told.index)} ball"), str(told.number))


def _alert(told: Any, _felt: Felt, w: Words) -> Said:
    what = w.of(CHANCES, told.shape)
    return Said(
        w(f"falta um número para {what}", f"one to go for {what}"), f"{told.series} {told.card}"
    )


def _called(told: Any, _felt: Felt, w: Words) -> Said:
    card = "" if told.card is None else f"{told.series or ''} {told.card}".strip()
    return Said(f"“{_upper(w.of(CHANCES, told.shape))}!”", card)


def _verified(told: Any, _felt: Felt, w: Words) -> Said:
    yes = w("verificado: vale", "verified: it holds")
    return Said(yes if told.valid else w("verificado: não vale", "verified: it does not hold"))


def _prizes(told: Any, _felt: Felt, w: Words) -> Said:
    count = len(told.prizes)
    return Said(
        w("paga ", "pays ") + w.numbers(count, ("prémio", "prize"), ("prémios", "prizes")),
        w.money(sum(one.amount for one in told.prizes)),
    )


def _broken(_told: Any, _felt: Felt, w: Words) -> Said:
    return Said(w("avaria do equipamento", "equipment breakdown"))


def _acta(_told: Any, _felt: Felt, w: Words) -> Said:
    return Said(w("acta da jogada assinada", "the jogada's acta is signed"))


def _play(told: Any, _felt: Felt, w: Words) -> Said:
    won = told.cg + told.pa + told.pap_m + told.pap_h + told.pam
    return Said(
        w(f"joga {w.money(told.stake)}, ganha", f"plays {w.money(told.stake)}, wins"), w.money(won)
    )


def _play_voided(told: Any, _felt: Felt, w: Words) -> Said:
    cause = w.cause(told.cause)
    return Said(w(f"jogada anulada: {cause}", f"play void: {cause}"), w.money(told.returned))


_TELL: Final[Mapping[str, Teller]] = {
    rounds.RoundOpened.KIND: _opened,
    rounds.BetsOpened.KIND: _bets_opened,
    rounds.BetPlaced.KIND: _bet,
    rounds.BetChanged.KIND: _bet_changed,
    rounds.BetWithdrawn.KIND: _bet_withdrawn,
    rounds.BetsClosed.KIND: _bets_closed,
    rounds.Decision.KIND: _decided,
    rounds.TurnGiven.KIND: _turn,
    rounds.PotDeclared.KIND: _pot,
    rounds.Claim.KIND: _claim,
    rounds.ClaimDecided.KIND: _claim_decided,
    rounds.CoupNulled.KIND: _nulled,
    rounds.BetReconstructed.KIND: _rebuilt,
    rounds.RoundVoided.KIND: _voided,
    rounds.Payout.KIND: _paid,
    rounds.Collection.KIND: _taken,
    rounds.Commission.KIND: _commission,
    rounds.RoundClosed.KIND: _closed,
    rounds.BankTaken.KIND: _bank_taken,
    rounds.BankRefused.KIND: _bank_refused,
    rounds.BankPassed.KIND: _bank_passed,
    rounds.BankBid.KIND: _bank_bid,
    rounds.BankChanged.KIND: _bank_changed,
    rounds.BankShared.KIND: _bank_shared,
    rounds.BancoCalled.KIND: _banco,
    rounds.LiabilityRuled.KIND: _liability,
    outcomes.DeckShuffled.KIND: _shuffled,
    outcomes.DeckCut.KIND: _cut,
    outcomes.CutCardDrawn.KIND: _cut_card,
    outcomes.CardDealt.KIND: _dealt,
    outcomes.CardBurned.KIND: _burned,
    outcomes.CardExposed.KIND: _exposed,
    outcomes.HandSeen.KIND: _seen,
    outcomes.HandShown.KIND: _shown,
    outcomes.CardsCollected.KIND: _gathered,
    outcomes.DiceChosen.KIND: _dice_chosen,
    outcomes.DiceShaken.KIND: _shaken,
    outcomes.DiceRolled.KIND: _rolled,
    outcomes.BallLaunched.KIND: _launched,
    outcomes.BallLanded.KIND: _landed,
    outcomes.WheelStopped.KIND: _stopped,
    outcomes.WallBuilt.KIND: _wall,
    outcomes.TilesRearranged.KIND: _rearranged,
    outcomes.TileDrawn.KIND: _tile_drawn,
    outcomes.TileDiscarded.KIND: _tile_thrown,
    outcomes.TileClaimed.KIND: _tile_claimed,
    outcomes.Announcement.KIND: _announced,
    outcomes.ErrorNoted.KIND: _error,
    seats.PlayerWarned.KIND: _warned,
    seats.MarkerMoved.KIND: _marker,
    jackpots.JackpotIncrement.KIND: _increment,
    jackpots.JackpotWon.KIND: _won,
    jackpots.AwardPaid.KIND: _award_paid,
    jackpots.PoolReset.KIND: _reset,
    jackpots.DisplayRead.KIND: _display,
    bingo.SeriesOnSale.KIND: _on_sale,
    bingo.CardsSold.KIND: _sold,
    bingo.CardsRefunded.KIND: _refunded,
    bingo.SaleClosed.KIND: _sale_closed,
    bingo.JogadaSuspended.KIND: _suspended,
    bingo.JogadaResumed.KIND: _resumed,
    bingo.BallDrawn.KIND: _ball,
    bingo.OneToGoAlerted.KIND: _alert,
    bingo.BingoClaimed.KIND: _called,
    bingo.ClaimVerified.KIND: _verified,
    bingo.PrizesPaid.KIND: _prizes,
    bingo.JogadaAnnulled.KIND: _voided,
    bingo.Breakdown.KIND: _broken,
    bingo.ActaCompleted.KIND: _acta,
    machines.Play.KIND: _play,
    machines.PlayVoided.KIND: _play_voided,
}
