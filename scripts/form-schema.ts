// Writes docs/form-definition.schema.json: `node scripts/form-schema.ts`.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { definitionSchema } from '../src/shared/forms/index.ts';

export const SCHEMA_FILE = new URL('../docs/form-definition.schema.json', import.meta.url);

/** Returns the schema file, generated from the grammar. */
export function schemaText(): string {
  return `${JSON.stringify(definitionSchema(), null, 1)}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(SCHEMA_FILE, schemaText());
