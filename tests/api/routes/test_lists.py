"""What people read: pages that neither skip nor repeat, filters, one thing with its proof."""

from base64 import b64decode
from urllib.parse import quote, urlencode

import psycopg
import pytest

from api.services.api_keys import Role
from ledger.events.registry import Heartbeat
from ledger.ids import Link
from ledger.signed.chain import link_of
from ledger.signed.segments import Signed
from ledger.signed.signing import fits
from projections.replay.codes import CODES
from tests.api.conftest import POOL, Site
from tests.fixtures.casino import DAY
from tests.helpers.each import each


def pages(site: Site, address: str) -> list[dict]:
    """Follow `next` from an address to the last page."""
    found: list[dict] = []
    following: str | None = address
    while following is not None:
        response = site.get(following)
        assert response.status_code == 200, response.text
        page = response.json()
        link = response.headers.get("Link")
        assert link == (None if page["next"] is None else f'<{page["next"]}>; rel="next"')
        found.extend(page["items"])
        following = page["next"]
    return found


@pytest.mark.parametrize(
    "limit", [7, *(pytest.param(limit, marks=pytest.mark.deep) for limit in (1, 100, 500))]
)
@each(
    ("address", "table", "order"),
    [
        ("/v1/events?kind=decision/1", "history WHERE kind = 'decision/1'", "position"),
        ("/v1/events?place=RA-01", "history WHERE place = 'RA-01'", "position"),
        ("/v1/events?player=psd-01-j4", "history WHERE player = 'psd-01-j4'", "position"),
        ("/v1/rounds", "verdict WHERE known_until IS NULL", "known_from, round"),
        ("/v1/findings", "finding", "known_from, id"),
        (f"/v1/pools/{POOL}/postings", "posting", "position, line"),
    ],
)
def test_pages_hold_every_row_once_and_in_order(
    evening: Site, address: str, table: str, order: str, limit: int
) -> None:
    """Whatever the page's size, the pages together are the table."""
    sign = "&" if "?" in address else "?"
    got = pages(evening, f"{address}{sign}limit={limit}")
    keys = order.split(", ")
    expected = evening.casino.rows(f"SELECT * FROM {{s}}.{table} ORDER BY {order}")
    assert [tuple(row[key] for key in keys) for row in got] == [
        tuple(row[key] for key in keys) for row in expected
    ]
    assert len(got) > 1


def test_several_verdicts_at_one_position_are_not_lost_between_pages(evening: Site) -> None:
    """The page ends between two rounds that became known together: the next one begins there."""
    with psycopg.connect(evening.casino.superuser) as connection:
        known = connection.execute(
            "SELECT round, known_from FROM projections.verdict ORDER BY known_from, round"
        ).fetchall()
        connection.execute("UPDATE projections.verdict SET known_from = 700 WHERE known_from > 400")
    try:
        for limit in (1, 2, 3, 50):
            got = [row["round"] for row in pages(evening, f"/v1/rounds?limit={limit}")]
            assert sorted(got) == sorted(name for name, _ in known)
    finally:
        with psycopg.connect(evening.casino.superuser) as connection:
            for name, position in known:
                connection.execute(
                    "UPDATE projections.verdict SET known_from = %s WHERE round = %s",
                    (position, name),
                )


@pytest.mark.parametrize(
    ("query", "condition"),
    [
        ({"place": "RA-01"}, "place = 'RA-01'"),
        ({"kind": "payout/1", "place": "PSD-01"}, "kind = 'payout/1' AND place = 'PSD-01'"),
        ({"source": "registo-1"}, "source = 'registo-1'"),
        ({"player": "psd-01-j4"}, "player = 'psd-01-j4'"),
        (
            {"player": "psd-01-j4", "kind": "bet-placed/1"},
            "player = 'psd-01-j4' AND kind = 'bet-placed/1'",
        ),
        ({"seat": 3}, "seat = 3"),
        ({"round": 2, "place": "RA-01"}, "round = 2 AND place = 'RA-01'"),
        ({"day": DAY}, f"day = '{DAY}'"),
        (
            {"since": "2026-11-20T20:05:00Z", "until": "2026-11-20T19:15:00-01:00"},
            "at >= '2026-11-20T20:05:00Z' AND at < '2026-11-20T20:15:00Z'",
        ),
        (
            {"place": "RA-01", "since": "2026-11-20T20:05:00Z"},
            "place = 'RA-01' AND at >= '2026-11-20T20:05:00Z'",
        ),
        ({"amount_min": 5_000, "amount_max": 20_000}, "amount BETWEEN 5000 AND 20000"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else "",
)
def test_a_filter_gives_what_it_says(evening: Site, query: dict, condition: str) -> None:
    """Each filter of the history, alone and with others, as the table itself answers."""
    got = pages(evening, f"/v1/events?{urlencode(query)}")
    expected = evening.casino.rows(
        f"SELECT position FROM {{s}}.history WHERE {condition} ORDER BY position"
    )
    assert [row["position"] for row in got] == [row["position"] for row in expected]
    assert got


def test_the_next_page_asks_the_same_question(evening: Site) -> None:
    """Filters stand in the next page's address, the old cursor does not."""
    following = evening.get("/v1/events?place=RA-01&limit=5&after=30").json()["next"]
    assert following.startswith("/v1/events?place=RA-01&limit=5&after=")
    assert following.count("after=") == 1


def test_every_row_of_history_leads_to_its_event(evening: Site) -> None:
    """The name in a row is the address of the event at that position."""
    rows = evening.get("/v1/events?place=RA-01&limit=20").json()["items"]
    assert len(rows) == 20
    for row in rows:
        source, seq = row["event"].rsplit(":", 1)
        event = evening.get(f"/v1/events/{source}/{seq}").json()
        assert event["position"] == row["position"]
        assert event["header"]["kind"] == row["kind"]


def test_an_event_proves_itself(evening: Site) -> None:
    """Envelope, link and signature are enough to check it, with the key its source enrolled."""
    event = evening.get("/v1/events/mesa-ra/5").json()
    envelope = b64decode(event["envelope"])
    before = evening.get("/v1/events/mesa-ra/4").json()
    key = evening.casino.door.keyring.sources["mesa-ra"].keys[-1].public
    link = link_of(envelope)
    statement = Signed.of("razao.test", "mesa-ra", key).statement(
        5, Link(bytes.fromhex(before["link"])), [link]
    )
    assert event["link"] == link.hex()
    assert event["header"]["previous"] == before["link"]
    assert event["intact"] is True
    assert fits(key, b64decode(event["signature"]), statement)
    assert event["body"] == {
        "at": event["body"]["at"],
        "day": DAY,
        "place": "RA-01",
        "round": None,
        "payload": {"seat": 1, "player": "ra-01-j1"},
    }


def test_an_altered_event_is_shown_and_said_to_be_altered(site: Site) -> None:
    """Whatever a superuser made of it: the bytes as they are, and `intact` false."""
    for number in range(2):
        site.casino.say("mesa-ra", Heartbeat(waiting=number))
    site.casino.tick()  # after it the door would notice, and not close in peace
    with psycopg.connect(site.casino.superuser) as connection:
        connection.execute("SET session_replication_role = replica")
        connection.execute("ALTER TABLE ledger.events DISABLE TRIGGER ALL")
        connection.execute(
            "UPDATE ledger.events SET state = 'junk' WHERE originator_id = 'mesa-ra' "
            "AND originator_version = 1"
        )
    altered = site.get("/v1/events/mesa-ra/1").json()
    assert (altered["intact"], altered["header"], altered["body"]) == (False, None, None)
    assert b64decode(altered["envelope"]) == b"junk"
    assert site.get("/v1/events/mesa-ra/2").json()["intact"] is True


def test_a_round_is_explained_bet_by_bet(evening: Site) -> None:
    """Verdict, what is due and by which rule, what is wrong and its proof, why in two languages."""
    planted = next(one for one in evening.planted if one.round.startswith("RA-01"))
    round_ = evening.get(f"/v1/rounds/{planted.round}").json()
    assert round_["verdict"]["state"] == "differs"
    assert round_["verdict"]["paid"] - round_["verdict"]["due"] == planted.amount
    (finding,) = round_["findings"]
    assert (finding["code"], finding["amount"]) == (planted.code, planted.amount)
    assert set(finding["events"]) <= set(round_["events"])
    lines = round_["explained"]["settlement"]["lines"]
    assert [line["due"] for line in lines] == [line["due"] for line in round_["due"]]
    assert all(line["why"]["pt"] and line["why"]["en"] for line in lines)
    assert all(line["rules"] for line in round_["due"])


def test_a_round_s_address_may_be_escaped(evening: Site) -> None:
    """The slashes of an id may stand as they are or as %2F."""
    name = f"RA-01/{DAY}/1"
    plain, escaped = (
        evening.get(f"/v1/rounds/{name}"),
        evening.get(f"/v1/rounds/{quote(name, safe='')}"),
    )
    assert plain.json() == escaped.json()
    assert plain.json()["round"] == name


def test_what_was_known_at_a_position_is_what_was_known_then(evening: Site) -> None:
    """Not known before it opens, no verdict before it closes, and then the reasons of then.

    Nothing came after its close, so they are today's.
    """
    planted = next(one for one in evening.planted if one.round.startswith("RA-01"))
    now = evening.get(f"/v1/rounds/{planted.round}").json()
    address = f"/v1/rounds/{planted.round}?known="
    assert evening.get(f"{address}{now['opened'] - 1}").status_code == 404
    open_ = evening.get(f"{address}{now['closed'] - 1}").json()
    assert (open_["verdict"], open_["due"], open_["findings"]) == (None, [], [])
    assert open_["explained"] is None
    ((positions,),) = (
        tuple(row.values())
        for row in evening.casino.rows(
            "SELECT positions FROM {s}.round WHERE round = %s", planted.round
        )
    )
    before = [position for position in positions if position < now["closed"]]
    assert 0 < len(before) < len(positions)
    assert (open_["closed"], open_["events"]) == (None, now["events"][: len(before)])
    closed = evening.get(f"{address}{now['closed']}").json()
    assert closed["verdict"] == now["verdict"]
    assert closed["explained"] == now["explained"] is not None
    assert (
        evening.get(f"/v1/findings?known={now['closed'] - 1}&round={planted.round}").json()["items"]
        == []
    )
    assert len(pages(evening, f"/v1/rounds?known={now['closed']}")) < len(
        pages(evening, "/v1/rounds")
    )


def test_findings_are_those_that_were_planted(evening: Site) -> None:
    """Over HTTP as everywhere: each planted fault, and nothing invented, in both languages."""
    got = pages(evening, "/v1/findings")
    assert {(one["code"], one["round"], one["amount"]) for one in got} == {
        (one.code, one.round, one.amount) for one in evening.planted
    }
    for one in got:
        assert one["text"] == {"pt": CODES[one["code"]].pt, "en": CODES[one["code"]].en}
        assert evening.get(f"/v1/findings/{one['id']}").json()["versions"] == [one]


@pytest.mark.parametrize("name", ["code", "place", "round", "severity", "state"])
def test_findings_are_found_by(evening: Site, name: str) -> None:
    """Each filter of the findings gives those, and only those, that have its value."""
    every = pages(evening, "/v1/findings")
    assert every
    for value in {one[name] for one in every}:
        got = pages(evening, f"/v1/findings?{urlencode({name: value})}")
        assert got == [one for one in every if one[name] == value]


def test_a_trial_balance_is_zero_at_every_position(evening: Site) -> None:
    """Debits and credits are equal at the end, in the middle, and before anything was posted."""
    last = evening.get("/v1/trial-balance").json()
    for position in (0, 8, last["until"] // 2, last["until"]):
        balance = evening.get(f"/v1/trial-balance?position={position}").json()
        assert balance["total"] == sum(one["amount"] for one in balance["items"]) == 0
        assert balance["until"] == position
    assert evening.get(f"/v1/trial-balance?position={2**53 - 1}").json() == last


def test_a_pool_s_balances_are_the_sums_of_its_postings(evening: Site) -> None:
    """What stands in the pool's row comes out of its journal, read through the pages."""
    (pool,) = evening.get("/v1/pools").json()["items"]
    assert evening.get(f"/v1/pools/{POOL}").json()["pool"] == pool
    sums: dict[str, int] = {}
    for one in pages(evening, f"/v1/pools/{POOL}/postings"):
        sums[one["account"]] = sums.get(one["account"], 0) - one["amount"]
        assert one["event"] is not None
    assert sums == pool["balances"]


def test_every_code_is_listed_with_its_sentences(evening: Site) -> None:
    """The API's table is the one of replay."""
    items = evening.get("/v1/codes", Role.ADMIN).json()["items"]
    assert {one["code"]: one["text"]["en"] for one in items} == {
        name: code.en for name, code in CODES.items()
    }


@pytest.mark.parametrize(
    "address",
    [
        "/v1/events/mesa-ra/99999",
        "/v1/events/nobody/1",
        f"/v1/rounds/RA-01/{DAY}/999",
        "/v1/pools/none",
        "/v1/pools/none/postings",
        f"/v1/findings/{'f' * 24}",
    ],
)
def test_what_is_not_there_is_a_404_that_names_it(evening: Site, address: str) -> None:
    """The answer says what was looked for."""
    response = evening.get(address)
    assert response.status_code == 404
    assert response.json()["code"] == "not-found"
    assert any(part in response.json()["detail"] for part in address.split("/")[3:])


@each(
    "address",
    [
        "/v1/events?plce=RA-01",
        "/v1/events?place=RA-01&place=RA-02",
        "/v1/events?limit=0",
        "/v1/events?limit=501",
        "/v1/events?after=-1",
        "/v1/events?day=2026-02-31",
        "/v1/events?day=yesterday",
        "/v1/events?since=2026-11-20",
        "/v1/events?since=2026-11-20T25:00:00Z",
        "/v1/events?seat=many",
        f"/v1/events?seat={2**31}",
        "/v1/events?player=a%00b",
        "/v1/rounds?after=12",
        "/v1/findings?after=x,y",
        "/v1/findings?round=17",
        "/v1/trial-balance?position=-1",
        "/v1/pools?limit=5",
        "/v1/events/mesa ra/1",
        "/v1/events/mesa-ra/0",
        f"/v1/events/mesa-ra/{2**53}",
        "/v1/rounds/x",
        "/v1/findings/x",
    ],
)
def test_a_question_that_is_not_as_documented_is_refused(evening: Site, address: str) -> None:
    """422, naming the parameter: a mistyped filter must not answer another question."""
    response = evening.get(address)
    assert response.status_code == 422, response.text
    body = response.json()
    assert body["code"] == "invalid-request"
    assert body["errors"][0]["where"].split(".")[0] in ("query", "path")


def test_every_answer_says_up_to_where_it_is_true(evening: Site) -> None:
    """And that the projections did not stop there."""
    last = evening.get("/health").json()["projected"]
    for address in ("/v1/events", "/v1/rounds", "/v1/findings", "/v1/pools", "/v1/trial-balance"):
        answer = evening.get(address).json()
        assert (answer["position"], answer["halted"]) == (last, None)


def test_a_rounds_events_come_with_their_bodies_in_one_call(evening: Site) -> None:
    """Each event of the round once, in the order of the log, with what its own address gives."""
    name = f"RA-01/{DAY}/5"
    items = evening.get(f"/v1/rounds/{name}/events").json()["items"]
    assert [one["event"] for one in items] == evening.get(f"/v1/rounds/{name}").json()["events"]
    assert len(items) > 3
    for one in (items[0], items[-1]):
        source, _colon, seq = one["event"].rpartition(":")
        assert one["body"] == evening.get(f"/v1/events/{source}/{seq}").json()["body"]
        assert one["body"]["round"] == name
    then = evening.get(f"/v1/rounds/{name}/events?known={items[1]['position']}").json()["items"]
    assert then == items[:2]
    assert evening.get(f"/v1/rounds/RA-01/{DAY}/999/events").status_code == 404
