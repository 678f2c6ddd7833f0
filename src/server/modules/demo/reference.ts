import type { Tx } from '../../platform/database.ts';
import { writeConfigTexts } from '../config-texts/index.ts';
import { insertDropdown, insertOptions } from '../dropdowns/index.ts';
import { readReference } from './data.ts';

/** Creates the reference data of form fields. `companies` are ids by code, used in option properties. */
export async function makeReference(tx: Tx, slug: string, companies: ReadonlyMap<string, string>): Promise<void> {
  const { dropdowns, dimensions } = readReference(slug, companies);
  for (const { id, name, names, description = null, options } of dropdowns) {
    await insertDropdown(tx, { id, name, description });
    const made = options.map(({ id: option, text: { en, ...texts }, properties = {}, active = true }) => {
      return { id: option, defaultText: en, texts: { en, ...texts }, properties, active };
    });
    await insertOptions(tx, id, made);
    const translations = Object.entries(names).map(([languageId, text]) => ({ languageId, text, source: name }));
    const place = { kind: 'dropdowns', owner: id, part: 'name' } as const;
    await writeConfigTexts(
      tx,
      translations.map((one) => ({ ...place, ...one })),
    );
  }
  for (const { code, name, values } of dimensions) {
    const { id } = await tx.insertInto('dimension').values({ code, name }).returning('id').executeTakeFirstOrThrow();
    await tx
      .insertInto('dimension_value')
      .values(values.map((value) => ({ ...value, dimension_id: id })))
      .execute();
  }
}
