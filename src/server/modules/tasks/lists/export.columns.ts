import { sql } from 'kysely';
import type { LanguageId } from '../../../../shared/contracts/constants.ts';
import { TASK_FILE_COLUMNS, type TaskFileColumn } from '../../../../shared/contracts/task-fields.ts';
import { textOf } from '../../../../shared/forms/index.ts';
import type { Tx } from '../../../platform/database.ts';
import { type Cell, type FileRequest, type ListSource, momentWriter } from '../../downloads/index.ts';
import { type NamedTask, namedIn, outcomeLabel } from '../../processes/index.ts';
import { exportMessages } from './export.messages.ts';

/** A task in a file; users and processes by ID, times as the database driver returns them. */
export interface ExportRow {
  readonly id: string;
  readonly name: string;
  readonly business_key: string | null;
  readonly process_key: string | null;
  readonly process_number: number | null;
  readonly node_id: string | null;
  readonly status: 'open' | 'held' | 'completed' | 'cancelled';
  readonly assignee_id: string | null;
  readonly priority: number;
  readonly created_at: unknown;
  readonly due_at: unknown;
  readonly due_is_day: boolean;
  readonly ended_at: unknown;
  readonly ended_by: string | null;
  readonly on_behalf_of: string | null;
  readonly outcome: string | null;
}

/** Common parts of all files of tasks. */
export const taskFile: Pick<ListSource, 'entity' | 'columns' | 'heading'> = {
  entity: 'task',
  columns: TASK_FILE_COLUMNS,
  heading: (column: string, language: LanguageId) =>
    exportMessages.text(language, `column.${column as TaskFileColumn}`),
};

/** Returns the kinds of case of tasks by task; tasks of other instances have none. */
async function readKindsOf(tx: Tx, tasks: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; kind: string }>`
    SELECT t.id, n.case_type_id AS kind FROM unnest(${[...tasks]}::uuid[]) AS x(id)
      JOIN LATERAL (SELECT * FROM task WHERE id = x.id OFFSET 0) t ON true
      JOIN LATERAL (SELECT * FROM process_instance WHERE id = t.instance_id OFFSET 0) n ON true
    WHERE n.case_type_id IS NOT NULL AND EXISTS (SELECT 1 FROM case_type)`.execute(tx);
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

/** Maximum number of cached names. */
const MAX_CACHED_NAMES = 20_000;

/** Converts rows to cells; looks up names of users, processes and outcomes and caches them. */
export class TaskCellFormatter {
  readonly #columns: readonly TaskFileColumn[];
  readonly #language: LanguageId;
  readonly #scope: Parameters<typeof namedIn>[1];
  readonly #moment: (at: Date) => string;
  readonly #people = new Map<string, string>();
  #processes: ReadonlyMap<string, string> | undefined;
  #kinds: ReadonlyMap<string, string> = new Map();
  /** By form and version, or by node, and outcome. */
  readonly #outcomes = new Map<string, string>();

  constructor({ db, session, language }: FileRequest, columns: readonly string[]) {
    this.#columns = columns as readonly TaskFileColumn[];
    this.#language = language;
    this.#scope = { db, tenantId: session.tenantId };
    this.#moment = momentWriter(session.timeZone);
  }

  async of(tx: Tx, rows: readonly ExportRow[]): Promise<Cell[][]> {
    await this.#learn(tx, rows);
    const names = await namedIn(
      tx,
      this.#scope,
      rows.map((row) => this.#names(row)),
      this.#language,
    );
    const outcomes = this.#columns.includes('outcome') ? await this.#outcomesOf(tx, rows) : new Map();
    return rows.map((row, index) =>
      this.#columns.map((column) =>
        column === 'outcome' ? (outcomes.get(row.id) ?? row.outcome) : this.#cell(row, column, names[index]!),
      ),
    );
  }

  async #learn(tx: Tx, rows: readonly ExportRow[]): Promise<void> {
    this.#kinds = await readKindsOf(
      tx,
      rows.map(({ id }) => id),
    );
    if (!this.#processes) {
      const { rows: found } = await sql<{ key: string; name: string }>`SELECT key, name FROM process`.execute(tx);
      this.#processes = new Map(found.map(({ key, name }) => [key, name]));
    }
    if (this.#people.size > MAX_CACHED_NAMES) this.#people.clear();
    const unknown = new Set<string>();
    for (const { assignee_id, ended_by, on_behalf_of } of rows) {
      for (const id of [assignee_id, ended_by, on_behalf_of]) if (id !== null && !this.#people.has(id)) unknown.add(id);
    }
    if (unknown.size === 0) return;
    const { rows: people } = await sql<{ id: string; name: string }>`
      SELECT id, coalesce(name, username) AS name FROM app_user WHERE id = ANY(${[...unknown]}::uuid[])`.execute(tx);
    for (const { id, name } of people) this.#people.set(id, name);
  }

  /** Returns the labels of the outcomes of completed tasks, by task. */
  async #outcomesOf(tx: Tx, rows: readonly ExportRow[]): Promise<ReadonlyMap<string, string>> {
    const completed = rows.filter((row) => row.outcome !== null);
    const found = new Map<string, string>();
    if (completed.length === 0) return found;
    const { rows: forms } = await sql<{ id: string; form_id: string | null; form_number: number | null }>`
      SELECT id, form_id, form_number FROM task WHERE id = ANY(${completed.map(({ id }) => id)}::uuid[])`.execute(tx);
    const formOf = new Map(forms.map((form) => [form.id, form]));
    for (const { id, outcome, process_key, node_id } of completed) {
      const { form_id, form_number } = formOf.get(id) ?? { form_id: null, form_number: null };
      const key = JSON.stringify([form_id, form_number, form_id === null && [process_key, node_id], outcome]);
      if (!this.#outcomes.has(key)) {
        const label = await outcomeLabel(tx, this.#scope, { form_id, form_number, process_key, node_id }, outcome!);
        this.#outcomes.set(key, textOf(label, this.#language) || outcome!);
      }
      found.set(id, this.#outcomes.get(key)!);
    }
    return found;
  }

  #names({ id, name, node_id: taskKey, process_key: key, process_number: version }: ExportRow): NamedTask {
    const caseType = this.#kinds.get(id);
    const kind = caseType === undefined ? {} : { caseType };
    const process = key !== null && version !== null && { key, name: this.#processName(key), version, ...kind };
    return { name, taskKey, process: process || null };
  }

  #cell(row: ExportRow, column: Exclude<TaskFileColumn, 'outcome'>, names: NamedTask): Cell {
    switch (column) {
      case 'status':
        return exportMessages.text(this.#language, `status.${row.status}`);
      case 'name':
        return names.name;
      case 'businessKey':
        return row.business_key;
      case 'process':
        return names.process?.name ?? this.#processName(row.process_key);
      case 'assignee':
        return this.#person(row.assignee_id);
      case 'priority':
        return row.priority;
      case 'due': {
        const due = this.#time(row.due_at);
        return due !== null && row.due_is_day ? due.slice(0, 10) : due;
      }
      case 'created':
        return this.#time(row.created_at);
      case 'ended':
        return this.#time(row.ended_at);
      case 'endedBy':
        return this.#person(row.ended_by);
      case 'onBehalfOf':
        return this.#person(row.on_behalf_of);
      case 'taskKey':
        return row.node_id;
      case 'id':
        return row.id;
    }
  }

  #processName<Key extends string | null>(key: Key): Key | string {
    return (key !== null && this.#processes?.get(key)) || key;
  }

  #person(id: string | null): string | null {
    return id === null ? null : (this.#people.get(id) ?? null);
  }

  /** Returns null for null and for `infinity`, which the driver returns as a number. */
  #time(value: unknown): string | null {
    return value instanceof Date ? this.#moment(value) : null;
  }
}
