-- Files of a start form belong to its draft, and are loose once the draft is gone: started, discarded, or expired.
CREATE FUNCTION loosen_draft_files() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE attachment SET tied_at = NULL WHERE tenant_id = OLD.tenant_id AND owner_kind = 'draft' AND owner_id = OLD.id
    AND removed_at IS NULL AND tied_at IS NOT NULL;
  RETURN NULL; END $$;
CREATE TRIGGER loosen AFTER DELETE ON form_draft FOR EACH ROW WHEN (OLD.owner_kind = 'start') EXECUTE FUNCTION loosen_draft_files();
