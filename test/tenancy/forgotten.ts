/** Each kind of mistake in a migration, with the expected result of the check. */
export const FORGOTTEN: readonly [what: string, text: string, expected: string][] = [
  ['no row-level security', 'CREATE TABLE f (tenant_id int NOT NULL, id int)', 'no row level security'],
  [
    'not forced',
    'CREATE TABLE f (tenant_id int NOT NULL); ALTER TABLE f ENABLE ROW LEVEL SECURITY',
    'row level security not forced',
  ],
  [
    'no tenant column',
    'CREATE TABLE f (tenant int); ALTER TABLE f ENABLE ROW LEVEL SECURITY; ALTER TABLE f FORCE ROW LEVEL SECURITY; GRANT SELECT ON f TO verva_tenant',
    'reachable without tenant_id',
  ],
  [
    'no policy',
    "CREATE TABLE f (tenant_id int NOT NULL); SELECT tenant_table('f'); DROP POLICY tenant ON f",
    'reachable without a policy',
  ],
  [
    'a policy of true',
    "CREATE TABLE f (tenant_id int NOT NULL); SELECT tenant_table('f'); CREATE POLICY more ON f TO verva_tenant USING (true)",
    'policy does not compare the tenant: more',
  ],
  [
    'a policy with or',
    "CREATE TABLE f (tenant_id int NOT NULL); SELECT tenant_table('f'); ALTER POLICY tenant ON f USING (tenant_id = (SELECT tenant()) OR true)",
    'policy does not compare the tenant: tenant',
  ],
  [
    'a policy that is planned for the tenant that asks first',
    "CREATE TABLE f (tenant_id int NOT NULL); SELECT tenant_table('f'); ALTER POLICY tenant ON f USING (tenant_id = tenant())",
    'policy does not compare the tenant: tenant',
  ],
  ['truncate granted', 'GRANT TRUNCATE ON task TO verva_tenant', 'truncate, references or trigger granted'],
  [
    'a unique key without the tenant',
    "CREATE TABLE f (tenant_id int NOT NULL, code text UNIQUE); SELECT tenant_table('f')",
    'unique key without tenant_id: f_code_key',
  ],
  [
    'a foreign key without the tenant',
    "CREATE TABLE g (tenant_id int NOT NULL, code int UNIQUE); SELECT tenant_table('g'); CREATE TABLE f (tenant_id int NOT NULL, code int REFERENCES g (code)); SELECT tenant_table('f')",
    'foreign key without tenant_id: f_code_fkey',
  ],
  ['a view', 'CREATE VIEW v AS SELECT * FROM company', 'view without security_invoker'],
  ['a materialized view', 'CREATE MATERIALIZED VIEW v AS SELECT 1 AS a', 'materialized view'],
  [
    'a function of its definer',
    'CREATE FUNCTION f() RETURNS int LANGUAGE sql SECURITY DEFINER AS $$ SELECT 1 $$',
    'security definer function',
  ],
  ['a grant on a partition', 'GRANT SELECT ON task_other TO verva_tenant', 'partition reachable directly'],
];
