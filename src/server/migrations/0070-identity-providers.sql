-- Administrators keep the identity providers of their organisation.
ALTER TABLE tenant_issuers
  ADD COLUMN kind text NOT NULL DEFAULT 'other' CHECK (kind IN ('entra', 'keycloak', 'cognito', 'other')),
  -- What links a first sign-in to a user: a verified address of an assigned domain, the external id of a directory, or nothing.
  ADD COLUMN link_by text NOT NULL DEFAULT 'email' CHECK (link_by IN ('email', 'external_id', 'none')),
  -- Claims of which one proves a second factor: {"amr": ["mfa"]}, {"acr": ["2"]}. Without one, the provider is trusted.
  ADD COLUMN strong jsonb NOT NULL DEFAULT '{}',
  -- Domains that the organisation claims. Those of email_domains are proven, or confirmed by the operator.
  ADD COLUMN pending_domains text[] NOT NULL DEFAULT '{}',
  -- Written by the operator, who may name addresses of a private network; those of administrators are checked.
  ADD COLUMN by_operator boolean NOT NULL DEFAULT true,
  ADD COLUMN disabled_at timestamptz,
  ADD COLUMN version int NOT NULL DEFAULT 1,
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN updated_by uuid;
CREATE TRIGGER touch BEFORE UPDATE ON tenant_issuers FOR EACH ROW EXECUTE FUNCTION touch();

CREATE OR REPLACE FUNCTION audit_issuer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  o jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - '{version,updated_at,updated_by}'::text[] END;
  n jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - '{version,updated_at,updated_by}'::text[] END;
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
