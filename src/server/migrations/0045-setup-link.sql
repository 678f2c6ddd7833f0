-- setup: the link that creates the provider's organisation and its first administrator; at most one, of no tenant
ALTER TABLE idn_link
  ALTER COLUMN tenant_id DROP NOT NULL,
  ALTER COLUMN user_id DROP NOT NULL,
  DROP CONSTRAINT idn_link_kind_check,
  ADD CONSTRAINT idn_link_kind_check CHECK (kind IN ('email', 'email-undo', 'setup')),
  ADD CONSTRAINT idn_link_owner_check CHECK ((kind = 'setup') = (tenant_id IS NULL) AND (kind = 'setup') = (user_id IS NULL));
CREATE UNIQUE INDEX idn_link_setup ON idn_link (kind) WHERE kind = 'setup';

-- The provider's organisation is the first one. Its number need not be 1: a set-up that failed has used numbers.
CREATE OR REPLACE FUNCTION audit_issuer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  o jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  n jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
  b jsonb := o;
  a jsonb := n;
  t int := coalesce((coalesce(n, o)->>'tenant_id')::int, (SELECT min(id) FROM tenant));
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT jsonb_object_agg(e.key, e.value), jsonb_object_agg(e.key, n->e.key) INTO b, a
      FROM jsonb_each(o) e WHERE n->e.key IS DISTINCT FROM e.value;
    IF b IS NULL THEN RETURN NULL; END IF;
  END IF;
  -- Before the first organisation exists, no audit is possible.
  IF t IS NULL THEN RETURN NULL; END IF;
  INSERT INTO audit_log (tenant_id, actor_id, request_id, verb, entity, entity_id, before, after)
  VALUES (t, me(), NULLIF(current_setting('app.request_id', true), ''), lower(TG_OP), 'tenant_issuers', coalesce(n, o)->>'issuer', b, a);
  RETURN NULL;
END $$;
