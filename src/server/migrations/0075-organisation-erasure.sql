-- Erasing an organisation (ORG-02): one administrator of the provider requests it, another approves; 30 days later its rows go.
-- The tenant role can change none of these columns.
ALTER TABLE tenant
  ADD COLUMN erase_reason text CHECK (length(erase_reason) BETWEEN 1 AND 1000),
  ADD COLUMN erase_asked_by uuid, ADD COLUMN erase_asked_at timestamptz,
  ADD COLUMN erase_approved_by uuid CHECK (erase_approved_by <> erase_asked_by), ADD COLUMN erase_after timestamptz,
  ADD CHECK ((erase_approved_by IS NULL) = (erase_after IS NULL)),
  ADD CHECK (erase_approved_by IS NULL OR (erase_asked_by IS NOT NULL AND status = 'closing'));
CREATE INDEX tenant_erasing ON tenant (erase_after) WHERE erase_after IS NOT NULL;

-- Whether the rows of an organisation may go: closing, approved by a second administrator, and the time to stop it is over.
CREATE FUNCTION is_erasing(organisation int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM tenant t WHERE t.id = organisation AND t.status = 'closing' AND t.erase_approved_by <> t.erase_asked_by
    AND t.erase_after <= now())
$$;

-- Rows that the tenant role cannot delete: append-only ones, those of the service, and those that only their user sees.
DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['audit_expiry','audit_log','audit_pending','audit_seal','form_draft','form_version','download','idempotency_key',
    'live_event','mail_message','manual_receipt','outbox','process_history','process_version','receipt_anchor','receipt_chain',
    'receipt_checkpoint','saved_view','task_read','ui_setting'] LOOP
    EXECUTE format('CREATE POLICY erasing_rows ON %I FOR SELECT TO verva_system USING (is_erasing(tenant_id))', t);
    EXECUTE format('CREATE POLICY erasing ON %I FOR DELETE TO verva_system USING (is_erasing(tenant_id))', t);
    EXECUTE format('GRANT SELECT, DELETE ON %I TO verva_system', t);
  END LOOP;
END $$;
CREATE POLICY erasing ON tenant AS RESTRICTIVE FOR DELETE TO verva_system USING (is_erasing(id));
GRANT DELETE ON tenant TO verva_system;
ALTER POLICY expired ON audit_log USING (id < audit_kept_from(tenant_id) OR is_erasing(tenant_id));

-- The triggers decide on their own, as with old audit rows.
CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_NARGS = 1 AND TG_OP = 'UPDATE' AND current_user = 'verva_system'
    AND to_jsonb(NEW) - '{before,after,note,salt}'::text[] = to_jsonb(OLD) - '{before,after,note,salt}'::text[] THEN
    RETURN NEW;
  END IF;
  IF TG_NARGS = 1 AND TG_OP = 'DELETE' AND current_user = 'verva_system' THEN
    IF OLD.id < audit_kept_from(OLD.tenant_id) THEN RETURN OLD; END IF;
  END IF;
  IF TG_OP = 'DELETE' AND current_user = 'verva_system' THEN
    IF is_erasing(OLD.tenant_id) THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'VA001';
END $$;
CREATE OR REPLACE FUNCTION only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.tenant_id = OLD.tenant_id AND NEW.seal >= OLD.seal AND NEW.kept_from >= OLD.kept_from AND NEW.rows >= OLD.rows THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' THEN
    IF is_erasing(OLD.tenant_id) THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION '% only grows', TG_TABLE_NAME USING ERRCODE = 'VA001';
END $$;

-- Released manuals go too, as the tenant role, whose triggers keep what is derived from them.
DO $$ DECLARE f text := pg_get_functiondef('released_is_fixed'::regproc); BEGIN
  IF strpos(f, E'BEGIN\n  IF TG_TABLE_NAME') = 0 THEN RAISE EXCEPTION 'released_is_fixed is another than expected'; END IF;
  EXECUTE replace(f, E'BEGIN\n  IF TG_TABLE_NAME', E'BEGIN\n  IF TG_OP = ''DELETE'' THEN IF is_erasing(OLD.tenant_id) THEN RETURN OLD; END IF; END IF;\n  IF TG_TABLE_NAME');
END $$;
