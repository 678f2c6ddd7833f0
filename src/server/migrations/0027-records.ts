/** Registries and their records: lists of an organisation, each record with a form. */
export default `
-- numbers of a pattern such as A-{yyyy}-{0000} · verva.admin
CREATE TABLE number_series (LIKE template.tenant INCLUDING ALL, id text NOT NULL, pattern text NOT NULL,
  resets text NOT NULL DEFAULT 'never' CHECK (resets IN ('never','year','month')), LIKE template.stamps INCLUDING ALL,
  PRIMARY KEY (tenant_id, id));
SELECT tenant_table('number_series','T','id');

-- the last number of a series and period, taken in the transaction of what gets it: gapless
CREATE TABLE number_counter (LIKE template.tenant INCLUDING ALL, series_id text NOT NULL, period text NOT NULL DEFAULT '',
  last bigint NOT NULL DEFAULT 0, PRIMARY KEY (tenant_id, series_id, period),
  FOREIGN KEY (tenant_id, series_id) REFERENCES number_series);
SELECT tenant_table('number_counter');

-- record type with form, columns, statuses and groups · verva.admin
CREATE TABLE registry (LIKE template.tenant INCLUDING ALL, id text NOT NULL, title jsonb NOT NULL, form_id text,
  columns jsonb NOT NULL, statuses jsonb NOT NULL DEFAULT '[]', read_groups text[] NOT NULL DEFAULT '{}',
  write_groups text[] NOT NULL DEFAULT '{}', number_series_id text, index_state text NOT NULL DEFAULT 'ready'
  CHECK (index_state IN ('ready','building')), active boolean NOT NULL DEFAULT true, LIKE template.stamps INCLUDING ALL,
  PRIMARY KEY (tenant_id, id), FOREIGN KEY (tenant_id, form_id) REFERENCES form,
  FOREIGN KEY (tenant_id, number_series_id) REFERENCES number_series);
SELECT tenant_table('registry','T','id');
CREATE INDEX registry_form ON registry (tenant_id, form_id) WHERE form_id IS NOT NULL;

-- form_number: the version of the registry's form that the record was made with · write groups
CREATE TABLE record (LIKE template.row INCLUDING ALL, registry_id text NOT NULL, number text,
  title text COLLATE "C" NOT NULL DEFAULT '', status text, owner_id uuid, form_number int, data jsonb NOT NULL,
  LIKE template.stamps INCLUDING ALL, removed_at timestamptz, FOREIGN KEY (tenant_id, registry_id) REFERENCES registry);
SELECT tenant_table('record','T','id');
-- Who empties the bin sees when what went into it, and nothing of what it was.
SELECT service_rows('record','verva_system','delete');
GRANT SELECT (ctid, tenant_id, id, removed_at) ON record TO verva_system;
CREATE UNIQUE INDEX record_number ON record (tenant_id, registry_id, number) WHERE number IS NOT NULL;
CREATE INDEX record_newest ON record (tenant_id, registry_id, id DESC) WHERE removed_at IS NULL;
CREATE INDEX record_status ON record (tenant_id, registry_id, status, id DESC) WHERE removed_at IS NULL;
CREATE INDEX record_owner ON record (tenant_id, owner_id, id DESC) WHERE removed_at IS NULL;
CREATE INDEX record_title ON record (tenant_id, registry_id, title, id) WHERE removed_at IS NULL;
CREATE INDEX record_purge ON record (removed_at) WHERE removed_at IS NOT NULL;
CREATE INDEX record_form ON record (tenant_id, registry_id, form_number);  -- who keeps which version of the form

-- The bin that is emptied after 30 days is nobody's act: the removal itself stands in the audit.
DROP TRIGGER audit ON record;
CREATE TRIGGER audit AFTER INSERT OR UPDATE ON record FOR EACH ROW EXECUTE FUNCTION audit_row('id','{}');
`;
