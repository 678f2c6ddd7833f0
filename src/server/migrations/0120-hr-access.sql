-- People, contracts and who looks at their data (docs/data-model.md, ADR 24). Confidential rows of others are visible to members of the
-- permitted groups alone, and only after the same transaction has written a row of the access log.

-- who viewed or changed which data of whom, in which role and why · modules/hr/access.ts, in the transaction that reads · with the organisation
-- `tx`: the transaction. `as_group`: the group that allowed it, 'manager' or 'task'
CREATE TABLE hr_access_log (LIKE template.row INCLUDING ALL, at timestamptz NOT NULL DEFAULT now(),
  tx xid8 NOT NULL DEFAULT pg_current_xact_id(), viewer_id uuid NOT NULL DEFAULT me(), subject_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('pay', 'health', 'contract', 'document', 'sizes', 'user')),
  as_group text NOT NULL,
  verb text NOT NULL DEFAULT 'look' CHECK (verb IN ('look', 'list', 'export', 'change', 'feed')),
  thing text CHECK (length(thing) <= 200),
  reason text CHECK (length(reason) BETWEEN 10 AND 500),
  CONSTRAINT why_given CHECK (reason IS NOT NULL OR kind NOT IN ('pay', 'health') OR verb = 'change' OR as_group = 'task')
) PARTITION BY RANGE (id);
SELECT tenant_table('hr_access_log', 'A');
SELECT quarters('hr_access_log');
CREATE INDEX access_tx ON hr_access_log (tenant_id, tx);
CREATE INDEX access_shown ON hr_access_log (tenant_id, subject_id, id DESC);
CREATE INDEX access_viewer ON hr_access_log (tenant_id, viewer_id, id DESC);

-- Whether the user of the transaction is in one of the groups, or passes as an administrator. `confidentialNeedsGroup` is false (ROLE-02),
-- "provider" (members of verva.admin need the group) or true (all administrators do); any other value counts as true.
CREATE FUNCTION entitled(groups text[]) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM group_member g WHERE g.tenant_id = tenant() AND g.user_id = me() AND g.group_id = ANY(groups))
    OR (EXISTS (SELECT 1 FROM group_member g WHERE g.tenant_id = tenant() AND g.user_id = me() AND g.group_id IN ('admin', 'verva.admin'))
      AND coalesce((SELECT CASE s.value
          WHEN 'false'::jsonb THEN true
          WHEN '"provider"'::jsonb THEN NOT EXISTS (SELECT 1 FROM group_member g
            WHERE g.tenant_id = tenant() AND g.user_id = me() AND g.group_id = 'verva.admin')
          ELSE false END
        FROM tenant_setting s WHERE s.tenant_id = tenant() AND s.key = 'confidentialNeedsGroup'), true))
$$;

-- Direct and indirect reports of a line manager. Cycles end.
CREATE FUNCTION reports_of(manager uuid) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  WITH RECURSIVE r(id) AS (
    SELECT m.user_id FROM user_manager m WHERE m.tenant_id = tenant() AND m.manager_id = manager AND m.kind = 'line'
    UNION
    SELECT m.user_id FROM r JOIN user_manager m ON m.tenant_id = tenant() AND m.manager_id = r.id AND m.kind = 'line')
  SELECT id FROM r WHERE id <> manager
$$;

-- In one's own name, about somebody else, in a role that one has, and of this transaction.
CREATE POLICY own_name ON hr_access_log AS RESTRICTIVE FOR INSERT TO verva_tenant
  WITH CHECK (viewer_id = me() AND subject_id <> me() AND tx = pg_current_xact_id()
    AND (as_group IN ('manager', 'task') OR EXISTS (SELECT 1 FROM group_member g
      WHERE g.tenant_id = (SELECT tenant()) AND g.user_id = me() AND g.group_id = as_group)));
CREATE POLICY concerned ON hr_access_log AS RESTRICTIVE FOR SELECT TO verva_tenant
  USING (subject_id = me() OR viewer_id = me() OR (SELECT entitled('{employee_management_admin}')));
CREATE POLICY erasing_rows ON hr_access_log FOR SELECT TO verva_system USING (is_erasing(tenant_id));
CREATE POLICY erasing ON hr_access_log FOR DELETE TO verva_system USING (is_erasing(tenant_id));
GRANT SELECT, DELETE ON hr_access_log TO verva_system;

-- The users whose data of this kind the transaction has logged. `xmin`: rows of a savepoint, which a rollback could take back, do not count.
CREATE FUNCTION logged(what text) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  SELECT l.subject_id FROM hr_access_log l
  WHERE l.tenant_id = tenant() AND l.tx = pg_current_xact_id_if_assigned() AND l.xmin = pg_current_xact_id_if_assigned()::xid
    AND l.viewer_id = me() AND l.kind = what AND l.as_group NOT IN ('task', 'manager') AND l.id >= uuid_floor(now() - interval '1 day')
$$;

-- contracts of users · HR, module hr · with the user. Removed ones stay: pay and the audit log refer to them
CREATE TABLE hr_contract (LIKE template.row INCLUDING ALL, user_id uuid NOT NULL, company_id uuid, number text COLLATE "C",
  kind text NOT NULL DEFAULT 'employment' CHECK (kind IN ('employment', 'fixed', 'service', 'authorisation', 'board', 'trainee')),
  job_title text, starts_on date NOT NULL, ends_on date NOT NULL DEFAULT 'infinity', trial_ends_on date,
  weekly_hours numeric(5,2) CHECK (weekly_hours BETWEEN 0 AND 168), place text, end_reason text,
  LIKE template.stamps INCLUDING ALL, removed_at timestamptz,
  CHECK (starts_on <= ends_on AND starts_on > '-infinity' AND starts_on < 'infinity'),
  CHECK (trial_ends_on BETWEEN starts_on AND ends_on),
  CHECK (kind <> 'fixed' OR ends_on < 'infinity'),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user, FOREIGN KEY (tenant_id, company_id) REFERENCES company,
  UNIQUE (tenant_id, id, user_id));
SELECT tenant_table('hr_contract', 'T', 'id');
CREATE UNIQUE INDEX contract_number ON hr_contract (tenant_id, number) WHERE number IS NOT NULL AND removed_at IS NULL;
CREATE INDEX contract_user ON hr_contract (tenant_id, user_id, starts_on DESC, id) WHERE removed_at IS NULL;
CREATE INDEX contract_start ON hr_contract (tenant_id, starts_on, id) WHERE removed_at IS NULL;
CREATE INDEX contract_end ON hr_contract (tenant_id, ends_on, id) WHERE removed_at IS NULL;
CREATE INDEX contract_company ON hr_contract (tenant_id, company_id) WHERE company_id IS NOT NULL;

-- shares of contracts by dimension and day · with its contract
CREATE TABLE hr_contract_dimension (LIKE template.row INCLUDING ALL, contract_id uuid NOT NULL, dimension_id uuid NOT NULL,
  value_id uuid NOT NULL, share numeric(5,2) NOT NULL DEFAULT 100 CHECK (share > 0 AND share <= 100),
  valid_from date NOT NULL, valid_until date NOT NULL DEFAULT 'infinity', CHECK (valid_from <= valid_until),
  FOREIGN KEY (tenant_id, contract_id) REFERENCES hr_contract, FOREIGN KEY (tenant_id, dimension_id) REFERENCES dimension,
  FOREIGN KEY (tenant_id, value_id) REFERENCES dimension_value,
  CONSTRAINT dimension_overlap EXCLUDE USING gist (tenant_id WITH =, contract_id WITH =, dimension_id WITH =, value_id WITH =,
    daterange(valid_from, valid_until, '[]') WITH &&));
SELECT tenant_table('hr_contract_dimension', 'T', 'id');
CREATE INDEX contract_dimension_of ON hr_contract_dimension (tenant_id, contract_id, dimension_id);
CREATE INDEX contract_dimension_value ON hr_contract_dimension (tenant_id, value_id, contract_id);
CREATE INDEX contract_dimension_by ON hr_contract_dimension (tenant_id, dimension_id);

-- On each day on which a dimension divides a contract at all, its shares add up to 100. Checked at the end of the transaction.
CREATE FUNCTION shares_are_100() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE c uuid := coalesce(NEW.contract_id, OLD.contract_id); d uuid := coalesce(NEW.dimension_id, OLD.dimension_id); day date;
BEGIN
  -- The rows of an erased organisation go in several transactions.
  IF TG_OP = 'DELETE' THEN IF is_erasing(OLD.tenant_id) THEN RETURN NULL; END IF; END IF;
  SELECT s.day INTO day FROM (
      SELECT valid_from AS day FROM hr_contract_dimension WHERE tenant_id = tenant() AND contract_id = c AND dimension_id = d
      UNION
      SELECT valid_until + 1 FROM hr_contract_dimension
        WHERE tenant_id = tenant() AND contract_id = c AND dimension_id = d AND valid_until < 'infinity') s
    WHERE (SELECT sum(x.share) FROM hr_contract_dimension x WHERE x.tenant_id = tenant() AND x.contract_id = c AND x.dimension_id = d
      AND s.day BETWEEN x.valid_from AND x.valid_until) <> 100 ORDER BY 1 LIMIT 1;
  IF day IS NOT NULL THEN RAISE EXCEPTION 'the shares are not 100' USING ERRCODE = 'VA100', DETAIL = day::text; END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER shares AFTER INSERT OR UPDATE OR DELETE ON hr_contract_dimension
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION shares_are_100();

-- The reason for an export of protected data, until the file is fetched.
ALTER TABLE download ADD COLUMN reason text CHECK (length(reason) BETWEEN 10 AND 500);
