"""The shapes of acts: prepared, and recorded."""

from typing import Annotated, Literal

from pydantic import Field

from api.answers.schemas import Answer, EventName, Position


class PreparedAct(Answer):
    """The exact bytes of an act, and what it would bring about."""

    envelope: Annotated[str, Field(description="The event's bytes, in base64.")]
    statement: Annotated[
        str, Field(description="The bytes that the key signs by Ed25519, in base64.")
    ]
    key: Annotated[str, Field(description="The source's public key, in hex.")]
    source: str
    seq: Annotated[int, Field(ge=1)]
    link: Annotated[str, Field(description="SHA-256 of 0x00 and the envelope, in hex.")]
    foreseen: Annotated[
        Literal["effect", "waits", "without"],
        Field(
            description="effect: at once; waits: for a second person; without: it would be "
            "recorded and bring nothing about, and is not taken."
        ),
    ]
    expected: Annotated[str, Field(description="Of an act without effect: whose it is.")]
    recorded: str
    agreeing: Annotated[list[str], Field(description="Roles of whom somebody must agree.")]
    seen: Annotated[str, Field(description="The finding's version; to be sent with the act.")]
    outside: Annotated[
        bool,
        Field(
            description="Money above `assinatura_fora_acima`: an encrypted file or a token signs "
            "it, and the act is sent with `outside` true."
        ),
    ]
    texts: Annotated[list[str], Field(description="Fields of the payload that commit to texts.")]


class RecordedAct(Answer):
    """The receipt of an act."""

    outcome: Literal["recorded", "repeated"]
    event: EventName
    position: Position
    link: str
