/**
 * Imports every form under a folder: `node scripts/import-examples.ts <folder>`; prints what was carried over, per
 * type.
 */

import { importForm } from '../src/shared/forms/import/index.ts';
import { checkDefinition } from '../src/shared/forms/index.ts';
import { assertFilledAlike, foreignForms } from '../test/support/imported-forms.ts';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node scripts/import-examples.ts <folder>');

const counts = new Map<string, { full: number; part: number; none: number }>();
const codes = new Map<string, number>();
const forms = new Map<string, number>();
let faulty = 0;
for (const { name, json } of foreignForms(folder)) {
  const { source, body, report, components } = importForm(json);
  forms.set(String(source), (forms.get(String(source)) ?? 0) + 1);
  for (const { type, carried } of components) {
    const count = counts.get(`${source} ${type}`) ?? { full: 0, part: 0, none: 0 };
    count[carried] += 1;
    counts.set(`${source} ${type}`, count);
  }
  for (const { code } of report) codes.set(code, (codes.get(code) ?? 0) + 1);
  if (source === null) continue;
  try {
    if (!body || checkDefinition(body).length > 0) throw new Error('is not a definition');
    assertFilledAlike(body);
  } catch (error) {
    faulty += 1;
    process.stdout.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}
const rows = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([type, count]) => ({ type, ...count }));
process.stdout.write(
  `${[...forms].map(([source, count]) => `${source}: ${count} forms`).join(', ')}; ${faulty} faulty\n`,
);
for (const source of forms.keys()) {
  const own = rows.filter(({ type }) => type.startsWith(`${source} `));
  const sum = (name: 'full' | 'part' | 'none'): number => own.reduce((total, row) => total + row[name], 0);
  process.stdout.write(`${source}: ${sum('full')} components in full, ${sum('part')} in part, ${sum('none')} not\n`);
}
for (const { type, full, part, none } of rows) process.stdout.write(`| ${type} | ${full} | ${part} | ${none} |\n`);
for (const [code, count] of [...codes].sort(([, a], [, b]) => b - a)) process.stdout.write(`${code} ${count}\n`);
if (faulty > 0) process.exitCode = 1;
