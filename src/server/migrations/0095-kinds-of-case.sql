-- Kinds of case (PRV-04): a process with the form, registry, numbers and groups of its start · verva.admin
-- defaults: values, or expressions after "="; status_map: [{on, status}]; mass_action: null for every task, or [{taskKey, outcomes, fields}].
CREATE TABLE case_type (LIKE template.tenant INCLUDING ALL, id text NOT NULL CHECK (id ~ '^[a-z][a-z0-9_-]{0,63}$'), title jsonb NOT NULL,
  registry_id text, process_key text NOT NULL, start_form_id text, number_series_id text, start_groups text[] NOT NULL DEFAULT '{}',
  defaults jsonb NOT NULL DEFAULT '{}', status_map jsonb NOT NULL DEFAULT '[]', mass_action jsonb,
  withdraw text NOT NULL DEFAULT 'beforeFirst' CHECK (withdraw IN ('never', 'beforeFirst', 'always')),
  people_shown text NOT NULL DEFAULT 'person' CHECK (people_shown IN ('person', 'group', 'none')), active boolean NOT NULL DEFAULT true,
  LIKE template.stamps INCLUDING ALL, PRIMARY KEY (tenant_id, id), FOREIGN KEY (tenant_id, registry_id) REFERENCES registry,
  FOREIGN KEY (tenant_id, process_key) REFERENCES process, FOREIGN KEY (tenant_id, start_form_id) REFERENCES form,
  FOREIGN KEY (tenant_id, number_series_id) REFERENCES number_series);
SELECT tenant_table('case_type','T','id');
CREATE INDEX case_type_process ON case_type (tenant_id, process_key);
CREATE INDEX case_type_registry ON case_type (tenant_id, registry_id) WHERE registry_id IS NOT NULL;
CREATE INDEX case_type_form ON case_type (tenant_id, start_form_id) WHERE start_form_id IS NOT NULL;
CREATE INDEX case_type_series ON case_type (tenant_id, number_series_id) WHERE number_series_id IS NOT NULL;

-- A case keeps its kind, so that a kind with cases is not deleted.
ALTER TABLE process_instance ADD COLUMN case_type_id text, ADD FOREIGN KEY (tenant_id, case_type_id) REFERENCES case_type;
ALTER TABLE record ADD COLUMN case_type_id text, ADD FOREIGN KEY (tenant_id, case_type_id) REFERENCES case_type;
CREATE INDEX instance_case_type ON process_instance (tenant_id, case_type_id) WHERE case_type_id IS NOT NULL;
CREATE INDEX record_case_type ON record (tenant_id, case_type_id) WHERE case_type_id IS NOT NULL;
