"""A device's way to a Razão ledger: keys, events, a durable outbox, and receipts.

Nothing of Razão itself is imported here: this package is a wheel of its own.
"""

from .device import Device, Kept, Said
from .errors import DeviceError, EventError, HouseError, KeyFileError, OutboxError
from .house import House
from .keys import Key
from .outbox import Outbox, Receipt
from .sender import Sender, Trouble

__all__ = [
    "Device",
    "DeviceError",
    "EventError",
    "House",
    "HouseError",
    "Kept",
    "Key",
    "KeyFileError",
    "Outbox",
    "OutboxError",
    "Receipt",
    "Said",
    "Sender",
    "Trouble",
]
