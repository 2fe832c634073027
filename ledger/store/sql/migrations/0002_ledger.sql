-- The book of record: what was said, in one order, for ever.

CREATE SCHEMA ledger AUTHORIZATION razao_owner;
REVOKE ALL ON SCHEMA ledger FROM PUBLIC;
GRANT USAGE ON SCHEMA ledger TO razao_appender, razao_projector, razao_inspector;

-- ---------------------------------------------------------------------------------------- tables
--
-- The tables that every append touches carry no CHECK constraints and no triggers on INSERT, nor on
-- UPDATE of the heads: the server parses such expressions anew for each statement, a tenth of the time
-- of a single event. `ledger.append` is the only way in, and checks more than a constraint could.

-- Each row holds what is in the envelope (`state`), its hash, its signature and its position, nothing
-- else, so that all of it can be checked. The columns bear the names that the `eventsourcing` library
-- reads; their order leaves no padding.
CREATE TABLE ledger.events (
    notification_id bigint NOT NULL,           -- position: 1, 2, 3 … in the order of commit
    originator_version bigint NOT NULL,        -- seq: 1, 2, 3 … of the source
    originator_id text COLLATE "C" NOT NULL,   -- source
    topic text COLLATE "C" NOT NULL,           -- kind
    link bytea NOT NULL,                       -- sha256(0x00 || state): chain hash and leaf of the log
    signature bytea,                           -- of its segment, on the segment's last event
    state bytea NOT NULL,                      -- the envelope's exact bytes
    -- Filled whole, because the first only grows at its end. The second grows at the end of each source,
    -- where the server splits pages in halves: REINDEX takes 35 bytes an event from it, never needed.
    CONSTRAINT events_position_key PRIMARY KEY (notification_id) WITH (fillfactor = 100),
    CONSTRAINT events_place_key UNIQUE (originator_id, originator_version) WITH (fillfactor = 100)
) WITH (
    toast_tuple_target = 8160,                 -- what fits into a page stays in it
    autovacuum_analyze_scale_factor = 0.02
);
-- Never compressed: an envelope is written once and read for ever.
ALTER TABLE ledger.events
    ALTER COLUMN originator_id SET STORAGE EXTERNAL,
    ALTER COLUMN topic SET STORAGE EXTERNAL,
    ALTER COLUMN link SET STORAGE EXTERNAL,
    ALTER COLUMN signature SET STORAGE EXTERNAL,
    ALTER COLUMN state SET STORAGE EXTERNAL;

-- The few events that decide who may sign, so that the door opens without reading all the others.
CREATE INDEX events_trust_idx ON ledger.events (notification_id)
WHERE topic IN (
    'ledger-founded/1', 'source-enrolled/1', 'key-rotated/1', 'key-revoked/1', 'approval/1'
);

-- One row: the last position given, and the ledger's name. Its lock puts commits in order. `trust` is
-- the position of the newest batch that held an event of trust or time: a door that has not seen it
-- would judge keys by an older state, and is refused until it has.
CREATE TABLE ledger.head (
    position bigint NOT NULL,
    trust bigint NOT NULL DEFAULT 0,
    origin text COLLATE "C",
    one boolean NOT NULL DEFAULT true PRIMARY KEY
) WITH (fillfactor = 10, vacuum_truncate = false);
INSERT INTO ledger.head (position) VALUES (0);

-- The newest event of each source that may send; seq 0 and 32 zero bytes before its first.
CREATE TABLE ledger.source_head (
    seq bigint NOT NULL,
    source text COLLATE "C" PRIMARY KEY,
    link bytea NOT NULL
) WITH (fillfactor = 50, vacuum_truncate = false);

-- Bytes that the door refused and kept, once per hash, in the order they came.
CREATE TABLE ledger.kept_submission (
    received bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
    source text COLLATE "C" NOT NULL CHECK (octet_length(source) <= 256),
    code text COLLATE "C" NOT NULL CHECK (octet_length(code) <= 64),
    bytes bytea NOT NULL
);
-- One row: how many bytes were kept within the quota.
CREATE TABLE ledger.kept_size (
    bytes bigint NOT NULL CHECK (bytes >= 0),
    one boolean NOT NULL DEFAULT true PRIMARY KEY CHECK (one)
);
INSERT INTO ledger.kept_size (bytes) VALUES (0);

-- ----------------------------------------------------------------------------------- append-only

CREATE FUNCTION ledger.refuse_change() RETURNS trigger
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    RAISE EXCEPTION '% of %.% is refused: the ledger only grows; a correction is a new event',
        TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME
        USING ERRCODE = 'RZ001';
END
$$;

-- Each statement, even one that meets no row; and each row, because the apply worker of logical
-- replication, and one day statements on a partition, pass by the triggers of statements.
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.events
FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER refuse_change_of_row BEFORE UPDATE OR DELETE ON ledger.events
FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.kept_submission
FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER refuse_change_of_row BEFORE UPDATE OR DELETE ON ledger.kept_submission
FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
-- Heads move, but only the owner's functions may move them. One set wrong by hand is noticed at the
-- next append: a lower position is taken already, a higher one leaves a gap, another seq or link fits
-- no chain.
CREATE TRIGGER refuse_removal BEFORE DELETE OR TRUNCATE ON ledger.head
FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER refuse_removal BEFORE DELETE OR TRUNCATE ON ledger.source_head
FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER refuse_removal BEFORE DELETE OR TRUNCATE ON ledger.kept_size
FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- ALWAYS, because an ordinary trigger sleeps under session_replication_role = replica.
ALTER TABLE ledger.events ENABLE ALWAYS TRIGGER refuse_change;
ALTER TABLE ledger.events ENABLE ALWAYS TRIGGER refuse_change_of_row;
ALTER TABLE ledger.kept_submission ENABLE ALWAYS TRIGGER refuse_change;
ALTER TABLE ledger.kept_submission ENABLE ALWAYS TRIGGER refuse_change_of_row;
ALTER TABLE ledger.head ENABLE ALWAYS TRIGGER refuse_removal;
ALTER TABLE ledger.source_head ENABLE ALWAYS TRIGGER refuse_removal;
ALTER TABLE ledger.kept_size ENABLE ALWAYS TRIGGER refuse_removal;

-- ---------------------------------------------------------------------------------------- append
--
-- Refusals: SQLSTATE, then what it means. DETAIL is always `source:seq` of the first guilty event,
-- or empty where no event is to blame.
--
--   RZ001  an attempt to change what is recorded
--   RZ010  not a batch: empty, over 1,000 events or 4 MB, arrays of different lengths
--   RZ011  the ledger is not founded, or has another name already
--   RZ012  not a name
--   RZ013  events of trust or time were recorded that the door has not seen
--   RZ020  no such source is enrolled
--   RZ021  gap: events before this one are missing
--   RZ022  taken: an event is recorded at this place
--   RZ023  fork: the previous link is not the link of the event before
--   RZ024  the envelope's header does not say what the columns say, or the envelope is too large
--   RZ025  the link is not the hash of the envelope
--   RZ026  the signature has an impossible size

-- Says which event is to blame, and for what. Only called when something is wrong, before or after
-- the insert, so that the way of the good needs to know only *that* all is well. `heads_moved` names
-- the sources whose head this transaction has moved already: theirs is not to blame.
CREATE FUNCTION ledger.refuse_append(
    sources text[], seqs bigint[], previous bytea[], kinds text[],
    envelopes bytea[], links bytea[], signatures bytea[],
    ledger_origin text, heads_moved text[]
) RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    head record;
    header bytea;
    name text;
    before integer[];
    seq_before bigint;
    link_before bytea;
BEGIN
    SELECT array_agg(e.i_before ORDER BY e.i) INTO before
    FROM (
        SELECT u.i, lag(u.i) OVER (PARTITION BY u.source COLLATE "C" ORDER BY u.i) AS i_before
        FROM unnest(sources) WITH ORDINALITY AS u (source, i)
    ) AS e;
    FOR i IN 1 .. cardinality(sources) LOOP
        EXIT WHEN sources[i] IS NULL OR seqs[i] IS NULL OR previous[i] IS NULL
            OR kinds[i] IS NULL OR envelopes[i] IS NULL OR links[i] IS NULL;
        name := sources[i] || ':' || seqs[i];
        IF before[i] IS NOT NULL THEN
            seq_before := seqs[before[i]];
            link_before := links[before[i]];
        ELSIF sources[i] COLLATE "C" = ANY (heads_moved) THEN
            seq_before := seqs[i] - 1;
            link_before := previous[i];
        ELSE
            SELECT h.seq, h.link INTO head
            FROM ledger.source_head AS h WHERE h.source = sources[i];
            IF NOT FOUND THEN
                RAISE EXCEPTION 'source % is not enrolled', sources[i]
                    USING ERRCODE = 'RZ020', DETAIL = name;
            END IF;
            seq_before := head.seq;
            link_before := head.link;
        END IF;
        IF seqs[i] <= seq_before THEN
            RAISE EXCEPTION '%: this place is taken, expected seq %', name, seq_before + 1
                USING ERRCODE = 'RZ022', DETAIL = name;
        ELSIF seqs[i] <> seq_before + 1 THEN
            RAISE EXCEPTION '%: expected seq % next', name, seq_before + 1
                USING ERRCODE = 'RZ021', DETAIL = name;
        ELSIF previous[i] <> link_before THEN
            RAISE EXCEPTION '%: expected previous link %, got %',
                name, encode(link_before, 'hex'), encode(previous[i], 'hex')
                USING ERRCODE = 'RZ023', DETAIL = name;
        END IF;
        header := convert_to(
            'razao/1 ' || ledger_origin || E'\n' || sources[i] || E'\n' || seqs[i] || E'\n'
            || encode(previous[i], 'hex') || E'\n' || kinds[i] || E'\n\n', 'UTF8');
        IF octet_length(envelopes[i]) > 65535 THEN
            RAISE EXCEPTION '%: an envelope has at most 65535 bytes, this %',
                name, octet_length(envelopes[i])
                USING ERRCODE = 'RZ024', DETAIL = name;
        ELSIF substring(envelopes[i] FOR octet_length(header)) <> header THEN
            RAISE EXCEPTION '%: expected the header %, got %', name,
                encode(header, 'escape'),
                encode(substring(envelopes[i] FOR octet_length(header)), 'escape')
                USING ERRCODE = 'RZ024', DETAIL = name;
        ELSIF links[i] <> sha256('\x00'::bytea || envelopes[i]) THEN
            RAISE EXCEPTION '%: expected link %, got %', name,
                encode(sha256('\x00'::bytea || envelopes[i]), 'hex'), encode(links[i], 'hex')
                USING ERRCODE = 'RZ025', DETAIL = name;
        ELSIF octet_length(signatures[i]) <> 64 THEN
            RAISE EXCEPTION '%: a signature has 64 bytes, this %',
                name, octet_length(signatures[i])
                USING ERRCODE = 'RZ026', DETAIL = name;
        END IF;
    END LOOP;
    RAISE EXCEPTION 'the arrays are no batch of events: a value is missing, or one does not start at 1'
        USING ERRCODE = 'RZ010';
END
$$;

-- Records a batch, all of it or nothing; returns its first position. What a crash leaves:
--
--   1. after the head's UPDATE: the transaction ends with its connection, the numbers go back, and
--      the next writer, who waited for the lock, takes the same ones. Hence no gaps, ever.
--   2. after the check, 3. after the INSERT, 4. after the heads of the sources: the same.
--   5. after COMMIT is on disk, before the answer: all is recorded and the caller does not know. He
--      reads (source, seq, link) and finds out, or sends again and is told that the place is taken.
--
-- Every statement after the first sees all that was committed before the lock was given, as each takes
-- its own snapshot (READ COMMITTED); in a stricter transaction the first one fails instead.
-- Elements are read by subscript, which costs nothing on an array that plpgsql holds apart, where an
-- unnest of seven arrays copies each envelope twice. Plans are generic: planning for the arrays at
-- hand would copy them into the plan.
CREATE FUNCTION ledger.append(
    sources text[], seqs bigint[], previous bytea[], kinds text[],
    envelopes bytea[], links bytea[], signatures bytea[],
    trust_seen bigint
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
    event_count CONSTANT integer := cardinality(envelopes);
    one_source CONSTANT text := sources[1];
    first_seq CONSTANT bigint := seqs[1];
    ledger_origin text;
    position_before bigint;
    prefix text;
    firsts integer[];
    lasts integer[];
    heads_moved text[];
    good integer;
BEGIN
    IF (
        event_count BETWEEN 1 AND 1000
        AND cardinality(sources) = event_count AND cardinality(seqs) = event_count
        AND cardinality(previous) = event_count AND cardinality(kinds) = event_count
        AND cardinality(links) = event_count AND cardinality(signatures) = event_count
        AND pg_column_size(envelopes) <= 4194304
    ) IS NOT TRUE THEN
        RAISE EXCEPTION 'a batch is seven arrays of 1 to 1000 events and at most 4 MB; this has % events',
            coalesce(event_count, 0)
            USING ERRCODE = 'RZ010';
    END IF;

    -- 1. Take the next positions; whoever comes now waits here until this transaction ends.
    UPDATE ledger.head AS h
    SET position = h.position + event_count,
        trust = CASE
            WHEN kinds && ARRAY[
                'ledger-founded/1', 'source-enrolled/1', 'key-rotated/1', 'key-revoked/1',
                'approval/1', 'clock-ticked/1'
            ] THEN h.position + event_count
            ELSE h.trust
        END
    WHERE trust_seen IS NULL OR h.trust = trust_seen
    RETURNING h.position - event_count, h.origin INTO position_before, ledger_origin;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'events of trust or time were recorded after position %', trust_seen
            USING ERRCODE = 'RZ013';
    END IF;
    IF ledger_origin IS NULL THEN
        RAISE EXCEPTION 'this ledger is not founded' USING ERRCODE = 'RZ011';
    END IF;

    IF one_source COLLATE "C" = ALL (sources) THEN
        -- 2. and 4. One source: its head must be where the batch begins, and goes to where it ends.
        UPDATE ledger.source_head AS h
        SET seq = first_seq + event_count - 1, link = links[event_count]
        WHERE h.source = one_source AND h.seq = first_seq - 1 AND h.link = previous[1];
        IF FOUND THEN
            heads_moved := ARRAY[one_source];
            prefix := 'razao/1 ' || ledger_origin || E'\n' || one_source || E'\n';
            -- 3. Record what continues the event before it and is what its columns say.
            INSERT INTO ledger.events (
                notification_id, originator_version, originator_id, topic, link, signature, state
            )
            SELECT
                position_before + i, seqs[i], one_source, kinds[i], links[i], signatures[i],
                envelopes[i]
            FROM generate_series(1, event_count) AS i
            WHERE seqs[i] = first_seq - 1 + i
                AND (i = 1 OR previous[i] = links[i - 1])
                AND octet_length(envelopes[i]) <= 65535
                AND (signatures[i] IS NULL OR octet_length(signatures[i]) = 64)
                AND position(
                    convert_to(
                        prefix || seqs[i] || E'\n' || encode(previous[i], 'hex') || E'\n'
                        || kinds[i] || E'\n\n', 'UTF8'
                    ) IN envelopes[i]
                ) = 1
                AND links[i] = sha256('\x00'::bytea || envelopes[i]);
            GET DIAGNOSTICS good = ROW_COUNT;
        END IF;
    ELSE
        -- 2. Several sources: each event but a source's first continues the one before it.
        SELECT
            count(*) FILTER (
                WHERE seqs[e.i] = seqs[e.i_before] + 1 AND previous[e.i] = links[e.i_before]
            ),
            array_agg(e.i) FILTER (WHERE e.i_before IS NULL),
            array_agg(e.i) FILTER (WHERE e.i_after IS NULL)
        INTO good, firsts, lasts
        FROM (
            SELECT u.i, lag(u.i) OVER run AS i_before, lead(u.i) OVER run AS i_after
            FROM unnest(sources) WITH ORDINALITY AS u (source, i)
            WINDOW run AS (PARTITION BY u.source COLLATE "C" ORDER BY u.i)
        ) AS e;
        IF good + cardinality(firsts) = event_count THEN
            -- 2. and 4. Each source's head must be where its events begin, and goes to where they end.
            WITH moved AS (
                UPDATE ledger.source_head AS h SET seq = seqs[r.l], link = links[r.l]
                FROM unnest(firsts, lasts) AS r (f, l)
                WHERE h.source = sources[r.f] AND h.source = sources[r.l]
                    AND h.seq = seqs[r.f] - 1 AND h.link = previous[r.f]
                RETURNING h.source
            )
            SELECT array_agg(m.source) INTO heads_moved FROM moved AS m;
            IF cardinality(heads_moved) = cardinality(firsts) THEN
                -- 3. Record what is what its columns say.
                INSERT INTO ledger.events (
                    notification_id, originator_version, originator_id, topic, link, signature, state
                )
                SELECT
                    position_before + i, seqs[i], sources[i], kinds[i], links[i], signatures[i],
                    envelopes[i]
                FROM generate_series(1, event_count) AS i
                WHERE octet_length(envelopes[i]) <= 65535
                    AND (signatures[i] IS NULL OR octet_length(signatures[i]) = 64)
                    AND position(
                        convert_to(
                            'razao/1 ' || ledger_origin || E'\n' || sources[i] || E'\n'
                            || seqs[i] || E'\n' || encode(previous[i], 'hex') || E'\n'
                            || kinds[i] || E'\n\n', 'UTF8'
                        ) IN envelopes[i]
                    ) = 1
                    AND links[i] = sha256('\x00'::bytea || envelopes[i]);
                GET DIAGNOSTICS good = ROW_COUNT;
            END IF;
        END IF;
    END IF;

    IF heads_moved IS NULL OR good IS DISTINCT FROM event_count THEN
        PERFORM ledger.refuse_append(
            sources, seqs, previous, kinds, envelopes, links, signatures,
            ledger_origin, heads_moved
        );
    END IF;
    RETURN position_before + 1;
END
$$;

-- ------------------------------------------------------------------------------- around the append

-- Gives the ledger its name, once; giving it the same name again changes nothing.
CREATE FUNCTION ledger.found(origin text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    given text;
BEGIN
    IF (found.origin ~ '^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$') IS NOT TRUE THEN
        RAISE EXCEPTION 'no name for a ledger: %', found.origin USING ERRCODE = 'RZ012';
    END IF;
    SELECT h.origin INTO given FROM ledger.head AS h FOR UPDATE;
    IF given IS NULL THEN
        UPDATE ledger.head AS h SET origin = found.origin;
    ELSIF given COLLATE "C" <> found.origin THEN
        RAISE EXCEPTION 'this ledger is % already, it cannot become %', given, found.origin
            USING ERRCODE = 'RZ011';
    END IF;
END
$$;

-- Lets sources begin their chains; those that have one keep it.
CREATE FUNCTION ledger.enrol_sources(sources text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    bad text;
BEGIN
    SELECT u.source INTO bad FROM unnest(sources) AS u (source)
    WHERE (u.source ~ '^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$') IS NOT TRUE
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'no name for a source: %', bad USING ERRCODE = 'RZ012';
    END IF;
    -- In one order, so that two who enrol at once do not wait for each other in a circle.
    INSERT INTO ledger.source_head (seq, source, link)
    SELECT DISTINCT 0, u.source COLLATE "C", decode(repeat('00', 32), 'hex')
    FROM unnest(sources) AS u (source)
    WHERE NOT EXISTS (SELECT FROM ledger.source_head AS h WHERE h.source = u.source)
    ORDER BY 2
    ON CONFLICT ON CONSTRAINT source_head_pkey DO NOTHING;
END
$$;

-- Keeps refused bytes, once per hash: within a quota of 64 MB, or, where they prove something, always.
-- Returns whether they are kept now.
CREATE FUNCTION ledger.keep_submission(source text, code text, bytes bytea, always boolean)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    hash_of CONSTANT bytea := sha256(keep_submission.bytes);
BEGIN
    IF EXISTS (SELECT FROM ledger.kept_submission AS k WHERE k.hash = hash_of) THEN
        RETURN true;
    END IF;
    IF always IS NOT TRUE THEN
        UPDATE ledger.kept_size AS s SET bytes = s.bytes + octet_length(keep_submission.bytes)
        WHERE s.bytes + octet_length(keep_submission.bytes) <= 67108864;
        IF NOT FOUND THEN
            RETURN false;
        END IF;
    END IF;
    INSERT INTO ledger.kept_submission (hash, source, code, bytes)
    VALUES (hash_of, keep_submission.source, keep_submission.code, keep_submission.bytes)
    ON CONFLICT ON CONSTRAINT kept_submission_pkey DO NOTHING;
    RETURN true;
END
$$;

-- --------------------------------------------------------------------------- owner and privileges

ALTER TABLE ledger.events OWNER TO razao_owner;
ALTER TABLE ledger.head OWNER TO razao_owner;
ALTER TABLE ledger.source_head OWNER TO razao_owner;
ALTER TABLE ledger.kept_submission OWNER TO razao_owner;
ALTER TABLE ledger.kept_size OWNER TO razao_owner;
ALTER FUNCTION ledger.refuse_change() OWNER TO razao_owner;
ALTER FUNCTION ledger.refuse_append(
    text[], bigint[], bytea[], text[], bytea[], bytea[], bytea[], text, text[]
) OWNER TO razao_owner;
ALTER FUNCTION ledger.append(
    text[], bigint[], bytea[], text[], bytea[], bytea[], bytea[], bigint
)
OWNER TO razao_owner;
ALTER FUNCTION ledger.found(text) OWNER TO razao_owner;
ALTER FUNCTION ledger.enrol_sources(text[]) OWNER TO razao_owner;
ALTER FUNCTION ledger.keep_submission(text, text, bytea, boolean) OWNER TO razao_owner;

-- A new function is everybody's until it is taken from them.
REVOKE ALL ON ALL TABLES IN SCHEMA ledger FROM PUBLIC;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA ledger FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ledger FROM PUBLIC;

GRANT EXECUTE ON FUNCTION
ledger.append(
    text[], bigint[], bytea[], text[], bytea[], bytea[], bytea[], bigint
),
ledger.found(text),
ledger.enrol_sources(text[]),
ledger.keep_submission(text, text, bytea, boolean)
TO razao_appender;

-- The appender reads, too: the door answers a repeat with what is recorded, and the library's recorder
-- reads where it writes. Reading gives it nothing to change.
GRANT SELECT ON ledger.events, ledger.head, ledger.source_head
TO razao_appender, razao_projector, razao_inspector;
GRANT SELECT ON ledger.kept_submission, ledger.kept_size TO razao_inspector;
