-- The receipt of a reading, for the pages that know only the receipt; without it every reading of the organisation is read.
CREATE INDEX reading_receipt ON manual_reading (tenant_id, receipt_id) WHERE receipt_id IS NOT NULL;
CREATE INDEX anchor_seq ON receipt_anchor (tenant_id, seq, day);

-- every thousandth receipt's hash, so that one receipt is checked with a thousand of the chain at most · trigger · for ever
CREATE TABLE receipt_checkpoint (LIKE template.tenant INCLUDING ALL, seq bigint NOT NULL, head bytea NOT NULL, PRIMARY KEY (tenant_id, seq));
SELECT tenant_table('receipt_checkpoint', 'A');
CREATE TRIGGER frozen_t BEFORE TRUNCATE ON receipt_checkpoint EXECUTE FUNCTION refuse();

-- The policies bind the owner of the tables too.
ALTER TABLE manual_receipt NO FORCE ROW LEVEL SECURITY; ALTER TABLE receipt_checkpoint NO FORCE ROW LEVEL SECURITY;
INSERT INTO receipt_checkpoint (tenant_id, seq, head) SELECT tenant_id, seq, hash FROM manual_receipt WHERE seq % 1000 = 0;
ALTER TABLE manual_receipt FORCE ROW LEVEL SECURITY; ALTER TABLE receipt_checkpoint FORCE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION chain_receipt() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE c receipt_chain; BEGIN
  INSERT INTO receipt_chain(tenant_id) VALUES (NEW.tenant_id) ON CONFLICT DO NOTHING;
  SELECT * INTO c FROM receipt_chain WHERE tenant_id=NEW.tenant_id FOR UPDATE;
  NEW.seq := c.last_seq+1; NEW.prev := c.head; NEW.hash := sha256(c.head || convert_to(NEW.payload,'UTF8'));
  IF NEW.seq % 1000 = 0 THEN
    INSERT INTO receipt_checkpoint (tenant_id, seq, head) VALUES (NEW.tenant_id, NEW.seq, NEW.hash) ON CONFLICT DO NOTHING;
  END IF;
  UPDATE receipt_chain SET last_seq=NEW.seq, head=NEW.hash WHERE tenant_id=NEW.tenant_id; RETURN NEW; END $$;
