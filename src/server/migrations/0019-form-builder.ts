/** Form builder: reusable parts of forms, and the number of errors of a draft. */
export default `
-- nodes of a definition under a name · provider · until removed; forms keep copies
CREATE TABLE form_fragment (LIKE template.row INCLUDING ALL, name text NOT NULL, nodes jsonb NOT NULL,
  LIKE template.stamps INCLUDING ALL);
SELECT tenant_table('form_fragment','T','id');
CREATE UNIQUE INDEX form_fragment_name ON form_fragment (tenant_id, lower(name));

-- a draft may be faulty until it is published
ALTER TABLE form ADD COLUMN problems int NOT NULL DEFAULT 0;
`;
