-- The audit log as a list, and through what a change came.

-- 'application', 'element: <client> (<origin>)', 'mail', 'command' · null: the system itself, or a row from before this migration
ALTER TABLE audit_log ADD COLUMN via text;
ALTER TABLE audit_log ALTER COLUMN via SET DEFAULT NULLIF(current_setting('app.via', true), '');

-- Rows that the application writes itself carry these like those of the triggers.
ALTER TABLE audit_log ALTER COLUMN request_id SET DEFAULT NULLIF(current_setting('app.request_id', true), '');
ALTER TABLE audit_log ALTER COLUMN on_behalf_of SET DEFAULT NULLIF(current_setting('app.on_behalf_of', true), '')::uuid;

CREATE INDEX audit_at ON audit_log (tenant_id, at, id);
CREATE INDEX audit_verb ON audit_log (tenant_id, verb, id DESC);
CREATE INDEX audit_request ON audit_log (tenant_id, request_id) WHERE request_id IS NOT NULL;
CREATE INDEX audit_behalf ON audit_log (tenant_id, on_behalf_of, id DESC) WHERE on_behalf_of IS NOT NULL;
