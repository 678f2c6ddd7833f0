-- Servers keep callers in memory for half a minute. Whatever changes who may do what notifies every server in its own transaction.
-- The payload: ids of people (app_user.id) separated by commas, `t:` and the number of a tenant for everyone in it; empty: all callers.
-- Argument 1: the caller of a changed row (alias c), argument 2: joins and conditions; `before` has the rows as they were.
CREATE FUNCTION notify_callers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids text[];
BEGIN
  EXECUTE format('SELECT array_agg(DISTINCT caller) FROM (SELECT %s AS caller FROM changed c %s) x WHERE caller IS NOT NULL', TG_ARGV[0], TG_ARGV[1]) INTO ids;
  IF ids IS NOT NULL THEN
    -- A notification holds 8,000 bytes.
    PERFORM pg_notify('verva_callers', CASE WHEN cardinality(ids) > 50 THEN '' ELSE array_to_string(ids, ',') END);
  END IF;
  RETURN NULL;
END $$;

-- people and their groups
CREATE TRIGGER notify_callers AFTER UPDATE ON app_user REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION notify_callers('c.id::text', 'JOIN before b USING (tenant_id, id) WHERE b.status <> c.status');
CREATE TRIGGER notify_callers_added AFTER INSERT ON group_member REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION notify_callers('c.user_id::text', '');
CREATE TRIGGER notify_callers_removed AFTER DELETE ON group_member REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION notify_callers('c.user_id::text', '');

-- organisations
CREATE TRIGGER notify_callers AFTER UPDATE ON tenant REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION notify_callers($$'t:' || c.id$$, 'JOIN before b USING (id) WHERE b.status <> c.status');

-- accounts and sessions of the embedded identity service
CREATE TRIGGER notify_callers AFTER UPDATE ON idn_user REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION notify_callers('i.user_id::text', $$JOIN before b USING (sub) JOIN user_identity i ON i.issuer = 'verva:identity' AND i.subject = c.sub::text
    WHERE (b.status, b.disabled) IS DISTINCT FROM (c.status, c.disabled)$$);
CREATE TRIGGER notify_callers_removed AFTER DELETE ON idn_user REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION notify_callers('i.user_id::text', $$JOIN user_identity i ON i.issuer = 'verva:identity' AND i.subject = c.sub::text$$);
CREATE TRIGGER notify_callers AFTER UPDATE ON idn_refresh REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION notify_callers('i.user_id::text', $$JOIN before b USING (token_sha256) JOIN user_identity i ON i.issuer = 'verva:identity' AND i.subject = c.user_sub::text
    WHERE b.revoked_at IS NULL AND c.revoked_at IS NOT NULL$$);
CREATE TRIGGER notify_callers_removed AFTER DELETE ON idn_refresh REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION notify_callers('i.user_id::text', $$JOIN user_identity i ON i.issuer = 'verva:identity' AND i.subject = c.user_sub::text
    WHERE c.revoked_at IS NULL AND c.expires_at > now()$$);

-- accounts at other providers, and what is known of the providers
CREATE TRIGGER notify_callers AFTER UPDATE ON user_identity REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION notify_callers('c.user_id::text', 'JOIN before b USING (issuer, subject, tenant_id) WHERE b.revoked_before IS DISTINCT FROM c.revoked_before');
CREATE TRIGGER notify_callers_removed AFTER DELETE ON user_identity REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION notify_callers('c.user_id::text', '');
CREATE TRIGGER notify_callers AFTER UPDATE ON tenant_issuers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_callers($$''$$, '');
CREATE TRIGGER notify_callers_added AFTER INSERT ON tenant_issuers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_callers($$''$$, '');
CREATE TRIGGER notify_callers_removed AFTER DELETE ON tenant_issuers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_callers($$''$$, '');

-- tokens of elements
CREATE TRIGGER notify_callers AFTER UPDATE ON embed_session REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION notify_callers('c.user_id::text', 'JOIN before b USING (tenant_id, id) WHERE b.revoked_at IS NULL AND c.revoked_at IS NOT NULL');
CREATE TRIGGER notify_callers AFTER UPDATE ON embed_client REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION notify_callers('s.user_id::text', 'JOIN before b USING (tenant_id, id) JOIN embed_session s ON s.tenant_id = c.tenant_id AND s.client_id = c.id
    WHERE b.disabled_at IS NULL AND c.disabled_at IS NOT NULL AND s.revoked_at IS NULL');
