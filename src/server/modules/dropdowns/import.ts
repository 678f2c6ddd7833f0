import type { importOptions } from '../../../shared/contracts/dropdowns.contract.ts';
import type { BodyOf, ReplyOf } from '../../../shared/contracts/endpoint.ts';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { DropdownRow } from './dropdowns.store.ts';
import { assertBelowLimit, assertFree, changedOption, isUnchanged, languageFaults } from './options.rules.ts';
import { insertOptions, type NewOption, readLanguageIds, readOptions, updateOptions } from './options.store.ts';

const FAULTS_MAX = 20;

/** Appends new options and changes existing ones; values missing from a row are kept. */
export async function addOrChange(
  tx: Tx,
  dropdown: DropdownRow,
  sent: BodyOf<typeof importOptions>['options'],
  dryRun: boolean,
): Promise<ReplyOf<typeof importOptions>> {
  const present = new Map((await readOptions(tx, dropdown.id)).map((row) => [row.id, row]));
  const languages = await readLanguageIds(tx);
  const seen = new Set<string>();
  const faults: FieldError[] = [];
  const created: NewOption[] = [];
  const changed: NewOption[] = [];
  for (const [index, one] of sent.entries()) {
    const at = `/options/${index}`;
    assertFree(one.id, `${at}/id`);
    if (seen.has(one.id)) {
      faults.push({ pointer: `${at}/id`, code: 'option.id_taken', params: { value: one.id } });
    }
    seen.add(one.id);
    const row = present.get(one.id);
    // A file with some languages leaves the other ones unchanged.
    const option = changedOption({ ...one, texts: { ...row?.texts, ...one.texts } }, row, '');
    faults.push(...languageFaults(one.texts ?? {}, languages, at));
    if (!row) created.push(option);
    else if (!isUnchanged(option, row)) changed.push(option);
  }
  if (faults.length > 0) throw new AppError('request.invalid', {}, { errors: faults.slice(0, FAULTS_MAX) });
  assertBelowLimit(dropdown.options + created.length);
  if (!dryRun) {
    await insertOptions(tx, dropdown.id, created);
    await updateOptions(tx, dropdown.id, changed);
  }
  const unchanged = sent.length - created.length - changed.length;
  return { dryRun, created: created.length, changed: changed.length, unchanged };
}
