import { sql } from 'kysely';
import type { CaseChoices } from '../../../shared/contracts/case-types.contract.ts';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import { type Texts, textOf } from '../../../shared/forms/index.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/database.ts';
import {
  allProcesses,
  type Definition,
  loadDefinition,
  nameIn,
  nodesFrom,
  scopeOf,
  startFormOf,
  taskOutcomes,
} from '../processes/index.ts';
import { massFieldsOf } from './mass-fields.ts';
import { formsOf } from './published-forms.ts';

type Node = Definition['nodes'][string];

/** Maximum number of each that an editor offers. */
const CHOICES_MAX = 1000;

/** Returns what a kind of case can name, with names in a language. */
export async function readChoices(call: Caller, language: LanguageId): Promise<CaseChoices> {
  const { tx } = call;
  return {
    processes: await processes(call, language),
    forms: await forms(tx, language),
    registries: await registries(tx, language),
    series: await series(tx),
  };
}

async function processes(call: Caller, language: LanguageId): Promise<CaseChoices['processes']> {
  const scope = scopeOf(call);
  const found: CaseChoices['processes'] = [];
  const formOf = formsOf(call);
  for (const { key, name, active_number: number } of await allProcesses(call.tx)) {
    const definition = number === null ? undefined : await loadDefinition(call.tx, scope, key, number);
    if (!definition) continue;
    const nodes = nodesFrom(definition, [], true).map((id) => definition.nodes[id]!);
    const named = (node: Node) => ({
      id: node.id,
      name: nameIn({ name: node.name ?? node.id, names: node.names }, language),
    });
    const tasks: CaseChoices['processes'][number]['tasks'] = [];
    for (const node of nodes.filter(({ kind }) => kind === 'user')) {
      const formId = node.task?.form ?? null;
      const form = formId === null ? null : await formOf(formId);
      const isAnswerable = formId === null || form !== null;
      tasks.push({
        ...named(node),
        outcomes: (isAnswerable ? taskOutcomes({ form_id: formId, node_id: node.id }, definition, form) : []).map(
          ({ id, label }) => ({ id, name: textOf(label, language) || id }),
        ),
        fields: (form ? massFieldsOf(form) : []).map(({ key: id, label }) => ({
          id,
          name: textOf(label, language) || id,
        })),
      });
    }
    found.push({
      id: key,
      name: nameIn({ name, names: definition.names }, language),
      startForm: startFormOf(definition, scope) || null,
      tasks,
      ends: nodes.filter(({ kind }) => kind === 'end').map(named),
    });
  }
  return found;
}

async function forms(tx: Tx, language: LanguageId): Promise<CaseChoices['forms']> {
  const { rows } = await sql<{ id: string; title: Texts }>`
    SELECT f.id, f.title FROM form f WHERE f.active AND f.published IS NOT NULL AND f.kind IN ('start', 'record')
    ORDER BY f.id LIMIT ${sql.lit(CHOICES_MAX)}`.execute(tx);
  return rows.map(({ id, title }) => ({ id, name: textOf(title, language) || id }));
}

async function registries(tx: Tx, language: LanguageId): Promise<CaseChoices['registries']> {
  const { rows } = await sql<{
    id: string;
    title: Texts;
    series: string | null;
    statuses: readonly { readonly id: string; readonly title: Texts }[];
  }>`SELECT g.id, g.title, g.number_series_id AS series, g.statuses FROM registry g WHERE g.active
    ORDER BY g.id LIMIT ${sql.lit(CHOICES_MAX)}`.execute(tx);
  return rows.map(({ id, title, series: numberSeries, statuses }) => ({
    id,
    name: textOf(title, language) || id,
    numberSeries,
    statuses: statuses.map((status) => ({ id: status.id, name: textOf(status.title, language) || status.id })),
  }));
}

async function series(tx: Tx): Promise<CaseChoices['series']> {
  const { rows } = await sql<{ id: string; pattern: string }>`
    SELECT s.id, s.pattern FROM number_series s ORDER BY s.id LIMIT ${sql.lit(CHOICES_MAX)}`.execute(tx);
  return rows;
}
