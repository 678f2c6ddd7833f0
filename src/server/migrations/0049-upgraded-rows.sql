-- The policies bind the owner of the tables too. A change of a language is written to the audit log.
ALTER TABLE language NO FORCE ROW LEVEL SECURITY; ALTER TABLE audit_log NO FORCE ROW LEVEL SECURITY;
ALTER TABLE process_instance NO FORCE ROW LEVEL SECURITY;

-- Chinese has the name that screens show. A name that an administrator chose stays.
UPDATE language SET name = '简体中文' WHERE language_id = 'zh' AND name = '中文';

-- 0029 set the root of called instances under the policies, which on PostgreSQL showed it no rows.
WITH RECURSIVE below AS (
  SELECT p.tenant_id, p.id, p.id AS root_id FROM process_instance p
    WHERE p.parent_id IS NULL AND EXISTS (SELECT 1 FROM process_instance c WHERE c.tenant_id = p.tenant_id AND c.parent_id = p.id)
  UNION ALL
  SELECT c.tenant_id, c.id, b.root_id FROM below b JOIN process_instance c ON c.tenant_id = b.tenant_id AND c.parent_id = b.id)
UPDATE process_instance i SET root_id = b.root_id FROM below b
  WHERE i.tenant_id = b.tenant_id AND i.id = b.id AND i.parent_id IS NOT NULL AND i.root_id IS NULL;

ALTER TABLE language FORCE ROW LEVEL SECURITY; ALTER TABLE audit_log FORCE ROW LEVEL SECURITY; ALTER TABLE process_instance FORCE ROW LEVEL SECURITY;
