/** How an attribute is read: `boolean` by its presence, `json` and `number` as undefined when they cannot be read. */
export type AttributeKind = 'string' | 'number' | 'boolean' | 'json';

/** What an attribute says; undefined when it is absent or cannot be read. */
export function readAttribute(kind: AttributeKind, value: string | null): unknown {
  if (value === null) return undefined;
  switch (kind) {
    case 'string':
      return value;
    case 'boolean':
      return value !== 'false';
    case 'number': {
      const number = Number(value);
      return value.trim() === '' || Number.isNaN(number) ? undefined : number;
    }
    case 'json':
      try {
        return JSON.parse(value);
      } catch {
        // A page's typing mistake must not break the page; the element behaves as without the attribute.
        return undefined;
      }
  }
}

/** `taskId` is written `task-id` in HTML. */
export function attributeName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
