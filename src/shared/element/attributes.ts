/** How an attribute is parsed: `boolean` by presence, `json` and `number` as undefined if invalid. */
export type AttributeKind = 'string' | 'number' | 'boolean' | 'json';

/** The value of an attribute; undefined if absent or invalid. */
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
        // A typing mistake must not break the page; the element behaves as without the attribute.
        return undefined;
      }
  }
}

/** Converts a property name: `taskId` to `task-id`. */
export function attributeName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
