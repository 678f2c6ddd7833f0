-- Seals: an audit row that is changed, removed or slipped in afterwards is noticed (docs/adr/0018-sealed-audit-log.md).

-- salt: makes guessing the contents from their digest impossible; blank when a content was erased
-- content: digest of salt, before, after and note · both null in rows from before this migration, which have no seal
ALTER TABLE audit_log ADD COLUMN salt bytea;
ALTER TABLE audit_log ADD COLUMN content bytea;
GRANT UPDATE (salt) ON audit_log TO verva_system;

-- rows that wait for their seal · trigger of audit_log · a minute. The tenant role can only add to it.
CREATE TABLE audit_pending (LIKE template.tenant INCLUDING ALL, id uuid NOT NULL, PRIMARY KEY (tenant_id, id));
SELECT tenant_table('audit_pending');
REVOKE SELECT, UPDATE, DELETE ON audit_pending FROM verva_tenant;
SELECT service_rows('audit_pending', 'verva_signin', 'insert');
SELECT service_rows('audit_pending', 'verva_system', 'select,delete');
-- A later migration may change audited rows.
CREATE POLICY owner ON audit_pending FOR INSERT TO CURRENT_USER WITH CHECK (true);

-- the rows sealed in one go: hash = sha256(hash of the seal before, then a digest of each row) · job · for ever.
-- seq 0: when sealing began in an organisation that already had rows
CREATE TABLE audit_seal (LIKE template.tenant INCLUDING ALL, seq bigint NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ids uuid[] NOT NULL, prev bytea NOT NULL, hash bytea NOT NULL, PRIMARY KEY (tenant_id, seq));

-- The policies bind the owner of the tables too.
ALTER TABLE tenant NO FORCE ROW LEVEL SECURITY; ALTER TABLE audit_seal NO FORCE ROW LEVEL SECURITY;
INSERT INTO audit_seal (tenant_id, seq, ids, prev, hash)
  SELECT id, 0, '{}', '\x00', sha256(convert_to(slug, 'UTF8')) FROM tenant;
ALTER TABLE tenant FORCE ROW LEVEL SECURITY; ALTER TABLE audit_seal FORCE ROW LEVEL SECURITY;

SELECT tenant_table('audit_seal', 'S');
SELECT service_rows('audit_seal', 'verva_system', 'select,insert');

-- Erasure blanks contents with their salt, never the fact.
CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_NARGS = 1 AND TG_OP = 'UPDATE' AND current_user = 'verva_system'
    AND to_jsonb(NEW) - '{before,after,note,salt}'::text[] = to_jsonb(OLD) - '{before,after,note,salt}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'VA001';
END $$;
CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON audit_seal FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER frozen_t BEFORE TRUNCATE ON audit_seal EXECUTE FUNCTION refuse();

CREATE FUNCTION audit_digest() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.salt := uuid_send(gen_random_uuid());
  NEW.content := sha256(NEW.salt || convert_to(jsonb_build_array(NEW.before, NEW.after, NEW.note)::text, 'UTF8'));
  INSERT INTO audit_pending (tenant_id, id) VALUES (NEW.tenant_id, NEW.id);
  RETURN NEW;
END $$;
CREATE TRIGGER digest BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_digest();
