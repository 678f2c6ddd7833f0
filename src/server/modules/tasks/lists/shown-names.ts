import { type RawBuilder, sql } from 'kysely';
import type { LanguageId } from '../../../../shared/contracts/constants.ts';
import type { Tx } from '../../../platform/database.ts';
import type { Condition, ListQuery } from '../../../platform/list-query.ts';
import type { VersionScope } from '../../../platform/version-cache.ts';
import { type TranslatedStep, translatedSteps } from '../../processes/index.ts';

type Sql = RawBuilder<unknown>;

/** Returns the steps whose readers see another name than the stored one, if the list is filtered by names. */
export async function stepsToFilter(
  tx: Tx,
  scope: VersionScope,
  list: Pick<ListQuery, 'conditions' | 'q'>,
  language: LanguageId,
): Promise<readonly TranslatedStep[]> {
  const isByName = list.conditions.some(({ field }) => field === 'name') || Boolean(list.q?.trim());
  return isByName ? translatedSteps(tx, scope, language) : [];
}

/** The name of a task as its readers see it; `source` has the columns of a task. */
export function shownNameSql(source: Sql, steps: readonly TranslatedStep[]): Sql {
  const column = (name: keyof TranslatedStep) => steps.map((step) => step[name]);
  return sql`coalesce((SELECT v.shown || substr(${source}.name, length(v.model) + 1)
    FROM unnest(${column('processKey')}::text[], ${column('nodeId')}::text[], ${column('model')}::text[], ${column('shown')}::text[])
      v(process_key, node_id, model, shown)
    WHERE v.process_key = ${source}.process_key AND v.node_id = ${source}.node_id
      AND (${source}.name = v.model OR starts_with(${source}.name, v.model || ': ')) LIMIT 1), ${source}.name)`;
}

/** Whether a task `source` is of one of the steps. */
export function isOfStep(source: Sql, steps: readonly TranslatedStep[]): Sql {
  const column = (name: keyof TranslatedStep) => steps.map((step) => step[name]);
  return sql`(${source}.process_key, ${source}.node_id) IN (
    SELECT * FROM unnest(${column('processKey')}::text[], ${column('nodeId')}::text[]))`;
}

/** Returns the steps with tasks that can satisfy a condition by the translated part of their names. */
export function stepsFor(condition: Condition, steps: readonly TranslatedStep[]): readonly TranslatedStep[] {
  const values = valuesOf(condition).map((value) => String(value).toLowerCase());
  return steps.filter(({ shown }) => values.some((value) => touches(condition.test, value, shown.toLowerCase())));
}

function valuesOf(condition: Condition): readonly unknown[] {
  if (condition.test === 'in') return condition.values;
  return 'value' in condition ? [condition.value] : [];
}

function touches(test: Condition['test'], value: string, shown: string): boolean {
  // What is typed of the step's name where the value goes on with the subject of the task.
  const [ofStep = '', ...ofSubject] = value.split(': ');
  switch (test) {
    case 'contains':
      return shown.includes(value) || (ofSubject.length > 0 && shown.endsWith(ofStep));
    case 'startsWith':
      return shown.startsWith(value) || value.startsWith(shown);
    case 'endsWith':
      return shown.endsWith(value) || (ofSubject.length > 0 && shown.endsWith(ofStep));
    default:
      return value === shown || value.startsWith(`${shown}: `);
  }
}

/** Whether a condition excludes tasks by their name: the stored name says nothing about the one that is shown. */
export const isExcluding = ({ test }: Condition): boolean => test === 'neq' || test === 'notContains';
