import type { Caller } from '../../platform/caller.ts';
import { publishedIds } from '../forms/index.ts';
import { allProcesses, loadDefinition, scopeOf, startFormOf } from '../processes/index.ts';
import type { KnownProcess } from './case-types.rules.ts';

export type ProcessOf = (key: string) => KnownProcess;

const NONE: KnownProcess = { exists: false, suspended: false, definition: undefined, hasForm: true, startForm: null };

/** Returns the processes of kinds of case as they would be started now. */
export async function knownProcesses(call: Caller, kinds: readonly { readonly process: string }[]): Promise<ProcessOf> {
  const wanted = new Set(kinds.map(({ process }) => process));
  const scope = scopeOf(call);
  const known = new Map<string, KnownProcess>();
  for (const { key, active_number: number, suspended } of wanted.size > 0 ? await allProcesses(call.tx) : []) {
    if (!wanted.has(key)) continue;
    const definition = number === null ? undefined : await loadDefinition(call.tx, scope, key, number);
    const startForm = definition ? startFormOf(definition, scope) : null;
    known.set(key, { exists: true, suspended, definition, hasForm: startForm === null, startForm });
  }
  const forms = [...known.values()].flatMap(({ startForm }) => (startForm ? [startForm] : []));
  const published = new Set(forms.length > 0 ? await publishedIds(call.tx, forms) : []);
  return (key) => {
    const process = known.get(key) ?? NONE;
    return { ...process, hasForm: process.startForm === null || published.has(process.startForm) };
  };
}
