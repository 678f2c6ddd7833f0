import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Endpoint } from '../contracts/endpoint.ts';
import { ELEMENTS, type ElementEntry } from '../element/table/elements.ts';
import { changedBy } from './settings-call.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SETTINGS = /^\/api\/(identity\/(users|groups|tags)|departments|companies|dimensions|dropdowns)(\/|$)/;
/** Operations that change no setting, with the reason. */
const WITHOUT: readonly (readonly [RegExp, string])[] = [
  [/^GET /, 'Reads.'],
  [/\/preview$/, 'Shows what a move would change.'],
  [/\/(password|recover|sign-out|sessions)/, 'Concerns the account, which no list shows.'],
  [/\/hand-over/, 'Moves tasks.'],
  [/\/erase/, 'Waits for a second administrator.'],
  [/\/sync$/, 'For trusted servers; no element calls it.'],
];

async function operations(): Promise<readonly Pick<Endpoint, 'method' | 'path'>[]> {
  const found: Pick<Endpoint, 'method' | 'path'>[] = [];
  for (const file of globSync('src/shared/contracts/*.contract.ts', { cwd: ROOT })) {
    const contract = (await import(join(ROOT, file))) as Record<string, Partial<Endpoint> | undefined>;
    for (const one of Object.values(contract)) {
      if (one?.method && one.path && SETTINGS.test(one.path)) found.push({ method: one.method, path: one.path });
    }
  }
  return found;
}

test('EMB-05 every operation that saves a setting names the thing, and no other does', async () => {
  const all = await operations();
  assert.ok(all.length > 60, String(all.length));
  const faults: string[] = [];
  for (const endpoint of all) {
    const what = `${endpoint.method} ${endpoint.path}`;
    const params = Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name], n) => [name, `p${n}`]));
    const change = changedBy(endpoint, params, { id: 'made' });
    const isWithout = WITHOUT.some(([pattern]) => pattern.test(what));
    if (isWithout !== (change === undefined)) faults.push(`${what}: ${JSON.stringify(change)}`);
    // The first part of the path is the thing; a new one is named by the response.
    const expected = endpoint.path.includes('{') ? 'p0' : 'made';
    if (change && change.id !== expected) faults.push(`${what}: ${change.id}`);
  }
  assert.deepEqual(faults, []);
});

test('EMB-05 every element of settings reports saved changes, and where it imports, the end of an import', () => {
  const settings = Object.entries<ElementEntry>(ELEMENTS).filter(([tag]) => tag.startsWith('verva-settings-'));
  assert.ok(settings.length >= 7);
  for (const [tag, { events }] of settings) {
    assert.ok(events.includes('verva-settings-changed'), tag);
    if (tag !== 'verva-settings-dropdowns') assert.ok(events.includes('verva-import-done'), tag);
  }
});
