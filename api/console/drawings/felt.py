"""Facts of a round as told up to a step: cards, stakes, throws, balls. No rule of any game.

A drawing sees nothing but this and what the rules make of it, so no step can show what was told
later. Whatever a key may sign is taken: a seat that is none, a card that no deck has.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, cast

from ledger.events import bingo, jackpots, machines, outcomes, rounds
from projections.base.event import Event

BANK: Final = "bank"
SEAT: Final = "seat"
BOARD: Final = "board"
DISCARD: Final = "discard"
SIDES: Final = {"banca": "banca", "ponto": "ponto", "bank": BANK, "banco": BANK}
Hand = tuple[str, int, int]
"""Whose it is (``seat``, ``bank``, ``ponto``, ``banca``, ``board`` …), the seat, which hand."""


def side_of(word: str) -> str:
    """Return whose cards a word of an event means: ``bank``, ``ponto``, ``banca``, ``board``."""
    return SIDES.get(word, word)


def listed(value: object) -> list[Any]:
    """Return the values of a list of unknown origin; none where it is no list."""
    return list(cast("Iterable[Any]", value)) if isinstance(value, list | tuple) else []


def mapped(value: object) -> dict[Any, Any]:
    """Return a map of unknown origin; an empty one where it is none."""
    return dict(cast("Mapping[Any, Any]", value)) if isinstance(value, dict) else {}


@dataclass(frozen=True)
class Dealt:
    """A card or piece where it lies."""

    card: str | None
    """None where nobody could know it."""
    open: bool
    """Whether the table saw its face at this step."""
    step: int
    """The number of the step that brought it."""


@dataclass(frozen=True)
class Stake:
    """A stake as it lies at this step."""

    bet: int
    seat: int
    chance: str
    selection: str
    amount: int
    step: int
    chips: int | None = None
    by: int | None = None
    base: int | None = None
    line: bool = False
    account: bool = False
    """Whether it comes from an account: online, no chip lies anywhere."""
    gone: str = ""
    """``withdrawn``, ``paid`` or ``taken`` once it lies there no more."""


@dataclass(frozen=True)
class Throw:
    """Dice thrown, or uncovered."""

    dice: tuple[int, ...]
    null: str
    by: int | None
    first: int | None
    step: int


@dataclass(frozen=True)
class Meld:
    """A set of mah-jong laid open, or the win."""

    seat: int
    claim: str
    tiles: tuple[str, ...]
    of: int | None
    made: bool
    step: int


@dataclass(frozen=True)
class Called:
    """A prize of bingo that was called, and what the verification said."""

    shape: str
    series: str | None
    card: int | None
    name: str
    step: int
    valid: bool | None = None


@dataclass
class Felt:
    """A table as it is known at a step."""

    game: str = ""
    mode: str = "physical"
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    step: int = 0
    seats: list[int] = field(default_factory=list[int])
    mao: int | None = None
    banker: int | None = None
    shooter: int | None = None
    point: int | None = None
    wind: str = ""
    bets: dict[int, Stake] = field(default_factory=dict[int, Stake])
    hands: dict[Hand, list[Dealt]] = field(default_factory=dict[Hand, list[Dealt]])
    burned: int = 0
    decisions: dict[tuple[int, int], str] = field(default_factory=dict[tuple[int, int], str])
    """By seat and hand the last one said."""
    added: dict[int, int] = field(default_factory=dict[int, int])
    """By seat what decisions put in."""
    turn: int | None = None
    shown: dict[tuple[str, int], tuple[str, ...]] = field(
        default_factory=dict[tuple[str, int], tuple[str, ...]]
    )
    throws: list[Throw] = field(default_factory=list[Throw])
    shaken: int = 0
    launched: int = 0
    number: str | None = None
    colour: str = ""
    previous: str | None = None
    null: str = ""
    """The cause of the null call that the coup has not recovered from."""
    section: str | None = None
    position: int | None = None
    turns: int | None = None
    direction: str = ""
    melds: list[Meld] = field(default_factory=list[Meld])
    thrown: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    """Pieces discarded, in order, with who put each away."""
    drawn: int = 0
    pieces: int | None = None
    balls: list[str] = field(default_factory=list[str])
    calls: list[Called] = field(default_factory=list[Called])
    sold: int = 0
    collected: int = 0
    panel: dict[str, int] = field(default_factory=dict[str, int])
    series: dict[str, str] = field(default_factory=dict[str, str])
    """Series on sale to their edition."""
    capital: int | None = None
    banco: dict[int, str] = field(default_factory=dict[int, str])
    paid: dict[int, int] = field(default_factory=dict[int, int])
    taken: int = 0
    commission: int = 0
    said: dict[str, str] = field(default_factory=dict[str, str])
    """What was announced last, by what it is about."""
    errors: list[str] = field(default_factory=list[str])
    awards: dict[int, int] = field(default_factory=dict[int, int])
    void: str = ""
    closed_bets: bool = False
    closed: bool = False
    collected_cards: bool = False
    plays: list[machines.Play] = field(default_factory=list[machines.Play])

    @property
    def online(self) -> bool:
        """Whether the round is played online, with balances in place of chips."""
        return self.mode != "physical"

    def settled_nothing(self) -> bool:
        """Tell whether nobody was paid yet: somebody may still be to play."""
        return not self.paid and not self.taken

    def stakes(self) -> list[Stake]:
        """Return the stakes that lie, or lay until they were decided, in order."""
        return [one for one in self.bets.values() if one.gone != "withdrawn"]

    def at(self, who: str, seat: int = 0, hand: int = 1) -> list[Dealt]:
        """Return the cards of a hand."""
        return self.hands.get((who, seat, hand), [])

    def places(self) -> list[int]:
        """Return the seats that play: as the opening names them, then as they appear."""
        found = dict.fromkeys(self.seats)
        found |= dict.fromkeys(one.seat for one in self.stakes())
        found |= dict.fromkeys(seat for who, seat, _ in self.hands if who == SEAT)
        return list(found)


def felt_at(
    events: Iterable[Event], game: str = "", options: Mapping[str, Any] | None = None
) -> Felt:
    """Return the table as these events of a round tell it, each event a step."""
    felt = Felt(game=game, options=options or {})
    for event in events:
        tell(felt, event)
    return felt


def tell(felt: Felt, event: Event) -> None:
    """Add the facts of the next event to a table."""
    felt.step += 1
    told = _TELL.get(event.kind)
    if told is not None:
        told(felt, event.payload, event)


def _opened(felt: Felt, told: Any, _: Event) -> None:
    felt.mode = told.mode
    felt.seats = list(told.seats)
    felt.mao, felt.banker, felt.shooter = told.mao, told.banker, told.shooter
    felt.point, felt.wind = told.point, told.wind or ""


def _bet(felt: Felt, told: Any, _: Event) -> None:
    felt.bets[told.bet] = Stake(
        bet=told.bet,
        seat=told.seat,
        chance=told.chance,
        selection=told.selection or "",
        amount=told.amount,
        step=felt.step,
        chips=None if told.chips is None else told.chips.count,
        by=told.by,
        base=told.base,
        line=told.line,
        account=told.means == "account" or felt.online,
    )


def _bet_changed(felt: Felt, told: Any, _: Event) -> None:
    old = felt.bets.get(told.bet)
    if old is not None:
        felt.bets[told.bet] = replace(
            old,
            amount=old.amount if told.amount is None else told.amount,
            chance=told.chance or old.chance,
            selection=told.selection or old.selection,
            chips=old.chips if told.chips is None else told.chips.count,
            line=old.line if told.line is None else told.line,
            step=felt.step,
        )


def _bet_gone(felt: Felt, bets: Iterable[int], how: str) -> None:
    for bet in bets:
        if bet in felt.bets:
            felt.bets[bet] = replace(felt.bets[bet], gone=how, step=felt.step)


def _bet_withdrawn(felt: Felt, told: Any, _: Event) -> None:
    _bet_gone(felt, (told.bet,), "withdrawn")


def _reconstructed(felt: Felt, told: Any, _: Event) -> None:
    mark = told.recorded or told.claimed
    if mark is not None:
        old = felt.bets.get(told.bet) or Stake(
            bet=told.bet, seat=told.seat, chance="", selection="", amount=0, step=felt.step
        )
        felt.bets[told.bet] = replace(
            old,
            chance=mark.chance,
            selection=mark.selection or "",
            amount=mark.amount,
            step=felt.step,
            gone="",
        )


def _closed_bets(felt: Felt, _told: Any, _: Event) -> None:
    felt.closed_bets = True


def _opened_bets(felt: Felt, _told: Any, _: Event) -> None:
    felt.closed_bets = False


def _decided(felt: Felt, told: Any, _: Event) -> None:
    felt.decisions[told.seat, told.hand] = told.action
    felt.added[told.seat] = felt.added.get(told.seat, 0) + told.added
    felt.turn = told.seat
    if told.bet is not None and told.added:
        felt.bets[told.bet] = Stake(
            bet=told.bet,
            seat=told.seat,
            chance=told.action,
            selection="",
            amount=told.added,
            step=felt.step,
            account=felt.online,
        )
    if told.action == "desdobra":
        _split(felt, told.seat, told.hand)


def _split(felt: Felt, seat: int, hand: int) -> None:
    """Lay the second card of a split hand apart, as the first of a new one."""
    cards = felt.hands.get((SEAT, seat, hand), [])
    new = 1 + max((one for who, at, one in felt.hands if (who, at) == (SEAT, seat)), default=1)
    if len(cards) > 1:
        felt.hands[SEAT, seat, new] = [cards.pop(1)]


def _turn(felt: Felt, told: Any, _: Event) -> None:
    felt.turn = told.seat


def _nulled(felt: Felt, told: Any, _: Event) -> None:
    felt.null = told.cause
    felt.number, felt.colour = None, ""
    if told.previous_result is not None:
        felt.previous = told.previous_result


def _voided(felt: Felt, told: Any, _: Event) -> None:
    felt.void = told.cause


def _paid(felt: Felt, told: Any, _: Event) -> None:
    total = told.amount + told.stake_returned + told.returned
    felt.paid[told.seat] = felt.paid.get(told.seat, 0) + total
    _bet_gone(felt, told.bets, "paid")


def _collected(felt: Felt, told: Any, _: Event) -> None:
    felt.taken += told.amount
    _bet_gone(felt, told.bets, "taken")


def _commission(felt: Felt, told: Any, _: Event) -> None:
    felt.commission += told.amount


def _round_closed(felt: Felt, _told: Any, _: Event) -> None:
    felt.closed = True


def _bank_taken(felt: Felt, told: Any, _: Event) -> None:
    felt.banker, felt.capital = told.seat, told.capital


def _bank_changed(felt: Felt, told: Any, _: Event) -> None:
    felt.capital = told.capital


def _banco(felt: Felt, told: Any, _: Event) -> None:
    felt.banco[told.seat] = told.call


def _dealt(felt: Felt, told: Any, _: Event) -> None:
    who = side_of(told.to)
    seat = told.seat or 0 if who == SEAT else 0
    if who in {"ponto", "banca"} and told.seat is not None:
        felt.said[f"{who}-seat"] = str(told.seat)
    cards = felt.hands.setdefault((who, seat, told.hand if who == SEAT else 1), [])
    cards.append(Dealt(told.card, told.open, felt.step))


def _burned(felt: Felt, told: Any, _: Event) -> None:
    felt.burned += max(0, told.count)


def _exposed(felt: Felt, told: Any, _: Event) -> None:
    who = side_of(told.of)
    cards = felt.hands.get((who, told.seat or 0, 1), [])
    for at, one in enumerate(cards):
        if one.card == told.card or told.index == at + 1:
            cards[at] = replace(one, card=told.card or one.card, open=True, step=felt.step)


def _seen(felt: Felt, told: Any, _: Event) -> None:
    felt.said[f"seen-{told.seat}"] = "1"


def _shown(felt: Felt, told: Any, _: Event) -> None:
    who = SEAT if told.of is None else side_of(told.of)
    seat = (told.seat or 0) if who == SEAT else 0
    felt.shown[who, seat] = told.cards
    felt.hands[who, seat, told.hand if who == SEAT else 1] = _turned(
        felt.hands.get((who, seat, told.hand if who == SEAT else 1), []), told.cards, felt.step
    )


def _turned(cards: list[Dealt], shown: tuple[str, ...], step: int) -> list[Dealt]:
    """Return a hand with the cards that were shown, open where they lay."""
    if not shown:
        return [replace(one, open=True) for one in cards]
    if len(shown) < len(cards):
        rest = list(shown)
        found: list[Dealt] = []
        for one in cards:
            if one.card in rest:
                rest.remove(one.card)
                one = replace(one, open=True)  # noqa: PLW2901 - the same card, turned
            found.append(one)
        for at, one in enumerate(found):
            if rest and one.card is None:
                found[at] = Dealt(rest.pop(0), open=True, step=step)
        return [*found, *(Dealt(card, open=True, step=step) for card in rest)]
    known = {one.card: one.step for one in cards if one.open}
    return [Dealt(card, open=True, step=known.get(card, step)) for card in shown]


def _gathered(felt: Felt, told: Any, _: Event) -> None:
    if told.of is None:
        felt.collected_cards = True
    elif told.of == SEAT and told.seat is not None:
        felt.said[f"collected-{told.seat}"] = "1"


def _rolled(felt: Felt, told: Any, _: Event) -> None:
    felt.throws.append(Throw(tuple(told.dice), told.null or "", told.by, told.first, felt.step))
    if told.by is not None:
        felt.shooter = told.by


def _shaken(felt: Felt, told: Any, _: Event) -> None:
    felt.shaken = told.times


def _launched(felt: Felt, told: Any, _: Event) -> None:
    felt.launched += 1
    felt.null = ""
    felt.direction = told.direction or ""


def _landed(felt: Felt, told: Any, _: Event) -> None:
    felt.number, felt.colour = str(told.number), told.colour or ""


def _stopped(felt: Felt, told: Any, _: Event) -> None:
    felt.section, felt.position, felt.turns = told.section, told.position, told.turns
    felt.direction = told.direction or ""


def _wall(felt: Felt, told: Any, _: Event) -> None:
    felt.pieces = told.pieces


def _tile_drawn(felt: Felt, told: Any, _: Event) -> None:
    felt.drawn += 1
    hand = felt.hands.setdefault((SEAT, told.seat, 1), [])
    hand.append(Dealt(told.tile, open=False, step=felt.step))
    felt.turn = told.seat


def _without(hand: list[Dealt], tile: str) -> None:
    """Take a piece out of a hand, or one that nobody saw in its place."""
    at = next((n for n, one in enumerate(hand) if one.card == tile), None)
    if at is None:
        at = next((n for n, one in enumerate(hand) if one.card is None), None)
    if at is not None:
        hand.pop(at)


def _tile_thrown(felt: Felt, told: Any, _: Event) -> None:
    felt.thrown.append((told.seat, told.tile))
    _without(felt.hands.setdefault((SEAT, told.seat, 1), []), told.tile)
    felt.turn = told.seat


def _tile_claimed(felt: Felt, told: Any, _event: Event) -> None:
    felt.melds.append(Meld(told.seat, told.claim, tuple(told.tiles), told.of, told.made, felt.step))
    if not told.made or told.claim == "ganho":
        return
    tiles = list(told.tiles)
    if told.of is not None and felt.thrown and felt.thrown[-1][0] == told.of:
        last = felt.thrown.pop()[1]
        if last in tiles:
            tiles.remove(last)
    hand = felt.hands.setdefault((SEAT, told.seat, 1), [])
    for tile in tiles:
        _without(hand, tile)


def _announced(felt: Felt, told: Any, _: Event) -> None:
    said = told.said if told.said is not None else told.amount
    felt.said[told.what] = "" if said is None else str(said)
    if told.what == "ponto_fixado" and told.said is not None and told.said.isdecimal():
        felt.point = int(told.said)


def _error(felt: Felt, told: Any, _: Event) -> None:
    felt.errors.append(told.error)


def _award(felt: Felt, told: Any, _: Event) -> None:
    if told.seat is not None:
        felt.awards[told.seat] = felt.awards.get(told.seat, 0) + told.amount


def _on_sale(felt: Felt, told: Any, _: Event) -> None:
    felt.series[told.series] = told.edition


def _sold(felt: Felt, told: Any, _: Event) -> None:
    felt.sold += max(0, told.last - told.first + 1)
    felt.collected += told.amount


def _sale_closed(felt: Felt, told: Any, _: Event) -> None:
    felt.sold, felt.collected = told.cards, told.collected
    felt.panel |= {"linha": told.linha, "bingo": told.bingo, **told.additional, **told.pools}
    felt.closed_bets = True


def _panel(felt: Felt, told: Any, _: Event) -> None:
    felt.panel |= told.panel


def _ball(felt: Felt, told: Any, _: Event) -> None:
    felt.balls.append(str(told.number))


def _called(felt: Felt, told: Any, event: Event) -> None:
    felt.calls.append(Called(told.shape, told.series, told.card, event.name, felt.step))


def _verified(felt: Felt, told: Any, _: Event) -> None:
    for at, one in enumerate(felt.calls):
        if one.name == told.claim:
            felt.calls[at] = replace(one, valid=told.valid, step=felt.step)


def _annulled(felt: Felt, told: Any, _: Event) -> None:
    felt.void = told.cause


def _played(felt: Felt, told: Any, _: Event) -> None:
    felt.plays.append(told)
    felt.mode = told.mode


def _play_voided(felt: Felt, told: Any, _: Event) -> None:
    felt.void = told.cause


_TELL: Final[Mapping[str, Callable[[Felt, Any, Event], None]]] = {
    rounds.RoundOpened.KIND: _opened,
    rounds.BetsOpened.KIND: _opened_bets,
    rounds.BetPlaced.KIND: _bet,
    rounds.BetChanged.KIND: _bet_changed,
    rounds.BetWithdrawn.KIND: _bet_withdrawn,
    rounds.BetReconstructed.KIND: _reconstructed,
    rounds.BetsClosed.KIND: _closed_bets,
    rounds.Decision.KIND: _decided,
    rounds.TurnGiven.KIND: _turn,
    rounds.CoupNulled.KIND: _nulled,
    rounds.RoundVoided.KIND: _voided,
    rounds.Payout.KIND: _paid,
    rounds.Collection.KIND: _collected,
    rounds.Commission.KIND: _commission,
    rounds.RoundClosed.KIND: _round_closed,
    rounds.BankTaken.KIND: _bank_taken,
    rounds.BankChanged.KIND: _bank_changed,
    rounds.BancoCalled.KIND: _banco,
    outcomes.CardDealt.KIND: _dealt,
    outcomes.CardBurned.KIND: _burned,
    outcomes.CardExposed.KIND: _exposed,
    outcomes.HandSeen.KIND: _seen,
    outcomes.HandShown.KIND: _shown,
    outcomes.CardsCollected.KIND: _gathered,
    outcomes.DiceRolled.KIND: _rolled,
    outcomes.DiceShaken.KIND: _shaken,
    outcomes.BallLaunched.KIND: _launched,
    outcomes.BallLanded.KIND: _landed,
    outcomes.WheelStopped.KIND: _stopped,
    outcomes.WallBuilt.KIND: _wall,
    outcomes.TileDrawn.KIND: _tile_drawn,
    outcomes.TileDiscarded.KIND: _tile_thrown,
    outcomes.TileClaimed.KIND: _tile_claimed,
    outcomes.Announcement.KIND: _announced,
    outcomes.ErrorNoted.KIND: _error,
    jackpots.JackpotWon.KIND: _award,
    jackpots.DisplayRead.KIND: _panel,
    bingo.SeriesOnSale.KIND: _on_sale,
    bingo.CardsSold.KIND: _sold,
    bingo.SaleClosed.KIND: _sale_closed,
    bingo.BallDrawn.KIND: _ball,
    bingo.BingoClaimed.KIND: _called,
    bingo.ClaimVerified.KIND: _verified,
    bingo.JogadaAnnulled.KIND: _annulled,
    machines.Play.KIND: _played,
    machines.PlayVoided.KIND: _play_voided,
}
