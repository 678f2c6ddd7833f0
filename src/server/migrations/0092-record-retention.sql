-- Retention of records. retention_applied: the retention by which the days in record.purge_after were computed.
ALTER TABLE registry ADD COLUMN retention_applied jsonb;
DROP TRIGGER touch ON registry;
CREATE TRIGGER touch BEFORE UPDATE ON registry FOR EACH ROW WHEN ((NEW.indexed_at IS NULL OR NEW.indexed_at IS NOT DISTINCT FROM OLD.indexed_at)
  AND NEW.retention_applied IS NOT DISTINCT FROM OLD.retention_applied) EXECUTE FUNCTION touch();
DROP TRIGGER audit_update ON registry;
CREATE TRIGGER audit_update AFTER UPDATE ON registry FOR EACH ROW WHEN ((NEW.indexed_at IS NULL OR NEW.indexed_at IS NOT DISTINCT FROM OLD.indexed_at)
  AND NEW.retention_applied IS NOT DISTINCT FROM OLD.retention_applied) EXECUTE FUNCTION audit_row('id', '{}');

-- The day on which a record's retention ends; null without one, and for a record without anything to anonymise. Days in UTC.
CREATE FUNCTION retention_day(retention jsonb, r public.record, since date) RETURNS date LANGUAGE plpgsql STABLE AS $$
DECLARE start text := retention->>'from'; day date; BEGIN
  IF retention IS NULL OR (retention->>'action' = 'anonymise' AND r.data = '{}' AND r.title = '' AND r.owner_id IS NULL) THEN RETURN NULL; END IF;
  IF start = 'created' THEN day := (r.created_at AT TIME ZONE 'UTC')::date;
  ELSIF start LIKE 'status:%' THEN IF r.status = substr(start, 8) THEN day := since; END IF;
  ELSIF r.data->>substr(start, 6) ~ '^\d{4}-\d{2}-\d{2}' THEN day := left(r.data->>substr(start, 6), 10)::date; END IF;
  RETURN (day + make_interval(months => (retention->>'months')::int))::date; END $$;

-- Kept by a trigger, because records are written by pages, imports, cases and jobs.
CREATE FUNCTION record_retention() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE rules jsonb; BEGIN
  SELECT g.retention INTO rules FROM registry g WHERE g.tenant_id = NEW.tenant_id AND g.id = NEW.registry_id;
  IF TG_OP = 'UPDATE' AND rules->>'from' LIKE 'status:%' AND NEW.status IS NOT DISTINCT FROM OLD.status AND NEW.data <> '{}' THEN
    NEW.purge_after := OLD.purge_after;
  ELSE
    NEW.purge_after := retention_day(rules, NEW, (now() AT TIME ZONE 'UTC')::date);
  END IF;
  RETURN NEW; END $$;
CREATE TRIGGER retention BEFORE INSERT OR UPDATE OF status, data, title, owner_id ON record FOR EACH ROW EXECUTE FUNCTION record_retention();
