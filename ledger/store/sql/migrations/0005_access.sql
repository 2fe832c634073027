-- Who may ask over HTTP. Not part of the ledger: keys come and go, and nothing here is evidence; that
-- a person was given access is an event (`access-granted`), which names the key by its name.
--
--   razao_gate       finds a key by its prefix; the server lets callers in with it, and can do no more
--   razao_keykeeper  issues and revokes keys; only the `razao keys` commands take it
--
-- No other role sees the table: not the inspector, who reads everything else, nor the appender and the
-- projector, who have no use for it. A key is never deleted and its name never changes, so that the
-- record of who read what keeps its meaning. Its secret is 256 random bits, of which only the SHA-256
-- stands here: there is nothing to guess, hence no slow hash.

DO $$
DECLARE
    wanted text;
BEGIN
    -- As in 0001_roles.sql: roles belong to the server, and migrations of two databases may meet.
    IF (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user) THEN
        LOCK TABLE pg_catalog.pg_authid IN SHARE ROW EXCLUSIVE MODE;
    END IF;
    FOREACH wanted IN ARRAY ARRAY['razao_gate', 'razao_keykeeper']
    LOOP
        IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = wanted) THEN
            BEGIN
                EXECUTE pg_catalog.format('CREATE ROLE %I NOLOGIN NOINHERIT', wanted);
            EXCEPTION WHEN duplicate_object OR unique_violation THEN
                NULL; -- another database's migration was quicker
            END;
        END IF;
        CONTINUE WHEN NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'razao');
        CONTINUE WHEN EXISTS (
            SELECT
            FROM pg_catalog.pg_auth_members AS membership
            JOIN pg_catalog.pg_roles AS role ON role.oid = membership.roleid
            JOIN pg_catalog.pg_roles AS login ON login.oid = membership.member
            WHERE role.rolname = wanted AND login.rolname = 'razao'
        );
        IF pg_catalog.current_setting('server_version_num')::pg_catalog.int4 >= 160000 THEN
            EXECUTE pg_catalog.format('GRANT %I TO razao WITH INHERIT FALSE, SET TRUE', wanted);
        ELSE
            EXECUTE pg_catalog.format('GRANT %I TO razao', wanted); -- NOINHERIT since 0001
        END IF;
    END LOOP;
END
$$;

CREATE SCHEMA access AUTHORIZATION razao_owner;
REVOKE ALL ON SCHEMA access FROM PUBLIC;
GRANT USAGE ON SCHEMA access TO razao_gate, razao_keykeeper;

CREATE TABLE access.api_key (
    prefix text COLLATE "C" PRIMARY KEY CHECK (prefix ~ '^[0-9a-f]{12}$'),
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    name text COLLATE "C" NOT NULL CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$'),
    role text COLLATE "C" NOT NULL
    CHECK (role IN ('source', 'inspector', 'finance', 'dispute', 'admin')),
    sources text[] COLLATE "C" NOT NULL DEFAULT '{}',
    issued timestamptz NOT NULL DEFAULT clock_timestamp(),
    revoked timestamptz,
    -- Who submits names for whom; who reads submits for nobody.
    CHECK ((role = 'source') = (cardinality(sources) > 0))
);
-- A name is one person or device at a time: the access log knows callers by it.
CREATE UNIQUE INDEX api_key_name ON access.api_key (name) WHERE revoked IS NULL;

-- What was issued stays as it was: a key is revoked, once, and that is all that may happen to it.
CREATE FUNCTION access.revoke_once() RETURNS trigger
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF old.revoked IS NOT NULL OR new.revoked IS NULL THEN
        RAISE EXCEPTION 'key % is revoked already', old.prefix USING ERRCODE = 'RZ040';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER api_key_revoke_once BEFORE UPDATE ON access.api_key
FOR EACH ROW EXECUTE FUNCTION access.revoke_once();

ALTER TABLE access.api_key OWNER TO razao_owner;
ALTER FUNCTION access.revoke_once() OWNER TO razao_owner;
REVOKE ALL ON ALL TABLES IN SCHEMA access FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA access FROM PUBLIC;
GRANT SELECT ON access.api_key TO razao_gate;
-- The keeper does not see hashes: it has no caller to compare them with.
GRANT SELECT (prefix, name, role, sources, issued, revoked) ON access.api_key TO razao_keykeeper;
GRANT INSERT (prefix, hash, name, role, sources) ON access.api_key TO razao_keykeeper;
GRANT UPDATE (revoked) ON access.api_key TO razao_keykeeper;
