-- failed sign-ins, a row for each name, address and hour: a flood writes one row an hour. bucket: a digest of name and address.
-- tenant_id and user_id: the person, where the name is somebody's · signin · 24 months; address, blank after 90 days
CREATE TABLE idn_failure (bucket bytea NOT NULL CHECK (length(bucket) = 32), hour timestamptz NOT NULL,
  tenant_id int, user_id uuid, reason text NOT NULL, address inet, count int NOT NULL DEFAULT 1, locked int NOT NULL DEFAULT 0, last_at timestamptz NOT NULL,
  PRIMARY KEY (bucket, hour));
SELECT tenant_table('idn_failure','S');
SELECT service_rows('idn_failure','verva_signin','select,insert,update');
SELECT service_rows('idn_failure','verva_system','select,update(address),delete');
CREATE INDEX idn_failure_of ON idn_failure (tenant_id, user_id, hour);
CREATE INDEX idn_failure_old ON idn_failure (hour);
CREATE INDEX idn_failure_address ON idn_failure (hour) WHERE address IS NOT NULL;

-- when this subject last signed in at its issuer, as far as the audit log tells
ALTER TABLE user_identity ADD COLUMN signed_in_at timestamptz;

-- Links and issuers are written by the role of the sign-in. It adds to the audit and reads nothing of it.
SELECT service_rows('audit_log','verva_signin','insert');

-- Of an issuer for all organisations the provider's organisation keeps the audit; before there is one, no audit is possible.
CREATE FUNCTION audit_issuer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE o jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END; n jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
  b jsonb := o; a jsonb := n; t int := coalesce((coalesce(n, o)->>'tenant_id')::int, 1);
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT jsonb_object_agg(e.key, e.value), jsonb_object_agg(e.key, n->e.key) INTO b, a FROM jsonb_each(o) e WHERE n->e.key IS DISTINCT FROM e.value;
    IF b IS NULL THEN RETURN NULL; END IF;
  END IF;
  IF t = 1 AND NOT EXISTS (SELECT 1 FROM tenant WHERE id = 1) THEN RETURN NULL; END IF;
  INSERT INTO audit_log (tenant_id, actor_id, request_id, verb, entity, entity_id, before, after)
  VALUES (t, me(), NULLIF(current_setting('app.request_id', true), ''), lower(TG_OP), 'tenant_issuers', coalesce(n, o)->>'issuer', b, a);
  RETURN NULL; END $$;
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON tenant_issuers FOR EACH ROW EXECUTE FUNCTION audit_issuer();

-- A link lets its subject in as the person. When it was used last is no change of it.
CREATE FUNCTION audit_link() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE o jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END; n jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END; r jsonb := coalesce(n, o);
BEGIN
  INSERT INTO audit_log (tenant_id, actor_id, request_id, verb, entity, entity_id, subject_id, before, after)
  VALUES ((r->>'tenant_id')::int, me(), NULLIF(current_setting('app.request_id', true), ''), CASE TG_OP WHEN 'INSERT' THEN 'link-added' WHEN 'DELETE' THEN 'link-removed' ELSE 'update' END,
    'user_identity', (r->>'issuer') || '/' || (r->>'subject'), (r->>'user_id')::uuid, o, n);
  RETURN NULL; END $$;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE OF issuer, subject, tenant_id, user_id ON user_identity FOR EACH ROW EXECUTE FUNCTION audit_link();
