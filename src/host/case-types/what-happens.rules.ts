import type { CaseChoices } from '../../shared/contracts/case-types.contract.ts';
import { momentOf } from '../../shared/contracts/case-types.rules.ts';
import type { CaseTypeFields } from './case-types.store.ts';

/** A sentence about a start: its text and what it names. */
export interface Sentence {
  readonly key:
    | 'happens.all'
    | 'happens.groups'
    | 'happens.form'
    | 'happens.noForm'
    | 'happens.number'
    | 'happens.record'
    | 'happens.noRecord'
    | 'happens.task'
    | 'happens.started'
    | 'happens.withdrawn'
    | 'happens.taskBegins'
    | 'happens.ended';
  readonly params: Readonly<Record<string, string>>;
}

const nameOf = (rows: readonly { readonly id: string; readonly name: string }[], id: string): string =>
  rows.find((row) => row.id === id)?.name ?? id;

/** Returns what happens when a user starts a case of this kind, in order. Unknown references are named by their ids. */
export function whatHappens(
  fields: CaseTypeFields,
  choices: CaseChoices,
  groupName: (id: string) => string,
): Sentence[] {
  const { process: key, startForm, registry: registryId, numberSeries, startGroups, statusMap } = fields;
  const process = choices.processes.find(({ id }) => id === key);
  if (!process) return [];
  const found: Sentence[] = [];
  const say = (text: Sentence['key'], params: Sentence['params'] = {}) => found.push({ key: text, params });
  if (startGroups.length === 0) say('happens.all');
  else say('happens.groups', { groups: startGroups.map(groupName).join(', ') });
  const form = startForm ?? process.startForm;
  if (form === null) say('happens.noForm');
  else say('happens.form', { form: nameOf(choices.forms, form) });
  const registry = choices.registries.find(({ id }) => id === registryId);
  const series = choices.series.find(({ id }) => id === (numberSeries ?? registry?.numberSeries));
  if (series) say('happens.number', { pattern: series.pattern });
  if (!registry) say('happens.noRecord');
  else say('happens.record', { registry: registry.name, status: registry.statuses[0]?.name ?? '–' });
  const [first] = process.tasks;
  if (first) say('happens.task', { task: first.name });
  for (const { on, status: id } of registry ? statusMap : []) {
    const status = nameOf(registry!.statuses, id);
    const moment = momentOf(on);
    if (!moment) continue;
    if (!('node' in moment)) say(`happens.${moment.kind}`, { status });
    else if (moment.kind === 'task') say('happens.taskBegins', { task: nameOf(process.tasks, moment.node), status });
    else say('happens.ended', { end: nameOf(process.ends, moment.node), status });
  }
  return found;
}
