"""``razao-agent``: a device's folder from its key to its receipts.

Exit codes: 0 clean, 1 something was refused or found, 2 misuse, 3 house or disk out of reach.
"""

import argparse
import getpass
import json
import os
import signal
import socket
import sys
import threading
import tomllib
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from .agent import Agent, read_line, said_of
from .device import Device, Kept
from .errors import DeviceError, HouseError, KeyFileError, OutboxError
from .house import House
from .keys import Key, request
from .outbox import Outbox, Receipt, receipt_of, sync_folder
from .sender import Sender, Trouble, recover, set_aside
from .vocabulary import vocabulary

CLEAN: Final = 0
FOUND: Final = 1
MISUSE: Final = 2
UNREACHABLE: Final = 3
PHRASE_FILE: Final = "RAZAO_KEY_PASSPHRASE_FILE"
ACCESS_FILE: Final = "RAZAO_TOKEN_FILE"
CONFIG: Final = "agent.toml"
_NEEDED: Final = ("origin", "source", "url")
_OPTIONAL: Final = ("authority", "place")
PORT_MAX: Final = 65_535
_UNREACHABLE: Final = frozenset({"unreachable", "busy", "disk", "disk-full"})
_ABOUT: Final = {
    "pt": "O agente de um dispositivo: guarda, assina e envia o que o terminal diz.",
    "en": "A device's agent: keeps, signs and sends what its terminal says.",
}
_VERBS: Final = {
    "init": (
        "Faz a pasta do dispositivo: chave, pedido aos registadores, caixa de saída.",
        "Makes the device's folder: key, request to the registrars, outbox.",
    ),
    "run": (
        "Escuta o terminal e envia à casa, até ser interrompido.",
        "Listens to the terminal and sends to the house, until interrupted.",
    ),
    "say": (
        "Guarda um evento; o agente, se corre, envia-o; se não, envia-o este comando.",
        "Keeps an event; the agent sends it where one runs, else this command does.",
    ),
    "status": ("O que espera, e porquê.", "What waits, and why."),
    "receipts": (
        "Os recibos, um por linha, como `razao verify --since` os lê.",
        "The receipts, one a line, as `razao verify --since` reads them.",
    ),
    "recover": (
        "Depois de perdido o disco: continua a cadeia onde a casa a tem.",
        "After a lost disk: goes on with the chain where the house has it.",
    ),
    "rotate": (
        "Passa a outra chave, por palavra assinada pela antiga.",
        "Goes on with another key, by a word that the old one signs.",
    ),
    "set-aside": (
        "Põe de lado o primeiro evento à espera, que a casa recusa para sempre.",
        "Sets the first waiting event aside, which the house refuses for ever.",
    ),
    "kinds": ("Os tipos de evento que este cliente conhece.", "The kinds that this client knows."),
}


def _port(text: str) -> int:
    number = int(text) if text.isdecimal() else -1
    if not 0 <= number <= PORT_MAX:
        raise argparse.ArgumentTypeError(f"expected 0 to {PORT_MAX}, got {text}")
    return number


_TEXT: Final[dict[str, Any]] = {"required": True}
_FLAG: Final[dict[str, Any]] = {"action": "store_true"}
_UNKNOWN: Final[tuple[tuple[str, str], dict[str, Any]]] = (
    ("aceita tipos que este cliente não conhece", "take kinds that this client does not know"),
    _FLAG,
)
_OPTIONS: Final[dict[str, dict[str, tuple[tuple[str, str], dict[str, Any]]]]] = {
    "init": {
        "--origin": (("o nome do livro", "the ledger's name"), _TEXT),
        "--source": (("o nome do dispositivo no livro", "the device's name in the ledger"), _TEXT),
        "--role": (("o seu papel, como table", "its role, such as table"), _TEXT),
        "--url": (("o endereço da casa", "the house's address"), _TEXT),
        "--casino": (("onde está", "where it stands"), {}),
        "--place": (
            ("de que fala; pode repetir-se", "it speaks for; again for others"),
            {"action": "append"},
        ),
        "--authority": (
            (
                "certificados pelos quais se conhece a casa, PEM",
                "certificates by which the house is known, PEM",
            ),
            {"type": Path, "metavar": "PEM"},
        ),
    },
    "run": {
        "--tcp": (
            ("escuta em 127.0.0.1, nesta porta", "listen at 127.0.0.1, on this port"),
            {"type": _port, "metavar": "PORT"},
        ),
        "--unknown-kinds": _UNKNOWN,
    },
    "say": {
        "kind": (("como heartbeat/1", "such as heartbeat/1"), {"metavar": "KIND"}),
        "payload": (
            ("os factos; - lê-os da entrada", "its facts; - reads them from the input"),
            {"metavar": "JSON", "nargs": "?", "default": "{}"},
        ),
        "--at": (("quando; sem isto, agora", "when; now without it"), {}),
        "--day": (("o dia de jogo", "the gaming day"), {}),
        "--place": (("onde", "where"), {}),
        "--round": (("a ronda: sítio/dia/número", "the round: place/day/number"), {}),
        "--id": (
            (
                "nome do evento: dito outra vez, guarda-se uma",
                "the event's own name: said again, it is kept once",
            ),
            {},
        ),
        "--unknown-kinds": _UNKNOWN,
        "--keep-only": (("guarda, não envia", "keep it, send nothing"), _FLAG),
    },
    "status": {"--json": (("um documento JSON", "one JSON document"), _FLAG)},
    "receipts": {
        "--after": (
            ("só os seguintes a este n.º", "only those after this seq"),
            {"type": int, "default": 0, "metavar": "SEQ"},
        ),
    },
    "recover": {
        "--receipts": (
            (
                "recibos guardados noutro lado, para comparar",
                "receipts that were kept elsewhere, to compare",
            ),
            {"type": Path, "metavar": "FILE"},
        ),
    },
    "set-aside": {
        "seq": (
            ("o n.º que a casa recusa", "the seq that the house refuses"),
            {"type": int, "metavar": "SEQ"},
        ),
    },
    "kinds": {
        "kind": (
            ("um só, com o seu esquema", "one alone, with its schema"),
            {"nargs": "?", "metavar": "KIND"},
        ),
    },
}


@dataclass(frozen=True)
class Folder:
    """A device's folder: what stands where, and what its ``agent.toml`` says."""

    path: Path
    told: dict[str, str]

    @property
    def key(self) -> Path:
        """The private key, encrypted."""
        return self.path / "key.pem"

    @property
    def next_key(self) -> Path:
        """The key that is about to take its place."""
        return self.path / "key.pem.next"

    @property
    def outbox(self) -> Path:
        """The outbox: events of this device, and their receipts."""
        return self.path / "outbox.db"

    @property
    def socket(self) -> Path:
        """Where terminals speak to the agent."""
        return self.path / "agent.sock"

    @classmethod
    def read(cls, path: Path) -> "Folder":
        """Read a folder's file.

        Raises:
            OutboxError: there is none, or it lacks something.

        """
        file = path / CONFIG
        try:
            told: dict[str, Any] = tomllib.loads(file.read_text("utf-8"))
        except OSError as error:
            raise OutboxError(
                "no-folder",
                en=f"{file}: {error.strerror}; `razao-agent init` makes a device's folder",
                pt=f"{file}: {error.strerror}; `razao-agent init` faz a pasta de um dispositivo",
            ) from error
        except ValueError as error:
            raise OutboxError("no-folder", en=f"{file}: {error}", pt=f"{file}: {error}") from error
        for name in (*_NEEDED, *told):
            if name not in (*_NEEDED, *_OPTIONAL) or not isinstance(told.get(name), str):
                listed = ", ".join(_NEEDED)
                raise OutboxError(
                    "no-folder",
                    en=f"{file}: {name}: expected {listed}, each a text",
                    pt=f"{file}: {name}: esperava-se {listed}, cada um um texto",
                )
        return cls(path, told)

    def house(self) -> House:
        """Return the way to the house.

        Raises:
            HouseError: there is no token, or the address is none.

        """
        file = Path(os.environ.get(ACCESS_FILE) or self.path / "token")
        try:
            token = file.read_text("ascii").strip()
        except (OSError, ValueError) as error:
            raise HouseError(
                "token",
                en=f"{file}: no token: whoever runs the service gives one, by "
                f"`razao keys api NAME --role source --source {self.told['source']}`",
                pt=f"{file}: não há chave de acesso: dá-a quem gere o serviço, por "
                f"`razao keys api NOME --role source --source {self.told['source']}`",
            ) from error
        authority = self.told.get("authority")
        return House(
            self.told["url"],
            token,
            authority=None if authority is None else self.path / authority,
        )

    @contextmanager
    def device(self, *, unknown_kinds: bool = False) -> Generator[Device]:
        """Open the device, and hold its outbox until the block ends."""
        with closing(Outbox.open(self.outbox)) as outbox:
            self._check(outbox)
            key = Key.load(self.key, passphrase)
            if key.public != outbox.key and self.next_key.exists():
                # A power cut stood between the word that the key is another and the files' names.
                key = Key.load(self.next_key, passphrase)
                if key.public == outbox.key:
                    self.turn_key()
            yield Device(key, outbox, unknown_kinds=unknown_kinds)

    def turn_key(self) -> None:
        """Put the next key into the old one's place, which is kept."""
        number = 1
        while (old := self.path / f"key-{number}.pem").exists():
            number += 1
        old.hardlink_to(self.key)
        self.next_key.replace(self.key)
        sync_folder(self.path)

    def _check(self, outbox: Outbox) -> None:
        """Refuse an outbox that is another device's."""
        for name, value in (("origin", outbox.origin), ("source", outbox.source)):
            if value != self.told[name]:
                raise OutboxError(
                    "other-device",
                    en=f"{self.outbox}: {name}: expected {self.told[name]!r}, got {value!r}",
                    pt=f"{self.outbox}: {name}: esperava-se {self.told[name]!r}, veio {value!r}",
                )


def _code_of(error: DeviceError) -> int:
    if error.code == "no-folder":
        return MISUSE
    return UNREACHABLE if error.code in _UNREACHABLE else FOUND


def main(arguments: Sequence[str] | None = None, *, program: str = "razao-agent") -> None:
    """Run a verb and exit with its code."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    language = _language(given)
    parser = _parser(program, language)
    options = parser.parse_args(given)
    try:
        code: int = options.run(options, language)
    except DeviceError as error:
        _tell(error.text(language))
        code = _code_of(error)
    except KeyboardInterrupt:
        code = CLEAN
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = CLEAN
    sys.exit(code)


# --- verbs ---------------------------------------------------------------------------------------


def _init(options: argparse.Namespace, language: str) -> int:
    path: Path = options.folder
    path.mkdir(parents=True, exist_ok=True)
    folder = Folder(path, {"origin": options.origin, "source": options.source, "url": options.url})
    House(options.url, "")  # an address that is none is told before anything is made
    key = (
        Key.load(folder.key, passphrase)
        if folder.key.exists()
        else Key.make(folder.key, passphrase(folder.key, new=True))
    )
    text = request(
        key,
        origin=options.origin,
        source=options.source,
        role=options.role,
        casino=options.casino,
        places=tuple(options.place or ()),
    )
    (path / "request.json").write_text(text, "utf-8")
    told = {**folder.told}
    if options.authority is not None:
        told["authority"] = str(options.authority.resolve())
    lines = [f"{name} = {json.dumps(value)}\n" for name, value in told.items()]
    (path / CONFIG).write_text("".join(lines), "utf-8")
    if folder.outbox.exists():
        # The key is another one: what waits is signed by it, for the old one may be revoked.
        with closing(Outbox.open(folder.outbox)) as outbox:
            Device.with_new_key(key, outbox)
    else:
        Outbox.make(folder.outbox, options.origin, options.source, key.public).close()
    fingerprint = key.public.hex()
    _print(
        f"{path / 'request.json'}: leve-o aos registadores; a chave é {fingerprint}"
        if language == "pt"
        else f"{path / 'request.json'}: take it to the registrars; the key is {fingerprint}"
    )
    return CLEAN


def _run(options: argparse.Namespace, language: str) -> int:
    folder = Folder.read(options.folder)
    house = folder.house()

    def tell(trouble: Trouble | None) -> None:
        if trouble is None:
            _tell("a casa recebe outra vez" if language == "pt" else "the house takes again")
        else:
            _tell(trouble.pt if language == "pt" else trouble.en)

    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _n, _f: ended.set())
    with folder.device(unknown_kinds=options.unknown_kinds) as device:
        sender = Sender(device, house, say=tell)
        agent = Agent(device, sender)
        try:
            where = _listen(agent, folder, options.tcp)
            sender.start()
            _tell(f"{device.source}: {'escuta em' if language == 'pt' else 'listens at'} {where}")
            ended.wait()
        finally:
            agent.stop()
            sender.stop()
    return CLEAN


def _listen(agent: Agent, folder: Folder, port: int | None) -> str:
    if port is None:
        if not hasattr(socket, "AF_UNIX"):
            raise OutboxError(
                "no-listening",
                en="this machine has no Unix sockets: --tcp PORT",
                pt="esta máquina não tem sockets Unix: --tcp PORTA",
            )
        agent.listen_at(folder.socket)
        return str(folder.socket)
    return f"127.0.0.1:{agent.listen_on(port)}"


def _say(options: argparse.Namespace, language: str) -> int:
    folder = Folder.read(options.folder)
    told: dict[str, Any] = {"kind": options.kind, "payload": _payload(options.payload)}
    for name in ("at", "day", "place", "round", "id"):
        if getattr(options, name) is not None:
            told[name] = getattr(options, name)
    running = _ask(folder.socket, told)
    if running is not None:
        _print(json.dumps(running, ensure_ascii=False))
        return CLEAN if running.get("kept") else FOUND
    with folder.device(unknown_kinds=options.unknown_kinds) as device:
        (done,) = device.say_each([said_of(told)])
        if not isinstance(done, Kept):
            raise done
        _print(json.dumps({"kept": True, "event": f"{done.source}:{done.seq}", "link": done.link}))
        if options.keep_only:
            return CLEAN
        return _sent(device, folder.house(), language)


def _sent(device: Device, house: House, language: str) -> int:
    """Send the events that wait; print the last one's receipt, or why there is none."""
    troubles: list[Trouble] = []
    sender = Sender(device, house, say=lambda one: troubles.append(one) if one else None)
    while not troubles and device.outbox.waiting_count():
        sender.step()
    house.close()
    if troubles:
        _tell(troubles[-1].pt if language == "pt" else troubles[-1].en)
        return UNREACHABLE if not troubles[-1].person else FOUND
    receipt = device.outbox.last_receipt()
    assert receipt is not None
    _print(json.dumps(asdict(receipt)))
    return CLEAN


def _status(options: argparse.Namespace, language: str) -> int:
    folder = Folder.read(options.folder)
    state = _ask(folder.socket, {"ask": "status"})
    if state is None:
        with closing(Outbox.open(folder.outbox)) as outbox:
            idle = {
                "code": "no-agent",
                "en": "no agent runs: nothing is sent",
                "pt": "não corre agente: nada se envia",
            }
            state = {**outbox.state(), "troubles": [idle]}
    if options.json:
        _print(json.dumps(state, ensure_ascii=False, indent=1))
    else:
        _print("\n".join(_state_lines(state, language)))
    return FOUND if state["troubles"] or state["notes"] else CLEAN


def _state_lines(state: dict[str, Any], language: str) -> Iterator[str]:
    receipt = state["receipt"]
    if language == "pt":
        yield f"{state['source']} em {state['origin']}: {state['last']} eventos ditos"
        yield f"à espera: {state['waiting']}"
        yield (
            "ainda sem recibo"
            if receipt is None
            else f"último recibo: n.º {receipt['first'] + receipt['count'] - 1}, "
            f"posição {receipt['position']}"
        )
        if state["notes"]:
            yield f"notas para uma pessoa: {state['notes']} (`razao-agent status --json`)"
    else:
        yield f"{state['source']} at {state['origin']}: {state['last']} events said"
        yield f"waiting: {state['waiting']}"
        yield (
            "no receipt yet"
            if receipt is None
            else f"last receipt: seq {receipt['first'] + receipt['count'] - 1}, "
            f"position {receipt['position']}"
        )
        if state["notes"]:
            yield f"notes for a person: {state['notes']} (`razao-agent status --json`)"
    for one in state["troubles"]:
        yield f"! {one[language]}"


def _receipts(options: argparse.Namespace, _language: str) -> int:
    folder = Folder.read(options.folder)
    for receipt in _all_receipts(folder, options.after):
        _print(json.dumps(receipt, separators=(",", ":")))
    return CLEAN


def _all_receipts(folder: Folder, after: int) -> Iterator[dict[str, Any]]:
    """Yield the device's receipts: the agent's that runs, else the outbox's."""
    while (told := _ask(folder.socket, {"ask": "receipts", "after": after})) is not None:
        if not told["receipts"]:
            return
        yield from told["receipts"]
        after = told["receipts"][-1]["first"]
    with closing(Outbox.open(folder.outbox)) as outbox:
        yield from map(asdict, outbox.receipts(after))


def _recover(options: argparse.Namespace, language: str) -> int:
    folder = Folder.read(options.folder)
    with closing(folder.house()) as house:
        seq = _recovered(options, folder, house, language)
    _print(
        f"{folder.told['source']}: a cadeia continua no n.º {seq + 1}"
        if language == "pt"
        else f"{folder.told['source']}: the chain goes on with seq {seq + 1}"
    )
    return CLEAN


def _recovered(options: argparse.Namespace, folder: Folder, house: House, language: str) -> int:
    """Return the seq after which the chain goes on, in an outbox that was made for it."""
    last = house.last(folder.told["source"])
    kept = _newest_kept(options.receipts, folder) if options.receipts else None
    if kept is not None and (last is None or last.last < kept.last):
        has = 0 if last is None else last.last
        raise HouseError(
            "receipts-lost",
            en=f"the house gave a receipt for {kept.source}:{kept.last} and has the device up to "
            f"{has}: keep the receipts, and tell whoever inspects the house",
            pt=f"a casa deu recibo de {kept.source}:{kept.last} e tem o dispositivo até ao n.º "
            f"{has}: guarde os recibos, e diga-o a quem inspecciona a casa",
        )
    if kept is not None and last is not None and kept.last == last.last and kept.link != last.link:
        raise HouseError(
            "receipt-contradicts",
            en=f"{kept.source}:{kept.last}: the house has another event than that of its receipt",
            pt=f"{kept.source}:{kept.last}: a casa tem outro evento que não o do seu recibo",
        )
    if folder.outbox.exists():
        return _carried(folder, house, language)
    seq = 0 if last is None else last.last
    link = bytes(32) if last is None else bytes.fromhex(last.link)
    told, key = folder.told, Key.load(folder.key, passphrase)
    made = Outbox.make(
        folder.outbox, told["origin"], told["source"], key.public, seq=seq, link=link
    )
    made.close()
    return seq


def _carried(folder: Folder, house: House, language: str) -> int:
    """Put an outbox that is older than the house aside, what waits in it carried over."""
    fresh = folder.path / "outbox-recovered.db"
    fresh.unlink(missing_ok=True)
    with folder.device() as device:
        seen = device.outbox.seq
        done = recover(device, house, fresh)
    if done is None:
        raise OutboxError(
            "outbox-exists",
            en=f"{folder.outbox}: it is whole, up to seq {seen}; nothing is to be recovered",
            pt=f"{folder.outbox}: está inteira, até ao n.º {seen}; não há que recuperar",
        )
    seq, count = done
    number = 1
    while (aside := folder.path / f"outbox-{number}.db").exists():
        number += 1
    # At every instant there is an outbox, the old or the new.
    aside.hardlink_to(folder.outbox)
    fresh.replace(folder.outbox)
    sync_folder(folder.path)
    _tell(
        f"{aside}: a caixa antiga; {count} eventos que esperavam seguem na nova"
        if language == "pt"
        else f"{aside}: the old outbox; {count} events that waited go on in the new one"
    )
    return seq


def _newest_kept(file: Path, folder: Folder) -> Receipt | None:
    """Return the newest of the device's receipts in a file."""
    newest: Receipt | None = None
    try:
        lines = file.read_bytes().splitlines()
        for line in lines:
            if line.strip():
                one = receipt_of(read_line(line))
                if one.source == folder.told["source"] and (
                    newest is None or one.last > newest.last
                ):
                    newest = one
    except (OSError, ValueError) as error:
        raise OutboxError("receipts", en=f"{file}: {error}", pt=f"{file}: {error}") from error
    return newest


def _rotate(options: argparse.Namespace, language: str) -> int:
    folder = Folder.read(options.folder)
    with folder.device() as device:
        fresh = folder.next_key
        key = (
            Key.load(fresh, passphrase)
            if fresh.exists()
            else Key.make(fresh, passphrase(fresh, new=True))
        )
        kept = device.rotate(key)
        folder.turn_key()
    _print(
        f"{kept.source}:{kept.seq}: daqui em diante assina {key.public.hex()}"
        if language == "pt"
        else f"{kept.source}:{kept.seq}: from here on {key.public.hex()} signs"
    )
    return CLEAN


def _set_aside(options: argparse.Namespace, language: str) -> int:
    folder = Folder.read(options.folder)
    with folder.device() as device, closing(folder.house()) as house:
        count = set_aside(device, house, options.seq)
    _print(
        f"n.º {options.seq} posto de lado, nas notas; {count} eventos seguem, assinados de novo"
        if language == "pt"
        else f"seq {options.seq} set aside, in the notes; {count} events go on, signed anew"
    )
    return CLEAN


def _kinds(options: argparse.Namespace, _language: str) -> int:
    kinds = vocabulary().kinds
    if options.kind is None:
        _print("\n".join(sorted(kinds)))
        return CLEAN
    vocabulary().check_known(options.kind)
    _print(json.dumps(kinds[options.kind], ensure_ascii=False, indent=1))
    return CLEAN


# --- what verbs share ----------------------------------------------------------------------------


def passphrase(path: Path, *, new: bool = False) -> bytes:
    """Return the passphrase of a key file: from the file that the environment names, or asked for.

    Raises:
        KeyFileError: there is none.

    """
    named = os.environ.get(PHRASE_FILE)
    if named:
        try:
            return Path(named).read_bytes().strip()
        except OSError as error:
            why = f"{PHRASE_FILE}: {named}: {error.strerror}"
            raise KeyFileError("no-passphrase", en=why, pt=why) from error
    if not sys.stdin.isatty():
        raise KeyFileError(
            "no-passphrase",
            en=f"{path}: expected a terminal to ask for its passphrase, or {PHRASE_FILE}",
            pt=f"{path}: esperava-se um terminal para pedir a frase-chave, ou {PHRASE_FILE}",
        )
    word = getpass.getpass(f"{path}: ")
    if new and getpass.getpass(f"{path} (2): ") != word:
        raise KeyFileError(
            "no-passphrase", en="the two passphrases differ", pt="as duas frases-chave diferem"
        )
    return word.encode()


def _ask(path: Path, told: dict[str, Any]) -> dict[str, Any] | None:
    """Ask the agent that runs; None where none does."""
    if not hasattr(socket, "AF_UNIX") or not path.is_socket():
        return None
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        try:
            connection.connect(str(path))
        except ConnectionRefusedError:
            return None
        connection.sendall(json.dumps(told).encode() + b"\n")
        with connection.makefile("rb") as answers:
            return json.loads(answers.readline())


def _payload(text: str) -> Any:
    return read_line((sys.stdin.read() if text == "-" else text).encode())


def _language(arguments: Sequence[str]) -> str:
    for at, one in enumerate(arguments):
        if one == "--lang" and at + 1 < len(arguments):
            return "en" if arguments[at + 1] == "en" else "pt"
        if one.startswith("--lang="):
            return "en" if one == "--lang=en" else "pt"
    told = os.environ.get("RAZAO_LANG") or os.environ.get("LC_ALL") or os.environ.get("LANG") or ""
    return "en" if told.lower().startswith("en") else "pt"


def _parser(program: str, language: str) -> argparse.ArgumentParser:
    at = 0 if language == "pt" else 1
    parser = argparse.ArgumentParser(prog=program, description=_ABOUT[language])
    parser.add_argument("--lang", choices=("pt", "en"), help="pt, en")
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    made: dict[str, argparse.ArgumentParser] = {}
    for name, run in _RUN.items():
        one = verbs.add_parser(name, help=_VERBS[name][at], description=_VERBS[name][at])
        one.set_defaults(run=run)
        if name != "kinds":
            one.add_argument("folder", type=Path, metavar="FOLDER")
        made[name] = one
    for name, options in _OPTIONS.items():
        for option, (words, given) in options.items():
            made[name].add_argument(option, help=words[at], **given)
    return parser


_RUN: Final[dict[str, Callable[[argparse.Namespace, str], int]]] = {
    "init": _init,
    "run": _run,
    "say": _say,
    "status": _status,
    "receipts": _receipts,
    "recover": _recover,
    "rotate": _rotate,
    "set-aside": _set_aside,
    "kinds": _kinds,
}


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _tell(text: str) -> None:
    sys.stderr.write(f"razao-agent: {text}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    main()
