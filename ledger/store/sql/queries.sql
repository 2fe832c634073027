-- What the recorder and the reader ask. Columns stand in the order of `ledger.reader.Row`.

-- append: Records a batch; seven arrays, one call, one transaction.
SELECT ledger.append($1, $2, $3, $4, $5, $6, $7, $8);

-- append_one: Records a single event.
SELECT ledger.append_one($1, $2, $3, $4, $5, $6, $7, $8);

-- found: Gives the ledger its name and format, once.
SELECT ledger.found(%s, %s);

-- origin: The ledger's name; null before it is founded.
SELECT origin FROM ledger.head;

-- blinded: Whether the ledger takes blinded envelopes only.
SELECT blinded FROM ledger.head;

-- position: The last position given; 0 before the first event.
SELECT position FROM ledger.head;

-- trust_seen: The position of the newest batch that held an event of trust or time.
SELECT trust FROM ledger.head;

-- enrol: Lets sources begin their chains.
SELECT ledger.enrol_sources(%s);

-- keep: Keeps refused bytes, within the quota or always.
SELECT ledger.keep_submission(%s, %s, %s, %s);

-- head: The newest event of a source; seq 0 before its first.
SELECT seq, link FROM ledger.source_head WHERE source = %s;

-- heads: The newest event of every source.
SELECT source, seq, link FROM ledger.source_head ORDER BY source;

-- links: Position and link of a source's events in a range of seq.
SELECT notification_id, link FROM ledger.events
WHERE originator_id = %s AND originator_version BETWEEN %s AND %s
ORDER BY originator_version;

-- page: The events after a position, as many as asked for.
SELECT notification_id, originator_id, originator_version, topic, state, link, signature
FROM ledger.events
WHERE notification_id > %s ORDER BY notification_id LIMIT %s;

-- linked: The same without signatures.
SELECT notification_id, originator_id, originator_version, topic, state, link
FROM ledger.events
WHERE notification_id > %s ORDER BY notification_id LIMIT %s;

-- page_back: The events before a position, the nearest first.
SELECT notification_id, originator_id, originator_version, topic, state, link, signature
FROM ledger.events
WHERE notification_id < %s ORDER BY notification_id DESC LIMIT %s;

-- at: The event at a position.
SELECT notification_id, originator_id, originator_version, topic, state, link, signature
FROM ledger.events
WHERE notification_id = %s;

-- several: The events at several positions.
SELECT notification_id, originator_id, originator_version, topic, state, link, signature
FROM ledger.events
WHERE notification_id = ANY(%s) ORDER BY notification_id;

-- of_kind: All events of a kind, found by reading the log.
SELECT notification_id, originator_id, originator_version, topic, state, link, signature
FROM ledger.events
WHERE topic = %s ORDER BY notification_id;

-- event: The event with a seq of a source.
SELECT notification_id, originator_id, originator_version, topic, state, link, signature
FROM ledger.events
WHERE originator_id = %s AND originator_version = %s;

-- source_range: A source's events in a range of seq, as many as asked for.
SELECT notification_id, originator_id, originator_version, topic, state, link, signature
FROM ledger.events
WHERE originator_id = %s AND originator_version BETWEEN %s AND %s
ORDER BY originator_version LIMIT %s;

-- segment_end: The last event of the segment that holds a seq of a source: the next one that is signed.
SELECT originator_version FROM ledger.events
WHERE originator_id = %s AND originator_version BETWEEN %s AND %s AND signature IS NOT NULL
ORDER BY originator_version LIMIT 1;

-- segment_before: The last event of the segment before.
SELECT originator_version FROM ledger.events
WHERE originator_id = %s AND originator_version BETWEEN %s AND %s AND signature IS NOT NULL
ORDER BY originator_version DESC LIMIT 1;

-- segment: Of a source's events in a range of seq: how many left for an archive, what they are known by.
SELECT count(*) FILTER (WHERE state = ''::bytea),
    (
        SELECT state FROM ledger.events WHERE originator_id = %s AND originator_version = %s
    ),
    string_agg(link, ''::bytea ORDER BY originator_version),
    (array_agg(signature ORDER BY originator_version DESC))[1],
    bool_and(substring(state FOR 8) = %s)
FROM ledger.events
WHERE originator_id = %s AND originator_version BETWEEN %s AND %s;

-- alone: Which of these events are a segment by themselves: signed, and the one before is, too.
SELECT e.originator_id, e.originator_version FROM ledger.events AS e
WHERE e.notification_id = ANY(%s) AND e.signature IS NOT NULL AND (
    e.originator_version = 1 OR EXISTS (
        SELECT FROM ledger.events AS b
        WHERE b.originator_id = e.originator_id
        AND b.originator_version = e.originator_version - 1 AND b.signature IS NOT NULL
    )
);

-- newest_until: The newest event of a frequent kind up to a position, looking back from there.
SELECT notification_id, originator_id, originator_version, topic, state, link, signature
FROM ledger.events
WHERE topic = %s AND notification_id <= %s ORDER BY notification_id DESC LIMIT 1;

-- trust: The events that decide who may sign; the words are those of the index events_trust_idx.
SELECT notification_id, originator_id, originator_version, topic, state, link, signature
FROM ledger.events
WHERE topic IN (
    'ledger-founded/1', 'ledger-founded/2', 'source-enrolled/1', 'source-enrolled/2',
    'key-rotated/1', 'key-revoked/1', 'registrars-changed/1', 'registrars-recovered/1',
    'log-key-replaced/1', 'parameter-set/1', 'approval/1'
) AND notification_id > %s
ORDER BY notification_id;

-- newest: The newest event of a kind, looking back from the head.
SELECT notification_id, originator_id, originator_version, topic, state, link, signature
FROM ledger.events
WHERE topic = %s
ORDER BY notification_id DESC LIMIT 1;

-- clock: What the latest tick of a source says; the words are those of the index events_clock_idx.
SELECT substring(state FROM position('{"at":"'::bytea IN state) + 7 FOR 27)
FROM ledger.events
WHERE topic = 'clock-ticked/1' AND originator_id = %s
ORDER BY substring(state FROM position('{"at":"'::bytea IN state) + 7 FOR 27) DESC LIMIT 100;

-- copy: A range of positions, for a reader that wants everything.
COPY (
    SELECT notification_id, originator_id, originator_version, topic, link, signature, state
    FROM ledger.events
    WHERE notification_id BETWEEN {first} AND {last} ORDER BY notification_id
) TO STDOUT (FORMAT binary);

-- copy_facts: The same without link and signature, for a reader that trusts `verify`.
COPY (
    SELECT notification_id, originator_id, originator_version, topic, state
    FROM ledger.events
    WHERE notification_id BETWEEN {first} AND {last} ORDER BY notification_id
) TO STDOUT (FORMAT binary);
