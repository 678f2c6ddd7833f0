-- The instances below a root are counted: one process calls a limited number of others in all (docs/processes.md).
-- root_id is the instance nothing has called; null for that instance itself.
ALTER TABLE process_instance ADD COLUMN root_id uuid;
CREATE INDEX instance_root ON process_instance (tenant_id, root_id) WHERE root_id IS NOT NULL;
WITH RECURSIVE below AS (
  SELECT p.tenant_id, p.id, p.id AS root_id FROM process_instance p
    WHERE p.parent_id IS NULL AND EXISTS (SELECT 1 FROM process_instance c WHERE c.tenant_id = p.tenant_id AND c.parent_id = p.id)
  UNION ALL
  SELECT c.tenant_id, c.id, b.root_id FROM below b JOIN process_instance c ON c.tenant_id = b.tenant_id AND c.parent_id = b.id)
UPDATE process_instance i SET root_id = b.root_id FROM below b
  WHERE i.tenant_id = b.tenant_id AND i.id = b.id AND i.parent_id IS NOT NULL;
