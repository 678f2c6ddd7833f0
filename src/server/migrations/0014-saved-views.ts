/** Saved views, and the inbox order by process. */
export default `
-- filters, sort, columns, widths, grouping, density of a list (BEY-19) · views · removed ones 30 days; unused for 12 months: shown as such
CREATE TABLE saved_view (LIKE template.row INCLUDING ALL, resource text NOT NULL, name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100), slug text CHECK (slug ~ '^[a-z][a-z0-9-]{1,31}$'),
  audience text NOT NULL DEFAULT 'private' CHECK (audience IN ('private','group','tenant')), group_id text, owner_id uuid NOT NULL DEFAULT me(),
  definition jsonb NOT NULL, last_used_at timestamptz, LIKE template.stamps INCLUDING ALL, removed_at timestamptz,
  FOREIGN KEY (tenant_id, owner_id) REFERENCES app_user, FOREIGN KEY (tenant_id, group_id) REFERENCES app_group ON DELETE CASCADE,
  CHECK ((audience = 'group') = (group_id IS NOT NULL)), CHECK (audience <> 'private' OR slug IS NULL));
SELECT tenant_table('saved_view');
SELECT service_rows('saved_view','verva_system','delete');
GRANT SELECT (ctid, tenant_id, id, removed_at) ON saved_view TO verva_system;
-- A private view is its owner's alone, whatever a query forgets.
CREATE POLICY own ON saved_view AS RESTRICTIVE TO verva_tenant USING (audience <> 'private' OR owner_id = me()) WITH CHECK (audience <> 'private' OR owner_id = me());
-- That somebody used it is no change of it; of private ones nothing belongs into the audit.
DROP TRIGGER touch ON saved_view;
CREATE TRIGGER touch BEFORE UPDATE OF resource, name, slug, audience, group_id, owner_id, definition, removed_at ON saved_view FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER audit_insert AFTER INSERT ON saved_view FOR EACH ROW WHEN (NEW.audience <> 'private') EXECUTE FUNCTION audit_row('id','{}');
CREATE TRIGGER audit AFTER UPDATE OF resource, name, slug, audience, group_id, owner_id, definition, removed_at ON saved_view
  FOR EACH ROW WHEN (NEW.audience <> 'private' OR OLD.audience <> 'private') EXECUTE FUNCTION audit_row('id','{}');
CREATE INDEX view_list ON saved_view (tenant_id, resource, audience, owner_id);
CREATE INDEX view_group ON saved_view (tenant_id, group_id) WHERE group_id IS NOT NULL;
CREATE INDEX view_bin ON saved_view (removed_at) WHERE removed_at IS NOT NULL;
CREATE UNIQUE INDEX view_slug ON saved_view (tenant_id, resource, slug) WHERE removed_at IS NULL;

-- the inbox by process and due date: grouped by process, and of one process. Without a process it is '', so that rows can be compared
UPDATE task_inbox SET process_key = '' WHERE process_key IS NULL;
ALTER TABLE task_inbox ALTER COLUMN process_key SET DEFAULT '', ALTER COLUMN process_key SET NOT NULL;
CREATE INDEX inbox_process ON task_inbox (tenant_id, principal, process_key, due_at, task_id);
`;
