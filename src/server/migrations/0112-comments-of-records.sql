-- Comments on records are deleted with the record, by a foreign key: the job that empties the bin may not read comments.
ALTER TABLE comment ADD COLUMN record_id uuid;
ALTER TABLE comment ADD CHECK (owner_kind <> 'record' OR record_id = owner_id);
ALTER TABLE comment ADD FOREIGN KEY (tenant_id, record_id) REFERENCES record ON DELETE CASCADE;
CREATE INDEX comment_record ON comment (tenant_id, record_id) WHERE record_id IS NOT NULL;
