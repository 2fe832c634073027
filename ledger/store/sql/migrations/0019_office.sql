-- Who read what is for the Authority's side alone: whoever else reads every casino has a role of his own.
--
--   razao_office  reads what razao_inspector reads, but no reading; the server takes it for every
--                 caller of all casinos who is not of the Authority's side
--
-- The history of the projections has a policy of the same meaning, given with those of the houses.

DO $$
DECLARE
    wanted CONSTANT text := 'razao_office';
BEGIN
    -- As in 0001_roles.sql: roles belong to the server, and migrations of two databases may meet.
    IF (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user) THEN
        LOCK TABLE pg_catalog.pg_authid IN SHARE ROW EXCLUSIVE MODE;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = wanted) THEN
        BEGIN
            EXECUTE pg_catalog.format('CREATE ROLE %I NOLOGIN INHERIT', wanted);
        EXCEPTION WHEN duplicate_object OR unique_violation THEN
            NULL; -- another database's migration was quicker
        END;
    END IF;
    -- What the inspector may read, this role may ask for, too; the policies keep the readings from it.
    IF NOT pg_catalog.pg_has_role(wanted, 'razao_inspector', 'USAGE') THEN
        GRANT razao_inspector TO razao_office;
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

CREATE POLICY readings ON ledger.events AS RESTRICTIVE FOR SELECT
TO razao_office USING (topic NOT LIKE 'access-recorded/%');
