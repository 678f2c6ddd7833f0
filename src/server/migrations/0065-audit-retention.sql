-- How long an organisation keeps its audit log (docs/adr/0020-audit-retention.md): whole quarters, 12 to 120 months.

-- The policies bind the owner too, so the setting is read as the service role: it sees this key and no other.
CREATE POLICY audit_months ON tenant_setting FOR SELECT TO verva_system USING (key = 'auditMonths');
GRANT SELECT (tenant_id, key, value) ON tenant_setting TO verva_system;

-- The smallest id of the oldest quarter that an organisation keeps. A setting that is not understood keeps the longest.
CREATE FUNCTION audit_kept_from(tenant int) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT uuid_floor(date_trunc('quarter', now() AT TIME ZONE 'UTC' - make_interval(months => coalesce(
    (SELECT CASE WHEN jsonb_typeof(s.value) = 'number' THEN least(120, greatest(12, (s.value #>> '{}')::numeric))::int ELSE 120 END
      FROM tenant_setting s WHERE s.tenant_id = tenant AND s.key = 'auditMonths'), 36))) AT TIME ZONE 'UTC')
$$;

-- what was deleted · job · for ever. Rows of seals up to `seal` are gone because they were too old, not because of anyone.
CREATE TABLE audit_expiry (LIKE template.tenant INCLUDING ALL, seal bigint NOT NULL, kept_from uuid NOT NULL, rows bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY (tenant_id));
SELECT tenant_table('audit_expiry', 'S');
SELECT service_rows('audit_expiry', 'verva_system', 'select,insert,update');

CREATE FUNCTION only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.tenant_id = OLD.tenant_id AND NEW.seal >= OLD.seal AND NEW.kept_from >= OLD.kept_from AND NEW.rows >= OLD.rows THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% only grows', TG_TABLE_NAME USING ERRCODE = 'VA001';
END $$;
CREATE TRIGGER grows BEFORE UPDATE OR DELETE ON audit_expiry FOR EACH ROW EXECUTE FUNCTION only_grows();

-- The policy and the trigger decide each on their own: neither lets go of a row that is to be kept.
CREATE POLICY expired ON audit_log AS RESTRICTIVE FOR DELETE TO verva_system USING (id < audit_kept_from(tenant_id));
GRANT DELETE ON audit_log TO verva_system;

CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_NARGS = 1 AND TG_OP = 'UPDATE' AND current_user = 'verva_system'
    AND to_jsonb(NEW) - '{before,after,note,salt}'::text[] = to_jsonb(OLD) - '{before,after,note,salt}'::text[] THEN
    RETURN NEW;
  END IF;
  IF TG_NARGS = 1 AND TG_OP = 'DELETE' AND current_user = 'verva_system' THEN
    IF OLD.id < audit_kept_from(OLD.tenant_id) THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'VA001';
END $$;

-- The job leaves a row about what it deleted, and writes no other.
CREATE POLICY expiry ON audit_log AS RESTRICTIVE FOR INSERT TO verva_system WITH CHECK (verb = 'expire' AND entity = 'audit_log');
GRANT INSERT ON audit_log TO verva_system;
GRANT INSERT ON audit_pending TO verva_system;
