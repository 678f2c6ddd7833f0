-- What happens to the open tasks of users whom a directory deactivates.
ALTER TABLE scim_client ADD COLUMN leavers text NOT NULL DEFAULT 'manager' CHECK (leavers IN ('manager', 'keep'));
DROP TRIGGER touch ON scim_client;
CREATE TRIGGER touch BEFORE UPDATE OF name, secret_sha256, groups, leavers, expires_at, disabled_at ON scim_client
  FOR EACH ROW EXECUTE FUNCTION touch();
DROP TRIGGER audit ON scim_client;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE OF name, secret_sha256, groups, leavers, expires_at, disabled_at ON scim_client
  FOR EACH ROW EXECUTE FUNCTION audit_row('id', '{secret_sha256}');
