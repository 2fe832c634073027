"""Who may say what, role by role, as the page of authority reads: written by hand, not from it.

About: P its own places (rounds and pools that are there, too), C its casino, L anything.
"""

from typing import Final

from ledger.events import KINDS
from ledger.roles import Role

ALL_KINDS: Final = frozenset(kind.partition("/")[0] for kind in KINDS)

_PLAY = """
bets-opened bet-placed bet-changed bet-withdrawn bets-closed decision turn-given pot-declared payout
collection commission bank-taken bank-refused bank-passed bank-bid bank-changed bank-shared
banco-called coup-nulled round-voided bet-reconstructed claim-decided liability-ruled
"""
_OUTCOMES = """
deck-shuffled deck-cut cut-card-drawn card-dealt card-burned card-exposed hand-seen hand-shown
cards-collected dice-chosen dice-shaken dice-rolled ball-launched ball-landed wheel-stopped
wall-built tiles-rearranged tile-drawn tile-discarded tile-claimed
"""
_SEATS = """
player-seated player-left place-requested player-away player-back stack-declared marker-moved
player-warned dead-money
"""
_SESSIONS = "player-session-started player-session-warned player-session-ended "
_RESTRICTED = "player-session-restricted "
_LINKS = "link-lost link-restored "
_OF_TABLES = """
table-suspended table-resumed sessao-opened sessao-closed staff-changed chip-value-assigned
colour-assigned colour-returned gratuity
"""
_TABLE_AND_ROOM = """
table-opened table-closed equipment-changed round-opened round-closed error-noted
"""
_COUNTS = "drop-counted cagnotte-box-counted "
_WON = "jackpot-increment jackpot-won award-signalled award-paid pool-reset display-read "
_BINGO = """
bingo-session-opened bingo-session-closed edition-registered ball-set-replaced ball-set-checked
series-on-sale cards-sold cards-refunded sale-closed jogada-suspended jogada-resumed ball-drawn
one-to-go-alerted bingo-claimed claim-verified prizes-paid jogada-annulled complaint
complaint-decided breakdown incident acta-completed cards-destroyed cards-kept cards-delivered
"""
_EVIDENCE = "evidence-attached "
_FINDINGS = "finding-acknowledged finding-explained "
_CLAIMS = "claim complaint dispute-opened "
_POOLS = """
pool-opened pool-member-added pool-member-removed base-funded award-verified award-refused
pool-reset pool-transferred pool-adjusted pool-extinguished concession-ended cover-declared
cover-moved charity-paid inter-casino-settled
"""
_DESK = "award-paid hand-paid ticket-paid settlement-paid "

OWN_PLACES: Final = {
    Role.TABLE: f"""{_TABLE_AND_ROOM} {_PLAY} {_OUTCOMES} {_SEATS} {_SESSIONS} {_RESTRICTED}
        {_LINKS} {_OF_TABLES} {_COUNTS} {_WON} chips-sold chips-redeemed fill credit claim complaint
        announcement pool-stake breakdown""",
    Role.BINGO_ROOM: f"""{_TABLE_AND_ROOM} {_SESSIONS} {_RESTRICTED} {_LINKS} {_COUNTS} {_WON}
        {_BINGO} claim announcement opening-declared""",
    Role.MACHINE: f"""{_SESSIONS} {_RESTRICTED} {_LINKS} {_WON} claim pool-stake must-hit-committed
        must-hit-revealed breakdown machine-reconfigured play play-voided autoplay-started
        autoplay-stopped credits-in credits-out ticket-issued ticket-redeemed door meters-read
        ram-cleared machine-interdicted""",
    Role.JACKPOT_CONTROLLER: f"""{_LINKS} pool-stake jackpot-increment display-read controller-read
        jackpot-won award-signalled pool-reset pool-transferred must-hit-committed
        must-hit-revealed""",
    Role.DISPLAY: f"{_LINKS} announcement display-read award-signalled",
    Role.CAGE: _LINKS,
}
OWN_CASINO: Final = {
    Role.CAGE: f"{_DESK} {_COUNTS} {_CLAIMS} appeal chips-sold chips-redeemed fill credit",
    Role.CASHIER: f"{_DESK} {_COUNTS} {_CLAIMS} appeal display-read meters-read",
    Role.SUPERVISOR: f"""{_CLAIMS} {_EVIDENCE} {_FINDINGS} claim-decided liability-ruled
        display-read award-verified breakdown incident machine-interdicted inspection-noted""",
    Role.FLOOR_MANAGER: f"""{_CLAIMS} {_EVIDENCE} {_FINDINGS} appeal claim-decided display-read
        award-verified award-refused breakdown incident machine-interdicted machine-released
        inspection-noted place-scheduled place-withdrawn complaint-decided cards-delivered
        dispute-answered parameter-set""",
    Role.DIRECTOR: f"""{_CLAIMS} {_EVIDENCE} {_FINDINGS} appeal {_RESTRICTED} place-scheduled
        place-withdrawn parameter-set concession-ended machine-interdicted machine-released
        dispute-answered gaming-day-closed report-issued""",
    Role.FINANCE: f"""{_POOLS} {_COUNTS} {_EVIDENCE} {_FINDINGS} opening-declared parameter-set
        display-read dispute-answered tax-declared gaming-day-closed report-issued""",
    Role.TECHNICIAN: f"""{_EVIDENCE} {_FINDINGS} opening-declared display-read breakdown
        machine-enrolled machine-homologated machine-reconfigured meters-read ram-cleared
        machine-interdicted machine-released parameter-set""",
    Role.ADMIN: _FINDINGS,
}
ANYTHING: Final = {
    Role.WITNESS: "checkpoint-sealed verification-done",
    Role.SERVICE: """ledger-founded clock-ticked submission-refused access-recorded
        acta-gate-granted checkpoint-sealed figures-stated verification-done report-issued""",
    Role.ADMIN: "text-erased",
    Role.INSPECTOR: f"""{_CLAIMS} {_EVIDENCE} appeal checkpoint-sealed verification-done
        display-read incident meters-read machine-interdicted machine-released finding-acknowledged
        finding-decided inspection-noted report-issued parameter-set""",
    Role.AUTHORITY: f"""{_EVIDENCE} verification-done display-read incident meters-read appeal
        machine-interdicted machine-released finding-acknowledged finding-decided inspection-noted
        report-issued parameter-set concession-ended machine-homologated dispute-decided""",
    Role.DISPUTE: f"{_CLAIMS} {_EVIDENCE} appeal complaint-decided dispute-decided report-issued",
    Role.REGISTRAR: """casino-registered source-enrolled key-revoked registrars-changed
        log-key-replaced access-granted access-withdrawn
        parameter-set rules-adopted""",
    Role.AUDITOR: "checkpoint-sealed verification-done display-read report-issued",
}
EVERYBODY: Final = frozenset(
    {"key-rotated", "registrars-recovered", "heartbeat", "correction", "approval"}
)
"""Of the last two the event that they name decides."""
CLAIMS: Final = frozenset({"claim", "complaint", "dispute-opened", "appeal"})
"""Never without effect because the wrong person wrote it down."""


def about(role: Role, kind: str) -> str:
    """Return what a role may say a kind about: P, C, L, or nothing."""
    for letter, rights in (("L", ANYTHING), ("C", OWN_CASINO), ("P", OWN_PLACES)):
        if kind in rights.get(role, "").split():
            return letter
    return ""
