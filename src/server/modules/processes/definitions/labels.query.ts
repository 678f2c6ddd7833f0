import { sql } from 'kysely';
import type { LanguageId } from '../../../../shared/contracts/constants.ts';
import { type Texts, textOf } from '../../../../shared/forms/index.ts';
import { shippedLanguage } from '../../../../shared/locale/language.ts';
import type { Tx } from '../../../platform/database.ts';
import { createVersionCache, type VersionScope } from '../../../platform/version-cache.ts';
import { cachedChange, dictionaryOf, type PartTexts, withTexts } from '../../config-texts/index.ts';
import type { Definition, Names } from '../engine/model.ts';
import { allProcesses } from './definitions.store.ts';
import { type Label, translated } from './translated.rules.ts';

/** Names of a process version, for tasks. */
interface ProcessLabels extends Pick<Definition, 'shortName' | 'shortNames' | 'icon'>, Label {
  /** Names of its user tasks, by node. */
  readonly steps: Readonly<Record<string, Label>>;
}

/** Labels are small, and a list needs those of many versions. */
const MAX_LABELS = 3000;
const cachedLabels = createVersionCache<ProcessLabels>(MAX_LABELS);

const translatedBy = cachedChange(translatedLabels);

/** Loads the labels of a process version with the organisation's translations, or undefined. */
async function loadLabels(
  tx: Tx,
  scope: VersionScope,
  key: string,
  number: number,
): Promise<ProcessLabels | undefined> {
  const labels = await loadModelLabels(tx, scope, key, number);
  return labels && translatedBy(labels, (await dictionaryOf(tx, scope)).of('processes', key));
}

function translatedLabels(labels: ProcessLabels, own: PartTexts): ProcessLabels {
  const steps = Object.entries(labels.steps).map(([id, step]) => [
    id,
    { ...step, ...translated('names', step.names, own[`node:${id}`]) },
  ]);
  return {
    ...labels,
    ...translated('names', labels.names, own.process),
    ...translated('shortNames', labels.shortNames, own.shortName),
    steps: Object.fromEntries(steps),
  };
}

function loadModelLabels(tx: Tx, scope: VersionScope, key: string, number: number): Promise<ProcessLabels | undefined> {
  return cachedLabels(scope, key, number, async () => {
    const { rows } = await sql<{ version: ProcessLabels; own: boolean | null }>`
      SELECT xmin = pg_current_xact_id_if_assigned()::xid AS own, jsonb_strip_nulls(jsonb_build_object(
        'names', compiled->'names', 'shortName', compiled->'shortName', 'shortNames', compiled->'shortNames',
        'icon', compiled->'icon', 'steps', coalesce((
          SELECT jsonb_object_agg(n.key, jsonb_build_object('name', n.value->'name', 'names', n.value->'names'))
          FROM jsonb_each(compiled->'nodes') n
          WHERE n.value->>'kind' = 'user' AND jsonb_typeof(n.value->'name') = 'string'), '{}'))) AS version
      FROM process_version WHERE process_key = ${key} AND number = ${number}`.execute(tx);
    return rows[0];
  });
}

/** Returns a name in a language; without a translation, the name of the model. */
export function nameIn<Name extends string | undefined>(
  { name, names }: { readonly name: Name; readonly names?: Names | undefined },
  language: LanguageId,
): Name | string {
  const inLanguage: Readonly<Record<string, string | undefined>> = names ?? {};
  return inLanguage[language] ?? inLanguage[shippedLanguage(language)] ?? name;
}

/** What is shown of a task whose names can be translated. */
export interface NamedTask {
  readonly name: string;
  readonly taskKey: string | null;
  readonly process: {
    readonly key: string;
    readonly name: string;
    readonly version: number;
    /** Its kind of case. */
    readonly caseType?: string;
    shortName?: string;
    icon?: string;
  } | null;
  readonly step?: string;
}

/**
 * Returns tasks with the names of their kinds of case, or else their processes, and of their steps in a language. The name of a
 * task is its step's, or begins with it: `Approve leave: Jüri Lepik`. Any other name is the same in all languages.
 */
export async function namedIn<Task extends NamedTask>(
  tx: Tx,
  scope: VersionScope,
  tasks: readonly Task[],
  language: LanguageId,
): Promise<Task[]> {
  const named: Task[] = [];
  for (const task of tasks) {
    const { process } = task;
    const labels = process ? await loadLabels(tx, scope, process.key, process.version) : undefined;
    named.push(labels ? withLabels(task, labels, language) : task);
  }
  return withKinds(tx, scope, named, language);
}

/** Returns tasks with the title of their kind of case in place of the name of their process. */
export async function withKinds<Task extends NamedTask>(
  tx: Tx,
  scope: VersionScope,
  tasks: readonly Task[],
  language: LanguageId,
): Promise<Task[]> {
  const ids = new Set(tasks.flatMap(({ process }) => process?.caseType ?? []));
  if (ids.size === 0) return [...tasks];
  const { rows } = await sql<KindRow>`
    SELECT id, process_key AS process, title FROM case_type WHERE id = ANY(${[...ids]}::text[])`.execute(tx);
  const titles = await titlesOf(tx, scope, rows, language);
  return tasks.map((task) => {
    const title = titles.get(task.process?.caseType ?? '');
    if (!task.process || !title) return task;
    const { shortName: _, ...process } = task.process;
    return { ...task, process: { ...process, name: title } };
  });
}

interface KindRow {
  readonly id: string;
  readonly process: string;
  readonly title: Texts;
}

/** Returns the titles of kinds of case by id. */
async function titlesOf(
  tx: Tx,
  scope: VersionScope,
  kinds: readonly KindRow[],
  language: LanguageId,
): Promise<ReadonlyMap<string, string>> {
  const texts = await dictionaryOf(tx, scope);
  return new Map(
    kinds.map(({ id, title }) => [id, textOf(withTexts({ title }, texts.of('case-types', id)).title, language)]),
  );
}

/** Returns a task like `namedIn`, with the names of its process's definition, and without its kind of case. */
export function namedBy<Task extends NamedTask>(
  task: Task,
  definition: Definition | undefined,
  language: LanguageId,
): Task {
  return definition ? withLabels(task, { ...definition, steps: definition.nodes }, language) : task;
}

function withLabels<Task extends NamedTask>(task: Task, labels: ProcessLabels, language: LanguageId): Task {
  const { process, name, taskKey } = task;
  const shortName = nameIn({ name: labels.shortName, names: labels.shortNames }, language);
  const label = taskKey === null ? undefined : labels.steps[taskKey];
  const step = label && nameIn({ name: label.name ?? '', names: label.names }, language);
  const subject = label?.name === undefined ? undefined : subjectOf(name, label.name);
  return {
    ...task,
    process: process && {
      ...process,
      name: nameIn({ name: process.name, names: labels.names }, language),
      ...(shortName ? { shortName } : {}),
      ...(labels.icon ? { icon: labels.icon } : {}),
    },
    ...(step !== undefined && subject !== undefined ? { name: step + subject } : {}),
    ...(step !== undefined && subject ? { step } : {}),
  };
}

/** What follows the name of the step in the name of its task; undefined if the task has another name. */
function subjectOf(name: string, step: string): string | undefined {
  if (name === step) return '';
  return name.startsWith(`${step}: `) ? name.slice(step.length) : undefined;
}

/** A user task whose readers see another name than that of the model. */
export interface TranslatedStep {
  readonly processKey: string;
  readonly nodeId: string;
  /** The name of the model, with which the names of its tasks are stored. */
  readonly model: string;
  readonly shown: string;
}

/** Returns the user tasks of the active versions that have a translation in a language. */
export async function translatedSteps(tx: Tx, scope: VersionScope, language: LanguageId): Promise<TranslatedStep[]> {
  const steps: TranslatedStep[] = [];
  for (const { key, active_number: number } of await allProcesses(tx)) {
    const labels = number === null ? undefined : await loadLabels(tx, scope, key, number);
    for (const [nodeId, label] of Object.entries(labels?.steps ?? {})) {
      const shown = nameIn({ name: label.name, names: label.names }, language);
      if (label.name !== undefined && shown !== undefined && shown !== label.name)
        steps.push({ processKey: key, nodeId, model: label.name, shown });
    }
  }
  return steps;
}

/**
 * Returns processes by key as lists show them in a language: by the title of their kind of case, or by their name where they
 * have none or several.
 */
export async function processTitles(
  tx: Tx,
  scope: VersionScope,
  language: LanguageId,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<KindRow>`
    SELECT min(id) AS id, process_key AS process, (array_agg(title))[1] AS title FROM case_type
    GROUP BY process_key HAVING count(*) = 1`.execute(tx);
  const titles = await titlesOf(tx, scope, rows, language);
  const ofKinds = rows.map(({ id, process }) => [process, titles.get(id) ?? ''] as const).filter(([, title]) => title);
  return new Map([...(await processNames(tx, scope, language)), ...ofKinds]);
}

async function processNames(tx: Tx, scope: VersionScope, language: LanguageId): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const { key, name, active_number: number } of await allProcesses(tx)) {
    const labels = number === null ? undefined : await loadLabels(tx, scope, key, number);
    names.set(key, nameIn({ name, names: labels?.names }, language));
  }
  return names;
}
