-- The projector builds each set of projections in a schema of its own and swaps it in when it is
-- complete, so it may create schemas. It may read the ledger and write nothing there.
DO $$
BEGIN
    EXECUTE format('GRANT CREATE ON DATABASE %I TO razao_projector', current_database());
END
$$;
