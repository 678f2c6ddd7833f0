-- Pay, documents, health checks and clothes sizes of users.

-- Rows of others: for members of `groups` once this transaction has logged the access to that user's data; written by `writers` under
-- the same condition. `own_when`: which own rows users write themselves. One policy for each verb, so that exports find whose a row is.
CREATE FUNCTION confidential(t regclass, see text, change text, own_when text DEFAULT 'false') RETURNS void LANGUAGE plpgsql AS $$
DECLARE write text := format('(user_id = me() AND (%s)) OR (user_id <> me() AND (%s))', own_when, change);
BEGIN
  EXECUTE format('CREATE POLICY seen ON %s AS RESTRICTIVE FOR SELECT TO verva_tenant USING (user_id = me() OR (%s))', t, see);
  EXECUTE format('CREATE POLICY added ON %s AS RESTRICTIVE FOR INSERT TO verva_tenant WITH CHECK (%s)', t, write);
  EXECUTE format('CREATE POLICY changed ON %s AS RESTRICTIVE FOR UPDATE TO verva_tenant USING (%s)', t, write);
  EXECUTE format('CREATE POLICY erasing_rows ON %s FOR SELECT TO verva_system USING (is_erasing(tenant_id))', t);
  EXECUTE format('CREATE POLICY erasing ON %s FOR DELETE TO verva_system USING (is_erasing(tenant_id))', t);
  EXECUTE format('GRANT SELECT, DELETE ON %s TO verva_system', t);
END $$;
-- One read of the log for each statement.
CREATE FUNCTION logged_by(what text, groups text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format('((SELECT entitled(%L::text[])) AND user_id IN (SELECT logged(%L)))', groups, what)
$$;
-- The audit of a change: erasing an organisation deletes rows as a role that may not write the audit log.
CREATE FUNCTION audit_changes(t regclass, redact text[]) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  EXECUTE format('CREATE TRIGGER audit AFTER INSERT OR UPDATE ON %s FOR EACH ROW EXECUTE FUNCTION audit_row(%L, %L)', t, 'id', redact::text);
END $$;

-- pay by contract and day · HR · with the contract. Corrections supersede: amounts never change
CREATE TABLE hr_pay (LIKE template.row INCLUDING ALL, user_id uuid NOT NULL, contract_id uuid NOT NULL,
  kind text NOT NULL DEFAULT 'base' CHECK (kind IN ('base', 'addition')), name text NOT NULL DEFAULT '',
  amount_minor bigint NOT NULL CHECK (amount_minor >= 0), currency text NOT NULL DEFAULT 'EUR' CHECK (currency ~ '^[A-Z]{3}$'),
  period text NOT NULL DEFAULT 'month' CHECK (period IN ('hour', 'month', 'year', 'once')),
  valid_from date NOT NULL, valid_until date NOT NULL DEFAULT 'infinity', superseded_at timestamptz, superseded_by uuid,
  LIKE template.stamps INCLUDING ALL, CHECK (valid_from <= valid_until),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user,
  FOREIGN KEY (tenant_id, contract_id, user_id) REFERENCES hr_contract (tenant_id, id, user_id),
  CONSTRAINT pay_overlap EXCLUDE USING gist (tenant_id WITH =, contract_id WITH =, kind WITH =, name WITH =,
    daterange(valid_from, valid_until, '[]') WITH &&) WHERE (superseded_at IS NULL));
SELECT tenant_table('hr_pay', 'C');
SELECT audit_changes('hr_pay', '{name,amount_minor,currency,period,valid_from,valid_until,superseded_by}');
SELECT confidential('hr_pay', logged_by('pay', '{finance_viewer,employee_management_admin}'), logged_by('pay', '{employee_management_admin}'));
CREATE INDEX pay_contract ON hr_pay (tenant_id, contract_id, user_id);
CREATE INDEX pay_user ON hr_pay (tenant_id, user_id, valid_from DESC, id);
REVOKE UPDATE ON hr_pay FROM verva_tenant;
GRANT UPDATE (valid_until, superseded_at, superseded_by, version, updated_at, updated_by) ON hr_pay TO verva_tenant;

-- documents by the categories of HR-03; `confidentialNeedsGroup` concerns those of Health · HR, and users their own of two categories · with the user
ALTER TABLE file DROP CONSTRAINT file_confidential_check;
ALTER TABLE file ADD CONSTRAINT file_confidential_check CHECK (confidential IN ('health', 'pay', 'hr'));
CREATE TABLE hr_document (LIKE template.row INCLUDING ALL, user_id uuid NOT NULL,
  category text NOT NULL CHECK (category IN ('Health', 'Contract', 'Photo', 'Official Information')),
  -- Null once removed, so that the file can be deleted.
  file_id uuid, file_name text NOT NULL DEFAULT '', title text NOT NULL, issued_on date,
  valid_until date NOT NULL DEFAULT 'infinity', LIKE template.stamps INCLUDING ALL, removed_at timestamptz,
  CHECK (issued_on <= valid_until), CHECK (file_id IS NOT NULL OR removed_at IS NOT NULL),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user, FOREIGN KEY (tenant_id, file_id) REFERENCES file,
  UNIQUE (tenant_id, id, user_id));
SELECT tenant_table('hr_document', 'C');
SELECT audit_changes('hr_document', '{file_id,file_name,title,issued_on,valid_until}');
SELECT confidential('hr_document',
  format('(category = ''Health'' AND %s) OR (category <> ''Health'' AND %s)', logged_by('health', '{employee_management_admin}'),
    logged_by('document', '{employee_management_admin,employee_management_viewer,admin,verva.admin}')),
  format('(category = ''Health'' AND %s) OR (category <> ''Health'' AND %s)', logged_by('health', '{employee_management_admin}'),
    logged_by('document', '{employee_management_admin,admin,verva.admin}')),
  'category IN (''Photo'', ''Official Information'')');
CREATE INDEX document_file ON hr_document (tenant_id, file_id);
CREATE INDEX document_user ON hr_document (tenant_id, user_id, category, id DESC);

-- decisions of health checks, never findings · HR · with the user
CREATE TABLE hr_health_check (LIKE template.row INCLUDING ALL, user_id uuid NOT NULL,
  kind text NOT NULL DEFAULT 'periodic' CHECK (kind IN ('first', 'periodic', 'extra')), checked_on date NOT NULL,
  decision text NOT NULL CHECK (decision IN ('fit', 'fit_with_restrictions', 'unfit')),
  restrictions text CHECK (length(restrictions) <= 500),
  validity_value int CHECK (validity_value BETWEEN 1 AND 3650),
  validity_unit text CHECK (validity_unit IN ('1_days', '2_weeks', '3_months', '4_years')),
  next_on date NOT NULL DEFAULT 'infinity', document_id uuid, LIKE template.stamps INCLUDING ALL, removed_at timestamptz,
  CHECK ((validity_value IS NULL) = (validity_unit IS NULL)), CHECK (next_on > checked_on),
  CHECK ((decision = 'fit_with_restrictions') = (restrictions IS NOT NULL)),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user,
  FOREIGN KEY (tenant_id, document_id, user_id) REFERENCES hr_document (tenant_id, id, user_id));
SELECT tenant_table('hr_health_check', 'C');
SELECT audit_changes('hr_health_check', '{kind,checked_on,decision,restrictions,validity_value,validity_unit,next_on,document_id}');
SELECT confidential('hr_health_check', logged_by('health', '{employee_management_admin}'), logged_by('health', '{employee_management_admin}'));
CREATE INDEX health_user ON hr_health_check (tenant_id, user_id, checked_on DESC, id);
CREATE INDEX health_document ON hr_health_check (tenant_id, document_id, user_id) WHERE document_id IS NOT NULL;

-- clothes sizes · HR, clothes_sizes_admin · with the user
CREATE TABLE hr_clothes_size (LIKE template.tenant INCLUDING ALL, user_id uuid NOT NULL, item text NOT NULL, size text NOT NULL,
  position int NOT NULL DEFAULT 0, LIKE template.stamps INCLUDING ALL, PRIMARY KEY (tenant_id, user_id, item),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user);
SELECT tenant_table('hr_clothes_size', 'T', 'user_id,item');

-- Not for uses in the application.
DROP FUNCTION confidential(regclass, text, text, text), logged_by(text, text[]), audit_changes(regclass, text[]);
