-- Who has viewed protected data (docs/operating.md): confidential tasks, exported lists of users, and the audit log.

-- one row for each viewer, thing, person concerned and 10 minutes · modules, in the transaction of the answer · with the audit log.
-- `kind`: as `entity` of the audit log. `subject_id`: the user whose data it is, null where it concerns no single user
CREATE TABLE look_log (LIKE template.row INCLUDING ALL, at timestamptz NOT NULL DEFAULT now(), user_id uuid NOT NULL DEFAULT me(),
  on_behalf_of uuid, subject_id uuid, kind text NOT NULL, entity_id text NOT NULL, confidential text,
  via text DEFAULT NULLIF(current_setting('app.via', true), ''), request_id text DEFAULT NULLIF(current_setting('app.request_id', true), '')
) PARTITION BY RANGE (id);
SELECT tenant_table('look_log', 'A');
SELECT quarters('look_log');
CREATE INDEX look_at ON look_log (tenant_id, at, id);
CREATE INDEX look_by ON look_log (tenant_id, user_id, id DESC);
CREATE INDEX look_subject ON look_log (tenant_id, subject_id, id DESC) WHERE subject_id IS NOT NULL;
CREATE INDEX look_entity ON look_log (tenant_id, kind, entity_id, id DESC);

-- Rows go with the audit log: after the time that the organisation keeps it, and when the organisation is erased.
DROP TRIGGER frozen ON look_log;
CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON look_log FOR EACH ROW EXECUTE FUNCTION refuse('expires');
CREATE POLICY verva_system ON look_log FOR SELECT TO verva_system USING (true);
CREATE POLICY expired ON look_log FOR DELETE TO verva_system USING (id < audit_kept_from(tenant_id) OR is_erasing(tenant_id));
GRANT SELECT, DELETE ON look_log TO verva_system;
