/** Whether a text can be the id of an item or a category of the catalogue. */
export const isItemId = (id: string): boolean => /^[a-z][a-z0-9_-]{0,63}$/.test(id);
