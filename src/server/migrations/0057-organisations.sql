-- Administrators and the provider change the profiles of organisations: a version for If-Match, and rows of the audit log.
ALTER TABLE tenant
  ADD COLUMN version int NOT NULL DEFAULT 1,
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  -- A user of the organisation; null: the provider.
  ADD COLUMN updated_by uuid;

-- Not for `menu_edition`, which each start of a new version of the product sets.
CREATE TRIGGER touch BEFORE UPDATE OF name, time_zone, language_id, logo_file_id, status ON tenant
  FOR EACH ROW EXECUTE FUNCTION touch();

CREATE FUNCTION audit_tenant() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  o jsonb := to_jsonb(OLD);
  n jsonb := to_jsonb(NEW);
  b jsonb;
  a jsonb;
BEGIN
  SELECT jsonb_object_agg(e.key, e.value), jsonb_object_agg(e.key, n->e.key) INTO b, a
    FROM jsonb_each(o) e
    WHERE e.key IN ('name', 'time_zone', 'language_id', 'logo_file_id') AND n->e.key IS DISTINCT FROM e.value;
  IF b IS NULL THEN RETURN NULL; END IF;
  INSERT INTO audit_log (tenant_id, actor_id, request_id, note, verb, entity, entity_id, before, after)
  VALUES (NEW.id, me(), NULLIF(current_setting('app.request_id', true), ''), NULLIF(current_setting('app.reason', true), ''),
    'update', 'tenant', NEW.slug, b, a);
  RETURN NULL;
END $$;
CREATE TRIGGER audit AFTER UPDATE OF name, time_zone, language_id, logo_file_id ON tenant
  FOR EACH ROW EXECUTE FUNCTION audit_tenant();

-- Servers keep the name and the time zone with their callers.
DROP TRIGGER notify_callers ON tenant;
CREATE TRIGGER notify_callers AFTER UPDATE ON tenant REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION notify_callers($$'t:' || c.id$$,
    'JOIN before b USING (id) WHERE (b.status, b.name, b.time_zone) IS DISTINCT FROM (c.status, c.name, c.time_zone)');
