-- Ranges that left: of events that an archive has twice, sealed and verified, the envelopes and
-- signatures give way to a mark, which is that they are empty. Position, source, seq, kind and link
-- stay, and with them order, chains, tiles and roots. The link is the envelope's hash: whatever an
-- archive gives back is proved here. Whoever owns the ledger drops, and nobody else.
--
--   RZ050  the range is not the next one, or no checkpoint that the log signed covers it
--   RZ051  an event is not what the archive has
--   RZ052  an event may not leave, or its range was not dropped

-- Which range left, into which seal, and where copies of it stood then. A range that was put back and
-- dropped again stands once more.
CREATE TABLE ledger.dropped (
    number bigint GENERATED ALWAYS AS IDENTITY,
    first bigint NOT NULL,
    last bigint NOT NULL,
    seal bytea NOT NULL,                       -- SHA-256 of the seal
    archives text[] COLLATE "C" NOT NULL,
    CONSTRAINT dropped_pkey PRIMARY KEY (number),
    CONSTRAINT dropped_range_check CHECK (first >= 1 AND last >= first),
    CONSTRAINT dropped_seal_check CHECK (octet_length(seal) = 32),
    CONSTRAINT dropped_archives_check CHECK (cardinality(archives) >= 2)
);
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.dropped
FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
ALTER TABLE ledger.dropped ENABLE ALWAYS TRIGGER refuse_change;

-- Kinds whose envelopes never leave: who may sign and when, what tells what every other event meant,
-- and what statements inside of the database search or read.
CREATE FUNCTION ledger.stays(kind text) RETURNS boolean
LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp
AS $$
    SELECT split_part(kind, '/', 1) IN (
        'ledger-founded', 'source-enrolled', 'key-rotated', 'key-revoked', 'registrars-changed',
        'registrars-recovered', 'log-key-replaced', 'parameter-set', 'approval', 'clock-ticked',
        'casino-registered', 'correction', 'opening-declared', 'access-granted', 'access-withdrawn',
        'submission-refused', 'staff-changed', 'table-opened', 'machine-homologated',
        'dispute-opened', 'dispute-answered', 'dispute-decided', 'appeal', 'evidence-attached',
        'settlement-paid'
    )
$$;

-- Says that a range leaves: the first that was not said yet, or one that was.
CREATE FUNCTION ledger.begin_drop(first bigint, last bigint, seal bytea, archives text[])
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    expected bigint;
BEGIN
    LOCK TABLE ledger.dropped IN SHARE ROW EXCLUSIVE MODE;
    SELECT coalesce(max(d.last), 0) + 1 INTO expected FROM ledger.dropped AS d;
    IF begin_drop.first <> expected AND NOT EXISTS (
        SELECT FROM ledger.dropped AS d
        WHERE d.first = begin_drop.first AND d.last = begin_drop.last
    ) THEN
        RAISE EXCEPTION 'positions % to %: expected a range that begins at %, where the last one '
            'that left ended', begin_drop.first, begin_drop.last, expected
            USING ERRCODE = 'RZ050';
    END IF;
    IF NOT EXISTS (SELECT FROM ledger.published AS p WHERE p.size >= begin_drop.last) THEN
        RAISE EXCEPTION 'positions % to %: no checkpoint that the log signed covers them',
            begin_drop.first, begin_drop.last
            USING ERRCODE = 'RZ050';
    END IF;
    IF NOT EXISTS (
        SELECT FROM ledger.dropped AS d
        WHERE d.first = begin_drop.first AND d.last = begin_drop.last
            AND d.seal = begin_drop.seal AND d.archives = begin_drop.archives
    ) THEN
        INSERT INTO ledger.dropped (first, last, seal, archives)
        VALUES (begin_drop.first, begin_drop.last, begin_drop.seal, begin_drop.archives);
    END IF;
END
$$;

-- Puts the mark in the place of envelopes and signatures, of all these events or of none. The archive
-- has of each the link and the signature that stand here, and the envelope that stands here has that
-- link. The triggers that refuse every change sleep within this transaction alone; who appends waits.
CREATE FUNCTION ledger.drop_events(positions bigint[], links bytea[], signatures bytea[])
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    bad bigint;
    done bigint;
BEGIN
    IF (
        cardinality(positions) BETWEEN 1 AND 10000 AND cardinality(links) = cardinality(positions)
        AND cardinality(signatures) = cardinality(positions)
    ) IS NOT TRUE THEN
        RAISE EXCEPTION 'expected three arrays of 1 to 10000 events' USING ERRCODE = 'RZ051';
    END IF;
    SELECT g.position INTO bad
    FROM unnest(positions) AS g (position)
    LEFT JOIN ledger.events AS e ON e.notification_id = g.position
    WHERE e.topic IS NULL OR ledger.stays(e.topic) OR NOT EXISTS (
        SELECT FROM ledger.dropped AS d WHERE g.position BETWEEN d.first AND d.last
    )
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'position %: its kind stays, or its range was not said to leave', bad
            USING ERRCODE = 'RZ052';
    END IF;
    SELECT g.position INTO bad
    FROM unnest(positions, links, signatures) AS g (position, link, signature)
    JOIN ledger.events AS e ON e.notification_id = g.position
    WHERE e.link IS DISTINCT FROM g.link OR CASE
        WHEN e.state = ''::bytea THEN (e.signature IS NULL) <> (g.signature IS NULL)
        ELSE e.signature IS DISTINCT FROM g.signature
            OR sha256('\x00'::bytea || e.state) <> e.link
    END
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'position %: it is not what the archive has', bad USING ERRCODE = 'RZ051';
    END IF;
    ALTER TABLE ledger.events DISABLE TRIGGER refuse_change;
    ALTER TABLE ledger.events DISABLE TRIGGER refuse_change_of_row;
    UPDATE ledger.events AS e
    SET state = ''::bytea,
        signature = CASE WHEN e.signature IS NOT NULL THEN ''::bytea END
    WHERE e.notification_id = ANY (positions) AND e.state <> ''::bytea;
    GET DIAGNOSTICS done = ROW_COUNT;
    ALTER TABLE ledger.events ENABLE ALWAYS TRIGGER refuse_change;
    ALTER TABLE ledger.events ENABLE ALWAYS TRIGGER refuse_change_of_row;
    RETURN done;
END
$$;

-- Puts envelopes and signatures back in the place of the mark: those of whose link they are.
CREATE FUNCTION ledger.put_back(positions bigint[], envelopes bytea[], signatures bytea[])
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    bad bigint;
    done bigint;
BEGIN
    IF (
        cardinality(positions) BETWEEN 1 AND 10000
        AND cardinality(envelopes) = cardinality(positions)
        AND cardinality(signatures) = cardinality(positions)
    ) IS NOT TRUE THEN
        RAISE EXCEPTION 'expected three arrays of 1 to 10000 events' USING ERRCODE = 'RZ051';
    END IF;
    SELECT g.position INTO bad
    FROM unnest(positions, envelopes, signatures) AS g (position, envelope, signature)
    LEFT JOIN ledger.events AS e ON e.notification_id = g.position
    WHERE sha256('\x00'::bytea || g.envelope) IS DISTINCT FROM e.link
        OR (e.signature IS NULL) <> (g.signature IS NULL) OR octet_length(g.signature) <> 64
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'position %: it is not what the archive has', bad USING ERRCODE = 'RZ051';
    END IF;
    ALTER TABLE ledger.events DISABLE TRIGGER refuse_change;
    ALTER TABLE ledger.events DISABLE TRIGGER refuse_change_of_row;
    UPDATE ledger.events AS e
    SET state = g.envelope, signature = g.signature
    FROM unnest(positions, envelopes, signatures) AS g (position, envelope, signature)
    WHERE e.notification_id = g.position AND e.state = ''::bytea;
    GET DIAGNOSTICS done = ROW_COUNT;
    ALTER TABLE ledger.events ENABLE ALWAYS TRIGGER refuse_change;
    ALTER TABLE ledger.events ENABLE ALWAYS TRIGGER refuse_change_of_row;
    RETURN done;
END
$$;

-- --------------------------------------------------------------------------- owner and privileges

ALTER TABLE ledger.dropped OWNER TO razao_owner;
ALTER FUNCTION ledger.stays(text) OWNER TO razao_owner;
ALTER FUNCTION ledger.begin_drop(bigint, bigint, bytea, text[]) OWNER TO razao_owner;
ALTER FUNCTION ledger.drop_events(bigint[], bytea[], bytea[]) OWNER TO razao_owner;
ALTER FUNCTION ledger.put_back(bigint[], bytea[], bytea[]) OWNER TO razao_owner;
REVOKE ALL ON ledger.dropped FROM PUBLIC;
REVOKE ALL ON FUNCTION
ledger.stays(text),
ledger.begin_drop(bigint, bigint, bytea, text[]),
ledger.drop_events(bigint[], bytea[], bytea[]),
ledger.put_back(bigint[], bytea[], bytea[])
FROM PUBLIC;
-- Readers ask it where what they read has gone.
GRANT SELECT ON ledger.dropped TO razao_appender, razao_projector, razao_inspector, razao_house;
