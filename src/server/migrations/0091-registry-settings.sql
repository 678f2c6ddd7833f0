-- Settings of registries (PRV-01). moves: [{from, to, groups, requires}]; without any, every status may follow every other one.
-- retention: {months, from, action}. indexed_at: since when record_index holds the columns; null until it does.
ALTER TABLE registry ADD COLUMN description jsonb NOT NULL DEFAULT '{}', ADD COLUMN icon text, ADD COLUMN moves jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN delete_groups text[] NOT NULL DEFAULT '{}', ADD COLUMN owner_reads boolean NOT NULL DEFAULT false, ADD COLUMN retention jsonb,
  ADD COLUMN indexed_at timestamptz;

-- columns: [{field, from, slot?, listed, width?, title?, searchable, ready}]. The policies bind the owner of the table too.
ALTER TABLE registry NO FORCE ROW LEVEL SECURITY;
ALTER TABLE registry DISABLE TRIGGER audit;
UPDATE registry SET columns = (SELECT coalesce(jsonb_agg('{"listed": true, "searchable": true, "ready": true}'::jsonb || c.value ORDER BY c.ordinality), '[]')
  FROM jsonb_array_elements(columns) WITH ORDINALITY c);
ALTER TABLE registry ENABLE TRIGGER audit;
ALTER TABLE registry FORCE ROW LEVEL SECURITY;

-- The end of indexing sets indexed_at and marks columns as ready; that changes no setting.
DROP TRIGGER touch ON registry;
CREATE TRIGGER touch BEFORE UPDATE ON registry FOR EACH ROW
  WHEN (NEW.indexed_at IS NULL OR NEW.indexed_at IS NOT DISTINCT FROM OLD.indexed_at) EXECUTE FUNCTION touch();
DROP TRIGGER audit ON registry;
CREATE TRIGGER audit AFTER INSERT OR DELETE ON registry FOR EACH ROW EXECUTE FUNCTION audit_row('id', '{}');
CREATE TRIGGER audit_update AFTER UPDATE ON registry FOR EACH ROW
  WHEN (NEW.indexed_at IS NULL OR NEW.indexed_at IS NOT DISTINCT FROM OLD.indexed_at) EXECUTE FUNCTION audit_row('id', '{}');

-- hold: no retention. purge_after: the day on which the registry's retention ends, kept with each write; null without one.
ALTER TABLE record ADD COLUMN hold boolean NOT NULL DEFAULT false, ADD COLUMN purge_after date;
CREATE INDEX record_retention ON record (tenant_id, registry_id, purge_after) WHERE purge_after IS NOT NULL AND removed_at IS NULL AND NOT hold;
-- A new day of retention is no change of the record. Other columns that change a record belong in both lists.
DROP TRIGGER touch ON record;
CREATE TRIGGER touch BEFORE UPDATE OF registry_id, number, title, status, owner_id, form_number, data, removed_at, hold ON record
  FOR EACH ROW EXECUTE FUNCTION touch();
DROP TRIGGER audit ON record;
CREATE TRIGGER audit AFTER INSERT OR UPDATE OF registry_id, number, title, status, owner_id, form_number, data, removed_at, hold ON record
  FOR EACH ROW EXECUTE FUNCTION audit_row('id', '{}');
