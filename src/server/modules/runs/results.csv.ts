import type { FastifyRequest } from 'fastify';
import { languageOf } from '../../platform/http/problems.ts';
import { toInstant } from '../../platform/instants.ts';
import { csvCell } from '../mass-actions/mass-actions.rules.ts';
import { csvMessages } from './results.messages.ts';
import { reasonOf } from './results.ts';
import type { ItemRow } from './runs.store.ts';

/** Spreadsheets recognise UTF-8 only by a byte order mark. */
const BYTE_ORDER_MARK = '\uFEFF';
const COLUMNS = ['number', 'task', 'result', 'why', 'time', 'id'] as const;

/** Returns the results as a CSV file: headings and reasons in the language of the request, times in ISO 8601 UTC. */
export function csvOf(rows: readonly ItemRow[], request: FastifyRequest): string {
  const language = languageOf(request);
  const lines = rows.map((row) => [
    row.business_key ?? '',
    row.name ?? '',
    csvMessages.text(language, row.state),
    reasonOf(row, request),
    toInstant(row.done_at) ?? '',
    row.task_id,
  ]);
  const heading = COLUMNS.map((name) => csvMessages.text(language, name));
  return BYTE_ORDER_MARK + [heading, ...lines].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}
