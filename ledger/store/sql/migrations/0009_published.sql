-- The newest checkpoints, signed about every second while events come: one row for the newest that the
-- log signed, one for the newest that enough witnesses cosigned. ledger.checkpoints has one a minute of
-- them for ever; a row each second would outgrow the events.

CREATE TABLE ledger.published (
    state text COLLATE "C" NOT NULL,           -- signed, cosigned
    size bigint NOT NULL,
    note text COLLATE "C" NOT NULL,            -- the note, with its cosignatures
    subtrees bytea NOT NULL,                   -- what continues the tree from there, 32 bytes each
    CONSTRAINT published_pkey PRIMARY KEY (state),
    CONSTRAINT published_state_check CHECK (state IN ('signed', 'cosigned')),
    CONSTRAINT published_size_check CHECK (size >= 0 AND octet_length(subtrees) % 32 = 0)
);

-- What a checkpoint says, without who signed it.
CREATE FUNCTION ledger.said(note text) RETURNS text
LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp
AS $$ SELECT split_part(note, E'\n\n', 1) $$;

-- A checkpoint gives way to a larger one, or to itself with more signatures.
CREATE TRIGGER refuse_removal BEFORE DELETE OR TRUNCATE ON ledger.published
    FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER refuse_change BEFORE UPDATE ON ledger.published
    FOR EACH ROW
    WHEN (
        NEW.state <> OLD.state OR NEW.size < OLD.size
        OR (NEW.size = OLD.size AND ledger.said(NEW.note) <> ledger.said(OLD.note))
    )
    EXECUTE FUNCTION ledger.refuse_change();
ALTER TABLE ledger.published ENABLE ALWAYS TRIGGER refuse_removal;
ALTER TABLE ledger.published ENABLE ALWAYS TRIGGER refuse_change;

-- Publishes a checkpoint, unless another process has published a larger one, or this one otherwise.
CREATE FUNCTION ledger.publish(state text, size bigint, note text, subtrees bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    newest record;
BEGIN
    -- One at a time; who reads does not wait.
    LOCK TABLE ledger.published IN SHARE ROW EXCLUSIVE MODE;
    SELECT p.size, p.note INTO newest FROM ledger.published AS p WHERE p.state = publish.state;
    IF newest.size > publish.size AND publish.state = 'cosigned' THEN
        RETURN;                                -- another process was quicker
    END IF;
    IF newest.size > publish.size
        OR (newest.size = publish.size AND ledger.said(newest.note) <> ledger.said(publish.note))
    THEN
        RAISE EXCEPTION 'a checkpoint of % events is % already, this one has %',
            newest.size, publish.state, publish.size
            USING ERRCODE = 'RZ033';
    END IF;
    INSERT INTO ledger.published AS p (state, size, note, subtrees)
    VALUES (publish.state, publish.size, publish.note, publish.subtrees)
    ON CONFLICT ON CONSTRAINT published_pkey DO UPDATE
    SET size = EXCLUDED.size, note = EXCLUDED.note, subtrees = EXCLUDED.subtrees
    WHERE p.note <> EXCLUDED.note;
END
$$;

-- As before, but one checkpoint may have been signed twice: a second signature may bear its time.
CREATE OR REPLACE FUNCTION ledger.keep_checkpoint(size bigint, note text, subtrees bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    newest record;
BEGIN
    LOCK TABLE ledger.checkpoints IN SHARE ROW EXCLUSIVE MODE;
    SELECT c.size, c.note INTO newest FROM ledger.checkpoints AS c ORDER BY c.size DESC LIMIT 1;
    IF newest.size > keep_checkpoint.size
        OR (
            newest.size = keep_checkpoint.size
            AND ledger.said(newest.note) <> ledger.said(keep_checkpoint.note)
        )
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

-- Stamps of time (RFC 3161) over checkpoints, from authorities outside, with what they stamp.
CREATE TABLE ledger.stamps (
    size bigint NOT NULL,
    authority text COLLATE "C" NOT NULL,       -- who stamped, as the house names him
    note text COLLATE "C" NOT NULL,            -- the note whose bytes were stamped
    token bytea NOT NULL,                      -- his whole answer
    CONSTRAINT stamps_pkey PRIMARY KEY (size, authority),
    CONSTRAINT stamps_size_check CHECK (size >= 0 AND octet_length(token) <= 65536)
);
ALTER TABLE ledger.stamps ALTER COLUMN token SET STORAGE EXTERNAL;
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.stamps
    FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
ALTER TABLE ledger.stamps ENABLE ALWAYS TRIGGER refuse_change;

CREATE FUNCTION ledger.keep_stamp(size bigint, authority text, note text, token bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
    INSERT INTO ledger.stamps (size, authority, note, token)
    VALUES (keep_stamp.size, keep_stamp.authority, keep_stamp.note, keep_stamp.token)
    ON CONFLICT ON CONSTRAINT stamps_pkey DO NOTHING
$$;

-- --------------------------------------------------------------------------- owner and privileges

ALTER TABLE ledger.published OWNER TO razao_owner;
ALTER TABLE ledger.stamps OWNER TO razao_owner;
ALTER FUNCTION ledger.said(text) OWNER TO razao_owner;
ALTER FUNCTION ledger.publish(text, bigint, text, bytea) OWNER TO razao_owner;
ALTER FUNCTION ledger.keep_checkpoint(bigint, text, bytea) OWNER TO razao_owner;
ALTER FUNCTION ledger.keep_stamp(bigint, text, text, bytea) OWNER TO razao_owner;
REVOKE ALL ON ledger.published, ledger.stamps FROM PUBLIC;
REVOKE ALL ON FUNCTION
ledger.said(text), ledger.publish(text, bigint, text, bytea), ledger.keep_stamp(bigint, text, text, bytea)
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
ledger.publish(text, bigint, text, bytea), ledger.keep_stamp(bigint, text, text, bytea)
TO razao_appender;
GRANT SELECT ON ledger.published, ledger.stamps
TO razao_appender, razao_projector, razao_inspector;
