-- Deleted companies, departments, dimensions and values keep their rows: values of forms that name one still show its name.
-- The code is free again.
ALTER TABLE company ADD COLUMN removed_at timestamptz, ADD COLUMN logo_file_id uuid,
  ADD CHECK (removed_at IS NULL OR NOT active);
ALTER TABLE department ADD COLUMN removed_at timestamptz, ADD CHECK (removed_at IS NULL OR NOT active);
ALTER TABLE dimension ADD COLUMN removed_at timestamptz, ADD CHECK (removed_at IS NULL OR NOT active);
ALTER TABLE dimension_value ADD COLUMN removed_at timestamptz, ADD CHECK (removed_at IS NULL OR NOT active);

ALTER TABLE company DROP CONSTRAINT company_tenant_id_code_key;
ALTER TABLE department DROP CONSTRAINT department_tenant_id_code_key;
ALTER TABLE dimension DROP CONSTRAINT dimension_tenant_id_code_key;
ALTER TABLE dimension_value DROP CONSTRAINT dimension_value_tenant_id_dimension_id_code_key;
CREATE UNIQUE INDEX company_code ON company (tenant_id, code) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX department_code ON department (tenant_id, code) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX dimension_code ON dimension (tenant_id, code) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX dimension_value_code ON dimension_value (tenant_id, dimension_id, code) WHERE removed_at IS NULL;

-- Where the references lead to.
CREATE INDEX department_of_company ON department (tenant_id, company_id) WHERE company_id IS NOT NULL;
CREATE INDEX dimension_value_below ON dimension_value (tenant_id, parent_id) WHERE parent_id IS NOT NULL;
