-- The tree above the order memo: level l holds the roots of full tiles of level l - 1, 256 to a row, so
-- that any root, inclusion or consistency is told from a few rows. Written once, as tiles get full.

CREATE TABLE ledger.tree (
    level smallint NOT NULL,
    number bigint NOT NULL,
    hashes bytea NOT NULL,                     -- so far, 32 bytes each
    CONSTRAINT tree_pkey PRIMARY KEY (level, number),
    CONSTRAINT tree_place_check CHECK (level BETWEEN 1 AND 7 AND number >= 0),
    CONSTRAINT tree_hashes_check CHECK (
        octet_length(hashes) BETWEEN 32 AND 8192 AND octet_length(hashes) % 32 = 0
    )
);
ALTER TABLE ledger.tree ALTER COLUMN hashes SET STORAGE EXTERNAL;

-- A tile only grows.
CREATE TRIGGER refuse_removal BEFORE DELETE OR TRUNCATE ON ledger.tree
    FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER refuse_change BEFORE UPDATE ON ledger.tree
    FOR EACH ROW
    WHEN (
        NEW.level <> OLD.level OR NEW.number <> OLD.number
        OR substring(NEW.hashes FOR octet_length(OLD.hashes)) <> OLD.hashes
    )
    EXECUTE FUNCTION ledger.refuse_change();
ALTER TABLE ledger.tree ENABLE ALWAYS TRIGGER refuse_removal;
ALTER TABLE ledger.tree ENABLE ALWAYS TRIGGER refuse_change;

-- Writes a tile of the tree, or more of it. What stands there stays as it is.
CREATE FUNCTION ledger.write_tree(level integer, number bigint, hashes bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    size CONSTANT integer := octet_length(write_tree.hashes);
    known bytea;
BEGIN
    IF (
        write_tree.level BETWEEN 1 AND 7 AND write_tree.number >= 0
        AND size BETWEEN 32 AND 8192 AND size % 32 = 0
    ) IS NOT TRUE THEN
        RAISE EXCEPTION 'a tile is a level from 1 to 7, a number from 0 and 1 to 256 hashes of 32 bytes'
            USING ERRCODE = 'RZ030';
    END IF;
    SELECT t.hashes INTO known FROM ledger.tree AS t
    WHERE t.level = write_tree.level AND t.number = write_tree.number FOR UPDATE;
    known := coalesce(known, ''::bytea);
    IF substring(write_tree.hashes FOR least(size, octet_length(known)))
        <> substring(known FOR least(size, octet_length(known)))
    THEN
        RAISE EXCEPTION 'tile % of level % has other hashes', write_tree.number, write_tree.level
            USING ERRCODE = 'RZ031';
    END IF;
    IF size > octet_length(known) THEN
        INSERT INTO ledger.tree AS t (level, number, hashes)
        VALUES (write_tree.level, write_tree.number, write_tree.hashes)
        ON CONFLICT ON CONSTRAINT tree_pkey DO UPDATE SET hashes = EXCLUDED.hashes
        WHERE octet_length(t.hashes) < size;
    END IF;
END
$$;

ALTER TABLE ledger.tree OWNER TO razao_owner;
ALTER FUNCTION ledger.write_tree(integer, bigint, bytea) OWNER TO razao_owner;
REVOKE ALL ON ledger.tree FROM PUBLIC;
REVOKE ALL ON FUNCTION ledger.write_tree(integer, bigint, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.write_tree(integer, bigint, bytea) TO razao_appender;
GRANT SELECT ON ledger.tree TO razao_appender, razao_projector, razao_inspector;
