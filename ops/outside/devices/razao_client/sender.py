"""The sender: takes what waits to the house, and does at each answer what the wire guide says.

It never gives up and never changes a byte on the way: what has no receipt waits. Where a person has
to do something (a key that is not enrolled, a fork) it says so, and looks again now and then.
"""

import json
import random
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from .device import Device
from .errors import DeviceError, HouseError, OutboxError
from .house import Answer, House
from .outbox import Receipt, Waiting
from .wire import now

SEGMENTS_MAX: Final = 1_000
BYTES_MAX: Final = 4_000_000
KEPT_SEGMENTS: Final = 50_000
"""Segments with receipts whose bytes stay here, should the house ever need them again."""
FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 60.0
PERSON_PAUSE: Final = 300.0
"""How often it looks again where a person has to do something."""
IDLE_PAUSE: Final = 3_600.0
CLOCK_SECONDS_MAX: Final = 5.0
RECORDED: Final = frozenset({"recorded", "repeated"})
_STOPS: Final = {
    "unauthentic": "key",
    "unknown-key": "key",
    "key-expired": "key",
    "key-revoked": "key",
    "unknown-source": "key",
    "wrong-origin": "place",
    "not-entitled": "place",
    "not-your-source": "place",
    "not-canonical": "program",
    "malformed": "program",
    "oversize": "program",
    "tick-ahead": "program",
}
"""Refusals that only a person can end, and what of."""
_WORDS: Final = {
    "key": (
        "the key is not the one that is enrolled: tell the registrars",
        "a chave não é a que está inscrita: fale com os registadores",
    ),
    "place": (
        "not this ledger, this role or this token: tell whoever runs the service",
        "não é este livro, este papel ou esta chave de acesso: fale com quem gere o serviço",
    ),
    "program": (
        "a mistake in the program: `razao-agent set-aside` lets the others go on",
        "um erro do programa: `razao-agent set-aside` deixa seguir os outros",
    ),
    "other": (
        "an answer that this client does not know: tell whoever runs the service",
        "uma resposta que este cliente não conhece: fale com quem gere o serviço",
    ),
}


@dataclass(frozen=True)
class Trouble:
    """A reason for which events that were kept do not get to the house."""

    code: str
    en: str
    pt: str
    person: bool = False
    """Whether somebody has to do something."""

    @classmethod
    def of(cls, error: DeviceError, *, person: bool = False) -> "Trouble":
        """Tell an error."""
        return cls(error.code, error.en, error.pt, person)


class Sender:
    """Takes a device's segments to the house, in order."""

    def __init__(
        self,
        device: Device,
        house: House,
        *,
        keep: int = KEPT_SEGMENTS,
        say: Callable[[Trouble | None], None] = lambda _: None,
        chance: random.Random | None = None,
    ) -> None:
        """Send for a device; ``say`` is told each trouble once, and when it is over."""
        self.device = device
        self.house = house
        self.trouble: Trouble | None = None
        self._keep = keep
        self._say = say
        self._chance = chance or random.SystemRandom()
        self._failures = 0
        self._segments_max = SEGMENTS_MAX
        self._compared = False
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    # --- in a thread of its own ----------------------------------------------------------------

    def start(self) -> None:
        """Send from now on, until :meth:`stop`."""
        self._thread = threading.Thread(target=self._run, name="sender", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Send no more; a request that is on its way is waited for."""
        self._stopping.set()
        self.device.on_kept.set()
        if self._thread is not None:
            self._thread.join()
        self.house.close()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                pause = self.step()
            except Exception as error:  # noqa: BLE001 - what was kept must not wait for ever
                told = f"{type(error).__name__}: {error}"
                pause = self._troubled(
                    Trouble(
                        "program",
                        f"a mistake of this program: {told}",
                        f"um erro deste programa: {told}",
                        person=True,
                    )
                )
            if self.trouble is None:
                self.device.on_kept.wait(pause)
            else:
                self._stopping.wait(pause)

    # --- a step --------------------------------------------------------------------------------

    def step(self) -> float:
        """Send the segments that wait, once; return for how many seconds to wait then."""
        self.device.on_kept.clear()
        try:
            lost = None if self._compared else self._compare()
            if lost is not None:
                return self._troubled(lost)
            waiting = self.device.waiting(self._segments_max, BYTES_MAX)
            if not waiting:
                self._over()
                return IDLE_PAUSE
            fault = self._take(waiting, self.house.send([one.line for one in waiting]))
        except HouseError as error:
            return self._house_failed(error)
        except OutboxError as error:
            return self._troubled(Trouble.of(error, person=error.code == "outbox-corrupt"))
        if fault is not None:
            return self._troubled(fault)
        self._segments_max = min(SEGMENTS_MAX, self._segments_max * 2)
        self._over()
        return 0.0

    def _take(self, waiting: Sequence[Waiting], answers: Sequence[Answer]) -> Trouble | None:
        """Write the receipts of a request down; return why the rest of it is not recorded."""
        receipts: list[Receipt] = []
        left: tuple[Waiting, Answer] | None = None
        for one, answer in zip(waiting, answers, strict=False):
            receipt = answer.receipt
            if answer.outcome not in RECORDED or receipt is None or not self._is_of(receipt, one):
                left = one, answer
                break
            receipts.append(receipt)
            if answer.unknown:
                kinds = ", ".join(answer.unknown)
                self._note(
                    "unknown-kind",
                    f"the house recorded {kinds} and does not know it: nobody judges it",
                    f"a casa registou {kinds} e não o conhece: ninguém o julga",
                    {"kinds": answer.unknown},
                )
        for receipt, known in self.device.receive(receipts, self._keep):
            self._note(
                "receipt-contradicts",
                f"{receipt.source}:{receipt.first}: the house gave a receipt at position {known}, "
                f"and now another at {receipt.position}",
                f"{receipt.source}:{receipt.first}: a casa deu um recibo na posição {known}, "
                f"e agora outro na {receipt.position}",
                {"receipt": asdict(receipt), "earlier_position": known},
            )
        if left is not None:
            return self._refused(*left)
        if not answers:
            return Trouble(
                "not-understood",
                "the house answered none of the segments",
                "a casa não respondeu a nenhum dos segmentos",
            )
        return None

    def _is_of(self, receipt: Receipt, one: Waiting) -> bool:
        return receipt == Receipt(
            origin=self.device.origin,
            source=self.device.source,
            first=one.first,
            count=one.count,
            link=one.link.hex(),
            position=receipt.position,
        )

    def _contradicted(self, one: Waiting, receipt: Receipt | None) -> Trouble:
        told = None if receipt is None else asdict(receipt)
        return self._note(
            "receipt-of-another",
            f"seq {one.first}: the house gave a receipt that is not of what was sent",
            f"n.º {one.first}: a casa deu um recibo que não é do que foi enviado",
            {"sent": one.line.decode(), "receipt": told},
        )

    def _refused(self, one: Waiting, answer: Answer) -> Trouble:
        """Act as the wire guide says on an answer without a fitting receipt; tell the trouble."""
        match answer.outcome:
            case "unavailable":
                return Trouble(
                    "busy",
                    f"the ledger cannot be written just now: {answer.detail}",
                    f"o livro não pode ser escrito agora: {answer.detail}",
                )
            case "recorded" | "repeated":
                return self._contradicted(one, answer.receipt)
            case "gap" | "overlap":
                self._compared = False
                return self._compare() or Trouble(
                    answer.outcome,
                    f"the house goes on from elsewhere, and so does this: {answer.detail}",
                    f"a casa continua doutro ponto, e isto também: {answer.detail}",
                )
            case "fork":
                return self._forked(one, answer.detail)
            case outcome:
                en, pt = _WORDS[_STOPS.get(outcome, "other")]
                told = f"{self.device.source}:{one.first}: {outcome}: {answer.detail}"
                return Trouble(outcome, f"{told} — {en}", f"{told} — {pt}", person=True)

    # --- where the house stands ----------------------------------------------------------------

    def _compare(self) -> Trouble | None:
        """Compare the outbox with what the house has of the device, and go on from there.

        Raises:
            HouseError: the house does not tell, or its log and this outbox are two chains.

        """
        last = self.house.last(self.device.source)
        seq = 0 if last is None else last.last
        outbox = self.device.outbox
        if seq > outbox.seq:
            raise HouseError(
                "outbox-behind",
                en=f"the house has {self.device.source} up to seq {seq}, this outbox up to "
                f"{outbox.seq}: it is an old copy, or another device speaks with this name. "
                "Nothing is sent; see `razao-agent recover`",
                pt=f"a casa tem {self.device.source} até ao n.º {seq}, esta caixa de saída até ao "
                f"{outbox.seq}: é uma cópia antiga, ou outro dispositivo fala com este nome. "
                "Nada se envia; veja `razao-agent recover`",
            )
        with self.device.lock:
            link = outbox.link_at(seq)
        if last is not None and link is not None and link.hex() != last.link:
            en = f"the house has another event at {self.device.source}:{seq}; tell a person"
            pt = f"a casa tem outro evento em {self.device.source}:{seq}; chame alguém"
            self._note("fork", en, pt, {"house": asdict(last), "link": link.hex()})
            raise HouseError("fork", en=en, pt=pt)
        trouble = self._go_back(seq)
        if trouble is None:
            self._catch_up(seq)
            self._compared = True
        return trouble

    def _go_back(self, seq: int) -> Trouble | None:
        """Send again what the house gave receipts for and has no more; say so."""
        with self.device.lock:
            newest = self.device.outbox.last_receipt()
            if newest is None or newest.last <= seq:
                return None
            again, gone = self.device.outbox.wait_again(seq)
        en = f"the house gave receipts up to {newest.source}:{newest.last} and has it up to {seq}"
        pt = f"a casa deu recibos até {newest.source}:{newest.last} e tem-no até ao n.º {seq}"
        if gone:
            en += f"; {gone} segments are no more here, so nothing can be sent"
            pt += f"; {gone} segmentos já cá não estão, e por isso nada se pode enviar"
        else:
            en += f"; {again} segments are sent again"
            pt += f"; {again} segmentos enviam-se outra vez"
        trouble = self._note("receipts-lost", en, pt, {"receipt": asdict(newest), "house": seq})
        return trouble if gone else None

    def _catch_up(self, seq: int) -> None:
        """Cut the segment of which the house has a part, so that the rest can go."""
        with self.device.lock:
            for one in self.device.waiting(1, BYTES_MAX):
                if one.first <= seq < one.last:
                    self.device.split(one, seq)

    def _forked(self, one: Waiting, detail: str) -> Trouble:
        return self._note(
            "fork",
            f"{self.device.source}:{one.first}: another event is recorded there: {detail} — this "
            "device lost its memory, or there are two: tell a person",
            f"{self.device.source}:{one.first}: está lá registado outro evento: {detail} — este "
            "dispositivo perdeu a memória, ou há dois: chame alguém",
            {"sent": one.line.decode(), "detail": detail},
        )

    def _note(self, code: str, en: str, pt: str, evidence: object) -> Trouble:
        """Write evidence down, and return it as a trouble."""
        with self.device.lock:
            text = json.dumps(evidence, sort_keys=True)
            self.device.outbox.note(now(), code, en=en, pt=pt, evidence=text)
        return Trouble(code, en, pt, person=True)

    # --- pauses --------------------------------------------------------------------------------

    def _house_failed(self, error: HouseError) -> float:
        if error.code == "too-large":
            self._segments_max = max(1, self._segments_max // 2)
        person = error.code in {"token", "outbox-behind", "fork", "refused"}
        return self._troubled(Trouble.of(error, person=person), error.retry_after)

    def _troubled(self, trouble: Trouble, least: float = 0.0) -> float:
        """Say the trouble if it is new; return how long to wait, never for all devices the same."""
        if self.trouble is None or self.trouble.code != trouble.code:
            self._say(trouble)
        self.trouble = trouble
        longest = PERSON_PAUSE if trouble.person else LONGEST_PAUSE
        pause = min(longest, FIRST_PAUSE * 2 ** min(self._failures, 20))
        self._failures += 1
        return max(least, pause) * self._chance.uniform(1.0 if least else 0.5, 1.5)

    def _over(self) -> None:
        if self.trouble is not None:
            self._say(None)
        self.trouble = None
        self._failures = 0

    def clock_trouble(self) -> Trouble | None:
        """Return by how much this machine's clock is astray, where it is."""
        ahead = self.house.ahead
        if ahead is None or abs(ahead) <= CLOCK_SECONDS_MAX:
            return None
        seconds = round(abs(ahead))
        en, pt = ("ahead of", "adiantado") if ahead > 0 else ("behind", "atrasado")
        return Trouble(
            "clock",
            f"this machine's clock is {seconds} seconds {en} the house's",
            f"o relógio desta máquina está {seconds} segundos {pt} em relação ao da casa",
            person=True,
        )


def set_aside(device: Device, house: House, seq: int) -> int:
    """Set the first waiting event aside where the house refuses its bytes for ever.

    Returns how many events after it were signed anew.

    Raises:
        HouseError: the house takes it, or refuses it for something that can be put right.

    """
    waiting = [one for one in device.waiting(1, BYTES_MAX) if one.first == seq]
    for answer in house.send([one.line for one in waiting]) if waiting else ():
        if _STOPS.get(answer.outcome) != "program":
            raise HouseError(
                "not-refused",
                en=f"{device.source}:{seq}: the house says {answer.outcome} {answer.detail}: only "
                "what it refuses for ever is set aside",
                pt=f"{device.source}:{seq}: a casa diz {answer.outcome} {answer.detail}: só se põe "
                "de lado o que ela recusa para sempre",
            )
    return device.set_aside(seq)


def recover(device: Device, house: House, path: Path) -> tuple[int, int] | None:
    """Carry events that wait over to a new outbox that goes on where the house is.

    For an outbox that is an old copy of itself, or was forked from. What the house has of it
    already gets its receipt first, so that nothing is said twice. Returns the seq that the new
    chain follows and how many events were carried; None where the outbox is no older than the
    house, and nothing has to be done.
    """
    last = house.last(device.source)
    if last is None or last.last == 0:
        return None
    if last.last <= device.outbox.seq:
        link = device.outbox.link_at(last.last)
        if link is None or link.hex() == last.link:
            return None
    while waiting := [
        one for one in device.waiting(SEGMENTS_MAX, BYTES_MAX) if one.last <= last.last
    ]:
        receipts = _had(waiting, house)
        device.receive(receipts, KEPT_SEGMENTS)
        if len(receipts) < len(waiting):
            break
    return last.last, device.carry(path, last)


def _had(waiting: Sequence[Waiting], house: House) -> list[Receipt]:
    """Return the receipts of the segments, from the first on, that the house has as they are."""
    found: list[Receipt] = []
    for one, answer in zip(waiting, house.send([it.line for it in waiting]), strict=False):
        receipt = answer.receipt
        if answer.outcome not in RECORDED or receipt is None or receipt.link != one.link.hex():
            break
        found.append(receipt)
    return found
