-- A replica: a copy that somebody else keeps, fed by logical replication. Its triggers are made where
-- a replica begins (`razao replica follow`); here are the functions that they call.
--
--   RZ040  the feed brought an event that is not the next one, or not what its columns say
--   RZ041  the feed brought another row than the one that stands here

-- Takes an event from the feed if it continues the log and its source's chain, and is what its columns
-- say: what `ledger.append` sees to where the event was recorded. One that stands here already, the
-- same to the last byte, comes twice and is passed over. The apply worker has no search path.
CREATE FUNCTION ledger.take_copied() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    log record;
    chain record;
    form text;
    header bytea;
    blinded boolean;
    here CONSTANT text := 'position ' || NEW.notification_id || ' (' || NEW.originator_id || ':'
        || NEW.originator_version || ')';
BEGIN
    SELECT h.position, h.origin, h.blinded INTO log FROM ledger.head AS h FOR UPDATE;
    IF NEW.notification_id <= log.position THEN
        PERFORM FROM ledger.events AS e
        WHERE e.notification_id = NEW.notification_id
            AND (
                e.originator_version, e.originator_id, e.topic, e.link, e.signature, e.state
            ) IS NOT DISTINCT FROM (
                NEW.originator_version, NEW.originator_id, NEW.topic, NEW.link, NEW.signature,
                NEW.state
            );
        IF FOUND THEN
            RETURN NULL;
        END IF;
        RAISE EXCEPTION '%: another event stands here', here USING ERRCODE = 'RZ041';
    ELSIF NEW.notification_id <> log.position + 1 THEN
        RAISE EXCEPTION '%: expected position % next', here, log.position + 1
            USING ERRCODE = 'RZ040';
    END IF;
    SELECT h.seq, h.link INTO chain FROM ledger.source_head AS h
    WHERE h.source = NEW.originator_id FOR UPDATE;
    IF NOT FOUND THEN
        SELECT 0::bigint AS seq, decode(repeat('00', 32), 'hex') AS link INTO chain;
    END IF;
    IF NEW.originator_version <> chain.seq + 1 THEN
        RAISE EXCEPTION '%: expected seq % next', here, chain.seq + 1 USING ERRCODE = 'RZ040';
    END IF;
    blinded := log.blinded OR substring(NEW.state FOR 7) = convert_to('razao/2', 'UTF8');
    form := CASE WHEN blinded THEN 'razao/2 ' ELSE 'razao/1 ' END;
    header := convert_to(
        form || log.origin || E'\n' || NEW.originator_id || E'\n' || NEW.originator_version || E'\n'
        || encode(chain.link, 'hex') || E'\n' || NEW.topic || E'\n', 'UTF8');
    IF octet_length(NEW.state) > 65535 THEN
        RAISE EXCEPTION '%: an envelope has at most 65535 bytes, this %',
            here, octet_length(NEW.state)
            USING ERRCODE = 'RZ040';
    ELSIF substring(NEW.state FOR octet_length(header)) <> header THEN
        RAISE EXCEPTION '%: expected the header %, got %', here, encode(header, 'escape'),
            encode(substring(NEW.state FOR octet_length(header)), 'escape')
            USING ERRCODE = 'RZ040';
    ELSIF position('\x0a0a'::bytea IN NEW.state) <> octet_length(header) + 33 * blinded::integer THEN
        RAISE EXCEPTION '%: after the kind expected %', here,
            CASE
                WHEN blinded THEN 'a blind of 32 hex digits and an empty line'
                ELSE 'an empty line'
            END
            USING ERRCODE = 'RZ040';
    ELSIF NEW.link IS DISTINCT FROM sha256('\x00'::bytea || NEW.state) THEN
        RAISE EXCEPTION '%: expected link %, got %', here,
            encode(sha256('\x00'::bytea || NEW.state), 'hex'), encode(NEW.link, 'hex')
            USING ERRCODE = 'RZ040';
    ELSIF octet_length(NEW.signature) <> 64 THEN
        RAISE EXCEPTION '%: a signature has 64 bytes, this %', here, octet_length(NEW.signature)
            USING ERRCODE = 'RZ040';
    END IF;
    IF NEW.topic = 'clock-ticked/1' THEN
        PERFORM ledger.note_order(log.position);
    END IF;
    UPDATE ledger.head AS h
    SET position = NEW.notification_id,
        trust = CASE
            WHEN NEW.topic IN (
                'ledger-founded/1', 'ledger-founded/2', 'source-enrolled/1', 'source-enrolled/2',
                'key-rotated/1', 'key-revoked/1', 'registrars-changed/1', 'registrars-recovered/1',
                'log-key-replaced/1', 'parameter-set/1', 'approval/1', 'clock-ticked/1'
            ) THEN NEW.notification_id
            ELSE h.trust
        END;
    INSERT INTO ledger.source_head (seq, source, link)
    VALUES (NEW.originator_version, NEW.originator_id, NEW.link)
    ON CONFLICT ON CONSTRAINT source_head_pkey
    DO UPDATE SET seq = excluded.seq, link = excluded.link;
    RETURN NEW;
END
$$;

-- Notes the order of all events up to a position: where the service ticks it does so itself.
CREATE FUNCTION ledger.note_order(last bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    noted CONSTANT bigint := coalesce(
        (
            SELECT t.number * 256 + octet_length(t.links) / 32
            FROM ledger.tiles AS t ORDER BY t.number DESC LIMIT 1
        ), 0
    );
BEGIN
    FOR tile IN noted / 256 .. (note_order.last - 1) / 256 LOOP
        PERFORM ledger.write_tile(
            tile,
            (
                SELECT string_agg(e.link, ''::bytea ORDER BY e.notification_id)
                FROM ledger.events AS e
                WHERE e.notification_id BETWEEN
                    tile * 256 + 1 AND least((tile + 1) * 256, note_order.last)
            )
        );
    END LOOP;
END
$$;

-- Passes over a checkpoint, stamp or refused submission that stands here already, the same; another
-- under the same key is refused by the key itself, and the feed stops.
CREATE FUNCTION ledger.pass_known() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    known boolean;
BEGIN
    EXECUTE format(
        'SELECT EXISTS (SELECT FROM ledger.%I AS k WHERE k IS NOT DISTINCT FROM $1)', TG_TABLE_NAME
    ) INTO known USING NEW;
    IF known THEN
        RETURN NULL;
    END IF;
    RETURN NEW;
END
$$;

ALTER FUNCTION ledger.take_copied() OWNER TO razao_owner;
ALTER FUNCTION ledger.note_order(bigint) OWNER TO razao_owner;
ALTER FUNCTION ledger.pass_known() OWNER TO razao_owner;
REVOKE ALL ON FUNCTION ledger.take_copied(), ledger.note_order(bigint), ledger.pass_known()
FROM PUBLIC;
