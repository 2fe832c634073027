-- More kinds decide who may sign: registrars that are changed, or named by the Authority's sealed key,
-- and the log's next keys. The index and the append function know their words; of the function
-- nothing else changes. The ledger's clock is the latest of its ticks: an index finds it at once.
DROP INDEX ledger.events_trust_idx;
CREATE INDEX events_trust_idx ON ledger.events (notification_id)
WHERE topic IN (
    'ledger-founded/1', 'ledger-founded/2', 'source-enrolled/1', 'source-enrolled/2',
    'key-rotated/1', 'key-revoked/1', 'registrars-changed/1', 'registrars-recovered/1',
    'log-key-replaced/1', 'parameter-set/1', 'approval/1'
);
CREATE INDEX events_clock_idx ON ledger.events (
    substring(state FROM position('{"at":"'::bytea IN state) + 7 FOR 27)
) WHERE topic = 'clock-ticked/1';

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
                'key-rotated/1', 'key-revoked/1', 'registrars-changed/1', 'registrars-recovered/1',
                'log-key-replaced/1', 'parameter-set/1', 'approval/1', 'clock-ticked/1'
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
