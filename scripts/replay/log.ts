import { createReadStream } from 'node:fs';

/** A completed task of the log. */
export interface LogEvent {
  readonly task: string;
  readonly person: string;
  /** null: no particular group. */
  readonly group: string | null;
  readonly at: number;
}

export interface LogCase {
  readonly id: string;
  /** Ordered by time; equal times keep the order of the file. */
  readonly events: LogEvent[];
  /** Attributes of the whole case: channel, deadline, department, …, by the name after `case:`. */
  readonly attributes: Record<string, string>;
}

export interface Log {
  /** Ordered by their beginning. */
  readonly cases: LogCase[];
  /** Names of tasks, people and groups in order of first appearance. */
  readonly tasks: string[];
  readonly people: string[];
  readonly groups: string[];
}

const COLUMNS = {
  case: 'case:concept:name',
  task: 'concept:name',
  person: 'org:resource',
  at: 'time:timestamp',
} as const;
const NO_GROUP = new Set(['', 'EMPTY']);

/**
 * Reads an event log with the columns of the XES standard's extensions. Throws an Error with the cause and the line.
 */
export async function readLog(file: string): Promise<Log> {
  const cases = new Map<string, { id: string; events: LogEvent[]; attributes: Record<string, string> }>();
  const tasks = new Set<string>();
  const people = new Set<string>();
  const groups = new Set<string>();
  let header: string[] | undefined;
  let line = 0;
  for await (const row of readCsv(file)) {
    line++;
    if (!header) {
      header = row.map((name) => name.trim());
      const missing = Object.values(COLUMNS).filter((name) => !header!.includes(name));
      if (missing.length > 0) throw new Error(`The log has no column ${missing.join(', ')}.`);
      continue;
    }
    const value = Object.fromEntries(header.map((name, index) => [name, row[index] ?? '']));
    const transition = value['lifecycle:transition'];
    if (transition !== undefined && transition !== '' && transition.toLowerCase() !== 'complete') continue;
    const id = plain(value[COLUMNS.case]);
    const at = Date.parse(toIso(value[COLUMNS.at] ?? ''));
    if (!id || Number.isNaN(at)) throw new Error(`Row ${line}: there is no case, or the time cannot be read.`);
    const group = plain(value['org:group']);
    const event: LogEvent = {
      task: plain(value[COLUMNS.task]),
      person: plain(value[COLUMNS.person]) || 'nobody',
      group: NO_GROUP.has(group) ? null : group,
      at,
    };
    tasks.add(event.task);
    people.add(event.person);
    if (event.group !== null) groups.add(event.group);
    const known = cases.get(id) ?? { id, events: [], attributes: attributesOf(value) };
    known.events.push(event);
    cases.set(id, known);
  }
  const all = [...cases.values()];
  for (const one of all) one.events.sort((a, b) => a.at - b.at);
  all.sort((a, b) => a.events[0]!.at - b.events[0]!.at);
  return { cases: all, tasks: [...tasks], people: [...people], groups: [...groups] };
}

/** Returns the task with which every case begins and which never recurs, if there is one. */
export function commonStart(log: Log): string | null {
  const first = log.cases[0]?.events[0]?.task;
  const isCommon =
    first !== undefined &&
    log.cases.every(({ events }) => events.every((event, index) => (event.task === first) === (index === 0)));
  return isCommon ? first : null;
}

function attributesOf(value: Record<string, string>): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [name, text] of Object.entries(value)) {
    const match = /^case:([A-Za-z_]\w*)$/.exec(name);
    if (match && text.trim() !== '') attributes[match[1]!] = text.trim();
  }
  return attributes;
}

/** Normalises names as the server does: without doubled spaces. */
function plain(text: string | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

/** Converts `2011-10-11 13:45:40.276000+02:00` to an ISO instant with milliseconds; a time without a zone is UTC. */
export function toIso(text: string): string {
  const iso = text
    .trim()
    .replace(' ', 'T')
    .replace(/(\.\d{3})\d+/, '$1');
  return /(Z|[+-]\d{2}:?\d{2})$/.test(iso) ? iso : `${iso}Z`;
}

/** Streams the rows of a CSV file (RFC 4180) without holding the file in memory. */
export async function* readCsv(file: string): AsyncGenerator<string[]> {
  let row: string[] = [];
  let field = '';
  let state: 'plain' | 'quoted' | 'closing' = 'plain';
  for await (const chunk of createReadStream(file, 'utf8') as AsyncIterable<string>) {
    for (const char of chunk) {
      if (state === 'quoted') {
        if (char === '"') state = 'closing';
        else field += char;
        continue;
      }
      if (state === 'closing' && char === '"') {
        field += '"';
        state = 'quoted';
        continue;
      }
      state = 'plain';
      if (char === '"' && field === '') state = 'quoted';
      else if (char === ',') {
        row.push(field);
        field = '';
      } else if (char === '\n') {
        row.push(field);
        if (row.length > 1 || row[0] !== '') yield row;
        row = [];
        field = '';
      } else if (char !== '\r' && char !== '\uFEFF') field += char;
    }
  }
  row.push(field);
  if (row.length > 1 || row[0] !== '') yield row;
}
