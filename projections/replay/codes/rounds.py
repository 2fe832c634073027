"""Codes of Razão's own: whose a round is and when it ends, which no rule of a game names."""

from typing import Final

from projections.replay.codes.code import Code, code

CODES: Final[dict[str, Code]] = dict(
    (
        code(
            "RND-OPEN",
            "Art. 3 XXVI; practice: Razão, DECISIONS (rounds)",
            "Jogo de uma ronda que nunca foi aberta, ou que já estava aberta.",
            "Play of a round that was never opened, or that was open already.",
        ),
        code(
            "RND-CLOSED",
            "Art. 3 XXVI; practice: Razão, DECISIONS (rounds)",
            "Jogo registado depois de a ronda estar fechada.",
            "Play recorded after the round was closed.",
        ),
        code(
            "RND-OWNER",
            "practice: Razão, DECISIONS (rounds)",
            "Jogo enviado por quem não abriu a ronda: não conta para o resultado.",
            "Play sent by a source that did not open the round: it does not count.",
        ),
    )
)
"""What events break against the ledger's own order."""
