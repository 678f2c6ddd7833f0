import type { FastifyRequest } from 'fastify';
import { languageOf } from '../../platform/http/problems.ts';
import { toInstant } from '../../platform/instants.ts';
import { BYTE_ORDER_MARK, csvLine } from '../downloads/index.ts';
import { resultsMessages } from './results.messages.ts';
import { reasonOf } from './results.ts';
import type { ItemRow } from './runs.store.ts';

/** Column headings that depend on the kind of run. */
export interface ItemHeadings {
  readonly number: string;
  readonly name: string;
  readonly id: string;
}

/** Formats the results as a CSV file: states and reasons in the language of the request, times in ISO by UTC. */
export function resultsFile(rows: readonly ItemRow[], headings: ItemHeadings, request: FastifyRequest): string {
  const language = languageOf(request);
  const text = (name: Parameters<typeof resultsMessages.text>[1]) => resultsMessages.text(language, name);
  const heading = [headings.number, headings.name, text('result'), text('why'), text('time'), headings.id];
  const lines = rows.map((row) => [
    row.business_key,
    row.name,
    text(row.state),
    reasonOf(row, request),
    toInstant(row.done_at),
    row.item_id,
  ]);
  return BYTE_ORDER_MARK + [heading, ...lines].map(csvLine).join('');
}
