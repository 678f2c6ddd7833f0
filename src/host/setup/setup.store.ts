import { batch, signal } from '@preact/signals-core';
import { ApiError } from '../../shared/api/index.ts';
import type { SetupState } from '../../shared/contracts/setup.contract.ts';
import {
  cleanSetup,
  type SetupFault,
  type SetupField,
  type SetupValues,
  setupFaults,
} from '../../shared/contracts/setup.rules.ts';

export interface SetupServices {
  readonly load: () => Promise<SetupState>;
  /** Returns the username as stored. */
  readonly create: (values: SetupValues) => Promise<{ readonly username: string }>;
}

export type SetupStatus =
  /** `ready`: the form; `lost`: the page has no token. */
  | { readonly kind: 'loading' | 'ready' | 'saving' | 'lost' | 'done' | 'external' }
  /** The state could not be loaded; the visitor can retry. */
  | { readonly kind: 'unreachable'; readonly error: unknown }
  /** The link cannot be used any more. */
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'created'; readonly username: string };

const FIELDS: readonly SetupField[] = [
  '/organisation/name',
  '/organisation/timeZone',
  '/administrator/name',
  '/administrator/username',
  '/administrator/email',
  '/administrator/password',
];

/** State of the set-up page. `values` are kept until the set-up has succeeded. */
export function createSetupStore(services: SetupServices, start: SetupValues, hasToken: boolean) {
  const status = signal<SetupStatus>({ kind: 'loading' });
  const values = signal(start);
  const faults = signal<Partial<Record<SetupField, SetupFault>>>({});
  /** An error of saving that belongs to no field. */
  const failure = signal<unknown>(undefined);
  const server = signal<SetupState | undefined>(undefined);

  async function load(): Promise<void> {
    status.value = { kind: 'loading' };
    try {
      const found = await services.load();
      server.value = found;
      if (found.state === 'done') status.value = { kind: 'done' };
      else if (found.identity === 'external') status.value = { kind: 'external' };
      else status.value = { kind: hasToken ? 'ready' : 'lost' };
    } catch (error) {
      status.value = { kind: 'unreachable', error };
    }
  }

  async function submit(): Promise<void> {
    if (status.peek().kind !== 'ready') return;
    const clean = cleanSetup(values.peek());
    faults.value = setupFaults(clean);
    if (Object.keys(faults.peek()).length > 0) return;
    batch(() => {
      status.value = { kind: 'saving' };
      failure.value = undefined;
    });
    try {
      const { username } = await services.create(clean);
      status.value = { kind: 'created', username };
    } catch (error) {
      refuse(error);
    }
  }

  function refuse(error: unknown): void {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === 'setup.done') status.value = { kind: 'done' };
    else if (code === 'setup.link_not_accepted') status.value = { kind: 'refused', error };
    else {
      batch(() => {
        faults.value = faultsOf(error);
        failure.value = error;
        status.value = { kind: 'ready' };
      });
    }
  }

  return {
    status,
    values,
    faults,
    failure,
    server,
    load,
    submit,
    type<Part extends keyof SetupValues>(part: Part, change: Partial<SetupValues[Part]>): void {
      const rest = { ...faults.peek() };
      for (const name of Object.keys(change)) delete rest[`/${part}/${name}` as SetupField];
      batch(() => {
        values.value = { ...values.peek(), [part]: { ...values.peek()[part], ...change } };
        faults.value = rest;
      });
    },
  };
}

export type SetupStore = ReturnType<typeof createSetupStore>;

/** The server's errors, by field. */
function faultsOf(error: unknown): Partial<Record<SetupField, SetupFault>> {
  if (!(error instanceof ApiError)) return {};
  const found: Partial<Record<SetupField, SetupFault>> = {};
  for (const { pointer, code, params } of error.errors) {
    const field = FIELDS.find((one) => one === pointer);
    if (field) found[field] ??= { code, ...(params ? { params } : {}) };
  }
  return found;
}
