/** Roles, functions used by every table, and the check for missing policies; explained in docs/data-model.md. */
export default String.raw`
CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Roles belong to the cluster: another database of it may have made them already, even at this moment.
DO $$ DECLARE r text; BEGIN FOREACH r IN ARRAY ARRAY['verva_tenant','verva_signin','verva_system','verva_search'] LOOP
  BEGIN EXECUTE format('CREATE ROLE %I NOLOGIN NOBYPASSRLS', r); EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END;
  IF current_user <> 'verva_owner' AND NOT pg_has_role(current_user, r, 'member') THEN EXECUTE format('GRANT %I TO CURRENT_USER', r); END IF;
END LOOP; END $$;
GRANT USAGE ON SCHEMA public TO verva_tenant, verva_signin, verva_system, verva_search;
CREATE FUNCTION tenant() RETURNS int  LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT NULLIF(current_setting('app.tenant_id',true),'')::int $$;
CREATE FUNCTION me()     RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT NULLIF(current_setting('app.user_id',true),'')::uuid $$;
CREATE FUNCTION uuid_floor(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS
  $$ SELECT (lpad(to_hex((extract(epoch FROM at)*1000)::bigint),12,'0')||'00000000000000000000')::uuid $$;
CREATE SEQUENCE uuid7_tick MINVALUE 0 MAXVALUE 4095 CYCLE; GRANT USAGE ON SEQUENCE uuid7_tick TO verva_tenant, verva_signin, verva_system;  -- PGlite's clock ticks in milliseconds
CREATE FUNCTION uuid7() RETURNS uuid LANGUAGE sql VOLATILE AS $$ SELECT (lpad(to_hex((extract(epoch FROM clock_timestamp())*1000)::bigint),12,'0')||'7'||lpad(to_hex(nextval('uuid7_tick')),3,'0')||substr(replace(gen_random_uuid()::text,'-',''),17))::uuid $$;

CREATE SCHEMA template;  -- rows every table begins with: CREATE TABLE x (LIKE template.row INCLUDING ALL, …)
CREATE TABLE template.row    (tenant_id int NOT NULL DEFAULT tenant(), id uuid NOT NULL DEFAULT uuid7(), PRIMARY KEY (tenant_id, id));
CREATE TABLE template.stamps (version int NOT NULL DEFAULT 1, created_at timestamptz NOT NULL DEFAULT now(), created_by uuid DEFAULT me(),
                              updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid DEFAULT me());
CREATE TABLE template.tenant (tenant_id int NOT NULL DEFAULT tenant());

CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.version := OLD.version+1; NEW.updated_at := now(); NEW.updated_by := me(); RETURN NEW; END $$;
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_NARGS=1 AND TG_OP='UPDATE' AND current_user='verva_system' AND to_jsonb(NEW)-'{before,after,note}'::text[] = to_jsonb(OLD)-'{before,after,note}'::text[] THEN RETURN NEW; END IF;  -- erasure blanks contents, never the fact
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE='VA001'; END $$;
-- argument 1: columns of the entity's key, argument 2: columns whose content must not reach the log
CREATE FUNCTION audit_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE o jsonb := CASE WHEN TG_OP<>'INSERT' THEN to_jsonb(OLD) END; n jsonb := CASE WHEN TG_OP<>'DELETE' THEN to_jsonb(NEW) END; b jsonb; a jsonb; k text; r jsonb := coalesce(n,o);
BEGIN
  IF TG_OP='UPDATE' THEN SELECT jsonb_object_agg(e.key,e.value) INTO b FROM jsonb_each(o) e WHERE n->e.key IS DISTINCT FROM e.value AND e.key NOT IN ('version','updated_at','updated_by');
    IF b IS NULL THEN RETURN NULL; END IF; SELECT jsonb_object_agg(e.key,n->e.key) INTO a FROM jsonb_each(b) e; ELSE b:=o; a:=n; END IF;
  FOREACH k IN ARRAY coalesce(TG_ARGV[1]::text[],'{}') LOOP IF b ? k THEN b := b||jsonb_build_object(k,'***'); END IF; IF a ? k THEN a := a||jsonb_build_object(k,'***'); END IF; END LOOP;
  INSERT INTO audit_log(tenant_id,actor_id,on_behalf_of,request_id,note,subject_id,verb,entity,entity_id,before,after)
  VALUES ((r->>'tenant_id')::int, me(), NULLIF(current_setting('app.on_behalf_of',true),'')::uuid, NULLIF(current_setting('app.request_id',true),''), NULLIF(current_setting('app.reason',true),''),
    (CASE WHEN TG_TABLE_NAME='app_user' THEN r->>'id' ELSE r->>'user_id' END)::uuid, lower(TG_OP), TG_TABLE_NAME,
    (SELECT string_agg(r->>c,'/') FROM unnest(string_to_array(TG_ARGV[0],',')) c), b, a);
  RETURN NULL; END $$;

CREATE FUNCTION tenant_table(t regclass, kind text DEFAULT 'T', audit text DEFAULT NULL, redact text[] DEFAULT '{}') RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', t); EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', t);
  IF kind <> 'S' THEN EXECUTE format('CREATE POLICY tenant ON %s TO verva_tenant USING (tenant_id = tenant()) WITH CHECK (tenant_id = tenant())', t);
    EXECUTE format('GRANT %s ON %s TO verva_tenant', CASE kind WHEN 'A' THEN 'select,insert' WHEN 'R' THEN 'select' WHEN 'C' THEN 'select,insert,update' ELSE 'select,insert,update,delete' END, t); END IF;
  IF kind = 'A' THEN EXECUTE format('CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION refuse()', t); END IF;
  IF kind = 'O' THEN EXECUTE format('CREATE POLICY own ON %s AS RESTRICTIVE TO verva_tenant USING (user_id = me()) WITH CHECK (user_id = me())', t); END IF;
  IF EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid=t AND attname='updated_by') AND kind <> 'A' THEN EXECUTE format('CREATE TRIGGER touch BEFORE UPDATE ON %s FOR EACH ROW EXECUTE FUNCTION touch()', t); END IF;
  IF audit IS NOT NULL THEN EXECUTE format('CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION audit_row(%L,%L)', t, audit, redact::text); END IF; END $$;
CREATE FUNCTION service_rows(t regclass, who text, verbs text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  EXECUTE format('CREATE POLICY %I ON %s TO %I USING (true) WITH CHECK (true)', who, t, who); EXECUTE format('GRANT %s ON %s TO %I', verbs, t, who); END $$;
-- Partitions of a quarter each, from the running one on, and one for everything else (ids of imported history). Called again it adds what is missing.
CREATE FUNCTION quarters(t regclass, n int DEFAULT 8) RETURNS void LANGUAGE plpgsql AS $$ DECLARE q date := date_trunc('quarter', now() AT TIME ZONE 'UTC'); BEGIN
  FOR i IN 1..n LOOP
    IF to_regclass(t::text||to_char(q,'_YYYY_"q"Q')) IS NULL THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF %s FOR VALUES FROM (%L) TO (%L)', t::text||to_char(q,'_YYYY_"q"Q'), t, uuid_floor(q::timestamp AT TIME ZONE 'UTC'), uuid_floor((q+interval '3 months')::timestamp AT TIME ZONE 'UTC'));
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t::text||to_char(q,'_YYYY_"q"Q'));
    END IF;
    q := q + interval '3 months'; END LOOP;
  IF to_regclass(t::text||'_other') IS NULL THEN
    EXECUTE format('CREATE TABLE %I PARTITION OF %s DEFAULT', t::text||'_other', t);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t::text||'_other');
  END IF; END $$;

-- The job queue keeps its own tables here; verva_tenant has no right in it.
DO $$ BEGIN IF to_regnamespace('pgboss') IS NULL THEN CREATE SCHEMA pgboss AUTHORIZATION verva_system; END IF; END $$;

-- Which migrations ran. The owner writes it, the server reads it as verva_system.
CREATE TABLE schema_migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
SELECT tenant_table('schema_migration','S');
SELECT service_rows('schema_migration','verva_system','select');
CREATE POLICY owner ON schema_migration TO CURRENT_USER USING (true) WITH CHECK (true);

-- Must return no row; the server refuses to start in production when it does.
CREATE VIEW tenancy_offence WITH (security_invoker=true) AS
WITH r AS (SELECT oid FROM pg_roles WHERE rolname='verva_tenant'),
t AS (SELECT c.oid, c.relname::text relname, c.relispartition part, c.relrowsecurity rls, c.relforcerowsecurity forced, c.relowner,
   EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid=c.oid AND a.attname='tenant_id' AND a.attnotnull) has_tenant,
   has_any_column_privilege('verva_tenant',c.oid,'select,insert,update') OR has_table_privilege('verva_tenant',c.oid,'delete') reach
  FROM pg_class c WHERE c.relnamespace='public'::regnamespace AND c.relkind IN ('r','p') AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid=c.oid AND d.deptype='e'))
SELECT relname, 'no row level security' offence FROM t WHERE NOT rls AND NOT part
UNION ALL SELECT relname, 'row level security not forced' FROM t WHERE rls AND NOT forced
UNION ALL SELECT relname, 'reachable without tenant_id' FROM t WHERE reach AND NOT has_tenant AND relname <> 'tenant'
UNION ALL SELECT relname, 'partition reachable directly' FROM t WHERE reach AND part
UNION ALL SELECT relname, 'reachable without a policy' FROM t WHERE reach AND NOT EXISTS (SELECT 1 FROM pg_policy p, r WHERE p.polrelid=t.oid AND p.polpermissive AND r.oid = ANY(p.polroles))
UNION ALL SELECT relname, 'policy does not compare the tenant: '||p.polname FROM t JOIN pg_policy p ON p.polrelid=t.oid, r WHERE p.polpermissive AND (r.oid = ANY(p.polroles) OR 0 = ANY(p.polroles))
  AND (coalesce(pg_get_expr(p.polqual,p.polrelid),'') !~ '^\((tenant_id|id) = tenant\(\)\)$' OR coalesce(pg_get_expr(p.polwithcheck,p.polrelid),'(tenant_id = tenant())') !~ '^\((tenant_id|id) = tenant\(\)\)$')
UNION ALL SELECT relname, 'truncate, references or trigger granted' FROM t WHERE has_table_privilege('verva_tenant',oid,'truncate,references,trigger')
UNION ALL SELECT relname, 'owned by verva_tenant' FROM t, r WHERE relowner=r.oid
UNION ALL SELECT relname, 'unique key without tenant_id: '||i.indexrelid::regclass FROM t JOIN pg_index i ON i.indrelid=t.oid WHERE reach AND has_tenant AND i.indisunique
  AND NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid=t.oid AND a.attname='tenant_id' AND a.attnum = ANY(i.indkey::int2[]))
UNION ALL SELECT t.relname, 'foreign key without tenant_id: '||k.conname FROM t JOIN pg_constraint k ON k.conrelid=t.oid AND k.contype='f' JOIN t f ON f.oid=k.confrelid AND f.has_tenant
  WHERE t.reach AND NOT EXISTS (SELECT 1 FROM generate_subscripts(k.conkey,1) s JOIN pg_attribute a ON a.attrelid=t.oid AND a.attnum=k.conkey[s] AND a.attname='tenant_id')
UNION ALL SELECT c.relname, 'view without security_invoker' FROM pg_class c WHERE c.relnamespace='public'::regnamespace AND c.relkind='v' AND coalesce(array_to_string(c.reloptions,','),'') !~ 'security_invoker=(true|on)' AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid=c.oid AND d.deptype='e')
UNION ALL SELECT c.relname, 'materialized view' FROM pg_class c WHERE c.relnamespace='public'::regnamespace AND c.relkind='m'
UNION ALL SELECT p.oid::regprocedure::text, 'security definer function' FROM pg_proc p WHERE p.pronamespace='public'::regnamespace AND p.prosecdef AND p.proname <> 'search_ids';
GRANT SELECT ON tenancy_offence TO verva_system;
`;
