import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFormModel, type FormBody, submitForm } from '../../src/shared/forms/index.ts';

/** A form file of another builder. */
export interface ForeignForm {
  readonly name: string;
  readonly json: unknown;
}

/** Returns every JSON file under a folder; other files are skipped. */
export function foreignForms(folder: string): ForeignForm[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:json|form)$/.test(name))
    .sort()
    .map((name) => ({ name, json: JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown }));
}

/**
 * Asserts that the browser's model and the server report the same errors for the form in its initial state, as pointers
 * with their codes.
 */
export function assertFilledAlike(body: FormBody): void {
  const context = { languageId: 'en', today: '2026-11-21' } as const;
  const model = createFormModel(body, { values: {}, ...context });
  const shown = model.attempt().issues.map(({ pointer, issue }) => `${pointer} ${issue.code}`);
  const { values, errors } = submitForm(body, model.values.value, context);
  const found = errors.map(({ pointer, code }) => `${pointer.replace(/^\/variables/, '')} ${code}`);
  assert.deepEqual([...found].sort(), [...shown].sort());
  assert.deepEqual(values, model.values.value);
}
