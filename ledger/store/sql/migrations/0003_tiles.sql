-- The order memo: all links in the order of their positions, 256 to a tile, copied when the service
-- ticks, so that an event that stands elsewhere later is known. A tick signs the root over them.

CREATE TABLE ledger.tiles (
    number bigint NOT NULL,                    -- (position - 1) / 256
    links bytea NOT NULL,                      -- of its positions so far, 32 bytes each
    CONSTRAINT tiles_pkey PRIMARY KEY (number),
    CONSTRAINT tiles_number_check CHECK (number >= 0),
    CONSTRAINT tiles_links_check CHECK (
        octet_length(links) BETWEEN 32 AND 8192 AND octet_length(links) % 32 = 0
    )
);
-- Hashes do not compress.
ALTER TABLE ledger.tiles ALTER COLUMN links SET STORAGE EXTERNAL;

-- A tile only grows.
CREATE TRIGGER refuse_removal BEFORE DELETE OR TRUNCATE ON ledger.tiles
    FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER refuse_change BEFORE UPDATE ON ledger.tiles
    FOR EACH ROW
    WHEN (
        NEW.number <> OLD.number
        OR substring(NEW.links FOR octet_length(OLD.links)) <> OLD.links
    )
    EXECUTE FUNCTION ledger.refuse_change();
ALTER TABLE ledger.tiles ENABLE ALWAYS TRIGGER refuse_removal;
ALTER TABLE ledger.tiles ENABLE ALWAYS TRIGGER refuse_change;

-- Notes a tile, or more of it. What is noted already stays as it is, and what is new must be the links
-- of the events at those positions: a broken caller cannot note what did not happen.
CREATE FUNCTION ledger.write_tile(number bigint, links bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    size CONSTANT integer := octet_length(write_tile.links);
    noted bytea;
    recorded bytea;
BEGIN
    IF (write_tile.number >= 0 AND size BETWEEN 32 AND 8192 AND size % 32 = 0) IS NOT TRUE THEN
        RAISE EXCEPTION 'a tile is a number from 0 and 1 to 256 links of 32 bytes; this has % bytes',
            coalesce(size, 0)
            USING ERRCODE = 'RZ030';
    END IF;
    SELECT t.links INTO noted FROM ledger.tiles AS t
    WHERE t.number = write_tile.number FOR UPDATE;
    noted := coalesce(noted, ''::bytea);
    IF substring(write_tile.links FOR least(size, octet_length(noted)))
        <> substring(noted FOR least(size, octet_length(noted)))
    THEN
        RAISE EXCEPTION 'tile % is noted with other links', write_tile.number
            USING ERRCODE = 'RZ031';
    END IF;
    IF size <= octet_length(noted) THEN
        RETURN;
    END IF;
    SELECT string_agg(e.link, ''::bytea ORDER BY e.notification_id) INTO recorded
    FROM ledger.events AS e
    WHERE e.notification_id BETWEEN
        write_tile.number * 256 + octet_length(noted) / 32 + 1 AND write_tile.number * 256 + size / 32;
    IF recorded IS DISTINCT FROM substring(write_tile.links FROM octet_length(noted) + 1) THEN
        RAISE EXCEPTION 'tile %: the events at its positions have other links', write_tile.number
            USING ERRCODE = 'RZ032';
    END IF;
    INSERT INTO ledger.tiles AS t (number, links) VALUES (write_tile.number, write_tile.links)
    ON CONFLICT ON CONSTRAINT tiles_pkey DO UPDATE SET links = EXCLUDED.links
    WHERE octet_length(t.links) < size;
END
$$;

-- ------------------------------------------------------------------------------ signed checkpoints

-- What the log's key has signed, so that it never signs less: a log from which the newest events were
-- taken, or that was restored from yesterday, is refused. Nothing in an append touches it.
CREATE TABLE ledger.checkpoints (
    size bigint NOT NULL,
    note text COLLATE "C" NOT NULL,            -- the signed note
    subtrees bytea NOT NULL,                   -- what continues the tree from there, 32 bytes each
    CONSTRAINT checkpoints_pkey PRIMARY KEY (size),
    CONSTRAINT checkpoints_size_check CHECK (size >= 0 AND octet_length(subtrees) % 32 = 0)
);

CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.checkpoints
    FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
ALTER TABLE ledger.checkpoints ENABLE ALWAYS TRIGGER refuse_change;

-- Keeps a signed note, unless another process has signed a larger log, or this one otherwise.
CREATE FUNCTION ledger.keep_checkpoint(size bigint, note text, subtrees bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    newest record;
BEGIN
    -- One at a time; who reads does not wait.
    LOCK TABLE ledger.checkpoints IN SHARE ROW EXCLUSIVE MODE;
    SELECT c.size, c.note INTO newest FROM ledger.checkpoints AS c ORDER BY c.size DESC LIMIT 1;
    IF newest.size > keep_checkpoint.size
        OR (newest.size = keep_checkpoint.size AND newest.note <> keep_checkpoint.note)
    THEN
        RAISE EXCEPTION 'a checkpoint of % events is signed already, this one has %',
            newest.size, keep_checkpoint.size
            USING ERRCODE = 'RZ033';
    END IF;
    INSERT INTO ledger.checkpoints (size, note, subtrees)
    VALUES (keep_checkpoint.size, keep_checkpoint.note, keep_checkpoint.subtrees)
    ON CONFLICT ON CONSTRAINT checkpoints_pkey DO NOTHING;
END
$$;

-- --------------------------------------------------------------------------- owner and privileges

ALTER TABLE ledger.tiles OWNER TO razao_owner;
ALTER TABLE ledger.checkpoints OWNER TO razao_owner;
ALTER FUNCTION ledger.write_tile(bigint, bytea) OWNER TO razao_owner;
ALTER FUNCTION ledger.keep_checkpoint(bigint, text, bytea) OWNER TO razao_owner;
REVOKE ALL ON ledger.tiles, ledger.checkpoints FROM PUBLIC;
REVOKE ALL ON FUNCTION
ledger.write_tile(bigint, bytea), ledger.keep_checkpoint(bigint, text, bytea)
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
ledger.write_tile(bigint, bytea), ledger.keep_checkpoint(bigint, text, bytea)
TO razao_appender;
GRANT SELECT ON ledger.tiles, ledger.checkpoints
TO razao_appender, razao_projector, razao_inspector;
