import { sql } from 'kysely';
import type { FormBody } from '../../../shared/forms/index.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { createVersionCache, type VersionScope } from '../../platform/version-cache.ts';
import { cachedChange, dictionaryOf, withTexts } from '../config-texts/index.ts';
import { assertDefinition, digestOf } from './forms.rules.ts';
import {
  type FormRow,
  insertForm,
  insertVersion,
  type NewForm,
  readFormRow,
  readPublished,
  readVersion,
  updateDraft,
} from './forms.store.ts';

/** The compiled form is cached by its body object (compile.ts), so keeping the body keeps both. */
const cachedBody = createVersionCache<FormBody>();

const translatedBody = cachedChange<FormBody>(withTexts);

/** Returns the body of a published version with the organisation's translations, or `null` if there is none. */
export async function formVersion(
  tx: Tx,
  scope: VersionScope,
  formId: string,
  number: number,
): Promise<FormBody | null> {
  const body = await cachedBody(scope, formId, number, async () => {
    const row = await readVersion(tx, formId, number);
    return row && { version: row.body, own: row.own };
  });
  return body ? translatedBody(body, (await dictionaryOf(tx, scope)).of('forms', formId)) : null;
}

/** Returns the version for new tasks, or `null` if the form was never published or is out of use. */
export async function publishedForm(
  tx: Tx,
  scope: VersionScope,
  formId: string,
): Promise<{ readonly number: number; readonly body: FormBody } | null> {
  const published = await readPublished(tx, formId);
  const body = published && (await formVersion(tx, scope, formId, published.number));
  return published && body ? { number: published.number, body } : null;
}

/** Finds a form by its id; `lock` locks it until the end of the transaction. Throws form.not_found. */
export async function findForm(tx: Tx, id: string, lock = false): Promise<FormRow> {
  const row = id.length > 64 || id.includes('\u0000') ? undefined : await readFormRow(tx, id, lock);
  if (!row) throw new AppError('form.not_found');
  return row;
}

/** Returns the number of the published version, or `null` if there is none or the form is out of use. Throws form.not_found. */
export async function publishedNumber(tx: Tx, formId: string): Promise<number | null> {
  const row = await findForm(tx, formId);
  return row.active ? row.published : null;
}

/** Creates or replaces a form and publishes it; unchanged content creates no new version. Throws form.definition_invalid. */
export async function saveAndPublishForm(tx: Tx, form: NewForm): Promise<number> {
  assertDefinition(form.body);
  // If two requests save the same new form, the second waits for the first one's row and updates it.
  if (!(await insertForm(tx, form))) {
    await sql`SELECT 1 FROM form WHERE id = ${form.id} FOR UPDATE`.execute(tx);
    const row = await readFormRow(tx, form.id);
    await updateDraft(tx, form, row?.active ?? true);
  }
  const digest = digestOf(form.body);
  const published = await readPublished(tx, form.id);
  if (published && digest.equals(Buffer.from(published.sha256))) return published.number;
  return (await insertVersion(tx, form, digest, null)).number;
}
