/** Position of a JSON syntax error. */
export interface JsonFault {
  /** From 0. */
  readonly offset: number;
}

/** Returns the offsets of all values of a JSON text by JSON pointer, or the position of its syntax error. */
export function jsonPlaces(text: string): {
  readonly places: ReadonlyMap<string, number>;
  readonly fault: JsonFault | null;
} {
  const places = new Map<string, number>();
  let at = 0;
  const space = () => {
    while (/[ \t\r\n]/.test(text[at] ?? '')) at += 1;
  };
  const expect = (sign: string) => {
    space();
    if (text[at] !== sign) throw new Unreadable(at);
    at += 1;
  };
  const string = (): string => {
    const start = at;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON strings may not contain control characters
    const match = /^"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/.exec(text.slice(at, at + 200_000));
    if (!match) throw new Unreadable(start);
    at += match[0].length;
    return JSON.parse(match[0]) as string;
  };
  const value = (pointer: string, depth: number): void => {
    space();
    places.set(pointer, at);
    if (depth > 200) throw new Unreadable(at);
    const sign = text[at];
    if (sign === '{') {
      at += 1;
      space();
      if (text[at] === '}') {
        at += 1;
        return;
      }
      for (;;) {
        space();
        const name = string();
        expect(':');
        value(`${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, depth + 1);
        space();
        if (text[at] !== ',') break;
        at += 1;
      }
      expect('}');
    } else if (sign === '[') {
      at += 1;
      space();
      if (text[at] === ']') {
        at += 1;
        return;
      }
      for (let index = 0; ; index += 1) {
        value(`${pointer}/${index}`, depth + 1);
        space();
        if (text[at] !== ',') break;
        at += 1;
      }
      expect(']');
    } else if (sign === '"') string();
    else {
      const match = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)(?![\w.])/.exec(
        text.slice(at, at + 400),
      );
      if (!match) throw new Unreadable(at);
      at += match[0].length;
    }
  };
  try {
    value('', 0);
    space();
    if (at < text.length) throw new Unreadable(at);
    return { places, fault: null };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { places, fault: { offset: Math.min(error.offset, text.length) } };
  }
}

class Unreadable extends Error {
  readonly offset: number;
  constructor(offset: number) {
    super('cannot be read');
    this.offset = offset;
  }
}

/** Line number of an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Offset of the value at a pointer; for a missing value, the offset of its nearest existing ancestor. */
export function offsetOf(places: ReadonlyMap<string, number>, pointer: string): number {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const offset = places.get(at);
    if (offset !== undefined) return offset;
  }
  return places.get('') ?? 0;
}
