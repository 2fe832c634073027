"""The matrix ``authority@1``: for each kind who may say it, about what, who must agree, what else.

A row is a line of the page: kinds | who: about | second person | act | else.

- *who: about*: roles, or a group of them, before the colon; a word in brackets is a condition on
  what the event says (``judging.CONDITIONS``). Behind it P its own places, R rounds at its own
  places, Q its pools, C its casino, L anything of the ledger, O itself, S the service's own.
- *second person*: ``!`` without it no effect: roles of which one must agree (``/``), each of
  several (``,``), ``+act`` with the number of the authority's act; ``=`` a rule of ``seconds``.
  ``?`` the fact stands, and these may confirm it. Behind ``--`` what a reader should know.
- *act*: ``!`` without it no effect; else what a reader should know.
- *else*: W recorded, without effect; F in effect, with a finding; door refused there.
"""

from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct

from ledger.roles import AUTH, DESK, FLOOR, Role, role_named
from ledger.text.near import unknown_text

VERSION: Final = "authority@1"

Else = Literal["W", "F", "door", "-"]

_GROUPS: Final[dict[str, frozenset[Role]]] = {
    "DESK": DESK,
    "FLOOR": FLOOR,
    "AUTH": AUTH,
    "every": frozenset(Role),
}

_TEXT: Final[dict[str, str]] = {
    "registry": """
ledger-founded | service: S | -- against the founding note kept outside | | door
casino-registered | registrar: L \
| !=terms -- registrars; where classes bind, one whom the Authority named \
| !concession or licence | W
source-enrolled | registrar: L | !registrars -- principle 9 | | door
key-rotated | every: O | -- the old key signs, the new one proves | | -
key-revoked | registrar: L; every[own]: O \
| !=revoked -- registrars; of its own key nobody: at once | | door
registrars-changed log-key-replaced | registrar: L \
| !registrars -- one of them whom the Authority named | | door
registrars-recovered | every: O | -- the Authority's sealed key signs | | -
access-granted | registrar: L \
| !=granted -- registrars; for the Authority's side one whom it named: principle 9 | | door
access-withdrawn | registrar: L | | | door
place-scheduled place-withdrawn | floor_manager director: C | | | W
parameter-set | every[class]: L | !=parameter -- by the class of its name | section 5 | W
rules-adopted | registrar: L \
| !=terms -- registrars; where classes bind, one whom the Authority named | | W
clock-ticked submission-refused access-recorded figures-stated | service: S | | | door
heartbeat | every: PO | | | -
checkpoint-sealed | service witness auditor inspector: L | | | W
verification-done | service witness auditor AUTH: L | | | W
opening-declared | finance[unplayed] technician[machine]: C; bingo_room[cards]: P \
| !=opening -- before its first play; money and counters: two of counted_by, or director | | W
link-lost link-restored | table bingo_room machine jackpot_controller display cage: PQ | | | W
text-erased | admin: L | !=erased -- AUTH, and no hold by an open case | | W
""",
    "tables": """
table-opened table-closed | table bingo_room: P | ?floor_manager/director \
-- two of counted_by, one of them FLOOR: TB-OPEN, TB-CLOSE | options: 5.3 | W
table-suspended table-resumed sessao-opened sessao-closed staff-changed | table: P | | | W
equipment-changed | table bingo_room: P | ?FLOOR -- BJ-CHEF, BF-SET | BJ R6 leave: EQ-BAD | W
chips-sold chips-redeemed | table: P; cage: C | | | W
chip-value-assigned colour-assigned colour-returned gratuity | table: P | | | W
fill credit | table[side]: P; cage[side]: C | ?DESK/FLOOR/dealer -- TB-FILL | | W
drop-counted cagnotte-box-counted | DESK finance: C; table bingo_room: P \
| ?cashier/finance/FLOOR -- two of counted_by: TB-CLOSE | | W
""",
    "seats": """
player-seated player-left place-requested player-away player-back stack-declared marker-moved \
player-warned dead-money | table: P | | | W
player-session-started player-session-warned player-session-ended | table bingo_room machine: P \
| | | W
player-session-restricted | table bingo_room machine: P; director: C | | diagnosis: ONL-EXCL | W
""",
    "rounds": """
round-opened round-closed | table bingo_room: P | -- who opens owns | | W
bets-opened bet-placed bet-changed bet-withdrawn bets-closed decision turn-given pot-declared \
payout collection commission bank-taken bank-refused bank-passed bank-bid bank-changed bank-shared \
banco-called | table: R | -- in another's round: RND-OWNER | | W
coup-nulled round-voided bet-reconstructed | table: R | -- VOID-BAD judges the ground | | W
claim | table bingo_room machine: P; DESK FLOOR director: C; inspector dispute: L | | | F
claim-decided | table: R; FLOOR: C | ?FLOOR/dealer -- by names the pagador or fiscal | | W
liability-ruled | table: R; supervisor: C | ?supervisor -- by names a supervisor | | W
""",
    "outcomes": """
deck-shuffled deck-cut cut-card-drawn card-dealt card-burned card-exposed hand-seen hand-shown \
cards-collected dice-chosen dice-shaken dice-rolled ball-launched ball-landed wheel-stopped \
wall-built tiles-rearranged tile-drawn tile-discarded tile-claimed \
| table: RP | -- in another's round: RND-OWNER | | W
error-noted | table bingo_room: RP | -- a room's in announcing numbers: BI R57 | | W
announcement | table bingo_room display: RP | | | W
""",
    "jackpots": """
pool-opened | finance: C | !director | A or Com: JP-UNAPP, BI-JP-AUTH | W
pool-member-added | finance: C | | Com: JP-UNAPP | W
pool-member-removed | finance: C | -- JP-ORPHAN | | W
base-funded | finance: C | | | W
pool-stake | jackpot_controller table machine: Q | | | W
jackpot-increment | jackpot_controller table bingo_room machine: Q | | | W
display-read | display table bingo_room machine jackpot_controller: PQ; \
FLOOR finance cashier technician: C; AUTH auditor: L | | | W
controller-read | jackpot_controller: Q | | | W
jackpot-won | table bingo_room machine jackpot_controller: Q | | | W
award-signalled | jackpot_controller table bingo_room machine display: QP | | | W
award-verified | FLOOR finance: C | | | W
award-refused | floor_manager finance: C | !director -- opens a dispute | | W
award-paid | table bingo_room machine: Q; DESK: C \
| ?FLOOR -- above pagamento_segunda_pessoa: MQ-HAND, JP-PAYDIFF | | W
pool-reset | jackpot_controller table bingo_room machine: Q; finance: C | | | W
pool-transferred | jackpot_controller: Q; finance: C | !director \
| !=types where model or bet type differ | W
pool-adjusted | finance: C | !=adjusted -- up: director; down: director and AUTH | | W
pool-extinguished | finance: C | !director -- moves nothing | | W
concession-ended | authority: L; director finance: C | !authority/director+act | A | W
cover-declared cover-moved | finance: C | | | W
charity-paid | finance: C | !director | !A and receipt | W
inter-casino-settled | finance: C | | | W
must-hit-committed must-hit-revealed | jackpot_controller machine: Q | | | W
""",
    "bingo": """
bingo-session-opened | bingo_room: P | | A: BI-JP-AUTH, BI-LANG, BI-MODE | W
edition-registered | bingo_room: P | | A: BI-CAD | W
ball-set-replaced | bingo_room: P | | A of the model: BI-BALLSET | W
bingo-session-closed ball-set-checked series-on-sale cards-sold cards-refunded sale-closed \
jogada-suspended jogada-resumed ball-drawn one-to-go-alerted bingo-claimed claim-verified \
prizes-paid jogada-annulled | bingo_room: RP | | | W
complaint | bingo_room table: P; DESK FLOOR director: C; inspector dispute: L | | | F
complaint-decided | bingo_room: P; floor_manager: C; dispute: L \
| ?FLOOR -- not who verified that claim | | W
breakdown | bingo_room table machine: P; technician FLOOR: C | | | W
incident | bingo_room: P; FLOOR: C; AUTH: L | | | W
acta-gate-granted | service: S | | | door
acta-completed | bingo_room: R | ?floor_manager -- else it is unsigned | form BI R59 | W
cards-destroyed cards-kept | bingo_room: RP | -- by: two badges | | W
cards-delivered | bingo_room: P; floor_manager: C | ?AUTH -- the receipt, BI R51 | | W
""",
    "machines": """
machine-enrolled | technician: C | -- counts from its homologation on | | W
machine-homologated | authority: L; technician: C | !authority/director+act \
| A besides the certificate | W
machine-reconfigured | machine: P; technician: C | ?authority/director -- MQ-HOM | A: MQ-HOM | W
play play-voided autoplay-started autoplay-stopped credits-in credits-out ticket-issued \
ticket-redeemed door | machine: P | | | W
meters-read | machine: P; technician cashier: C; AUTH: L | | | W
ticket-paid | DESK: C | | | W
hand-paid | DESK: C | ?FLOOR -- above pagamento_segunda_pessoa: MQ-HAND | | W
ram-cleared | technician: C; machine: P | ?floor_manager -- MQ-METER-DEC stays | | W
machine-interdicted | machine: P; technician FLOOR director: C; AUTH: L \
| -- stopping needs nobody | | W
machine-released | floor_manager director technician: C; AUTH: L \
| !=released -- a technician: floor_manager or director; interdicted by AUTH: AUTH | | W
""",
    "reviews": """
finding-acknowledged | FLOOR director finance technician admin[INT]: C; AUTH: L | | | W
finding-explained | FLOOR director finance technician admin[INT]: C | | | W
finding-decided | AUTH: L \
| !=decided -- critical and accepted or void: another of AUTH | sanctioned: the process's number | W
inspection-noted | AUTH: L; FLOOR: C | -- a code not marked manual is no finding | | W
dispute-opened | dispute inspector: L; DESK FLOOR director: C | | | F
dispute-answered | floor_manager director finance: C | | | W
evidence-attached | dispute AUTH: L; FLOOR director finance technician: C | | | W
dispute-decided | dispute[first] authority: L | -- other than replay: reason or text, DS-DEV | | W
appeal | dispute[player] inspector[player] AUTH[authority]: L; DESK[player] \
floor_manager[player] director[casino]: C | | | =appeal
settlement-paid | DESK: C \
| !=settled -- the decision of its case, or floor_manager or director | | W
correction | every[corrects]: L | !=correction -- by what is corrected | section 6 | W
approval | every[named]: L | | | W
tax-declared | finance: C | -- a statement; TAX-BASE compares | | W
gaming-day-closed | finance director: C | | | W
report-issued | service dispute AUTH auditor: L; finance director: C | | | W
""",
}


class Cell(Struct, frozen=True):
    """A role that may say a kind, about what, and where only on a condition."""

    role: Role
    about: str
    condition: str | None = None


class Second(Struct, frozen=True):
    """A role that may be the second person, and whether only with the number of an act."""

    role: Role
    with_act: bool = False


Need = tuple[Second, ...]
"""One of these must agree."""


class Row(Struct, frozen=True, kw_only=True):
    """A row of the matrix: who says kinds of events, about what, and with whom."""

    group: str
    kinds: tuple[str, ...]
    """Without version."""
    cells: dict[Role, tuple[Cell, ...]]
    who: str
    """The cells as the page tells them."""
    needs: tuple[Need, ...] = ()
    """Second persons without whom it has no effect; each of them."""
    registrars: bool = False
    """Whether registrars must agree to the threshold."""
    rule: str | None = None
    """The rule of ``seconds`` that says what it needs, by what it says."""
    confirms: frozenset[Role] = frozenset()
    """Roles that may confirm it, though it stands without them."""
    second: str = ""
    """The column as the page tells it."""
    act_needed: bool | str = False
    """Whether it has no effect without the authority's act; else the rule that tells."""
    act: str = ""
    otherwise: str
    """Else; ``=appeal`` by what it says."""


def _roles(word: str) -> frozenset[Role]:
    return _GROUPS[word] if word in _GROUPS else frozenset({Role(word)})


def _cells(text: str) -> dict[Role, tuple[Cell, ...]]:
    found: dict[Role, tuple[Cell, ...]] = {}
    for part in text.split(";"):
        words, about = part.split(":")
        for word in words.split():
            name, _, condition = word.rstrip("]").partition("[")
            for role in _roles(name):
                cell = Cell(role, about.strip(), condition or None)
                found[role] = (*found.get(role, ()), cell)
    return found


def _needs(text: str) -> tuple[Need, ...]:
    return tuple(
        tuple(
            Second(role, with_act)
            for word in one.split("/")
            for with_act in [word.endswith("+act")]
            for role in sorted(_roles(word.removesuffix("+act")))
        )
        for one in text.split(",")
    )


def _row(group: str, line: str) -> Row:
    kinds, who, second, act, otherwise = (part.strip() for part in line.split("|"))
    rule, _, told = (part.strip() for part in second.partition("--"))
    asked = rule[1:]
    must = rule.startswith("!")
    confirms = frozenset(
        role for word in asked.split("/") for role in (() if must or not word else _roles(word))
    )
    return Row(
        group=group,
        kinds=tuple(kinds.split()),
        cells=_cells(who),
        who=who,
        registrars=must and asked == "registrars",
        rule=asked[1:] if asked.startswith("=") else None,
        needs=_needs(asked) if must and asked != "registrars" and asked[:1] != "=" else (),
        confirms=confirms,
        second=_told_of(rule, told),
        act_needed=_act_rule(act),
        act=act.lstrip("!"),
        otherwise=otherwise,
    )


def _told_of(rule: str, told: str) -> str:
    """Return the column of second persons as a reader has it."""
    words = rule.replace("/", " or ").replace("+act", " with the act")
    if rule.startswith("!="):
        return f"!{told}"
    return f"{words}; {told}" if words and told else words or told


def _act_rule(act: str) -> bool | str:
    """Return whether a row needs the act; of one that needs it now and then, the rule's name."""
    if act.startswith("!="):
        return act[2:].split(maxsplit=1)[0]
    return act.startswith("!")


ROWS: Final[tuple[Row, ...]] = tuple(
    _row(group, line) for group, text in _TEXT.items() for line in text.strip().splitlines()
)
OF_KIND: Final[dict[str, Row]] = {kind: row for row in ROWS for kind in row.kinds}
"""By the name of a kind, whatever its version."""


def row_of(kind: str) -> Row | None:
    """Return the row of a kind as it stands in the header; None of one that has none.

    >>> row_of("award-paid/1").who
    'table bingo_room machine: Q; DESK: C'
    """
    return OF_KIND.get(kind.partition("/")[0])


def rows_for(kind: str | None = None, role: str | None = None) -> Iterable[Row]:
    """Return the rows of a kind, or of a role; all of them where neither is named.

    Raises:
        ValueError: there is no such kind or role; tells what is near.

    """
    if kind is not None and row_of(kind) is None:
        raise ValueError(f"kind: {unknown_text(kind.partition('/')[0], OF_KIND)}")
    try:
        known = role_named(role) if role is not None else None
    except ValueError as error:
        raise ValueError(f"role: {error}") from None
    return [
        row
        for row in ROWS
        if (kind is None or row_of(kind) is row) and (known is None or known in row.cells)
    ]
