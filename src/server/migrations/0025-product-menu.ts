/** The edition of the product menu that an organisation has: entries of a later edition are added. */
export default `
-- the product's menu that was given last, as a hash of it; NULL: none, or one of before this was written down · the server, at its start
ALTER TABLE tenant ADD COLUMN menu_edition text;
`;
