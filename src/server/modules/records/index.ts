import { findRecords, type RecordChoice } from '../../../shared/contracts/record-choices.contract.ts';
import type { ServerModule } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { type LookUp, lookUpOf, wholePage } from '../../platform/look-up.ts';
import { findCases, type Viewer } from './cases.store.ts';

export type { Viewer };

type FindRecords = (tx: Tx, viewer: Viewer, asked: LookUp) => Promise<RecordChoice[]>;

/** What a field can choose records of, by the name under which definitions of forms have it. */
const SOURCES: ReadonlyMap<string, FindRecords> = new Map([['cases', findCases]]);

/** Records for fields that choose one: /api/records/{resource}. */
export const records: ServerModule = (app, context) => {
  serve(app, context, findRecords, async ({ tx, params, query, session }) => {
    const find = SOURCES.get(params.resource);
    if (!find) throw new AppError('registry.not_found', { name: params.resource.slice(0, 64).toWellFormed() });
    return wholePage(await find(tx, session, lookUpOf(query)));
  });
};

/** Of these ids the records that the viewer may see, with what they are called; none of a source that there is not. */
export async function findRecordNames(
  tx: Tx,
  viewer: Viewer,
  resource: string,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly text: string }[]> {
  const found = (await SOURCES.get(resource)?.(tx, viewer, { q: '', ids, limit: ids.length })) ?? [];
  return found.map(({ id, number, title }) => ({ id, text: number ?? title ?? '' }));
}
