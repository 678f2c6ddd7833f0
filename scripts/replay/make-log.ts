// Creates a small fictional log with the columns of a real one:  node scripts/replay/make-log.ts [SEED] >
// test/fixtures/small-log.csv
import { pathToFileURL } from 'node:url';

const HEADER = [
  'case:channel',
  'case:concept:name',
  'case:deadline',
  'case:department',
  'concept:instance',
  'concept:name',
  'lifecycle:transition',
  'org:group',
  'org:resource',
  'time:timestamp',
];
const FIRST = 'Receive application';
const USUAL = ['Check completeness', 'Visit the site', 'Draft decision', 'Sign decision'];
const SOMETIMES = ['Ask for "missing" papers, by mail', 'Hear the neighbours', 'Take back & correct'];
const PEOPLE: Readonly<Record<string, readonly string[]>> = {
  'Front desk': ['Clerk 1', 'Clerk 2'],
  Inspectors: ['Inspector 1', 'Inspector 2', 'Inspector 3'],
  Board: ['Head 1'],
};
const GROUP_OF: Readonly<Record<string, string>> = {
  [FIRST]: 'Front desk',
  'Check completeness': 'Front desk',
  'Visit the site': 'Inspectors',
  'Hear the neighbours': 'Inspectors',
  'Draft decision': 'Inspectors',
  'Sign decision': 'Board',
};
const CASES = 16;
const HOUR_MS = 3_600_000;

/** Returns a log of a permit office; the same seed gives the same text. */
export function makeLog(seed: number): string {
  const random = randomOf(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const allPeople = Object.values(PEOPLE).flat();
  const rows: string[][] = [];
  let serial = 500;
  for (let number = 1; number <= CASES; number++) {
    let at = Date.UTC(2025, 2, 3, 8) + Math.floor(number * 7.3 * HOUR_MS);
    const deadline = new Date(at + 21 * 24 * HOUR_MS);
    const about = [pick(['Internet', 'Desk', 'Post']), `permit-${100 + number}`, stamp(deadline), 'General'];
    for (const task of [FIRST, ...orderOf(random, pick)]) {
      const group = GROUP_OF[task];
      // Sometimes the task has no particular group.
      const owner = group === undefined || random() < 0.15 ? 'EMPTY' : group;
      const person = pick(owner === 'EMPTY' ? allPeople : PEOPLE[owner]!);
      rows.push([...about, `task-${serial++}`, task, 'complete', owner, person, stamp(new Date(at))]);
      at += Math.floor((0.2 + random() * 30) * HOUR_MS);
    }
  }
  return `${[HEADER, ...rows].map((row) => row.map(quote).join(',')).join('\n')}\n`;
}

/** Returns mostly the usual tasks in order; sometimes with others in between, repetitions, or a step back. */
function orderOf(random: () => number, pick: <T>(list: readonly T[]) => T): string[] {
  const order = [...USUAL];
  if (random() < 0.4) order.splice(1 + Math.floor(random() * 3), 0, pick(SOMETIMES));
  if (random() < 0.3) order.splice(2, 0, order[1]!);
  if (random() < 0.3) order.reverse();
  return order;
}

/** mulberry32: 32 bits of state, the same numbers on every machine. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function stamp(at: Date): string {
  return at.toISOString().replace('T', ' ').replace('Z', '000+00:00');
}

function quote(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.stdout.write(makeLog(Number(process.argv[2] ?? 1)));
}
