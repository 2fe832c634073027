-- Envelopes of the format razao/2: after the kind a line of 16 random bytes, so that a link tells
-- nothing of what it covers. A ledger that begins with one takes no other; an older one takes both.

ALTER TABLE ledger.head ADD COLUMN blinded boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION ledger.refuse_append(
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
    form text;
    only_blinded CONSTANT boolean := (SELECT h.blinded FROM ledger.head AS h);
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
        form := CASE
            WHEN only_blinded OR substring(envelopes[i] FOR 7) = convert_to('razao/2', 'UTF8')
                THEN 'razao/2 ' ELSE 'razao/1 '
        END;
        header := convert_to(
            form || ledger_origin || E'\n' || sources[i] || E'\n' || seqs[i] || E'\n'
            || encode(previous[i], 'hex') || E'\n' || kinds[i] || E'\n', 'UTF8');
        IF octet_length(envelopes[i]) > 65535 THEN
            RAISE EXCEPTION '%: an envelope has at most 65535 bytes, this %',
                name, octet_length(envelopes[i])
                USING ERRCODE = 'RZ024', DETAIL = name;
        ELSIF substring(envelopes[i] FOR octet_length(header)) <> header THEN
            RAISE EXCEPTION '%: expected the header %, got %', name,
                encode(header, 'escape'),
                encode(substring(envelopes[i] FOR octet_length(header)), 'escape')
                USING ERRCODE = 'RZ024', DETAIL = name;
        ELSIF position('\x0a0a'::bytea IN envelopes[i])
            <> octet_length(header) + 33 * (form = 'razao/2 ')::integer
        THEN
            RAISE EXCEPTION '%: after the kind expected %, got %', name,
                CASE form
                    WHEN 'razao/2 ' THEN 'a blind of 32 hex digits and an empty line'
                    ELSE 'an empty line'
                END,
                encode(substring(envelopes[i] FROM octet_length(header) + 1 FOR 34), 'escape')
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

CREATE OR REPLACE FUNCTION ledger.append(
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
    blinded CONSTANT bytea := convert_to('razao/2', 'UTF8');
    ledger_origin text;
    only_blinded boolean;
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
                'ledger-founded/1', 'ledger-founded/2', 'source-enrolled/1', 'source-enrolled/2',
                'key-rotated/1', 'key-revoked/1', 'parameter-set/1', 'approval/1', 'clock-ticked/1'
            ] THEN h.position + event_count
            ELSE h.trust
        END
    WHERE trust_seen IS NULL OR h.trust = trust_seen
    RETURNING h.position - event_count, h.origin, h.blinded
    INTO position_before, ledger_origin, only_blinded;
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
            prefix := ledger_origin || E'\n' || one_source || E'\n';
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
                        CASE
                            WHEN only_blinded OR substring(envelopes[i] FOR 7) = blinded
                                THEN 'razao/2 ' ELSE 'razao/1 '
                        END
                        || prefix || seqs[i] || E'\n' || encode(previous[i], 'hex') || E'\n'
                        || kinds[i] || E'\n', 'UTF8'
                    ) IN envelopes[i]
                ) = 1
                AND position('\x0a0a'::bytea IN envelopes[i]) =
                    octet_length(prefix) + octet_length(seqs[i]::text) + octet_length(kinds[i])
                    + CASE
                        WHEN only_blinded OR substring(envelopes[i] FOR 7) = blinded
                            THEN 108 ELSE 75
                    END
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
                            CASE
                                WHEN only_blinded OR substring(envelopes[i] FOR 7) = blinded
                                    THEN 'razao/2 ' ELSE 'razao/1 '
                            END
                            || ledger_origin || E'\n' || sources[i] || E'\n'
                            || seqs[i] || E'\n' || encode(previous[i], 'hex') || E'\n'
                            || kinds[i] || E'\n', 'UTF8'
                        ) IN envelopes[i]
                    ) = 1
                    AND position('\x0a0a'::bytea IN envelopes[i]) =
                        octet_length(ledger_origin) + octet_length(sources[i])
                        + octet_length(seqs[i]::text) + octet_length(kinds[i])
                        + CASE
                            WHEN only_blinded OR substring(envelopes[i] FOR 7) = blinded
                                THEN 110 ELSE 77
                        END
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

-- Gives the ledger its name and format, once; giving it the same again changes nothing.
DROP FUNCTION ledger.found(text);
CREATE FUNCTION ledger.found(origin text, blinded boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    given text;
BEGIN
    IF (found.origin ~ '^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$' AND found.blinded IS NOT NULL) IS NOT TRUE
    THEN
        RAISE EXCEPTION 'no name for a ledger: %', found.origin USING ERRCODE = 'RZ012';
    END IF;
    SELECT h.origin INTO given FROM ledger.head AS h FOR UPDATE;
    IF given IS NULL THEN
        UPDATE ledger.head AS h SET origin = found.origin, blinded = found.blinded;
    ELSIF given COLLATE "C" <> found.origin THEN
        RAISE EXCEPTION 'this ledger is % already, it cannot become %', given, found.origin
            USING ERRCODE = 'RZ011';
    END IF;
END
$$;
ALTER FUNCTION ledger.found(text, boolean) OWNER TO razao_owner;
REVOKE ALL ON FUNCTION ledger.found(text, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.found(text, boolean) TO razao_appender;
