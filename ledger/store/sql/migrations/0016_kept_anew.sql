-- Whether refused bytes are kept now: true by this call, null by an earlier one, false not.
-- Who counts the second stories of a source must not count one of them twice.
CREATE OR REPLACE FUNCTION ledger.keep_submission(
    source text, code text, bytes bytea, always boolean
)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    hash_of CONSTANT bytea := sha256(keep_submission.bytes);
BEGIN
    IF EXISTS (SELECT FROM ledger.kept_submission AS k WHERE k.hash = hash_of) THEN
        RETURN NULL;
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
    RETURN CASE WHEN FOUND THEN true END;
END
$$;
