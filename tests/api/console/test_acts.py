"""Acts without a browser: what is prepared, who may, what is handed in, what is refused and why."""

import json
import re
import secrets
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
from httpx2 import Response

from api.console.language.acts import CHOICES, LABELS, SIGN
from api.console.language.vocabulary import FACTS
from api.console.pages.decide.entitled import HELD_BY, row_name
from api.console.pages.decide.forms import ELSEWHERE, HOW, OFFERED
from api.console.pages.decide.keys import source_name
from api.services.api_keys import Role as ApiRole
from api.services.people.outside import OUTSIDE_ABOVE
from ledger.events import KINDS
from ledger.events.catalogue.schema import field_types
from ledger.events.jackpots import BaseFunded
from ledger.events.registry import SourceEnrolled2
from ledger.events.reviews import Correction
from ledger.roles import OF_A_CASINO, PEOPLE, Role
from ledger.signed.canonical import decode
from ledger.signed.chain import link_of
from ledger.signed.segments import Signed, sign_segment
from ledger.signed.signing import KeySigner
from ledger.signed.sources import prove_possession
from projections.authority.judging import sayers
from projections.authority.matrix import OF_KIND
from tests.api.conftest import POOL, Site
from tests.api.console.conftest import HOUSE, cookie_of, give_way
from tests.fixtures.casino import ORIGIN
from tests.fixtures.command import Done, razao
from tests.helpers.each import each

FUNDING = {"day": "2026-11-20", "pool": POOL, "amount": "1", "funds": "operator"}


@dataclass
class Person:
    """Somebody who came in at the console, with a key of his own outside of any browser."""

    site: Site
    role: ApiRole
    source: str
    signer: KeySigner
    cookies: dict[str, str]
    token: str

    def post(self, address: str, told: Mapping[str, Any], token: str | None = None) -> Response:
        """Send what a page's script sends."""
        headers = {**self.cookies, "X-Razao-Form": self.token if token is None else token}
        return self.site.client.post(address, content=json.dumps(told).encode(), headers=headers)

    def prepare(self, kind: str, seen: str = "", **fields: str) -> Any:
        """Ask for the bytes of an act."""
        told = {"kind": kind, "fields": fields, "source": self.source, "seen": seen}
        return self.post("/atos/preparar", told).json()

    def sign(self, prepared: Mapping[str, Any], **other: str) -> dict[str, Any]:
        """Sign prepared bytes as a source does."""
        envelope = b64decode(prepared["envelope"])
        event = decode(envelope)
        signed = Signed.of(ORIGIN, event.source, self.signer.public_key)
        signature = sign_segment(
            self.signer, signed, event.seq, event.previous, [link_of(envelope)]
        )
        return {
            "key": base64_of(self.signer.public_key),
            "signature": base64_of(signature),
            "envelopes": [prepared["envelope"]],
            "road": "browser",
            "seen": "",
            **other,
        }

    def deliver(self, prepared: Mapping[str, Any], **other: str) -> Response:
        """Hand in an act, signed."""
        return self.post("/atos/entregar", self.sign(prepared, **other))

    def page(self, address: str) -> str:
        """Return a page as this person sees it."""
        return str(self.site.client.get(address, headers=self.cookies).text)


def base64_of(value: bytes) -> str:
    """Return bytes as a segment spells them."""
    return b64encode(value).decode()


def person(site: Site, api: ApiRole, role: Role) -> Person:
    """Let somebody come in, and registrars enrol a key of his, once for each role."""
    name = f"{api}-1"
    casino = HOUSE if role in OF_A_CASINO else None
    source = source_name(name, role, casino)
    known = site.casino.door.keyring.sources.get(source)
    signer = _signers.get(source)
    lives = None if known is None or not known.is_living else known.keys[-1].public
    if signer is None or lives != signer.public_key:
        give_way(site, name, role)
        signer = _signers[source] = KeySigner.generate()
        act = SourceEnrolled2(
            source=source,
            role=role,
            person=name,
            casino=casino,
            key=signer.public_key.hex(),
            proof=prove_possession(ORIGIN, source, signer),
        )
        site.casino.installation.send(site.casino.installation.agreed(act))
        site.casino.project()
    cookies = {"Cookie": f"razao_session={cookie_of(site, api)}; razao_lang=pt"}
    form = site.client.get("/menu", headers=cookies).text
    token = form.partition('name="token" value="')[2].partition('"')[0]
    return Person(site=site, role=api, source=source, signer=signer, cookies=cookies, token=token)


_signers: dict[str, KeySigner] = {}


@pytest.fixture
def finance(acting: Site) -> Person:
    """Let somebody of the finances act."""
    return person(acting, ApiRole.FINANCE, Role.FINANCE)


def of_finding(acting: Site) -> tuple[str, str]:
    """Return a finding's id, and what tells its version from the next."""
    (row,) = acting.casino.rows(
        "SELECT id, known_from, state FROM {s}.finding WHERE code = 'SD-PAY' "
        "AND known_until IS NULL LIMIT 1"
    )
    return row["id"], f"{row['known_from']}:{row['state']}"


def test_every_kind_with_a_form_has_its_words_and_its_row() -> None:
    """Each offered kind is of the vocabulary, has a row, a button, and only fields with a way.

    Each field that can be typed has a name in words, and each word of a closed list stands there.
    """
    assert {row_name(kind) for kind in OFFERED} == set(SIGN)
    for kind in OFFERED:
        name = row_name(kind)
        assert name in OF_KIND
        types = field_types(KINDS[kind])
        for field in msgspec.structs.fields(KINDS[kind]):
            known = not set(HOW).isdisjoint(types[field.name])
            assert known or not field.required, (kind, field.name, types[field.name])
            labels = {f"{name}.{field.name}", field.encode_name} & {*LABELS, *FACTS}
            assert labels or not known, (kind, field.name)
    for kind, field in CHOICES:
        fields = {one.encode_name for of in OFFERED for one in msgspec.structs.fields(KINDS[of])}
        assert field in fields
        assert not kind or kind in SIGN


def test_every_kind_that_people_say_has_a_form_or_a_reason() -> None:
    """Of the matrix's kinds with a person's role none is forgotten, and each has its console."""
    people = {kind for kind in OF_KIND if not PEOPLE.isdisjoint(sayers(kind))}
    offered = {row_name(kind) for kind in OFFERED}
    assert people - offered == set(ELSEWHERE)
    assert not offered & set(ELSEWHERE)
    at_console = frozenset[Role]().union(*HELD_BY.values())
    assert PEOPLE - at_console == {Role.DEALER, Role.REGISTRAR}, "who says nothing, or elsewhere"
    for kind in offered:
        assert not at_console.isdisjoint(sayers(kind)), kind


@each("kind", list(OFFERED), share=3)
def test_the_form_of_each_kind_is_shown_or_says_whose_it_is(acting: Site, kind: str) -> None:
    """Whoever asks sees the form with every label, or the reason and whose the act is."""
    name = kind.partition("/")[0]
    who = person(acting, ApiRole.FINANCE, Role.FINANCE)
    about = {"approval": "?target=mesa-ra%3A5", "correction": "?target=mesa-ra%3A5"}
    if name.startswith("finding-"):
        about[name] = f"?finding={of_finding(acting)[0]}"
    page = who.page(f"/atos/{name}{about.get(name, '')}")
    assert ("data-act=" in page) != ("Não é do seu papel." in page or "Nenhuma chave" in page)
    assert ("data-act=" in page) == (Role.FINANCE in OF_KIND[name].cells)


def test_a_cashier_comes_in_by_the_floor_and_signs_what_is_his(acting: Site) -> None:
    """The forms of a desk are his, a settlement's among them; the books' say whose they are."""
    desk = person(acting, ApiRole.FLOOR, Role.CASHIER)
    for name, his in (
        *dict.fromkeys(("settlement-paid", "award-paid", "hand-paid", "claim"), True).items(),
        *dict.fromkeys(("tax-declared", "pool-opened", "dispute-decided"), False).items(),
    ):
        page = desk.page(f"/atos/{name}")
        assert ("data-act=" in page, "Não é do seu papel." in page) == (his, not his), name
    home = desk.page("/")
    assert 'href="/atos/settlement-paid"' in home
    assert 'href="/atos/tax-declared"' not in home
    prepared = desk.prepare("claim", day="2026-11-20", place="RA-01", about="payout")
    assert prepared["outcome"] == "prepared", prepared
    assert desk.deliver(prepared).json()["outcome"] == "recorded"


def test_what_is_prepared_passes_the_door_once_signed(finance: Person) -> None:
    """The bytes, signed elsewhere, are recorded; the same again get the same receipt."""
    prepared = finance.prepare(
        "base-funded", day="2026-11-20", pool=POOL, amount="10,50", funds="operator"
    )
    assert (prepared["outcome"], prepared["foreseen"]) == ("prepared", "effect")
    event = decode(b64decode(prepared["envelope"]))
    assert (event.kind, event.source) == ("base-funded/1", finance.source)
    assert event.payload == BaseFunded(pool=POOL, amount=1050, funds="operator")
    first = finance.deliver(prepared).json()
    again = finance.deliver(prepared).json()
    assert (first["outcome"], again["outcome"]) == ("recorded", "repeated")
    assert first["position"] == again["position"] == finance.site.casino.last


def test_who_was_overtaken_is_told_and_nothing_of_his_reaches_the_door(finance: Person) -> None:
    """Of two acts prepared at one head the second is neither recorded nor noted as a fork."""
    one, two = (finance.prepare("base-funded", **FUNDING) for _ in range(2))
    assert finance.deliver(one).status_code == 200
    last = finance.site.casino.last
    answer = finance.deliver(two)
    assert answer.status_code == 409
    assert answer.json()["title"] == "Mudou entretanto."
    assert finance.site.casino.door.write_refusals() == 0
    assert finance.site.casino.last == last


def test_a_finding_that_moved_is_not_acted_upon_unseen(acting: Site, finance: Person) -> None:
    """Explained meanwhile, a finding is not decided by whoever saw it unexplained."""
    inspector = person(acting, ApiRole.INSPECTOR, Role.INSPECTOR)
    finding, seen = of_finding(acting)
    prepared = inspector.prepare("finding-decided", seen, finding=finding, state="sanctioned")
    said = finance.prepare("finding-explained", seen, finding=finding, reason="avaria")
    assert finance.deliver(said, seen=seen).status_code == 200
    acting.casino.project()
    for answer in (
        inspector.deliver(prepared, seen=seen).json(),
        inspector.prepare("finding-decided", seen, finding=finding, state="sanctioned"),
    ):
        assert answer["title"] == "Mudou entretanto."
        assert finance.source in answer["said"]
    (row,) = acting.casino.rows(
        "SELECT state FROM {s}.finding WHERE id = %s AND known_until IS NULL", finding
    )
    assert row["state"] == "explained"


def test_what_a_role_may_not_is_neither_prepared_nor_taken(acting: Site, finance: Person) -> None:
    """Finance decides no finding, and nobody acts through another's source; both are told whose."""
    finding, seen = of_finding(acting)
    answer = finance.prepare("finding-decided", seen, finding=finding, state="void")
    assert answer["outcome"] == "forbidden"
    assert "inspector" in answer["said"]
    inspector = person(acting, ApiRole.INSPECTOR, Role.INSPECTOR)
    told: dict[str, Any] = {
        "kind": "base-funded",
        "fields": {},
        "source": finance.source,
        "seen": "",
    }
    assert inspector.post("/atos/preparar", told).status_code == 403
    prepared = finance.prepare(
        "base-funded", day="2026-11-20", pool=POOL, amount="1", funds="operator"
    )
    assert inspector.post("/atos/entregar", finance.sign(prepared)).status_code == 403


def test_an_act_without_effect_is_foreseen_and_not_taken(acting: Site, finance: Person) -> None:
    """A parameter of the technician's is not finance's: the matrix says so before anybody signs."""
    prepared = finance.prepare(
        "parameter-set", scope=HOUSE, name="sas_empates", value="1", **{"from": "2026-12-01 00:00"}
    )
    assert prepared["barred"] is True
    last = acting.casino.last
    answer = finance.deliver(prepared)
    assert (answer.status_code, answer.json()["outcome"]) == (403, "forbidden")
    assert acting.casino.last == last


def test_what_waits_names_who_must_agree(finance: Person) -> None:
    """A limit of the house's own waits for the chief of the room or the director."""
    prepared = finance.prepare(
        "parameter-set", scope=HOUSE, name="maximos", value="500", **{"from": "2026-12-01 00:00"}
    )
    assert prepared["foreseen"] == "waits"
    assert "director" in prepared["foreseen_said"]


def test_another_key_another_signature_and_another_form_are_refused(finance: Person) -> None:
    """A foreign key, an altered signature, a missing token: nothing is recorded."""
    prepared = finance.prepare("base-funded", **FUNDING)
    last = finance.site.casino.last
    other = replace(finance, signer=KeySigner.generate())
    assert other.deliver(prepared).json()["outcome"] == "refused"
    signed = finance.sign(prepared)
    altered = {**signed, "signature": base64_of(bytes(64))}
    assert finance.post("/atos/entregar", altered).json()["outcome"] == "refused"
    assert finance.post("/atos/entregar", signed, token="none").status_code == 422
    wrong: list[dict[str, Any]] = [{}, {"key": 1}, {**signed, "envelopes": []}]
    for told in (*wrong, {**signed, "envelopes": ["AAAA"]}):
        assert finance.post("/atos/entregar", told).status_code == 422
    assert finance.site.casino.last == last


@each(
    ["field", "text"],
    [
        ("amount", "1.234"),
        ("amount", "dez"),
        ("amount", ""),
        ("day", "2026-02-30"),
        ("funds", "jogadores"),
        ("pool", "dois nomes"),
    ],
)
def test_what_cannot_be_is_said_with_its_field(acting: Site, field: str, text: str) -> None:
    """Three decimals, a day that is none, a word outside the list: the field is named."""
    who = person(acting, ApiRole.FINANCE, Role.FINANCE)
    answer = who.prepare("base-funded", **{**FUNDING, field: text})
    assert (answer["outcome"], answer["field"]) == ("form", field)
    assert text[:10] in answer["title"]


def test_a_correction_holds_what_should_have_been_and_waits(finance: Person) -> None:
    """Typed over the event's own facts: the replacement has all of them, one of them changed."""
    said = finance.prepare("base-funded", **{**FUNDING, "amount": "25"})
    assert finance.deliver(said).status_code == 200
    finance.site.casino.project()
    event = decode(b64decode(said["envelope"]))
    target = f"{event.source}:{event.seq}"
    link = link_of(b64decode(said["envelope"])).hex()
    page = finance.page(f"/atos/correction?target={quote(target)}")
    assert 'name="r.amount" value="25,00"' in page
    told = {"target": target, "link": link, "reason": "engano", "correct": "replace"}
    facts = {"r.pool": POOL, "r.amount": "52", "r.funds": "operator"}
    prepared = finance.prepare("correction", **told, **facts)
    assert prepared["foreseen"] == "waits"
    assert "director" in prepared["foreseen_said"]
    correction = decode(b64decode(prepared["envelope"])).payload
    assert isinstance(correction, Correction)
    assert correction.replacement == {"pool": POOL, "amount": 5200, "funds": "operator"}
    same = finance.prepare("correction", **told, **{**facts, "r.amount": "25,00"})
    assert same["title"] == "Nada foi alterado."
    wrong = finance.prepare("correction", **told, **{**facts, "r.amount": "x"})
    assert wrong["field"] == "r.amount"
    withdrawn = finance.prepare("correction", **{**told, "correct": "withdraw"})
    assert decode(b64decode(withdrawn["envelope"])).payload == Correction(
        target=target, link=link, reason="engano"
    )


def test_an_event_that_no_form_holds_is_only_withdrawn(finance: Person) -> None:
    """A table's opening tells options and chips: its correction offers no replacement."""
    (row,) = finance.site.casino.rows(
        "SELECT source, seq FROM (SELECT originator_id AS source, originator_version AS seq "
        "FROM ledger.events WHERE topic LIKE 'table-opened/%%' LIMIT 1) AS one"
    )
    page = finance.page(f"/atos/correction?target={row['source']}%3A{row['seq']}")
    assert 'value="withdraw"' in page
    assert 'value="replace"' not in page
    assert "Um formulário não leva tudo" in page


def test_money_above_the_parameter_is_signed_outside(
    acting: Site, finance: Person, tmp_path: Path
) -> None:
    """A browser's road is refused above it; the file, signed by `razao sign`, is taken."""
    authority = person(acting, ApiRole.INSPECTOR, Role.AUTHORITY)
    told = {"scope": HOUSE, "name": OUTSIDE_ABOVE, "value": "100000", "act": "7"}
    limit = finance.prepare("parameter-set", **told, **{"from": "2026-11-01 00:00"})
    assert "autoridade reguladora" in limit["foreseen_said"]
    event, _slash, seq = finance.deliver(limit).json()["event"].rpartition("/")
    target = f"{event.rpartition('/')[2]}:{seq}"
    link = link_of(b64decode(limit["envelope"])).hex()
    acting.casino.project()
    assert quote(target) in authority.page("/atos")
    assert "Tem de concordar: director do serviço de jogos, autoridade" in finance.page("/atos")
    assert quote(target) not in finance.page("/atos"), "nobody approves his own act"
    agreed = authority.prepare("approval", target=target, link=link)
    assert authority.deliver(agreed).status_code == 200
    acting.casino.project()

    small = finance.prepare("base-funded", **{**FUNDING, "amount": "1000"})
    assert small["outside"] is False
    prepared = finance.prepare("base-funded", **{**FUNDING, "amount": "1000,01"})
    assert prepared["outside"] is True
    assert finance.deliver(prepared).json()["title"] == "Esta quantia assina-se fora do navegador."
    act = {name: prepared[name] for name in ("format", "envelope", "key")}
    (tmp_path / "ato.json").write_text(json.dumps(act))
    done = signed_outside(tmp_path, KeySigner.generate(), "outro.json")
    assert done.returncode == 2
    assert "expected the key" in done.stderr
    done = signed_outside(tmp_path, finance.signer, "assinado.json")
    assert done.returncode == 0, done
    assert "amount: 100001" in done.stderr
    segment = json.loads((tmp_path / "assinado.json").read_text())
    answer = finance.post("/atos/entregar", {**segment, "road": "file", "seen": ""})
    assert answer.json()["outcome"] == "recorded"
    acting.casino.project()

    payload = {"pool": POOL, "amount": 100_000, "funds": "operator"}
    assert drafted(finance, "base-funded/1", payload).json()["outside"] is False
    above = drafted(finance, "base-funded/1", {**payload, "amount": 100_001}).json()
    assert above["outside"] is True
    last = acting.casino.last
    refused = recorded(finance, above)
    assert (refused.status_code, OUTSIDE_ABOVE in refused.json()["detail"]) == (409, True)
    assert acting.casino.last == last
    assert recorded(finance, above, outside=True).json()["outcome"] == "recorded"


def signed_outside(folder: Path, signer: KeySigner, out: str) -> Done:
    """Run `razao sign` on a machine without a database."""
    signer.save(folder / f"{out}.key")
    key, signed = str(folder / f"{out}.key"), str(folder / out)
    act = str(folder / "ato.json")
    return razao("", folder, "sign", act, "--key", key, "--out", signed, "--yes")


def test_the_form_of_a_closing_has_the_day_that_its_address_names(finance: Person) -> None:
    """From the checklist of a day one comes to that day's closing, and not to the newest day's."""
    day = re.compile(r'name="day"[^>]*value="([^"]*)"')
    form = finance.page("/atos/gaming-day-closed?dia=2026-11-02")
    assert day.findall(form) == ["2026-11-02"]


def opening(acting: Site, case: str) -> tuple[Person, dict[str, str]]:
    """Return an inspector, and what he types to open a case but for its words."""
    who = person(acting, ApiRole.INSPECTOR, Role.INSPECTOR)
    return who, {"dispute": case, "subject": "ticket", "ticket": f"t-{case}"}


def written(words: str) -> tuple[str, list[dict[str, str]]]:
    """Return what a browser makes of words: their commitment, and what it hands in of them."""
    salt = secrets.token_bytes(32)
    handed = [{"salt": salt.hex(), "text": words}]
    return sha256(salt + words.encode()).hexdigest(), handed


def test_what_is_written_is_kept_before_its_event_and_the_form_takes_the_mark_alone(
    acting: Site,
) -> None:
    """A claim in somebody's own words is kept with the signature, and read on its own page."""
    who, told = opening(acting, "escrita-1")
    words = "Disse a Etelvina que não lhe pagaram"
    refused = who.prepare("dispute-opened", **told, text=words)
    assert refused["field"] == "text"
    assert words not in json.dumps(refused, ensure_ascii=False), "nobody repeats it"
    mark, handed = written(words)
    prepared = who.prepare("dispute-opened", **told, text=mark)
    texts = acting.casino.installation.texts
    assert texts.open(mark).state == "absent", "what is only prepared is kept nowhere"
    last = acting.casino.last
    wrong: list[Any] = [
        None,
        [{"salt": handed[0]["salt"], "text": words + "."}],
        [{"salt": "00", "text": words}],
        [{"salt": handed[0]["salt"], "text": ""}],
        ["x"],
    ]
    for one in wrong:
        answer = who.post("/atos/entregar", {**who.sign(prepared), "texts": one})
        assert (answer.status_code, answer.json()["outcome"]) == (422, "text")
        assert words not in answer.text
    assert acting.casino.last == last
    assert texts.open(mark).state == "absent"
    other = written("outra coisa")
    told_all = {**who.sign(prepared), "texts": [*handed, *other[1]]}
    assert who.post("/atos/entregar", told_all).json()["outcome"] == "recorded"
    assert texts.open(mark).text == words
    assert texts.open(other[0]).state == "absent", "no event commits to it"
    assert who.post("/atos/entregar", who.sign(prepared)).json()["outcome"] == "repeated"
    acting.casino.project()
    assert words in who.page(f"/textos/{mark}")
    assert words not in who.page("/disputas/escrita-1")
    assert f"/textos/{mark}" in who.page("/disputas/escrita-1")


def test_an_act_whose_answer_was_lost_is_found_or_told_to_be_nowhere(acting: Site) -> None:
    """Of one's own source only: before it is recorded, after, and by another's name."""
    who, told = opening(acting, "perdida-1")
    prepared = who.prepare("dispute-opened", **told)
    envelope = b64decode(prepared["envelope"])
    event = decode(envelope)
    asked = {"source": event.source, "seq": event.seq, "link": link_of(envelope).hex()}
    assert who.post("/atos/paradeiro", asked).json()["outcome"] == "absent"
    recorded = who.deliver(prepared).json()
    found = who.post("/atos/paradeiro", asked).json()
    assert (found["outcome"], found["event"]) == ("recorded", recorded["event"])
    assert str(recorded["position"]) in found["title"]
    for wrong in ({"link": "00" * 32}, {"source": "mesa-ra"}, {"seq": "1"}, {"seq": 0}):
        assert who.post("/atos/paradeiro", {**asked, **wrong}).json()["outcome"] == "absent"
    assert recorded["event"] in who.page("/atos"), "what one said last is in the list of acts"


def test_who_says_the_same_once_more_is_told_before_he_signs(finance: Person) -> None:
    """The same sum into the same jackpot on the same day: a warning, which another sum has not."""
    fields = {**FUNDING, "amount": "77,77"}
    first = finance.prepare("base-funded", **fields)
    assert first["before"] == ""
    name = finance.deliver(first).json()["event"].removeprefix("/eventos/").replace("/", ":")
    finance.site.casino.project()
    assert name in finance.prepare("base-funded", **fields)["before"]
    assert finance.prepare("base-funded", **{**fields, "amount": "77,78"})["before"] == ""
    assert finance.prepare("base-funded", **{**fields, "day": "2026-11-21"})["before"] == ""


def drafted(who: Person, kind: str, payload: Mapping[str, Any], **other: str) -> Response:
    """Ask the API for the bytes of an act, by a key and no page."""
    told = {"kind": kind, "source": who.source, "payload": payload, **other}
    return who.site.post("/v1/acts/prepare", json.dumps(told).encode(), who.role)


def recorded(who: Person, prepared: Mapping[str, Any], **other: Any) -> Response:
    """Sign the statement alone, as a program that knows Ed25519 and nothing of Razão."""
    told = {
        "key": base64_of(who.signer.public_key),
        "envelope": prepared["envelope"],
        "signature": base64_of(who.signer.sign(b64decode(prepared["statement"]))),
        "seen": prepared["seen"],
        **other,
    }
    return who.site.post("/v1/acts", json.dumps(told).encode(), who.role)


def test_a_program_of_others_acts_by_a_key_and_the_api_alone(finance: Person) -> None:
    """It asks for the bytes, reads them itself, signs them, and gets a receipt: the same twice."""
    payload = {"pool": POOL, "amount": 725, "funds": "operator"}
    prepared = drafted(finance, "base-funded/1", payload, day="2026-11-20").json()
    envelope = b64decode(prepared["envelope"])
    event = decode(envelope)
    assert (event.kind, event.source, event.day) == ("base-funded/1", finance.source, "2026-11-20")
    assert event.payload == BaseFunded(pool=POOL, amount=725, funds="operator")
    assert (prepared["foreseen"], prepared["link"]) == ("effect", link_of(envelope).hex())
    first, again = (recorded(finance, prepared).json() for _ in range(2))
    assert (first["outcome"], again["outcome"]) == ("recorded", "repeated")
    assert first["position"] == again["position"] == finance.site.casino.last
    finance.site.casino.project()
    told = finance.site.get(f"/v1/events/{finance.source}/{event.seq}", ApiRole.FINANCE).json()
    assert told["envelope"] == prepared["envelope"]


def test_an_act_by_the_api_is_held_against_chain_role_and_signature(finance: Person) -> None:
    """Overtaken, of another key, altered, another's, another role's: told, and nothing recorded."""
    payload = {"pool": POOL, "amount": 1, "funds": "operator"}
    one, two = (drafted(finance, "base-funded/1", payload).json() for _ in range(2))
    assert recorded(finance, one).status_code == 200
    last = finance.site.casino.last
    inspector = person(finance.site, ApiRole.INSPECTOR, Role.INSPECTOR)
    fresh = drafted(finance, "base-funded/1", payload).json()
    last = finance.site.casino.last
    other = replace(finance, signer=KeySigner.generate())
    for answer, status, said in (
        (recorded(finance, two), 409, "has spoken since"),
        (recorded(other, fresh), 409, "this key"),
        (recorded(finance, fresh, signature=base64_of(bytes(64))), 409, "signature"),
        (recorded(replace(finance, role=ApiRole.DISPUTE), fresh), 403, "source"),
        (drafted(replace(finance, source=inspector.source), "base-funded/1", payload), 403, "near"),
        (drafted(finance, "finding-decided/2", {}), 403, "inspector"),
        (drafted(finance, "base-funed/1", payload), 422, "near: base-funded/1"),
        (drafted(finance, "base-funded/1", {**payload, "amount": "1"}), 422, "amount"),
        (drafted(finance, "base-funded/1", payload, day="2026-02-30"), 422, "day"),
    ):
        assert (answer.status_code, said in answer.json()["detail"]) == (status, True), answer.text
    matrix = {
        "scope": HOUSE,
        "name": "sas_empates",
        "value": 1,
        "from": "2026-12-01T00:00:00.000000Z",
    }
    barred = drafted(finance, "parameter-set/1", matrix).json()
    assert barred["foreseen"] == "without"
    assert "without effect" in recorded(finance, barred).json()["detail"]
    assert finance.site.casino.last == last


def test_an_act_by_the_api_about_a_finding_is_of_what_was_seen(acting: Site) -> None:
    """The finding's version comes with the bytes; without it nothing is acknowledged."""
    inspector = person(acting, ApiRole.INSPECTOR, Role.INSPECTOR)
    finding, seen = of_finding(acting)
    prepared = drafted(inspector, "finding-acknowledged/1", {"finding": finding}).json()
    assert prepared["seen"] == seen
    for other in ("", "1:open"):
        told = recorded(inspector, prepared, seen=other)
        assert (told.status_code, "changed since" in told.json()["detail"]) == (409, True)
    gone = drafted(inspector, "finding-acknowledged/1", {"finding": "0" * 24})
    assert gone.status_code == 404


SIGNERS = [(api, role) for api, roles in HELD_BY.items() for role in sorted(roles)]
SAID = [kind for kind in KINDS if row_name(kind) in OF_KIND and not PEOPLE.isdisjoint(sayers(kind))]
SETTERS = {
    *(Role.AUTHORITY, Role.INSPECTOR, Role.DIRECTOR, Role.FLOOR_MANAGER),
    *(Role.FINANCE, Role.TECHNICIAN),
}
"""Roles to which some class of parameters is given (``authority`` 3); each has a cell there."""


@each(("api", "role"), SIGNERS, share=13)
def test_the_api_takes_each_act_from_the_roles_of_its_row_and_no_other(
    acting: Site, api: ApiRole, role: Role
) -> None:
    """Kind × role, whole: an empty act is refused for what it lacks, or for whose it is."""
    for other in set(Role) - {role}:  # some pairs of roles are not for one hand
        give_way(acting, f"{api}-1", other)
    who = person(acting, api, role)
    said = "SELECT count(*) FROM ledger.events WHERE originator_id = %s"
    before = acting.casino.rows(said, who.source)
    for kind in SAID:
        name, answer = row_name(kind), drafted(who, kind, {})
        assert answer.status_code in (200, 403, 422), (kind, answer.text)
        may = role in (SETTERS if name == "parameter-set" else OF_KIND[name].cells)
        assert (answer.status_code != 403) == may, (kind, answer.text)
        assert may or answer.json()["detail"].endswith(f"{who.source} is {role}")
    assert acting.casino.rows(said, who.source) == before, "what is prepared is not recorded"
    give_way(acting, f"{api}-1", role)
