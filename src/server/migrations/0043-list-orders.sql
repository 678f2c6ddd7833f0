-- The orders of the readings of all users, of which there are as many as users times manuals.
CREATE INDEX reading_by_due ON manual_reading (tenant_id, due_on, id);
CREATE INDEX reading_by_read ON manual_reading (tenant_id, read_at, id);
CREATE INDEX reading_by_assigned ON manual_reading (tenant_id, assigned_at, id);
CREATE INDEX reading_of_version ON manual_reading (tenant_id, version_id, id);

-- The list of processes by their start, and by each filter. Texts are compared in lower case, which no index does by itself.
ALTER TABLE process_instance ADD COLUMN business_key_lower text COLLATE "C" GENERATED ALWAYS AS (lower(business_key)) STORED;
CREATE INDEX instance_started ON process_instance (tenant_id, started_at, id);
CREATE INDEX instance_by_status ON process_instance (tenant_id, status, started_at, id);
CREATE INDEX instance_by_process ON process_instance (tenant_id, process_key, started_at, id);
CREATE INDEX instance_business_key ON process_instance (tenant_id, business_key_lower) WHERE business_key_lower IS NOT NULL;

-- Manuals in the bin, for the job that empties it.
CREATE INDEX manual_bin ON manual (tenant_id, removed_at) WHERE removed_at IS NOT NULL;
