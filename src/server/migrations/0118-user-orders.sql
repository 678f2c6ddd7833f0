-- The orders of the list of users by job title, department and status; they end with the id, so that a page continues after its
-- last row. Comparisons of stored texts are all that policies let an index answer.
ALTER TABLE app_user ADD COLUMN job_title_key text COLLATE "C" GENERATED ALWAYS AS (nullif(left(lower(job_title), 500), '')) STORED,
  ADD COLUMN department_key text COLLATE "C";
CREATE INDEX user_list_job_title ON app_user (tenant_id, job_title_key, id);
CREATE INDEX user_list_department ON app_user (tenant_id, department_key, id);
CREATE INDEX user_list_state ON app_user (tenant_id, status, id);
DROP INDEX user_list_status;

-- What follows from other columns and tables is no change of the user: no row of the audit log, and no new version.
DO $$ DECLARE f text := pg_get_functiondef('audit_row'::regproc); BEGIN
  IF strpos(f, '{name_key,family_key,name_shape}') = 0 THEN RAISE EXCEPTION 'audit_row leaves out other columns than expected'; END IF;
  EXECUTE replace(f, '{name_key,family_key,name_shape}', '{name_key,family_key,name_shape,job_title_key,department_key}');
END $$;
DROP TRIGGER touch ON app_user;
CREATE TRIGGER touch BEFORE UPDATE ON app_user FOR EACH ROW WHEN (NEW.department_key IS NOT DISTINCT FROM OLD.department_key) EXECUTE FUNCTION touch();

-- The name of the primary department.
CREATE FUNCTION user_department_key() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE app_user u SET department_key = k.key
  FROM (SELECT DISTINCT c.tenant_id, c.user_id FROM changed c) x LEFT JOIN LATERAL
    (SELECT nullif(left(lower(d.name), 500), '') AS key FROM user_department p JOIN department d ON d.tenant_id = p.tenant_id AND d.id = p.department_id
      WHERE p.tenant_id = x.tenant_id AND p.user_id = x.user_id AND p.is_primary) k ON true
  WHERE u.tenant_id = x.tenant_id AND u.id = x.user_id AND u.department_key IS DISTINCT FROM k.key;
  RETURN NULL; END $$;
CREATE TRIGGER department_key_added AFTER INSERT ON user_department REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION user_department_key();
CREATE TRIGGER department_key AFTER UPDATE ON user_department REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION user_department_key();
CREATE TRIGGER department_key_removed AFTER DELETE ON user_department REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION user_department_key();
CREATE FUNCTION renamed_department_key() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE app_user u SET department_key = nullif(left(lower(NEW.name), 500), '') FROM user_department p
  WHERE p.tenant_id = NEW.tenant_id AND p.department_id = NEW.id AND p.is_primary AND u.tenant_id = p.tenant_id AND u.id = p.user_id;
  RETURN NULL; END $$;
CREATE TRIGGER department_key AFTER UPDATE OF name ON department FOR EACH ROW WHEN (NEW.name IS DISTINCT FROM OLD.name) EXECUTE FUNCTION renamed_department_key();

-- The policies bind the owner of the tables too.
ALTER TABLE app_user NO FORCE ROW LEVEL SECURITY; ALTER TABLE user_department NO FORCE ROW LEVEL SECURITY; ALTER TABLE department NO FORCE ROW LEVEL SECURITY;
ALTER TABLE app_user DISABLE TRIGGER USER;
UPDATE app_user u SET department_key = nullif(left(lower(d.name), 500), '') FROM user_department p JOIN department d ON d.tenant_id = p.tenant_id AND d.id = p.department_id
  WHERE p.tenant_id = u.tenant_id AND p.user_id = u.id AND p.is_primary;
ALTER TABLE app_user ENABLE TRIGGER USER;
ALTER TABLE app_user FORCE ROW LEVEL SECURITY; ALTER TABLE user_department FORCE ROW LEVEL SECURITY; ALTER TABLE department FORCE ROW LEVEL SECURITY;
