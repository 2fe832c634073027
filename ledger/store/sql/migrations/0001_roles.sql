-- Who may do what. Roles belong to the whole server, so this file must do no harm when it runs again
-- for another database, or for several at once.
--
--   razao_owner      owns schema, tables and functions; nobody logs in as it
--   razao_appender   the door: executes the ledger's functions, and reads what it answers from
--   razao_projector  reads the ledger, owns what is projected from it
--   razao_inspector  reads
--
-- The login `razao` inherits none of them: it takes exactly one, with `options='-c role=…'`.

DO $$
DECLARE
    wanted text;
BEGIN
    -- Migrations of two databases would collide in the shared catalogs ("tuple concurrently updated").
    -- A lock on a shared table holds across databases, and logging in does not wait for it. Only a
    -- superuser may take it; for others the exception below remains.
    IF (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user) THEN
        LOCK TABLE pg_catalog.pg_authid IN SHARE ROW EXCLUSIVE MODE;
    END IF;

    FOREACH wanted IN ARRAY
        ARRAY['razao_owner', 'razao_appender', 'razao_projector', 'razao_inspector']
    LOOP
        IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = wanted) THEN
            BEGIN
                EXECUTE pg_catalog.format('CREATE ROLE %I NOLOGIN NOINHERIT', wanted);
            EXCEPTION WHEN duplicate_object OR unique_violation THEN
                NULL; -- another database's migration was quicker
            END;
        END IF;
    END LOOP;

    -- Whoever migrates without being superuser must be able to hand objects to their owner.
    IF NOT pg_catalog.pg_has_role(current_user, 'razao_owner', 'MEMBER') THEN
        GRANT razao_owner TO CURRENT_USER;
    END IF;

    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'razao') THEN
        RETURN; -- an installation with logins of its own grants them itself
    END IF;
    FOREACH wanted IN ARRAY ARRAY['razao_appender', 'razao_projector', 'razao_inspector']
    LOOP
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
            -- Before 16 a login inherits all its roles or none.
            ALTER ROLE razao NOINHERIT;
            EXECUTE pg_catalog.format('GRANT %I TO razao', wanted);
        END IF;
    END LOOP;
END
$$;
