-- Whose casinos a caller may read, until when his key lets him in, when it last did; sessions of people.
--
--   razao_house  reads what is of the casinos that its transaction names, and nothing where none is
--                named; the server takes it for every caller who is not of all casinos
--
-- What is a house's is reckoned from the projections, whose tables have policies of their own. Of the
-- log it sees the events that their history shows it: a row, and nothing of any other.

DO $$
DECLARE
    wanted CONSTANT text := 'razao_house';
BEGIN
    -- As in 0001_roles.sql: roles belong to the server, and migrations of two databases may meet.
    IF (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user) THEN
        LOCK TABLE pg_catalog.pg_authid IN SHARE ROW EXCLUSIVE MODE;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = wanted) THEN
        BEGIN
            EXECUTE pg_catalog.format('CREATE ROLE %I NOLOGIN NOINHERIT', wanted);
        EXCEPTION WHEN duplicate_object OR unique_violation THEN
            NULL; -- another database's migration was quicker
        END;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'razao') THEN
        RETURN; -- an installation with logins of its own grants them itself
    END IF;
    IF EXISTS (
        SELECT
        FROM pg_catalog.pg_auth_members AS membership
        JOIN pg_catalog.pg_roles AS role ON role.oid = membership.roleid
        JOIN pg_catalog.pg_roles AS login ON login.oid = membership.member
        WHERE role.rolname = wanted AND login.rolname = 'razao'
    ) THEN
        RETURN;
    END IF;
    IF pg_catalog.current_setting('server_version_num')::pg_catalog.int4 >= 160000 THEN
        EXECUTE pg_catalog.format('GRANT %I TO razao WITH INHERIT FALSE, SET TRUE', wanted);
    ELSE
        EXECUTE pg_catalog.format('GRANT %I TO razao', wanted); -- NOINHERIT since 0001
    END IF;
END
$$;

-- Asks in the name of whoever reads: the history's own policy answers. Its schema is made later, and
-- exchanged at each rebuild, so that its name is looked up when it is asked.
CREATE FUNCTION ledger.is_shown(wanted bigint) RETURNS boolean
LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    RETURN EXISTS (SELECT FROM projections.history AS h WHERE h.position = wanted);
END
$$;

ALTER TABLE ledger.events ENABLE ROW LEVEL SECURITY;
-- Of everybody else the grants alone decide, as before; a dump is taken with row security on, which
-- `razao backup` reads back and verifies.
CREATE POLICY every_event ON ledger.events USING (current_user <> 'razao_house');
CREATE POLICY events_shown ON ledger.events FOR SELECT
TO razao_house USING (ledger.is_shown(notification_id));

-- The link of an event is a hash, under a checkpoint for all to see: every page says up to which event
-- it is true, be that event of another house.
CREATE FUNCTION ledger.link_at(wanted bigint) RETURNS bytea
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
    SELECT e.link FROM ledger.events AS e WHERE e.notification_id = wanted
$$;

ALTER FUNCTION ledger.is_shown(bigint) OWNER TO razao_owner;
ALTER FUNCTION ledger.link_at(bigint) OWNER TO razao_owner;
REVOKE ALL ON FUNCTION ledger.is_shown(bigint), ledger.link_at(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.is_shown(bigint) TO razao_house;
GRANT EXECUTE ON FUNCTION ledger.link_at(bigint) TO razao_house, razao_inspector, razao_projector, razao_appender;
GRANT USAGE ON SCHEMA ledger TO razao_house;
GRANT SELECT ON
ledger.events, ledger.head, ledger.tree, ledger.tiles, ledger.checkpoints, ledger.published,
ledger.stamps
TO razao_house;

-- Keys: of which casinos (none named: of all), and until when. What was issued stays as it was.
ALTER TABLE access.api_key ADD COLUMN casinos text[] COLLATE "C" CHECK (cardinality(casinos) > 0);
ALTER TABLE access.api_key ADD COLUMN expires timestamptz;
GRANT SELECT (casinos, expires), INSERT (casinos, expires) ON access.api_key TO razao_keykeeper;

-- When a key last let its holder in, to the minute: the one thing about it that its use changes.
CREATE TABLE access.key_use (
    prefix text COLLATE "C" PRIMARY KEY REFERENCES access.api_key,
    used timestamptz NOT NULL
);

-- People at the console: who came in, by which key, until when. The
-- cookie is 256 random bits, of which only the SHA-256 stands here. A session is never deleted.
CREATE TABLE access.session (
    hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
    -- By what other people and the list know it; it opens nothing.
    id text COLLATE "C" NOT NULL UNIQUE CHECK (id ~ '^[0-9a-f]{12}$'),
    -- The key it was opened with, without which it ends; in the demonstration none.
    prefix text COLLATE "C" REFERENCES access.api_key,
    name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    role text COLLATE "C" NOT NULL CHECK (role IN ('inspector', 'finance', 'dispute', 'admin')),
    casinos text[] COLLATE "C" CHECK (cardinality(casinos) > 0),
    demonstration boolean NOT NULL DEFAULT false,
    begun timestamptz NOT NULL,
    used timestamptz NOT NULL,
    ended timestamptz
);
CREATE INDEX session_living ON access.session (used) WHERE ended IS NULL;

-- A session ends once, and is never another's.
CREATE FUNCTION access.end_once() RETURNS trigger
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF old.ended IS NOT NULL THEN
        RAISE EXCEPTION 'session % has ended already', old.id USING ERRCODE = 'RZ041';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER session_end_once BEFORE UPDATE ON access.session
FOR EACH ROW EXECUTE FUNCTION access.end_once();

ALTER TABLE access.key_use OWNER TO razao_owner;
ALTER TABLE access.session OWNER TO razao_owner;
ALTER FUNCTION access.end_once() OWNER TO razao_owner;
REVOKE ALL ON access.key_use, access.session FROM PUBLIC;
REVOKE ALL ON FUNCTION access.end_once() FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE (used) ON access.key_use TO razao_gate;
GRANT SELECT ON access.key_use TO razao_keykeeper;
GRANT SELECT ON access.session TO razao_gate;
GRANT INSERT (hash, id, prefix, name, role, casinos, demonstration, begun, used) ON access.session
TO razao_gate;
GRANT UPDATE (used, ended) ON access.session TO razao_gate;
-- Whoever issues keys ends sessions, too, and sees what none of them opens with.
GRANT SELECT (id, prefix, name, role, casinos, demonstration, begun, used, ended), UPDATE (ended)
ON access.session TO razao_keykeeper;
