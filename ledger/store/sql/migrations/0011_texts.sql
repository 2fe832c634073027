-- What people write, and who they are: beside the ledger, because it must be erasable. An event has the
-- commitment alone, SHA-256 of a salt and the text. Here stand both, encrypted; each row's key is a file
-- elsewhere, so that who reads the database, or an old backup of it, reads nothing.
--
--   razao_texts  deposits, reads and erases; no other role sees the table
--
-- A row is never altered: it comes, and it goes when an erasure has taken effect.

DO $$
DECLARE
    wanted CONSTANT text := 'razao_texts';
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

CREATE SCHEMA texts AUTHORIZATION razao_owner;
REVOKE ALL ON SCHEMA texts FROM PUBLIC;
GRANT USAGE ON SCHEMA texts TO razao_texts;

CREATE TABLE texts.held (
    commitment text COLLATE "C" PRIMARY KEY CHECK (commitment ~ '^[0-9a-f]{64}$'),
    -- A nonce, and salt and text under AES-256-GCM with the commitment as associated data.
    sealed bytea NOT NULL CHECK (octet_length(sealed) BETWEEN 60 AND 100000),
    deposited timestamptz NOT NULL DEFAULT clock_timestamp()
);
ALTER TABLE texts.held OWNER TO razao_owner;
REVOKE ALL ON texts.held FROM PUBLIC;
GRANT SELECT, DELETE ON texts.held TO razao_texts;
GRANT INSERT (commitment, sealed) ON texts.held TO razao_texts;
