import type { ListAddress } from '../lists/use-shown-query.ts';
import { printQuestion, type Question, readQuestion } from '../records/index.ts';

/** What the list of a registry shows. */
export interface ShownList {
  readonly question: Question;
  /** Chosen columns in order; null: those of the registry. */
  readonly columns: readonly string[] | null;
}

/** The address of a list: filters, order and search, and the columns if they were chosen. */
export const registryAddress: ListAddress<ShownList> = {
  read(query) {
    const columns = new URLSearchParams(query).get('columns');
    return { question: readQuestion(query), columns: columns ? columns.split(',') : null };
  },
  print: ({ question, columns }) =>
    [printQuestion(question), columns ? `columns=${columns.map(encodeURIComponent).join(',')}` : '']
      .filter(Boolean)
      .join('&'),
};
