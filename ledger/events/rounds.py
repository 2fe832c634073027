"""Stakes, decisions, payments: what is done in a round whatever its game.

The round's id stands in the body. Order within a round is the owner's seq, so nothing here carries
a time or a rank of its own: a bet that comes after ``bets-closed`` was late.
"""

from typing import ClassVar, get_args

from ledger.events.base import (
    Badge,
    BetNumber,
    Chips,
    Code,
    Commitment,
    Mode,
    Part,
    Payload,
    Player,
    RoundName,
    Seat,
    Side,
    Small,
)
from ledger.ids import EventName, Name
from ledger.money import Count, Minor


class RoundOpened(Payload, frozen=True, kw_only=True):
    """A round began. Who opens it owns it: only the owner sends its play."""

    KIND: ClassVar[str] = "round-opened/1"

    mode: Mode = "physical"
    game: Code | None = None
    """Where it is not the table's: at a mixed table the mão chooses."""
    seats: tuple[Seat, ...] = ()
    """Who is in, in the order of play, where the game needs it before a bet."""
    mao: Seat | None = None
    """First to receive (póquer): the pagador's left at the start, then clockwise."""
    dealer: Seat | None = None
    """Who deals, where it turns (Macau five-card poker)."""
    banker: Seat | None = None
    """Who holds the bank (bacará chemin de fer, mah-jong, pai kao, póquer de 3 cartas)."""
    shooter: Seat | None = None
    """Who throws (craps)."""
    point: Small | None = None
    """Craps: the point already set when the round begins."""
    wind: Code | None = None
    """Mah-jong: the round's wind."""
    session: Name | None = None
    """The sessão, partida or bingo session it belongs to."""
    last: bool = False
    """Announced as the last one."""


class BetsOpened(Payload, frozen=True, kw_only=True):
    """Bets are accepted from here on."""

    KIND: ClassVar[str] = "bets-opened/1"

    seconds: Count | None = None
    """Online: for how long, the same for all at a shared table (RA R48, BJ R69 …)."""


class BetPlaced(Payload, frozen=True, kw_only=True):
    """A stake lay on a chance, or went into the pot."""

    KIND: ClassVar[str] = "bet-placed/1"

    bet: BetNumber
    """Its number within the round."""
    seat: Seat
    """The place it lies on or was made from; 0 is the banker's own."""
    player: Player | None = None
    chance: Code
    """In the game's own words, e.g. ``grande``, ``pleno``, ``principal``, ``grande_aposta``."""
    selection: Code | None = None
    """What of the chance: ``17``, ``1-2``, ``7h`` …, as the game's page writes it."""
    amount: Minor
    """All that was put down; what of it plays is the rules' business."""
    chips: Chips | None = None
    means: Code | None = None
    """Where it is not chips: cash, cheque, verbal, account, free_play …"""
    carried_from: RoundName | None = None
    """The void round from which a jackpot bet came over (ST R25, R28)."""
    by: Seat | None = None
    """The bettor's own seat, where the bet lies on another's."""
    base: BetNumber | None = None
    """The bet it leans on (craps: odds)."""
    line: bool = False
    """Laid on the line: half of it plays (BF R8, R10; CF R17)."""


class BetChanged(Payload, frozen=True, kw_only=True):
    """A bet has other terms from here on; what is not named stays."""

    KIND: ClassVar[str] = "bet-changed/1"

    bet: BetNumber
    amount: Minor | None = None
    chance: Code | None = None
    selection: Code | None = None
    """Also the number a come bet moved to (CR R20)."""
    chips: Chips | None = None
    line: bool | None = None
    """Whether it lies on the line."""
    cause: Code | None = None
    """own, moved, cut, covered …"""


class BetWithdrawn(Payload, frozen=True, kw_only=True):
    """A bet went back to its bettor undecided."""

    KIND: ClassVar[str] = "bet-withdrawn/1"

    bet: BetNumber
    cause: Code | None = None
    """own, late, overflow, left, not_covered …"""


class BetsClosed(Payload, frozen=True, kw_only=True):
    """No more bets: the closing call, the bell, the end of the betting time."""

    KIND: ClassVar[str] = "bets-closed/1"

    by: Code | None = None
    """call, bell, clock; None where the deal itself closes."""


class Decision(Payload, frozen=True, kw_only=True):
    """A player, or whoever decides for a hand, chose; with money where the choice costs it."""

    KIND: ClassVar[str] = "decision/1"

    seat: Seat
    hand: Small = 1
    """Which of the seat's hands (blackjack after a split)."""
    action: Code
    """In the game's own words: pede, fica, vou, passo, repicar, desafiar …"""
    bet: BetNumber | None = None
    """The number of the stake it makes; a fresh one."""
    added: Minor = 0
    """What it put in."""
    announced: Minor | None = None
    """The figure said aloud, where it may differ from the chips (PNB R25)."""
    by: Seat | None = None
    """Who decided, if not the seat's titular (BJ R18-R19, PB R26)."""
    lapsed: bool = False
    """Online: nobody chose, the operator's clock did."""
    looked: bool = False
    """Whether he had seen his cards (estardilho, SI R13)."""


class TurnGiven(Payload, frozen=True, kw_only=True):
    """The right to speak first fell to a seat (M5 A10 b-e, PNB R33)."""

    KIND: ClassVar[str] = "turn-given/1"

    seat: Seat
    street: Small
    """Which lanço or betting turn, from 1."""
    reason: Code | None = None


class PotDeclared(Payload, frozen=True, kw_only=True):
    """The pagador formed a pot and said who plays for it."""

    KIND: ClassVar[str] = "pot-declared/1"

    pot: Small
    """0 is the main one, then the side pots upwards."""
    amount: Minor
    eligible: tuple[Seat, ...]


class Claim(Payload, frozen=True, kw_only=True):
    """A player complained, or claimed something, about the round."""

    KIND: ClassVar[str] = "claim/1"

    seat: Seat | None = None
    player: Player | None = None
    about: Code
    """payout, deal_error, bet, missed_turn, win, jackpot …"""
    bets: tuple[BetNumber, ...] = ()
    amount: Minor | None = None
    """What he says is due."""
    text: Commitment | None = None


class ClaimDecided(Payload, frozen=True, kw_only=True):
    """The table answered a claim on the spot."""

    KIND: ClassVar[str] = "claim-decided/1"

    claim: EventName
    admitted: bool
    """Whether it was heard at all: windows are BJ R38, CF R102 k, PNB R58 i."""
    decision: Code | None = None
    rule: Code | None = None
    by: Badge | None = None


class CoupNulled(Payload, frozen=True, kw_only=True):
    """A coup was declared null and is repeated: nothing was won or lost."""

    KIND: ClassVar[str] = "coup-nulled/1"

    cause: Code
    rule: Code | None = None
    previous_result: Code | None = None
    """The number on which the ball was put back (RA R35)."""
    announced: bool = False
    """Whether it was said aloud."""


class Marking(Part, frozen=True, kw_only=True):
    """One account of a bet."""

    chance: Code
    selection: Code | None = None
    amount: Minor


class BetReconstructed(Payload, frozen=True, kw_only=True):
    """A mark that was removed was rebuilt: both accounts are kept (RA R40, RF R32, BO R12)."""

    KIND: ClassVar[str] = "bet-reconstructed/1"

    bet: BetNumber
    seat: Seat
    player: Player | None = None
    claimed: Marking | None = None
    """By the players' word."""
    recorded: Marking | None = None
    """By the technical means."""
    taken: Code
    """``claimed`` or ``recorded``."""


class RoundVoided(Payload, frozen=True, kw_only=True):
    """The round was declared void: it is closed and every stake goes back."""

    KIND: ClassVar[str] = "round-voided/1"

    cause: Code
    rule: Code | None = None
    """With its section's code, e.g. ``PNB R66``."""
    side: Side = "unknown"
    """Online: whose system failed."""


class Payout(Payload, frozen=True, kw_only=True):
    """The house, or the pot, handed over a prize or a stake. The order of events is the order."""

    KIND: ClassVar[str] = "payout/1"

    seat: Seat
    amount: Minor
    """Beyond the stakes that go back."""
    bets: tuple[BetNumber, ...] = ()
    """Those it pays; empty for a pot, or where a seat is paid as a whole."""
    stake_returned: Minor = 0
    """Of those bets' stakes, what the player took back or kept."""
    pot: Small | None = None
    """Which pot, from 0, the main one."""
    returned: Minor = 0
    """Of a pot bet, the part nobody matched."""
    player: Player | None = None
    announced: Minor | None = None
    """The figure said aloud (RA R37, RF R31)."""
    means: Code | None = None
    """Where it is not chips: cash, account, credits, free_play …"""


class Collection(Payload, frozen=True, kw_only=True):
    """Stakes of losers were taken by the house, the banker or a winner."""

    KIND: ClassVar[str] = "collection/1"

    amount: Minor
    bets: tuple[BetNumber, ...] = ()
    seat: Seat | None = None
    """Whose they were; None: all that lost."""
    to: Seat | None = None
    """Who took them, if not the house."""
    rule: Code | None = None
    """Of an indemnity or obligation (MJ R36-R43)."""


class Commission(Payload, frozen=True, kw_only=True):
    """The house took its share: cagnotte, commission, deduction or session fee."""

    KIND: ClassVar[str] = "commission/1"

    amount: Minor
    seat: Seat | None = None
    """From whose payment; None: from the pot before it is delivered."""
    mode: Code | None = None
    """hand, session, initial, prize, cagnotte."""
    base: Minor | None = None
    """What it was taken of."""
    pot: Small | None = None
    apart: bool = False
    """Paid by the player besides, not deducted (CF R123 ``cagnotte_por_fora``)."""


class RoundClosed(Payload, frozen=True, kw_only=True):
    """All was paid and collected; what is open now is late or unpaid."""

    KIND: ClassVar[str] = "round-closed/1"

    shown: bool = False
    """Online: whether the result was shown to the players."""


class BankTaken(Payload, frozen=True, kw_only=True):
    """A player holds the bank of the coups that follow (CF R7, P3 R13-R17, PK IV.8-IV.10)."""

    KIND: ClassVar[str] = "bank-taken/1"

    seat: Seat
    player: Player | None = None
    capital: Minor
    via: Code
    """first, turn, offer, auction, obligation, kept, shoe."""
    consent: tuple[Seat, ...] = ()
    """Who agreed that he holds it again."""


class BankRefused(Payload, frozen=True, kw_only=True):
    """A player to whom the bank came, or who took it, would not have it."""

    KIND: ClassVar[str] = "bank-refused/1"

    seat: Seat
    absent: bool = False
    """Whether he was not there when bound to take it (CF R95)."""


class BankPassed(Payload, frozen=True, kw_only=True):
    """The banker gave the hand away; the bank is offered at its level (CF R78-R81)."""

    KIND: ClassVar[str] = "bank-passed/1"

    seat: Seat
    level: Minor | None = None
    """What he would have had to stake."""
    cause: Code
    """own, lost, tie, left, shoe."""


class BankBid(Payload, frozen=True, kw_only=True):
    """A bid in the auction of a passed hand (CF R81-R91)."""

    KIND: ClassVar[str] = "bank-bid/1"

    seat: Seat
    amount: Minor
    partner: Seat | None = None
    """With whom in equal parts (CF R88)."""


class BankChanged(Payload, frozen=True, kw_only=True):
    """The money in the bank is another: gains kept, capital added, garage taken out."""

    KIND: ClassVar[str] = "bank-changed/1"

    seat: Seat
    capital: Minor
    """In play from now on."""
    garage: Minor = 0
    """Taken out of play now (CF R9, R20)."""
    rule: Code | None = None
    """``CF R9`` (half) or ``CF R20`` (twice the bets won), where the banker reduced it."""


class BankShared(Payload, frozen=True, kw_only=True):
    """Somebody stands behind the banker: an associate, the house, a bet at his place."""

    KIND: ClassVar[str] = "bank-shared/1"

    seat: Seat | None = None
    """None: the house."""
    player: Player | None = None
    amount: Minor
    role: Code
    """associate, house, behind."""
    order: Small = 1
    """Rank after the banker in which it is settled (P3 R20)."""


class BancoCalled(Payload, frozen=True, kw_only=True):
    """A ponto called bancô: he covers the bank alone, or with the table (CF R18-R32)."""

    KIND: ClassVar[str] = "banco-called/1"

    seat: Seat
    call: Code
    """banco, com_a_mesa, seul, suivi."""
    bet: BetNumber | None = None


class LiabilityRuled(Payload, frozen=True, kw_only=True):
    """The fiscal ruled that one player bears the others' loss (MJ R36-R45)."""

    KIND: ClassVar[str] = "liability-ruled/1"

    seat: Seat
    rule: Code
    by: Badge | None = None


RoundEvent = (
    RoundOpened
    | BetsOpened
    | BetPlaced
    | BetChanged
    | BetWithdrawn
    | BetsClosed
    | Decision
    | TurnGiven
    | PotDeclared
    | Claim
    | ClaimDecided
    | CoupNulled
    | BetReconstructed
    | RoundVoided
    | Payout
    | Collection
    | Commission
    | RoundClosed
    | BankTaken
    | BankRefused
    | BankPassed
    | BankBid
    | BankChanged
    | BankShared
    | BancoCalled
    | LiabilityRuled
)
KINDS: tuple[type[Payload], ...] = get_args(RoundEvent)
