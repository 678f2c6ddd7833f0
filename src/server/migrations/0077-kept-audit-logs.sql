-- Organisations from before 0065 kept their audit log for ever: they keep the longest time until they choose another one.
-- The policies bind the owner of the tables too; the audit log tells of users, not of migrations.
ALTER TABLE tenant NO FORCE ROW LEVEL SECURITY; ALTER TABLE tenant_setting NO FORCE ROW LEVEL SECURITY;
ALTER TABLE tenant_setting DISABLE TRIGGER audit;
INSERT INTO tenant_setting (tenant_id, key, value) SELECT id, 'auditMonths', '120' FROM tenant ON CONFLICT DO NOTHING;
ALTER TABLE tenant_setting ENABLE TRIGGER audit;
ALTER TABLE tenant FORCE ROW LEVEL SECURITY; ALTER TABLE tenant_setting FORCE ROW LEVEL SECURITY;
