/** Which entries of the product's menu an organisation has: those of a later version are added where it has not. */
export default `
-- the product's menu that was given last, as a hash of it; NULL: none, or one of before this was written down · the server, at its start
ALTER TABLE tenant ADD COLUMN menu_edition text;
`;
