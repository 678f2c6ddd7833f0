/** Open tasks by the version of their form: what a new version leaves behind. */
export default `
CREATE INDEX task_form ON task (tenant_id, form_id, form_number, id) WHERE status='open' AND form_id IS NOT NULL;
`;
