"""Mahjong pai kao: two pieces against those of a player's bank; dice say who is dealt first.

Rules: Portaria 1/2017, Anexo, Mahjong Pai Kao. Its text numbers 5 to 7 twice: ``PK III.5`` to
``PK III.7`` are the values of the pieces, ``PK IV.5`` to ``PK IV.28`` all that follows.

Ten places, numbered anticlockwise, each dealt two of twenty pieces, ``1`` to ``9`` and ``branca``,
two of each; bets, bank and money are those of ``player_bank``. A bet's ``tipo`` is ``lugar``; its
``seat`` is the place it lies on. A pair beats points; equal points go to the greater piece, and
what is equal still, or nothing on both sides, to the banker.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from ledger.money import Count
from projections.replay.game import implemented, not_checkable, watched
from projections.replay.games.player_bank.bank_game import bank_game, comparing
from projections.replay.games.player_bank.jogada import (
    Law,
    PlayerBankRecord,
    PlayerBankRules,
    place_of,
    shaken,
)
from projections.replay.games.player_bank.settling import BankRound, Judged
from projections.replay.kit.bets import Fact, Moment, is_after
from projections.replay.kit.coups.window import when
from projections.replay.kit.memo import once
from projections.replay.kit.shoe import Dealt
from projections.replay.kit.tiles import PAI_KAO, impossible_tiles, pieces_in
from projections.replay.settlement import Found, Phrase, Step

NAME: Final = "mahjong_pai_kao"
PIECES: Final = 2
WHITE: Final = "branca"
VALUE: Final = {WHITE: 10, **{str(face): face for face in range(1, 10)}}
"""Of a single piece (III.3): the white one is the greatest."""
NONE: Final = 10
"""What counts nothing: the white piece, and any sum of ten (III.6)."""

LAW: Final = Law(
    game=NAME,
    bank_code="PK-BANK",
    deal_code="PK-DEAL",
    rank_code="PK-TIE",
    commission_code="PAY-DIFF",
    pieces="PK II.2",
    turn="PK IV.8",
    refused="PK IV.9",
    first="PK IV.17, IV.18",
    flat="PK IV.17, IV.21",
    capital="PK IV.10",
    close="PK IV.23",
    kept="PK IV.11",
    house="PK IV.12",
    behind="PK IV.13",
    associate="PK IV.14",
    number="PK IV.19",
    order="PK IV.18",
    paid_in="",
    holder="PK IV.5",
    opening="PK IV.25",
    banker_first=True,
    commission="Art. 3 XXIX",
    wins="PK IV.26",
    loses="PK IV.26",
    ties=("PK IV.27", "PK IV.28"),
)


class MahjongPaiKaoRules(PlayerBankRules, frozen=True, kw_only=True):
    """The values in which laws may differ."""

    rearranging: int
    """Players who may move the piles in a jogada, the banker apart (IV.22)."""


class Rearranjo(Fact, frozen=True, kw_only=True, gc=False):
    """Somebody moved the piles."""

    seat: int
    at: str | None = None
    seq: int | None = None


class MahjongPaiKaoRecord(
    PlayerBankRecord,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    gc=False,
    tag="mahjong_pai_kao",
    tag_field="game",
):
    """A jogada, with the acts on the bank since the jogada before."""

    pedras: tuple[Dealt, ...] = ()
    """In the order of the deal, to all places: ``to`` is ``seat``, or ``bank`` for the banker's.
    Where a table records no deal, the hands are those of ``aberturas``."""
    comissao_bp: Count | None = None
    """The house's share of prizes that the table declares, in hundredths of a percent; None: the
    profile's."""
    total_pedras: Count | None = None
    """How many pieces were mixed; None where nobody counted."""
    forma_distribuicao: Moment | None = None
    """When the banker announced the way of dealing."""
    rearranjos: tuple[Rearranjo, ...] = ()
    """In order."""

    def dealt(self) -> tuple[Dealt, ...]:
        """Return the pieces in the order of the deal."""
        return self.pedras


# --- the hands -----------------------------------------------------------------------------------


class Combination(Struct, frozen=True, gc=False):
    """Two pieces as the rules count them."""

    pair: int
    """The piece's value if both are the same, else 0 (III.4)."""
    points: int
    """0 to 9; of a pair nothing counts but the pair (III.5, III.6)."""
    greatest: int
    """The value of the greater piece (III.7)."""

    @property
    def strength(self) -> tuple[int, int, int]:
        """Return the hand's strength: by pair, then points, then the greater piece."""
        return self.pair, self.points, self.greatest

    @property
    def nothing(self) -> bool:
        """Whether the hand has zero points: a tie of two such hands is the banker's (IV.27)."""
        return not self.pair and not self.points


def combination(pieces: Sequence[str]) -> Combination | None:
    """Return the hand that two pieces make; None for anything but two pieces.

    >>> combination(("9", "8")).points, combination(("branca", "7")).points
    (7, 7)
    >>> combination(("branca", "branca"))
    Combination(pair=10, points=0, greatest=10)
    """
    if len(pieces) != PIECES or any(piece not in VALUE for piece in pieces):
        return None
    one, other = (VALUE[piece] for piece in pieces)
    if one == other:
        return Combination(one, 0, one)
    return Combination(0, (one + other) % NONE, max(one, other))


def compare(hand: Combination, bank: Combination) -> tuple[bool, str]:
    """Tell whether a hand beats the banker's, and by which rule: what is equal is the banker's."""
    if hand.nothing and bank.nothing:
        return False, "PK IV.27"
    if hand.strength == bank.strength:
        return False, "PK IV.28"
    rule = "PK IV.26"
    if hand.pair or bank.pair:
        rule = "PK III.4, IV.26"
    elif hand.points == bank.points:
        rule = "PK III.7, IV.26"
    return hand.strength > bank.strength, rule


def _compared(
    place: int,
    pieces: Sequence[str],
    hand: Combination,
    bank_pieces: Sequence[str],
    bank: Combination,
) -> Judged:
    """Compare a place's hand with the banker's (IV.26-IV.28)."""
    wins, rule = compare(hand, bank)
    said = (_step(HAND, pieces, hand, place), _step(BANK, bank_pieces, bank, place))
    return Judged(wins, (rule,), (*said, Step(WORDS[rule], {}, rule)))


def _step(phrase: Phrase, pieces: Iterable[str], hand: Combination, place: int) -> Step:
    values = {
        "lugar": place,
        "pedras": "-".join(pieces),
        "nome": "par" if hand.pair else f"{hand.points} pontos",
        "nome_en": "a pair" if hand.pair else f"{hand.points} points",
    }
    return Step(phrase, values, "PK III.4" if hand.pair else "PK III.5, III.6")


HAND: Final = Phrase(
    pt="O lugar {lugar} tem {pedras}: {nome}.",
    en="Place {lugar} holds {pedras}: {nome_en}.",
)
BANK: Final = Phrase(
    pt="O banqueiro tem {pedras}: {nome}.",
    en="The banker holds {pedras}: {nome_en}.",
)
WORDS: Final = {
    "PK IV.26": Phrase(
        pt="Os pontos de valor superior ganham.",
        en="The higher points win.",
    ),
    "PK III.4, IV.26": Phrase(
        pt="Um par supera quaisquer pontos, e o par maior o menor.",
        en="A pair beats any points, and the greater pair the lesser.",
    ),
    "PK III.7, IV.26": Phrase(
        pt="Pontos iguais: ganha quem tem a pedra maior.",
        en="Equal points: the greater piece wins.",
    ),
    "PK IV.27": Phrase(
        pt="Zero nos dois lados: ganha o banqueiro.",
        en="Zero on both sides: the banker wins.",
    ),
    "PK IV.28": Phrase(
        pt="Pedras iguais nos dois lados: ganha o banqueiro.",
        en="Equal pieces on both sides: the banker wins.",
    ),
}


# --- the jogada ----------------------------------------------------------------------------------


@once
def play(record: MahjongPaiKaoRecord, rules: MahjongPaiKaoRules) -> BankRound:
    """Return the jogada as it is played out."""
    return BankRound(
        record,
        rules,
        LAW,
        comparing(combination, _compared),
        commission_bp=record.comissao_bp,
        incomplete=record.total_pedras not in (None, pieces_in(PAI_KAO)),
    )


def told(pieces: Sequence[str]) -> str | None:
    """Return the words of the result for two pieces; None if the pieces are no hand.

    >>> told(("branca", "branca")), told(("9", "8"))
    ('par de branca', '7')
    """
    hand = combination(pieces)
    if hand is None:
        return None
    return f"par de {pieces[0]}" if hand.pair else str(hand.points)


def own_faults(
    jogada: BankRound, record: MahjongPaiKaoRecord, rules: MahjongPaiKaoRules
) -> Iterator[Found]:
    """Find pieces that the set does not have, and faults of the deal."""
    for piece in impossible_tiles(jogada.hands.seen(), PAI_KAO):
        yield Found(
            code="RES-IMPOSS",
            rule="PK II.2",
            expected=f"{PAI_KAO.get(piece, 0)} x {piece}",
            recorded=piece,
            facts={"pedra": piece},
        )
    if record.has("announcements"):
        yield from check_way(record)
    yield from check_set(jogada, record)
    yield from check_rearranging(record, rules)


def check_way(record: MahjongPaiKaoRecord) -> Iterator[Found]:
    """IV.10: the banker says how the pieces are dealt before he shakes the dice."""
    began = shaken(record)
    said = record.forma_distribuicao
    if not record.dados or (said is not None and (began is None or not is_after(said, began))):
        return
    yield _deal_fault("PK IV.10", "forma_distribuicao", f"< {when(began)}", when(said))


def check_set(jogada: BankRound, record: MahjongPaiKaoRecord) -> Iterator[Found]:
    """II.2: twenty pieces; a set that is not whole makes the jogada void."""
    if record.total_pedras in (None, pieces_in(PAI_KAO)) or record.void is not None:
        return
    due, counted = str(pieces_in(PAI_KAO)), str(record.total_pedras)
    yield _deal_fault(jogada.law.pieces, "pedras", due, counted)


def check_rearranging(record: MahjongPaiKaoRecord, rules: MahjongPaiKaoRules) -> Iterator[Found]:
    """IV.22: before the dice two players at the most, then the banker, and nobody after him."""
    began, banker = shaken(record), record.banqueiro
    players: dict[int, None] = {}
    closed = False
    for one in record.rearranjos:
        own = place_of(record, "", one.seat) == banker
        if began is not None and is_after(one, began):
            yield _deal_fault("PK IV.22", "depois_dos_dados", when(began), when(one), one.seat)
        elif closed:
            yield _deal_fault("PK IV.22", "depois_do_banqueiro", "", str(one.seat), one.seat)
        elif not own:
            players[one.seat] = None
        closed = closed or own
    if len(players) > rules.rearranging:
        told = ", ".join(map(str, players))
        yield _deal_fault("PK IV.22", "jogadores", f"<= {rules.rearranging}", told)


def _deal_fault(
    rule: str, fact: str, expected: str, recorded: str, seat: int | None = None
) -> Found:
    return Found(
        code="PK-DEAL",
        rule=rule,
        seat=seat,
        expected=expected,
        recorded=recorded,
        facts={"fact": fact},
    )


# --- the register --------------------------------------------------------------------------------

COVERAGE: Final = (
    *not_checkable("what the game is", "I.1"),
    *watched("RES-IMPOSS, PK-DEAL", "II.2"),
    *implemented("combination", "III.3", "III.5", "III.6"),
    *implemented("combination, compare; PK-TIE", "III.4", "III.7"),
    *implemented("settle: the result says who holds each hand", "IV.5"),
    *not_checkable("whose hands the pieces are in only a person sees", "IV.6"),
    *watched("RES-IMPOSS: a hand opened other than dealt; the rest a person sees", "IV.7"),
    *watched(
        "check_turn; PK-BANK: more than two running; in which order turns come no rule says", "IV.8"
    ),
    *watched("check_refusal; PK-BANK: passed to whom", "IV.9"),
    *implemented("BankRound: never beyond the capital; PK-BANK, PK-DEAL", "IV.10"),
    *watched("check_kept; PK-BANK: a capital reduced", "IV.11"),
    *implemented("BankRound: who stands behind the banker; PK-BANK", "IV.12", "IV.14"),
    *implemented("BankRound: who stands behind the banker; PAY-ORDER", "IV.13"),
    *not_checkable("how the pieces are shuffled and piled: a person sees it", "IV.15", "IV.16"),
    *watched(
        "check_dice, check_first; PK-DEAL: who throws, and the place that the dice name", "IV.17"
    ),
    *watched("PK-DEAL: nothing added or taken; dealt anticlockwise", "IV.18"),
    *implemented("BankRound; PK-DEAL, VOID-MISS, VOID-BAD", "IV.19"),
    *implemented("BankRound: a piece turned by chance is no ground; VOID-BAD", "IV.20"),
    *watched("PK-DEAL, RES-IMPOSS, VOID-BAD: thrown again for what", "IV.21"),
    *watched("PK-DEAL; with one hand only a person sees", "IV.22"),
    *watched("BET-LATE", "IV.23"),
    *implemented("BankRound: a bet counts where it lies", "IV.24"),
    *watched("PK-DEAL: in which order hands are opened; by whom a person sees", "IV.25"),
    *implemented("compare; PK-TIE", "IV.26", "IV.27", "IV.28"),
)

GAME: Final = bank_game(
    LAW,
    section="PK",
    record=MahjongPaiKaoRecord,
    rules=MahjongPaiKaoRules,
    coverage=COVERAGE,
    play=play,
    told=told,
    own_faults=own_faults,
)
settle: Final = GAME.settle
"""What COVERAGE names."""
