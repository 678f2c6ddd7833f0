-- Plans, changes and their taking back (BEY-22) · verva.admin · plans for a week, what a change replaced for two years
-- counts: number of steps by action; steps: [{kind, key, action, base, file, current, result, conflicts}]; content: [{kind, key, content}] of the file; before, after and
-- base_before: [{kind, key, content}] of the objects that were changed, null where an object did not exist.
CREATE TABLE config_change (LIKE template.row INCLUDING ALL, line uuid NOT NULL, file_sha256 text NOT NULL, current_sha256 text NOT NULL,
  state text NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'applied', 'rolledBack')), prune boolean NOT NULL DEFAULT false,
  counts jsonb NOT NULL DEFAULT '{}', unchanged int NOT NULL DEFAULT 0, steps jsonb NOT NULL, faults jsonb NOT NULL DEFAULT '[]', content jsonb, before jsonb, after jsonb,
  base_before jsonb, rollback_of uuid, applied_at timestamptz, applied_by uuid, LIKE template.stamps INCLUDING ALL,
  FOREIGN KEY (tenant_id, rollback_of) REFERENCES config_change ON DELETE CASCADE);
SELECT tenant_table('config_change');
CREATE INDEX config_change_rollback ON config_change (tenant_id, rollback_of) WHERE rollback_of IS NOT NULL;

-- What a family of files had when one of them was applied last: the common ancestor of the next file and the organisation.
CREATE TABLE config_base (LIKE template.tenant INCLUDING ALL, line uuid NOT NULL, kind text NOT NULL, key text NOT NULL, content jsonb NOT NULL,
  PRIMARY KEY (tenant_id, line, kind, key));
SELECT tenant_table('config_base');
