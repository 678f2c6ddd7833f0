/** Draft input that is not a valid value yet. */
export default `
-- what was typed into fields and is no value of theirs, by the field · its user, with the draft
ALTER TABLE form_draft ADD COLUMN unread jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(unread) = 'object');
`;
