-- What was attached to a record that is gone is attached to nothing: it is found among the loose uploads, without a look at
-- every file of every record. Records are deleted by the job that empties the bin.
GRANT UPDATE (tied_at) ON attachment TO verva_system;
CREATE FUNCTION loosen_attachments() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE attachment SET tied_at = NULL WHERE tenant_id = OLD.tenant_id AND owner_kind = 'record' AND owner_id = OLD.id
    AND removed_at IS NULL AND tied_at IS NOT NULL;
  RETURN NULL; END $$;
CREATE TRIGGER loosen AFTER DELETE ON record FOR EACH ROW EXECUTE FUNCTION loosen_attachments();

-- They are read in pages, in this order.
DROP INDEX attachment_loose;
CREATE INDEX attachment_loose ON attachment (tenant_id, created_at, id) WHERE tied_at IS NULL AND removed_at IS NULL;

-- The policies bind the owner of the tables too.
ALTER TABLE attachment NO FORCE ROW LEVEL SECURITY; ALTER TABLE record NO FORCE ROW LEVEL SECURITY;
UPDATE attachment a SET tied_at = NULL WHERE a.owner_kind = 'record' AND a.removed_at IS NULL AND a.tied_at IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM record r WHERE r.tenant_id = a.tenant_id AND r.id = a.owner_id);
ALTER TABLE attachment FORCE ROW LEVEL SECURITY; ALTER TABLE record FORCE ROW LEVEL SECURITY;
