/**
 * Checks every BPMN file under a folder: `node scripts/import-models.ts <folder>`; prints how many can be deployed, and how
 * many files each kind of problem refuses, alone and with others.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '../src/server/modules/processes/import/definition.ts';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node scripts/import-models.ts <folder>');

const files = globSync('**/*.{bpmn,bpmn20.xml}', { cwd: folder }).toSorted();
const causes = new Map<string, { files: number; alone: number; example: string }>();
let deployable = 0;
for (const file of files) {
  const { problems } = await compile(readFileSync(join(folder, file)));
  if (!problems) deployable += 1;
  const codes = new Set(problems?.map(({ code }) => code));
  for (const code of codes) {
    const cause = causes.get(code) ?? { files: 0, alone: 0, example: file };
    cause.files += 1;
    if (codes.size === 1) cause.alone += 1;
    causes.set(code, cause);
  }
}
process.stdout.write(`${deployable} of ${files.length} files can be deployed.\n`);
const rows = [...causes].toSorted(([, a], [, b]) => b.files - a.files);
for (const [code, { files, alone, example }] of rows)
  process.stdout.write(`| ${code} | ${files} | ${alone} | ${example} |\n`);
