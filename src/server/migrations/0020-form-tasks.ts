/** Open tasks by form version, to find those on an older version. */
export default `
CREATE INDEX task_form ON task (tenant_id, form_id, form_number, id) WHERE status='open' AND form_id IS NOT NULL;
`;
