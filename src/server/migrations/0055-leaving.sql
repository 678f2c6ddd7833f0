-- A run can belong to a subject, such as the user whose tasks it hands over, and to no user: a directory started it.
ALTER TABLE mass_action ADD COLUMN subject_id uuid;
ALTER TABLE mass_action ALTER COLUMN user_id DROP NOT NULL;
CREATE INDEX mass_subject ON mass_action (tenant_id, subject_id, id DESC) WHERE subject_id IS NOT NULL;
