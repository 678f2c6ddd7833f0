/** Attachments of a task, of a field of its form, and of a row of a table. */
export default `
-- a file in its place · attachments · 30 days after it was removed. row_key is the row that stays the same, array_index where it stood
-- when it was submitted. tied_at: part of what was submitted or saved; NULL in a field: uploaded, and the form still open somewhere
CREATE TABLE attachment (LIKE template.row INCLUDING ALL, file_id uuid NOT NULL,
  owner_kind text NOT NULL CHECK (owner_kind IN ('task','record','draft','comment','instance')), owner_id uuid NOT NULL,
  field_name text NOT NULL DEFAULT '', array_name text NOT NULL DEFAULT '', row_key text NOT NULL DEFAULT '', array_index int,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 255), tied_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid DEFAULT me(), removed_at timestamptz,
  FOREIGN KEY (tenant_id, file_id) REFERENCES file);
SELECT tenant_table('attachment','T','id');
SELECT service_rows('attachment','verva_system','select,delete');
CREATE INDEX attachment_owner ON attachment (tenant_id, owner_kind, owner_id, id) WHERE removed_at IS NULL;
CREATE INDEX attachment_file ON attachment (tenant_id, file_id);                                            -- may the row of the file go
CREATE INDEX attachment_purge ON attachment (removed_at) WHERE removed_at IS NOT NULL;
CREATE INDEX attachment_loose ON attachment (tenant_id, created_at) WHERE tied_at IS NULL AND removed_at IS NULL;  -- uploads that nobody submitted

-- The bin that is emptied after 30 days is nobody's act: the removal itself stands in the audit.
DROP TRIGGER audit ON attachment;
CREATE TRIGGER audit AFTER INSERT OR UPDATE OF removed_at ON attachment FOR EACH ROW EXECUTE FUNCTION audit_row('id','{}');
`;
