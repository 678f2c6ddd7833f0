import { type TSchema, Type } from 'typebox';

const strict = { additionalProperties: false } as const;

/** Members of an object whose content is checked by what writes it: names that must exist as texts, others, and those with a default. */
export function members(named: readonly string[], required: readonly string[] = [], optional: readonly string[] = []) {
  const all: Record<string, TSchema> = {};
  for (const name of named) all[name] = Type.String({ minLength: 1, maxLength: 200 });
  for (const name of required) all[name] = Type.Unknown();
  for (const name of optional) all[name] = Type.Optional(Type.Unknown());
  return Type.Object(all, strict);
}
