import { sql } from 'kysely';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import { type FormBody, faultParams } from '../../../shared/forms/index.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { NewUse } from './uses.ts';

type Member = { readonly [name: string]: unknown };

/** Returns the dropdowns and dimensions that fields of the form use, each with the pointer of the reference. */
export function usesOfForm(body: FormBody): NewUse[] {
  const uses: NewUse[] = [];
  const walk = (value: unknown, pointer: string): void => {
    if (Array.isArray(value)) {
      for (const [index, one] of value.entries()) walk(one, `${pointer}/${index}`);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    const node = value as Member;
    const dropdownId = (node.source as Member | undefined)?.dropdownId;
    if (typeof node.key === 'string' && typeof dropdownId === 'string') {
      uses.push({ target: { kind: 'dropdown', id: dropdownId }, place: `${pointer}/source/dropdownId` });
    }
    if (node.type === 'dimension' && typeof node.dimension === 'string') {
      uses.push({ target: { kind: 'dimension', id: node.dimension }, place: `${pointer}/dimension` });
    }
    for (const [name, inner] of Object.entries(node)) walk(inner, `${pointer}/${escaped(name)}`);
  };
  walk(body.root, '/root');
  return uses;
}

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * Locks the used dropdowns and dimensions until the end of the transaction, so that they cannot be deleted meanwhile. Throws
 * form.definition_invalid with a pointer to each name that does not exist.
 */
export async function assertUsable(tx: Tx, uses: readonly NewUse[]): Promise<void> {
  const named = (kind: NewUse['target']['kind']) =>
    uses.flatMap(({ target }) => (target.kind === kind ? target.id : []));
  const dropdowns = await sql<{ id: string }>`SELECT id FROM dropdown WHERE id = ANY(${named('dropdown')}::text[])
    FOR SHARE`.execute(tx);
  const dimensions = await sql<{ id: string }>`SELECT code AS id FROM dimension
    WHERE code = ANY(${named('dimension')}::text[]) AND active FOR SHARE`.execute(tx);
  const there = {
    dropdown: new Set(dropdowns.rows.map(({ id }) => id)),
    dimension: new Set(dimensions.rows.map(({ id }) => id)),
  };
  const errors = uses
    .filter(({ target }) => !there[target.kind].has(target.id))
    .map(({ target, place }): FieldError => {
      const fault = target.kind === 'dropdown' ? 'noDropdown' : 'noDimension';
      const params = faultParams(fault, { word: target.id.slice(0, 64) });
      return { pointer: `/body${place}`, code: 'form.definition_invalid', params };
    });
  if (errors.length > 0) throw new AppError('form.definition_invalid', {}, { errors });
}
