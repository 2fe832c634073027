"""The append function and its tables: what is recorded, in which order, and every refusal."""

import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest

from ledger.ids import NO_LINK
from ledger.keys import TRUST_AND_TIME_KINDS, TRUST_KINDS
from ledger.signed.chain import link_of
from ledger.store.recorder import CorruptLedgerError, LedgerStore, RefusedByStoreError, Rows
from tests.fixtures.postgres import Database
from tests.ledger.audit.chains import (
    APPEND,
    KIND,
    ORIGIN,
    Chains,
    columns,
    contents,
    envelope,
    founded,
)

SOURCES = ("mesa-1", "mesa-2", "mesa-3", "Z")


@pytest.fixture
def store(database: Database) -> Iterator[LedgerStore]:
    """Give a founded ledger with four sources that said nothing yet."""
    yield from founded(database, *SOURCES)


@pytest.fixture
def appender(database: Database) -> Iterator[psycopg.Connection]:
    """Give a plain connection with the appender's role."""
    with psycopg.connect(
        database.login, autocommit=True, options="-c role=razao_appender"
    ) as connection:
        yield connection


@pytest.fixture
def superuser(database: Database) -> Iterator[psycopg.Connection]:
    """Give a superuser's connection."""
    with psycopg.connect(database.superuser, autocommit=True) as connection:
        yield connection


def refusal(
    connection: psycopg.Connection, arrays: list[Any], statement: str = APPEND
) -> tuple[str | None, str | None]:
    """Send a batch that must be refused, see that nothing changed; return SQLSTATE and culprit."""
    before = contents(connection)
    with pytest.raises(psycopg.Error) as caught:
        connection.execute(statement, arrays)
    assert contents(connection) == before
    return caught.value.sqlstate, caught.value.diag.message_detail


# --- what is recorded -----------------------------------------------------------------------------


def test_a_batch_takes_the_next_positions(
    store: LedgerStore, superuser: psycopg.Connection
) -> None:
    """Each event is stored as it came, at the next position; the heads are those of the batch."""
    chains = Chains()
    first = chains.rows("mesa-1", "mesa-1")
    assert store.append(first) == 1
    second = chains.rows("mesa-1")
    assert store.append(second) == 3
    events, position, heads = contents(superuser)
    assert position == 3
    assert [row[0] for row in events] == [1, 2, 3]
    assert [row[1:] for row in events] == [
        ("mesa-1", seq, KIND, data, link, bytes(64))
        for seq, data, link in zip(
            [1, 2, 3], first.envelopes + second.envelopes, first.links + second.links, strict=True
        )
    ]
    assert ("mesa-1", 3, second.links[0]) in heads


def test_sources_may_come_mixed_and_come_again(store: LedgerStore) -> None:
    """A batch may hold several chains, interleaved; its order is the order recorded."""
    chains = Chains()
    order = ["mesa-2", "mesa-1", "mesa-2", "Z", "mesa-2", "mesa-1", "Z", "mesa-3", "mesa-1"]
    assert store.append(chains.rows(*order)) == 1
    assert store.append(chains.rows(*reversed(order))) == 10
    recorded = [row.originator_id for row in store.select_notifications(1, 100)]
    assert recorded == [*order, *reversed(order)]
    for source, head in chains.heads.items():
        assert store.head(source) == head


@pytest.mark.parametrize("count", [1, 2, 999, 1000])
def test_a_batch_of_one_source_and_of_several_may_have_any_size(
    store: LedgerStore, count: int
) -> None:
    """From 1 to 1,000 events, whether of one source or of several."""
    chains = Chains()
    assert store.append(chains.rows(*["mesa-1"] * count)) == 1
    assert store.append(chains.rows(*[SOURCES[i % 3] for i in range(count)])) == count + 1
    assert store.max_notification_id() == 2 * count


def test_a_segment_has_one_signature(store: LedgerStore, superuser: psycopg.Connection) -> None:
    """Events without a signature are recorded with none; the store only knows its size."""
    rows = Chains().rows("mesa-1", "mesa-1", "mesa-1")
    rows.signatures = [None, None, b"s" * 64]
    store.append(rows)
    assert [row[6] for row in contents(superuser)[0]] == [None, None, b"s" * 64]


def test_envelopes_are_never_compressed(store: LedgerStore, superuser: psycopg.Connection) -> None:
    """Even 60,000 equal letters are stored as they are."""
    rows = Chains().rows("mesa-1", body=b"x" * 60_000)
    store.append(rows)
    row = superuser.execute(
        "SELECT pg_column_compression(state), pg_column_size(state), octet_length(state) "
        "FROM ledger.events"
    ).fetchone()
    assert row is not None
    assert row[0] is None
    assert row[1] >= row[2] == len(rows.envelopes[0])


def test_the_greatest_envelope_is_recorded_and_a_greater_one_refused(store: LedgerStore) -> None:
    """An envelope has at most 65,535 bytes."""
    empty = len(envelope("mesa-1", 1, NO_LINK, body=b""))
    store.append(Chains().rows("mesa-1", body=b"x" * (65_535 - empty)))
    with pytest.raises(RefusedByStoreError) as caught:
        store.append(Chains().rows("mesa-2", body=b"x" * (65_536 - empty)))
    assert (caught.value.code, caught.value.source, caught.value.seq) == ("header", "mesa-2", 1)


# --- refusals -------------------------------------------------------------------------------------


def test_an_unknown_source_is_refused(store: LedgerStore, appender: psycopg.Connection) -> None:
    """Only a source that is enrolled may begin a chain, alone or among others."""
    store.append(Chains().rows("mesa-1"))
    assert refusal(appender, columns(Chains().rows("nobody"))) == ("RZ020", "nobody:1")
    among = Chains().rows("mesa-2", "nobody", "mesa-3")
    assert refusal(appender, columns(among)) == ("RZ020", "nobody:1")


def test_a_gap_is_refused(store: LedgerStore, appender: psycopg.Connection) -> None:
    """Events before these are missing: at a batch's start, inside it, of one source of several."""
    chains = Chains()
    store.append(chains.rows("mesa-1", "mesa-2"))
    chains.rows("mesa-1")
    assert refusal(appender, columns(chains.rows("mesa-1"))) == ("RZ021", "mesa-1:3")
    assert refusal(appender, columns(chains.rows("mesa-2", "mesa-1"))) == ("RZ021", "mesa-1:4")
    inside = columns(Chains().rows("mesa-3", "mesa-3", "mesa-3"))
    assert refusal(appender, [array[:1] + array[2:] for array in inside]) == ("RZ021", "mesa-3:3")
    mixed = columns(Chains().rows("Z", "mesa-3", "Z", "Z"))
    assert refusal(appender, [array[:2] + array[3:] for array in mixed]) == ("RZ021", "Z:3")


def test_a_place_that_is_taken_is_refused(store: LedgerStore, appender: psycopg.Connection) -> None:
    """The same event again, or another one in its place: the chain goes on only at its end."""
    chains = Chains()
    rows = chains.rows("mesa-1", "mesa-1", "mesa-2")
    store.append(rows)
    again = columns(rows)
    assert refusal(appender, again) == ("RZ022", "mesa-1:1")
    assert refusal(appender, [array[1:2] for array in again]) == ("RZ022", "mesa-1:2")
    assert refusal(appender, columns(Chains().rows("mesa-2", body=b"other"))) == (
        "RZ022",
        "mesa-2:1",
    )
    # One good source before it: the culprit is named all the same.
    good = columns(Chains().rows("mesa-3"))
    mixed = [one + other[2:] for one, other in zip(good, again, strict=True)]
    assert refusal(appender, mixed) == ("RZ022", "mesa-2:1")


def test_an_event_twice_in_a_batch_is_refused(
    store: LedgerStore, appender: psycopg.Connection
) -> None:
    """A batch is no way around the chain either."""
    assert store.max_notification_id() is None
    one = columns(Chains().rows("mesa-1"))
    assert refusal(appender, [array * 2 for array in one]) == ("RZ022", "mesa-1:1")
    two = columns(Chains().rows("mesa-1", "mesa-2"))
    assert refusal(appender, [array * 2 for array in two]) == ("RZ022", "mesa-1:1")


def test_a_fork_is_refused(store: LedgerStore, appender: psycopg.Connection) -> None:
    """An event must name the link of the one before it, recorded or in the same batch."""
    chains = Chains()
    store.append(chains.rows("mesa-1", "mesa-2"))
    other = Chains()
    other.rows("mesa-1", body=b"another first")
    assert refusal(appender, columns(other.rows("mesa-1"))) == ("RZ023", "mesa-1:2")
    for names in (["mesa-3", "mesa-3"], ["mesa-3", "Z", "mesa-3", "Z"]):
        left, right = Chains(), Chains()
        a = left.rows(*names[: len(names) // 2])
        right.rows(*names[: len(names) // 2], body=b"another story")
        b = right.rows(*names[len(names) // 2 :])
        arrays = [x + y for x, y in zip(columns(a), columns(b), strict=True)]
        assert refusal(appender, arrays) == ("RZ023", "mesa-3:2")


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    "data",
    [
        envelope("mesa-2", 1, NO_LINK),
        envelope("mesa-1", 2, NO_LINK),
        envelope("mesa-1", 1, b"\1" * 32),
        envelope("mesa-1", 1, NO_LINK, "bet-placed/2"),
        envelope("mesa-1", 1, NO_LINK, "bet-placed/10"),
        envelope("mesa-1", 1, NO_LINK, origin="other"),
        envelope("mesa-1", 1, NO_LINK).replace(b"razao/1", b"razao/2"),
        envelope("mesa-1", 1, NO_LINK).replace(b"\n\n", b"\n"),
        b"\n" + envelope("mesa-1", 1, NO_LINK),
        envelope("mesa-1", 1, NO_LINK)[:40],
        b"",
    ],
)
@pytest.mark.parametrize("alone", [True, False])
def test_a_header_that_says_other_than_the_columns_is_refused(
    store: LedgerStore, appender: psycopg.Connection, data: bytes, *, alone: bool
) -> None:
    """Each line of the header is compared, to its end."""
    assert store.max_notification_id() is None
    chains = Chains()
    arrays = columns(chains.rows("mesa-1") if alone else chains.rows("mesa-1", "mesa-2"))
    arrays[4][0] = data
    arrays[5][0] = link_of(data)
    assert refusal(appender, arrays) == ("RZ024", "mesa-1:1")


BLIND = bytes(range(16))
A_BLIND_TOO_SHORT = envelope("mesa-1", 1, NO_LINK, blind=BLIND).replace(b"0e0f", b"0e")
NO_BLIND_AT_ALL = envelope("mesa-1", 1, NO_LINK)


@pytest.mark.parametrize("names", [["mesa-1"] * 3, ["mesa-1", "mesa-2", "mesa-1"]])
def test_an_older_ledger_takes_both_formats(store: LedgerStore, names: list[str]) -> None:
    """Where the founding was unblinded, blinded and unblinded events follow each other."""
    chains = Chains()
    assert store.append(chains.rows(*names)) == 1
    assert store.append(chains.rows(*names, blind=BLIND)) == 4
    mixed, more = chains.rows("mesa-1", blind=BLIND), chains.rows("mesa-1")
    for name in ("sources", "seqs", "previous", "kinds", "envelopes", "links", "signatures"):
        getattr(mixed, name).extend(getattr(more, name))
    assert store.append(mixed) == 7


@pytest.mark.parametrize("data", [NO_BLIND_AT_ALL, A_BLIND_TOO_SHORT])
@pytest.mark.parametrize("names", [["mesa-1"], ["mesa-1", "mesa-2"]])
def test_a_blinded_ledger_takes_no_envelope_that_can_be_guessed(
    store: LedgerStore,
    appender: psycopg.Connection,
    superuser: psycopg.Connection,
    data: bytes,
    names: list[str],
) -> None:
    """Where the founding was blinded, the store refuses the older format and half a blind."""
    superuser.execute("UPDATE ledger.head SET blinded = true")
    assert store.append(Chains().rows("mesa-3", blind=BLIND)) == 1
    arrays = columns(Chains().rows(*names, blind=BLIND))
    arrays[4][0] = data
    arrays[5][0] = link_of(data)
    assert refusal(appender, arrays) == ("RZ024", "mesa-1:1")


@pytest.mark.parametrize("names", [["mesa-1", "mesa-1"], ["mesa-1", "mesa-2"]])
def test_a_link_that_is_not_the_hash_is_refused(
    store: LedgerStore, appender: psycopg.Connection, names: list[str]
) -> None:
    """The store hashes every envelope itself."""
    assert store.max_notification_id() is None
    arrays = columns(Chains().rows(*names))
    arrays[5][1] = b"\7" * 32
    assert refusal(appender, arrays) == ("RZ025", f"{names[1]}:{1 + names.count('mesa-1') // 2}")
    arrays[5][1] = b""
    assert refusal(appender, arrays)[0] == "RZ025"


@pytest.mark.parametrize("names", [["mesa-1", "mesa-1"], ["mesa-1", "mesa-2"]])
@pytest.mark.parametrize("size", [0, 63, 65])
def test_a_signature_of_another_size_is_refused(
    store: LedgerStore, appender: psycopg.Connection, names: list[str], size: int
) -> None:
    """A signature is 64 bytes, or there is none."""
    assert store.max_notification_id() is None
    arrays = columns(Chains().rows(*names))
    arrays[6][0] = bytes(size)
    assert refusal(appender, arrays) == ("RZ026", "mesa-1:1")


def test_what_is_no_batch_is_refused(store: LedgerStore, appender: psycopg.Connection) -> None:
    """Empty, too many, too large, null, or arrays that do not stand side by side."""
    chains = Chains()
    good = columns(chains.rows("mesa-1", "mesa-1"))
    assert store.max_notification_id() is None
    assert refusal(appender, [[]] * 7)[0] == "RZ010"
    assert refusal(appender, [None] * 7)[0] == "RZ010"
    assert refusal(appender, columns(Chains().rows(*["mesa-1"] * 1001)))[0] == "RZ010"
    large = Chains().rows(*["mesa-1"] * 70, body=b"x" * 60_000)
    assert refusal(appender, columns(large))[0] == "RZ010"
    for index in range(7):
        short = [array[:1] if at == index else array for at, array in enumerate(good)]
        assert refusal(appender, short)[0] == "RZ010"
        null = [None if at == index else array for at, array in enumerate(good)]
        assert refusal(appender, null)[0] == "RZ010"
        hollow = [[array[0], None] if at == index else array for at, array in enumerate(good)]
        if index < 6:
            assert refusal(appender, hollow)[0] in {"RZ010", "23502"}
    shifted = APPEND.replace("%s", "('[0:1]=' || %s::text[]::text)::text[]", 1)
    assert refusal(appender, columns(Chains().rows("mesa-1", "mesa-2")), shifted)[0] == "RZ024"
    assert refusal(appender, [[array] for array in good])[0] == "RZ010"


def test_a_ledger_without_a_name_records_nothing(
    database: Database, appender: psycopg.Connection
) -> None:
    """Founding comes first."""
    store = LedgerStore(database.login)
    try:
        store.enrol(["mesa-1"])
        with pytest.raises(RefusedByStoreError) as caught:
            store.append(Chains().rows("mesa-1"))
        assert caught.value.code == "not-founded"
        assert refusal(appender, columns(Chains().rows("mesa-1")))[0] == "RZ011"
    finally:
        store.close()


def test_accepted_is_what_a_model_of_five_lines_accepts(
    store: LedgerStore, appender: psycopg.Connection
) -> None:
    """Thousands of random batches, some with one thing changed: function and model always agree."""
    chance = random.Random(7)
    chains = Chains()
    verdicts: list[bool] = []
    for _ in range(400):
        saved = dict(chains.heads)
        count = chance.choice([1, 2, 3, 5, 9])
        pool = SOURCES[: chance.choice([1, 2, 4])]
        arrays = columns(chains.rows(*(chance.choice(pool) for _ in range(count))))
        if chance.random() < 0.6:
            spoil(chance, arrays)
        expected = model_accepts(saved, arrays)
        state = None
        try:
            appender.execute(APPEND, arrays)
        except psycopg.Error as error:
            state = error.sqlstate
        assert (state is None) == expected, arrays
        assert state is None or state.startswith("RZ0")
        verdicts.append(expected)
        chains.heads = {source: store.head(source) or (0, NO_LINK) for source in SOURCES}
    assert 100 < sum(verdicts) < 300


def spoil(chance: random.Random, arrays: list[list[Any]]) -> None:
    """Change one thing about a batch: its order, its length, or one value."""
    at = chance.randrange(len(arrays[0]))
    other = chance.randrange(len(arrays[0]))

    def swap(array: list[Any]) -> None:
        array[at], array[other] = array[other], array[at]

    def repeat(array: list[Any]) -> None:
        array.insert(other, array[at])

    def leave_out(array: list[Any]) -> None:
        del array[at : at + len(array) // 2]

    whole = chance.choice([swap, repeat, leave_out, None, None, None])
    if whole is not None:
        for array in arrays:
            whole(array)
        return
    value = chance.choice(["source", "seq", "previous", "envelope"])
    if value == "source":
        arrays[0][at] = chance.choice(SOURCES)
    elif value == "seq":
        arrays[1][at] += chance.choice([-1, 1])
    elif value == "previous":
        arrays[2][at] = chance.choice(arrays[5])
    else:
        arrays[4][at], arrays[5][at] = arrays[4][other], arrays[5][other]


def model_accepts(heads: dict[str, tuple[int, bytes]], arrays: list[list[Any]]) -> bool:
    """Say what the function must say."""
    now = dict(heads)
    for source, seq, previous, kind, data, link, _ in zip(*arrays, strict=True):
        if now.get(source, (0, NO_LINK)) != (seq - 1, previous) or link_of(data) != link:
            return False
        if not data.startswith(envelope(source, seq, previous, kind, body=b"")):
            return False
        now[source] = (seq, link)
    return True


@pytest.mark.one_in(4)
@pytest.mark.parametrize("kind", [*sorted(TRUST_AND_TIME_KINDS)])
def test_trust_that_the_door_has_not_seen_is_noticed(store: LedgerStore, kind: str) -> None:
    """A batch judged before another door recorded trust or time must be judged again."""
    chains = Chains()
    seen = store.trust_seen()
    store.append(chains.rows("mesa-1", "mesa-2"), seen)
    assert store.trust_seen() == seen == 0
    other = Chains()
    store.append(other.rows("mesa-3", "Z", kind=kind), seen)
    assert store.trust_seen() == 4
    for names in (["mesa-1"], ["mesa-1", "mesa-2"]):
        saved = dict(chains.heads)
        with pytest.raises(RefusedByStoreError) as caught:
            store.append(chains.rows(*names), seen)
        assert (caught.value.code, caught.value.source) == ("trust-moved", None)
        chains.heads = saved
    assert store.append(chains.rows("mesa-1", "mesa-2"), 4) == 5


# --- order and concurrency ------------------------------------------------------------------------


def test_eight_writers_leave_no_gap_and_no_two_stories(
    database: Database, superuser: psycopg.Connection
) -> None:
    """Eight sources at once, some batches rolled back, some refused: positions are 1 to n."""
    names = [f"writer-{number}" for number in range(8)]
    for store in founded(database, *names):
        del store

    def write(name: str) -> int:
        chance = random.Random(name)
        chains = Chains()
        written = 0
        with psycopg.connect(
            database.login, autocommit=True, options="-c role=razao_appender"
        ) as connection:
            for _ in range(60):
                saved = dict(chains.heads)
                arrays = columns(chains.rows(*[name] * chance.choice([1, 1, 2, 7])))
                fate = chance.random()
                if fate < 0.2:
                    with connection.transaction(force_rollback=True):
                        connection.execute(APPEND, arrays)
                    chains.heads = saved
                elif fate < 0.4:
                    arrays[5][-1] = bytes(32)
                    with pytest.raises(psycopg.Error):
                        connection.execute(APPEND, arrays)
                    chains.heads = saved
                else:
                    connection.execute(APPEND, arrays)
                    written += len(arrays[0])
        return written

    with ThreadPoolExecutor(8) as pool:
        written = sum(pool.map(write, names))
    events, position, _ = contents(superuser)
    assert position == written
    assert [row[0] for row in events] == list(range(1, written + 1))
    for name in names:
        mine = [row for row in events if row[1] == name]
        assert [row[2] for row in mine] == list(range(1, len(mine) + 1))


def test_a_reader_never_passes_an_event_that_commits_later(
    store: LedgerStore, database: Database, superuser: psycopg.Connection
) -> None:
    """Whoever comes while a batch is open waits, and gets the numbers behind it, or its own."""
    chains = Chains()
    with psycopg.connect(database.login, autocommit=True, options="-c role=razao_appender") as slow:
        for outcome in ("commit", "rollback"):
            before = store.max_notification_id() or 0
            saved = dict(chains.heads)
            slow.execute("BEGIN")
            slow.execute(APPEND, columns(chains.rows("mesa-1", "mesa-1")))
            quick = Chains()
            quick.heads = dict(chains.heads)
            answered: list[int] = []
            thread = threading.Thread(
                target=lambda q=quick, a=answered: a.append(store.append(q.rows("mesa-2")))
            )
            thread.start()
            wait_for_lock(superuser)
            assert (store.max_notification_id() or 0) == before
            slow.execute(outcome)
            thread.join()
            if outcome == "commit":
                assert answered == [before + 3]
            else:
                assert answered == [before + 1]
                chains.heads = saved
            chains.heads["mesa-2"] = quick.heads["mesa-2"]


def wait_for_lock(superuser: psycopg.Connection) -> int:
    """Wait until some backend waits for a lock; return its process number."""
    while True:
        row = superuser.execute(
            "SELECT pid FROM pg_stat_activity "
            "WHERE wait_event_type = 'Lock' AND datname = current_database()"
        ).fetchone()
        if row is not None:
            return row[0]


def test_a_writer_that_dies_leaves_nothing(
    store: LedgerStore, database: Database, superuser: psycopg.Connection
) -> None:
    """Its numbers go back, and the next writer takes them."""
    doomed = psycopg.connect(database.login, options="-c role=razao_appender")
    doomed.execute(APPEND, columns(Chains().rows("mesa-1", "mesa-1")))
    superuser.execute("SELECT pg_terminate_backend(%s)", [doomed.info.backend_pid])
    assert store.append(Chains().rows("mesa-1")) == 1
    with pytest.raises(psycopg.OperationalError):
        doomed.execute("COMMIT")
    doomed.close()


def test_a_stricter_transaction_fails_rather_than_forks(
    store: LedgerStore, appender: psycopg.Connection
) -> None:
    """Under REPEATABLE READ the heads could be old ones; the server refuses to go on."""
    chains = Chains()
    appender.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
    appender.execute("SELECT count(*) FROM ledger.events")
    store.append(chains.rows("mesa-1"))
    with pytest.raises(psycopg.errors.SerializationFailure):
        appender.execute(APPEND, columns(Chains().rows("mesa-2")))
    appender.execute("ROLLBACK")


def test_a_head_set_back_by_hand_is_noticed(
    store: LedgerStore, superuser: psycopg.Connection
) -> None:
    """The store contradicts itself then, and says so instead of recording."""
    chains = Chains()
    store.append(chains.rows("mesa-1", "mesa-1"))
    superuser.execute("UPDATE ledger.head SET position = 1")
    with pytest.raises(CorruptLedgerError):
        store.append(chains.rows("mesa-1"))
    superuser.execute("UPDATE ledger.head SET position = 2")
    superuser.execute("UPDATE ledger.source_head SET seq = 0, link = %s", [NO_LINK])
    with pytest.raises(CorruptLedgerError):
        store.append(Chains().rows("mesa-1"))


# --- around the append ----------------------------------------------------------------------------


def test_a_ledger_has_one_name(store: LedgerStore) -> None:
    """It can be given again, but not changed."""
    store.found(ORIGIN, blinded=False)
    with pytest.raises(RefusedByStoreError) as caught:
        store.found("other", blinded=False)
    assert caught.value.code == "not-founded"
    assert store.founded_origin() == ORIGIN


@pytest.mark.parametrize("name", ["", "-x", "a b", "a\nb", "ç", "x" * 65])
def test_what_is_no_name_is_refused(store: LedgerStore, name: str) -> None:
    """Names stand in headers, so they are short ASCII words without blanks."""
    for ask in (lambda: store.found(name, blinded=False), lambda: store.enrol(["good", name])):
        with pytest.raises(RefusedByStoreError) as caught:
            ask()
        assert caught.value.code == "not-a-name"
    assert store.head("good") is None


def test_enrolling_again_changes_nothing(store: LedgerStore) -> None:
    """A source that has a chain keeps it."""
    rows = Chains().rows("mesa-1")
    store.append(rows)
    store.enrol(["mesa-1", "mesa-9", "mesa-9"])
    assert store.head("mesa-1") == (1, rows.links[0])
    assert store.head("mesa-9") == (0, NO_LINK)


def test_refused_bytes_are_kept_once_and_within_a_quota(
    store: LedgerStore, superuser: psycopg.Connection
) -> None:
    """The same bytes once; beyond 64 MB only what proves something."""
    assert store.keep("mesa-1", "gap", b"first", always=False)
    assert store.keep("mesa-1", "gap", b"first", always=False) is None, "it was before"
    superuser.execute("UPDATE ledger.kept_size SET bytes = 67108864 - 4")
    assert store.keep("mesa-1", "gap", b"four", always=False)
    assert store.keep("mesa-1", "gap", b"more", always=False) is False
    assert store.keep("mesa-1", "fork", b"a proof", always=True)
    assert store.keep("mesa-1", "gap", b"first", always=False) is None
    kept = superuser.execute(
        "SELECT source, code, bytes FROM ledger.kept_submission ORDER BY received"
    ).fetchall()
    assert kept == [
        ("mesa-1", "gap", b"first"),
        ("mesa-1", "gap", b"four"),
        ("mesa-1", "fork", b"a proof"),
    ]
    row = superuser.execute("SELECT bytes FROM ledger.kept_size").fetchone()
    assert row == (67108864,)


def test_the_trust_index_holds_the_kinds_that_decide_trust(superuser: psycopg.Connection) -> None:
    """Index and keyring name the same kinds; otherwise the door would open on half the trust."""
    row = superuser.execute(
        "SELECT pg_get_expr(indpred, indrelid) FROM pg_index "
        "WHERE indexrelid = 'ledger.events_trust_idx'::regclass"
    ).fetchone()
    assert row is not None
    assert {word for word in row[0].split("'") if "/" in word} == set(TRUST_KINDS)


def test_rows_of_nothing_are_refused(store: LedgerStore) -> None:
    """The recorder leaves the judgement of an empty batch to the store."""
    with pytest.raises(RefusedByStoreError) as caught:
        store.append(Rows())
    assert (caught.value.code, caught.value.source, caught.value.seq) == ("batch", None, None)
