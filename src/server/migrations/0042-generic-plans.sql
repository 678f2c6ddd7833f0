-- The tenant of a policy by a subquery. A statement is planned once for each connection: by `tenant_id = tenant()` for as many rows
-- as the organisation has that asks first, after a small one as a pass over all rows of a large one. The value of a subquery is
-- unknown to the planner, so the plan is that of an average organisation. Without a setting it is null as before: no rows.
DO $$ DECLARE p record; BEGIN
  FOR p IN SELECT polrelid::regclass AS t, polname AS name, (regexp_match(pg_get_expr(polqual, polrelid), '^\((tenant_id|id) = tenant\(\)\)$'))[1] AS key
    FROM pg_policy WHERE pg_get_expr(polqual, polrelid) ~ '^\((tenant_id|id) = tenant\(\)\)$'
  LOOP
    EXECUTE format('ALTER POLICY %1$I ON %2$s USING (%3$I = (SELECT tenant())) WITH CHECK (%3$I = (SELECT tenant()))', p.name, p.t, p.key);
  END LOOP;
END $$;

-- Tables to come have it from the start.
DO $$ DECLARE f text := pg_get_functiondef('tenant_table'::regproc);
  old text := 'USING (tenant_id = tenant()) WITH CHECK (tenant_id = tenant())';
BEGIN
  IF strpos(f, old) = 0 THEN RAISE EXCEPTION 'tenant_table makes another policy than expected'; END IF;
  EXECUTE replace(f, old, replace(old, 'tenant()', '(SELECT tenant())'));
END $$;

-- A policy that compares otherwise is an offence, also the one there was.
DO $$ DECLARE v text := pg_get_viewdef('tenancy_offence'::regclass);
  old text := '= tenant\(\)\)$';
BEGIN
  IF strpos(v, old) = 0 OR strpos(v, '''(tenant_id = tenant())''') = 0 THEN RAISE EXCEPTION 'tenancy_offence expects another policy than expected'; END IF;
  v := replace(replace(v, old, '= \( SELECT tenant\(\) AS tenant\)\)$'), '''(tenant_id = tenant())''', '''(tenant_id = ( SELECT tenant() AS tenant))''');
  EXECUTE 'CREATE OR REPLACE VIEW tenancy_offence WITH (security_invoker=true) AS ' || v;
END $$;
