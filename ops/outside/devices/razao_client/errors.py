"""Errors of a device, each in the words of both languages.

DeviceError
├── EventError      the caller's mistake: the event was not kept
├── KeyFileError    a key that cannot be made, or read
├── OutboxError     the outbox: its disk, its lock, what stands in it
└── HouseError      the house: out of reach, or it refused
"""


class DeviceError(Exception):
    """Something is wrong: a stable code, and a sentence in Portuguese and in English."""

    def __init__(self, code: str, *, en: str, pt: str) -> None:
        """Hold the code and both sentences."""
        super().__init__(en)
        self.code = code
        self.en = en
        self.pt = pt

    def told(self) -> dict[str, str]:
        """Return code and sentences as the agent answers them."""
        return {"code": self.code, "pt": self.pt, "en": self.en}

    def text(self, language: str) -> str:
        """Return the sentence in a language."""
        return self.pt if language == "pt" else self.en


class EventError(DeviceError):
    """An event is not one that the ledger would take; nothing was kept."""


class KeyFileError(DeviceError):
    """A private key cannot be made or read."""


class OutboxError(DeviceError):
    """The outbox cannot keep, or what it kept is not whole."""


class HouseError(DeviceError):
    """The house's service is out of reach, or refuses."""

    def __init__(self, code: str, *, en: str, pt: str, retry_after: float = 0.0) -> None:
        """Hold code and sentences, and for how many seconds the house is to be left alone."""
        super().__init__(code, en=en, pt=pt)
        self.retry_after = retry_after
