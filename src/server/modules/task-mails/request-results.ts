import type { LanguageId } from '../../../shared/contracts/constants.ts';
import { textOf } from '../../../shared/forms/index.ts';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';
import { findRequests, toRequests } from '../requests/index.ts';
import type { TaskNotificationRow } from './notifications.store.ts';
import type { RequestResult } from './task-mails.ts';

interface Reader {
  readonly db: DatabaseHandle;
  readonly tenantId: number;
  readonly userId: string;
  readonly language: LanguageId;
  readonly now: Date;
}

/** Returns how the requests of these notifications ended, by case, as My requests shows it to their reader. */
export async function readResults(
  tx: Tx,
  reader: Reader,
  rows: readonly TaskNotificationRow[],
): Promise<ReadonlyMap<string, RequestResult>> {
  const ids = rows.filter(({ kind }) => kind === 'requestEnded').map(({ taskId }) => taskId);
  if (ids.length === 0) return new Map();
  const requests = await toRequests(tx, reader, await findRequests(tx, reader, ids));
  return new Map(
    requests.flatMap(({ id, state, outcome }): [string, RequestResult][] => {
      if (state === 'withdrawn' || state === 'cancelled' || state === 'failed') return [[id, { state, outcome: '' }]];
      if (!outcome) return [];
      return [[id, { state: 'outcome', outcome: textOf(outcome.label ?? {}, reader.language) || outcome.id }]];
    }),
  );
}
