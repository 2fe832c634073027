-- What comes one event at a time, as from a live table, has a function of its own: scalars instead of
-- arrays, and one statement where there were two. And a header is compared where it stands, not looked
-- for; the empty line after it is looked for from the kind on: before it stand names, which hold none.

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
    header_length integer;
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
            header_length := octet_length(prefix) + 75;  -- and seq and kind
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
                AND substring(
                    envelopes[i] FOR header_length
                    + octet_length(seqs[i]::text) + octet_length(kinds[i])
                ) = convert_to(
                    CASE
                        WHEN only_blinded OR substring(envelopes[i] FOR 7) = blinded
                            THEN 'razao/2 ' ELSE 'razao/1 '
                    END
                    || prefix || seqs[i] || E'\n' || encode(previous[i], 'hex') || E'\n'
                    || kinds[i] || E'\n', 'UTF8'
                )
                AND position('\x0a0a'::bytea IN substring(
                    envelopes[i] FROM header_length + octet_length(seqs[i]::text) - 1
                    FOR octet_length(kinds[i]) + 36
                )) = octet_length(kinds[i]) + CASE
                    WHEN only_blinded OR substring(envelopes[i] FOR 7) = blinded THEN 35 ELSE 2
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
                header_length := octet_length(ledger_origin) + 77;  -- and source, seq and kind
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
                    AND substring(
                        envelopes[i] FOR header_length + octet_length(sources[i])
                        + octet_length(seqs[i]::text) + octet_length(kinds[i])
                    ) = convert_to(
                        CASE
                            WHEN only_blinded OR substring(envelopes[i] FOR 7) = blinded
                                THEN 'razao/2 ' ELSE 'razao/1 '
                        END
                        || ledger_origin || E'\n' || sources[i] || E'\n'
                        || seqs[i] || E'\n' || encode(previous[i], 'hex') || E'\n'
                        || kinds[i] || E'\n', 'UTF8'
                    )
                    AND position('\x0a0a'::bytea IN substring(
                        envelopes[i] FROM header_length + octet_length(sources[i])
                        + octet_length(seqs[i]::text) - 1
                        FOR octet_length(kinds[i]) + 36
                    )) = octet_length(kinds[i]) + CASE
                        WHEN only_blinded OR substring(envelopes[i] FOR 7) = blinded THEN 35 ELSE 2
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

CREATE FUNCTION ledger.append_one(
    its_source text, its_seq bigint, its_previous bytea, its_kind text,
    its_envelope bytea, its_link bytea, its_signature bytea,
    trust_seen bigint
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
    blind boolean := substring(its_envelope FOR 7) = convert_to('razao/2', 'UTF8');
    ledger_origin text;
    only_blinded boolean;
    its_position bigint;
    header bytea;
BEGIN
    -- Take the next position; whoever comes now waits here until this transaction ends.
    UPDATE ledger.head AS h
    SET position = h.position + 1,
        trust = CASE
            WHEN its_kind IN (
                'ledger-founded/1', 'ledger-founded/2', 'source-enrolled/1', 'source-enrolled/2',
                'key-rotated/1', 'key-revoked/1', 'registrars-changed/1', 'registrars-recovered/1',
                'log-key-replaced/1', 'parameter-set/1', 'approval/1', 'clock-ticked/1'
            ) THEN h.position + 1
            ELSE h.trust
        END
    WHERE trust_seen IS NULL OR h.trust = trust_seen
    RETURNING h.position, h.origin, h.blinded
    INTO its_position, ledger_origin, only_blinded;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'events of trust or time were recorded after position %', trust_seen
            USING ERRCODE = 'RZ013';
    END IF;
    IF ledger_origin IS NULL THEN
        RAISE EXCEPTION 'this ledger is not founded' USING ERRCODE = 'RZ011';
    END IF;

    blind := blind OR only_blinded;
    header := convert_to(
        CASE WHEN blind THEN 'razao/2 ' ELSE 'razao/1 ' END
        || ledger_origin || E'\n' || its_source || E'\n' || its_seq || E'\n'
        || encode(its_previous, 'hex') || E'\n' || its_kind || E'\n', 'UTF8');
    IF octet_length(its_envelope) <= 65535
        AND (its_signature IS NULL OR octet_length(its_signature) = 64)
        AND substring(its_envelope FOR octet_length(header)) = header
        AND position('\x0a0a'::bytea IN substring(
            its_envelope FROM octet_length(header) - octet_length(its_kind) - 1
            FOR octet_length(its_kind) + 36
        )) = octet_length(its_kind) + (CASE WHEN blind THEN 35 ELSE 2 END)
        AND its_link = sha256('\x00'::bytea || its_envelope)
    THEN
        -- The source's head must be where the event begins, and goes to it.
        WITH moved AS (
            UPDATE ledger.source_head AS h SET seq = its_seq, link = its_link
            WHERE h.source = its_source AND h.seq = its_seq - 1 AND h.link = its_previous
            RETURNING h.seq
        )
        INSERT INTO ledger.events (
            notification_id, originator_version, originator_id, topic, link, signature, state
        )
        SELECT its_position, its_seq, its_source, its_kind, its_link, its_signature, its_envelope
        FROM moved;
        IF FOUND THEN
            RETURN its_position;
        END IF;
    END IF;
    PERFORM ledger.refuse_append(
        ARRAY[its_source], ARRAY[its_seq], ARRAY[its_previous], ARRAY[its_kind],
        ARRAY[its_envelope], ARRAY[its_link], ARRAY[its_signature], ledger_origin, NULL
    );
    RETURN NULL;  -- never: it raises
END
$$;
ALTER FUNCTION ledger.append_one(text, bigint, bytea, text, bytea, bytea, bytea, bigint)
OWNER TO razao_owner;
REVOKE ALL ON FUNCTION ledger.append_one(text, bigint, bytea, text, bytea, bytea, bytea, bigint)
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.append_one(text, bigint, bytea, text, bytea, bytea, bytea, bigint)
TO razao_appender;
