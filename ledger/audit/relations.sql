-- What ledger/audit/relations.py asks of PostgreSQL's catalogue: an object, and its definition.

-- schemas: The schemas.
SELECT 'schema ' || n.nspname,
        'owner ' || n.nspowner::regrole::text || '; grants '
        || (
            SELECT coalesce(string_agg(
                coalesce(nullif(a.grantee, 0)::regrole::text, 'PUBLIC') || ' ' || a.privilege_type
                    || CASE WHEN a.is_grantable THEN ' grantable' ELSE '' END,
                ', ' ORDER BY coalesce(nullif(a.grantee, 0)::regrole::text, 'PUBLIC'),
                    a.privilege_type
            ), '-')
            FROM aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) AS a WHERE a.grantee <> n.nspowner)
    FROM pg_namespace AS n WHERE n.nspname = ANY(%s);

-- tables: Tables, and what stands in the place of one.
SELECT CASE c.relkind WHEN 'S' THEN 'sequence ' ELSE 'table ' END
        || n.nspname || '.' || c.relname,
        CASE c.relkind WHEN 'r' THEN 'table' WHEN 'S' THEN 'sequence' WHEN 'v' THEN 'a view'
            WHEN 'm' THEN 'a materialized view' WHEN 'p' THEN 'a partitioned table'
            WHEN 'f' THEN 'a foreign table' ELSE c.relkind::text END
        || '; owner ' || c.relowner::regrole::text || '; ' || c.relpersistence::text
        || '; row security ' || c.relrowsecurity || ' ' || c.relforcerowsecurity
        || '; rules ' || (SELECT count(*) FROM pg_rewrite AS w
            WHERE w.ev_class = c.oid AND c.relkind IN ('r', 'p'))
        || '; policies ' || (SELECT count(*) FROM pg_policy AS p WHERE p.polrelid = c.oid)
        || '; children ' || (SELECT count(*) FROM pg_inherits AS i WHERE i.inhparent = c.oid)
        || '; grants ' ||
(SELECT coalesce(string_agg(
    coalesce(nullif(a.grantee, 0)::regrole::text, 'PUBLIC') || ' ' || a.privilege_type
        || CASE WHEN a.is_grantable THEN ' grantable' ELSE '' END,
    ', ' ORDER BY coalesce(nullif(a.grantee, 0)::regrole::text, 'PUBLIC'), a.privilege_type), '-')
 FROM aclexplode(coalesce(c.relacl, acldefault(
                CASE c.relkind WHEN 'S' THEN 's'::"char" ELSE 'r'::"char" END, c.relowner
            ))) AS a WHERE a.grantee <> c.relowner)
    FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'v', 'm', 'p', 'f', 'S') AND n.nspname = ANY(%s);

-- columns: Their columns.
SELECT 'column ' || n.nspname || '.' || c.relname || '.' || a.attname,
    format_type(a.atttypid, a.atttypmod)
    || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END
    || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
    || CASE a.attidentity WHEN '' THEN '' ELSE ' identity ' || a.attidentity::text END
    || CASE a.attgenerated WHEN '' THEN '' ELSE ' generated' END
    || coalesce(' collate ' || (SELECT l.collname FROM pg_collation AS l
        WHERE l.oid = a.attcollation AND l.collname <> 'default'), '')
    || coalesce('; grants ' || a.attacl::text, '')
FROM pg_attribute AS a
JOIN pg_class AS c ON c.oid = a.attrelid
JOIN pg_namespace AS n ON n.oid = c.relnamespace
LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'v', 'm', 'p', 'f') AND n.nspname = ANY(%s);

-- constraints: Constraints; not null is told with its column.
SELECT 'constraint ' || n.nspname || '.' || c.relname || '.' || k.conname,
    pg_get_constraintdef(k.oid) || CASE WHEN k.convalidated THEN '' ELSE ' not valid' END
FROM pg_constraint AS k
JOIN pg_class AS c ON c.oid = k.conrelid
JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE k.contype IN ('c', 'p', 'u', 'f', 'x') AND n.nspname = ANY(%s);

-- indexes: Indexes.
SELECT 'index ' || n.nspname || '.' || i.relname,
    pg_get_indexdef(i.oid) || CASE WHEN x.indisvalid AND x.indisready THEN '' ELSE ' invalid' END
FROM pg_index AS x
JOIN pg_class AS i ON i.oid = x.indexrelid
JOIN pg_class AS c ON c.oid = x.indrelid
JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relkind = 'r' AND n.nspname = ANY(%s);

-- triggers: Triggers that somebody made.
SELECT 'trigger ' || n.nspname || '.' || c.relname || '.' || t.tgname,
    pg_get_triggerdef(t.oid) || '; ' || CASE t.tgenabled WHEN 'A' THEN 'always'
        WHEN 'O' THEN 'enabled' WHEN 'D' THEN 'disabled' ELSE 'replica only' END
FROM pg_trigger AS t
JOIN pg_class AS c ON c.oid = t.tgrelid
JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE (NOT t.tgisinternal OR t.tgenabled <> 'O') AND n.nspname = ANY(%s);

-- policies: Who sees which rows.
SELECT 'policy ' || n.nspname || '.' || c.relname || '.' || p.polname,
    CASE p.polcmd WHEN '*' THEN 'all' WHEN 'r' THEN 'select' ELSE p.polcmd::text END
    || CASE WHEN p.polpermissive THEN '' ELSE ' restrictive' END
    || '; to ' || (SELECT string_agg(coalesce(nullif(r, 0)::regrole::text, 'PUBLIC'), ', '
        ORDER BY coalesce(nullif(r, 0)::regrole::text, 'PUBLIC')) FROM unnest(p.polroles) AS r)
    || coalesce('; using ' || pg_get_expr(p.polqual, p.polrelid), '')
    || coalesce('; check ' || pg_get_expr(p.polwithcheck, p.polrelid), '')
FROM pg_policy AS p
JOIN pg_class AS c ON c.oid = p.polrelid
JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE n.nspname = ANY(%s);

-- functions: Functions, their bodies by their hash.
SELECT 'function ' || n.nspname || '.' || p.proname
        || '(' || pg_get_function_identity_arguments(p.oid) || ')',
        'owner ' || p.proowner::regrole::text
        || CASE WHEN p.prosecdef THEN '; as its owner' ELSE '' END
        || CASE WHEN p.proisstrict THEN '; strict' ELSE '' END
        || '; ' || (SELECT l.lanname FROM pg_language AS l WHERE l.oid = p.prolang)
        || ' ' || p.provolatile::text || ' returns ' || pg_get_function_result(p.oid)
        || coalesce('; set ' || array_to_string(p.proconfig, ', '), '')
        || '; grants ' ||
(SELECT coalesce(string_agg(
    coalesce(nullif(a.grantee, 0)::regrole::text, 'PUBLIC') || ' ' || a.privilege_type
        || CASE WHEN a.is_grantable THEN ' grantable' ELSE '' END,
    ', ' ORDER BY coalesce(nullif(a.grantee, 0)::regrole::text, 'PUBLIC'), a.privilege_type), '-')
 FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS a
            WHERE a.grantee <> p.proowner
        )
 || '; body ' || encode(sha256(convert_to(p.prosrc, 'UTF8')), 'hex')
    FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
    WHERE n.nspname = ANY(%s);

-- views: What views show.
SELECT 'view ' || n.nspname || '.' || c.relname, 'shows ' || pg_get_viewdef(c.oid)
        || coalesce('; with ' || array_to_string(c.reloptions, ', '), '')
    FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('v', 'm') AND n.nspname = ANY(%s);

-- types: Types that somebody made, but for those of tables and arrays.
SELECT 'type ' || n.nspname || '.' || t.typname, t.typtype::text || ' owner ' || t.typowner::regrole::text
    FROM pg_type AS t JOIN pg_namespace AS n ON n.oid = t.typnamespace
    WHERE t.typrelid = 0 AND t.typelem = 0 AND n.nspname = ANY(%s);

-- event_triggers: What runs when a relation is made or dropped; an extension's is its own affair.
SELECT 'event trigger ' || e.evtname, 'on ' || e.evtevent || '; runs ' || e.evtfoid::regproc::text
    FROM pg_event_trigger AS e
    WHERE NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.deptype = 'e'
        AND d.classid = 'pg_event_trigger'::regclass AND d.objid = e.oid);

-- roles: What the ledger's roles may do, and which of them are in another.
SELECT 'role ' || r.rolname,
        concat_ws(', ', CASE WHEN r.rolsuper THEN 'superuser' END,
            CASE WHEN r.rolbypassrls THEN 'sees every row' END,
            CASE WHEN r.rolcanlogin THEN 'logs in' ELSE 'no login' END,
            CASE WHEN r.rolcreaterole THEN 'makes roles' END,
            CASE WHEN r.rolcreatedb THEN 'makes databases' END,
            CASE WHEN r.rolreplication THEN 'replicates' END,
            'settings ' || array_to_string(r.rolconfig, ', '),
            'in ' || (SELECT string_agg(m.roleid::regrole::text, ', ' ORDER BY m.roleid::regrole::text)
                FROM pg_auth_members AS m WHERE m.member = r.oid))
    FROM pg_roles AS r
    WHERE r.rolname ~ '^razao_(owner|appender|projector|inspector|office|house|gate|texts|worker|keykeeper)$';
