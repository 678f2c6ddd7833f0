/** Whether a text can be the id of a group, which processes, menus and rules name and which never changes. */
export const isGroupId = (id: string): boolean => /^[a-z][a-z0-9_.-]{1,63}$/.test(id);
