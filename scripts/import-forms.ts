/**
 * Imports forms of form-js and Form.io from files: `node scripts/import-forms.ts [--out <folder>] [--language et]
 * <files…>`. Prints each form with its report as JSON lines, or writes `<id>.json` files and prints only the reports.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { importForm } from '../src/shared/forms/import/index.ts';

const { values, positionals } = parseArgs({
  options: { out: { type: 'string' }, language: { type: 'string', default: 'en' } },
  allowPositionals: true,
});
if (positionals.length === 0) {
  throw new Error('Usage: node scripts/import-forms.ts [--out <folder>] [--language en] <files…>');
}
if (values.out) mkdirSync(values.out, { recursive: true });
const taken = new Set<string>();

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    process.stderr.write(`${file}: ${error instanceof Error ? error.message : String(error)}\n`);
    return undefined;
  }
}

for (const file of positionals) {
  const title = basename(file).replace(/\.[^.]*$/, '');
  const { source, body, report, components } = importForm(read(file), { title, languageId: values.language });
  if (!body) process.exitCode = 1;
  let id = body?.id ?? '';
  for (let count = 2; taken.has(id); count += 1) id = `${body?.id}-${count}`;
  taken.add(id);
  const form = body && { ...body, id };
  if (form && values.out) writeFileSync(join(values.out, `${id}.json`), `${JSON.stringify(form, null, 2)}\n`);
  const carried = components.filter(({ carried }) => carried === 'full').length;
  const summary = { file, source, id: form?.id ?? null, components: components.length, carried, report };
  process.stdout.write(`${JSON.stringify(values.out ? summary : { ...summary, body: form })}\n`);
}
