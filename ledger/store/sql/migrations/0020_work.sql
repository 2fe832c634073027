-- The service's own work, beside the ledger and never part of it: files that are made while whoever
-- asked goes on. A row is a file that somebody asked for; the file itself stands in the service's
-- folder, and both go when their time is over.
--
--   razao_worker  keeps the rows of the service's work; no other role sees them, and it sees nothing else

DO $$
DECLARE
    wanted CONSTANT text := 'razao_worker';
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

CREATE SCHEMA work AUTHORIZATION razao_owner;
REVOKE ALL ON SCHEMA work FROM PUBLIC;
GRANT USAGE ON SCHEMA work TO razao_worker;

CREATE TABLE work.job (
    id text COLLATE "C" PRIMARY KEY CHECK (id ~ '^[0-9a-f]{16}$'),
    -- Who asked, in which role, for which casinos (NULL: every one): nobody else takes the file.
    name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    role text COLLATE "C" NOT NULL CHECK (role IN ('inspector', 'finance', 'dispute')),
    casinos text[] COLLATE "C" CHECK (cardinality(casinos) > 0),
    -- What was asked for: an export or a month, with its filters, form and language.
    asked_for jsonb NOT NULL CHECK (pg_column_size(asked_for) <= 8000),
    state text COLLATE "C" NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'making', 'ready', 'failed', 'cancelled')),
    -- Why it failed; empty otherwise.
    reason text COLLATE "C" NOT NULL DEFAULT '' CHECK (length(reason) <= 40),
    -- The process that makes it: whoever takes over signs here, and the other's word counts no more.
    holder text COLLATE "C" CHECK (length(holder) <= 40),
    tries smallint NOT NULL DEFAULT 0 CHECK (tries >= 0),
    asked timestamptz NOT NULL,
    ended timestamptz,
    expires timestamptz,
    size bigint NOT NULL DEFAULT 0 CHECK (size >= 0),
    sha256 bytea CHECK (octet_length(sha256) = 32),
    CHECK ((state IN ('waiting', 'making')) = (ended IS NULL)),
    CHECK ((ended IS NULL) = (expires IS NULL)),
    CHECK ((state = 'ready') = (sha256 IS NOT NULL))
);
ALTER TABLE work.job OWNER TO razao_owner;
REVOKE ALL ON work.job FROM PUBLIC;
GRANT SELECT, DELETE ON work.job TO razao_worker;
GRANT INSERT (id, name, role, casinos, asked_for, asked) ON work.job TO razao_worker;
GRANT UPDATE (state, reason, holder, tries, ended, expires, size, sha256) ON work.job TO razao_worker;
