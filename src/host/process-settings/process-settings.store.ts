import { ApiError, type call } from '../../shared/api/index.ts';
import type { ProcessProblemList } from '../../shared/contracts/process-findings.rules.ts';
import {
  type Deployment,
  deployProcess,
  listProcesses,
  type Process,
  type ProcessProblem,
} from '../../shared/contracts/processes.contract.ts';
import { createLoaded } from '../../shared/lists/loaded.ts';

export interface ProcessSettings {
  readonly processes: readonly Process[];
}

/** Deployed processes; `send` is `call` of shared/api. Operations reject with ApiError. */
export function createProcessSettings({ send }: { readonly send: typeof call }) {
  const loaded = createLoaded<ProcessSettings>(async (stop) => ({
    processes: await send(listProcesses, { signal: stop }),
  }));

  /** What deploying a file would do. */
  const check = (key: string, xml: string): Promise<Deployment> =>
    send(deployProcess, { params: { key }, body: { xml, checkOnly: true } });

  async function deploy(key: string, xml: string, note: string): Promise<Deployment> {
    const body = { xml, ...(note.trim() && { note: note.trim() }) };
    const deployment = await send(deployProcess, { params: { key }, body });
    await loaded.load();
    return deployment;
  }

  return { state: loaded.state, load: loaded.load, stop: loaded.stop, check, deploy };
}

export type ProcessSettingsStore = ReturnType<typeof createProcessSettings>;

/** What has to be done about a problem of a file. */
export const PROBLEM_LISTS: readonly ProcessProblemList[] = ['document', 'finish', 'translate', 'unsupported'];
export type ListedProblem = ProcessProblem & { readonly list?: ProcessProblemList };

/** The problems for which the server refused a file. */
export function problemsOf(error: unknown): readonly ListedProblem[] {
  const problems = error instanceof ApiError ? error.problem?.problems : undefined;
  return Array.isArray(problems) ? problems : [];
}
