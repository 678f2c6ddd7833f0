import type { RecordForm } from '../../contracts/registries.contract.ts';
import { columnFields, type FormBody } from '../../forms/index.ts';

/** Statuses that a change can lead to: all, or those of the moves that the user may make. */
export function targetsOf({ statuses, moves }: Pick<RecordForm, 'statuses' | 'moves'>): RecordForm['statuses'] {
  return moves === null ? statuses : statuses.filter(({ id }) => moves.some(({ to }) => to === id));
}

/**
 * Returns a form of the fields that moves to a status require, all optional and independent of other fields: what is left
 * empty stays as it is in each record. Null if they require none that can be typed.
 */
export function formOfMove({ body, moves }: Pick<RecordForm, 'body' | 'moves'>, status: string): FormBody | null {
  const form = body as unknown as FormBody | null;
  const required = new Set(moves?.flatMap(({ to, requires }) => (to === status ? requires : [])));
  const fields = form ? columnFields(form).filter(({ key }) => required.has(key)) : [];
  const children = fields
    .filter((field) => field.readOnly !== true && !('computed' in field && field.computed !== undefined))
    .map((field) => {
      const { visible: _, required: __, default: ___, ...rest } = field as typeof field & Record<string, unknown>;
      return rest;
    });
  if (!form || children.length === 0) return null;
  const { formatVersion, id, title } = form;
  return { formatVersion, id, title, root: { type: 'stack', id: 'root', children } } as unknown as FormBody;
}
