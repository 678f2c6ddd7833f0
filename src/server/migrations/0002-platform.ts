/** Tenants and settings, the outbox and its targets, the audit log, search. */
export default `
-- tenant · provider (verva_system) · until closed + 90 days. slug = tenantId on the wire. Tenant 1 is the provider's own ("verva"): its translations are the product's.
CREATE TABLE tenant (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z][a-z0-9-]{1,30}$'), name text NOT NULL,
  time_zone text NOT NULL DEFAULT 'Europe/Tallinn', language_id text NOT NULL DEFAULT 'en',
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active','suspended','closing')),
  logo_file_id uuid, created_at timestamptz NOT NULL DEFAULT now(), closed_at timestamptz);
ALTER TABLE tenant ENABLE ROW LEVEL SECURITY; ALTER TABLE tenant FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tenant TO verva_tenant USING (id = tenant()) WITH CHECK (id = tenant());
GRANT SELECT, UPDATE (name, time_zone, language_id, logo_file_id) ON tenant TO verva_tenant;
SELECT service_rows('tenant','verva_system','select,insert,update');
CREATE POLICY verva_signin ON tenant FOR SELECT TO verva_signin USING (true);
GRANT SELECT (id, slug, status, name) ON tenant TO verva_signin;

-- tenant settings: undo seconds, limits, retention months, footer, help link, HR week rules · settings · with tenant
CREATE TABLE tenant_setting (LIKE template.tenant INCLUDING ALL, key text NOT NULL, value jsonb NOT NULL,
  LIKE template.stamps INCLUDING ALL, PRIMARY KEY (tenant_id, key));
SELECT tenant_table('tenant_setting','T','key');

-- ui settings of one person (LAY-15): dense, navbar, theme, columns, notification choices · profile · with person
CREATE TABLE ui_setting (LIKE template.tenant INCLUDING ALL, user_id uuid NOT NULL DEFAULT me(), key text NOT NULL,
  value jsonb NOT NULL, updated_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (tenant_id, user_id, key));
SELECT tenant_table('ui_setting','O');

-- allowed host pages and back ends (EMB-04, BEY-20) · settings · until removed. CORS is asked before a tenant is known: hence S (cached 60 s)
CREATE TABLE embed_origin (LIKE template.row INCLUDING ALL, origin text NOT NULL CHECK (origin ~ '^https?://[^/]+$'),
  widgets text[] NOT NULL DEFAULT '{}', LIKE template.stamps INCLUDING ALL, UNIQUE (tenant_id, origin));
SELECT tenant_table('embed_origin','T','origin');
SELECT service_rows('embed_origin','verva_system','select');
CREATE INDEX embed_origin_any ON embed_origin (origin);  -- preflight

-- outbox: the only way out for mail, webhook, live event, job · whoever changes state, same transaction · done rows 7 days
CREATE TABLE outbox (LIKE template.row INCLUDING ALL, topic text NOT NULL, dedupe_key text, payload jsonb NOT NULL,
  available_at timestamptz NOT NULL DEFAULT now(), attempts int NOT NULL DEFAULT 0, sent_at timestamptz, error text);
SELECT tenant_table('outbox','T');
REVOKE SELECT, UPDATE, DELETE ON outbox FROM verva_tenant;
SELECT service_rows('outbox','verva_system','select,update,delete');
CREATE INDEX outbox_due ON outbox (available_at, id) WHERE sent_at IS NULL;                                   -- relay: FOR UPDATE SKIP LOCKED
CREATE UNIQUE INDEX outbox_once ON outbox (tenant_id, topic, dedupe_key) WHERE dedupe_key IS NOT NULL;        -- one reminder per reading and day

-- sent mail, for "did she get it" · relay · 180 days
CREATE TABLE mail_message (LIKE template.row INCLUDING ALL, outbox_id uuid NOT NULL, user_id uuid,
  template text NOT NULL, language_id text NOT NULL, address_sha256 text NOT NULL,
  status text NOT NULL CHECK (status IN ('queued','sent','bounced','failed','stored')), error text, sent_at timestamptz);
SELECT tenant_table('mail_message','R');
SELECT service_rows('mail_message','verva_system','select,insert,update,delete');
CREATE INDEX mail_message_user ON mail_message (tenant_id, user_id, id DESC);

-- first answer of a repeated request · HTTP layer, same transaction as the work · 48 h
CREATE TABLE idempotency_key (LIKE template.tenant INCLUDING ALL, user_id uuid NOT NULL DEFAULT me(),
  key text NOT NULL CHECK (length(key) BETWEEN 8 AND 100), request_sha256 bytea NOT NULL, status int, reply jsonb,
  created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (tenant_id, user_id, key));
SELECT tenant_table('idempotency_key','O');
SELECT service_rows('idempotency_key','verva_system','select,delete');
CREATE INDEX idempotency_old ON idempotency_key (created_at);

-- who changed what · trigger audit_row and application · tenant setting, 3 years by default, whole quarters
CREATE TABLE audit_log (LIKE template.row INCLUDING ALL, at timestamptz NOT NULL DEFAULT now(), actor_id uuid,
  on_behalf_of uuid, request_id text, verb text NOT NULL, entity text NOT NULL, entity_id text NOT NULL,
  subject_id uuid, before jsonb, after jsonb, note text) PARTITION BY RANGE (id);
SELECT tenant_table('audit_log','A');
SELECT quarters('audit_log');
SELECT service_rows('audit_log','verva_system','select,update(before,after,note)');
DROP TRIGGER frozen ON audit_log;
CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse('erasable');
CREATE INDEX audit_entity ON audit_log (tenant_id, entity, entity_id, id DESC);  -- history of one thing
CREATE INDEX audit_actor ON audit_log (tenant_id, actor_id, id DESC);
CREATE INDEX audit_subject ON audit_log (tenant_id, subject_id, id DESC) WHERE subject_id IS NOT NULL;  -- erasure

-- events a browser may have missed (Last-Event-ID) · outbox relay · 1 h. principal: 'u:<uuid>', 'g:<group>', '*'
CREATE TABLE live_event (LIKE template.row INCLUDING ALL, principal text NOT NULL, type text NOT NULL,
  data jsonb NOT NULL);
SELECT tenant_table('live_event','R');
SELECT service_rows('live_event','verva_system','select,insert,delete');
CREATE INDEX live_event_after ON live_event (tenant_id, principal, id);

-- free-text search · modules · with its row. search_ids is the one SECURITY DEFINER function: the trigram index works because verva_search has no tenant policy; the tenant stands inside
CREATE TABLE search_text (LIKE template.tenant INCLUDING ALL, kind text NOT NULL, id uuid NOT NULL,
  scope text NOT NULL DEFAULT '', body text NOT NULL, PRIMARY KEY (tenant_id, kind, id));
SELECT tenant_table('search_text');
SELECT service_rows('search_text','verva_search','select');
CREATE INDEX search_body ON search_text USING gin (tenant_id, kind, body gin_trgm_ops);
CREATE FUNCTION search_ids(what text, pattern text, lim int) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
  $$ SELECT id FROM search_text WHERE tenant_id = tenant() AND kind = what AND body LIKE lower(pattern) ORDER BY id DESC LIMIT least(lim, 20000) $$;
DO $$ BEGIN IF NOT pg_has_role(current_user, 'verva_search', 'member') THEN GRANT verva_search TO CURRENT_USER; END IF; END $$;

GRANT CREATE ON SCHEMA public TO verva_search; ALTER FUNCTION search_ids(text,text,int) OWNER TO verva_search;
REVOKE CREATE ON SCHEMA public FROM verva_search;
REVOKE ALL ON FUNCTION search_ids(text,text,int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_ids(text,text,int) TO verva_tenant;
`;
