import { batch, signal } from '@preact/signals-core';
import { createIdempotentRequest } from '../../api/idempotent-request.ts';
import type { call } from '../../api/index.ts';
import {
  createBackupCodes,
  deleteUserFactor,
  type Factor,
  listUserFactors,
  type UserFactors,
} from '../../contracts/factors.contract.ts';
import { CognitoError } from '../../session/index.ts';

export type SecurityStep =
  | { readonly kind: 'overview' }
  /** The secret is in the app; its first code confirms it. */
  | { readonly kind: 'setUp'; readonly secret: string }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'removing'; readonly factor: Factor }
  /** The new passkey gets a name first. */
  | { readonly kind: 'naming' };

export type SecurityState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly known: UserFactors; readonly step: SecurityStep };

/** Why a step failed: `code` is about the typed code, everything else is an error of a request. */
export type SecurityFault =
  | { readonly kind: 'code'; readonly code: 'required' | 'wrong' }
  | { readonly kind: 'error'; readonly error: unknown };

interface Services {
  readonly send: typeof call;
  /** Begins the set-up of an authenticator app and returns its secret. */
  readonly begin: () => Promise<string>;
  /** Confirms the set-up with a code of the app and returns the backup codes. */
  readonly confirm: (code: string) => Promise<readonly string[]>;
  /** Adds a passkey; undefined where the browser cannot. */
  readonly addPasskey: ((name: string) => Promise<void>) | undefined;
}

const OVERVIEW: SecurityStep = { kind: 'overview' };

/** The second factor of the signed-in user. */
export function createSecurityStore({ send, begin, confirm, addPasskey }: Services) {
  const state = signal<SecurityState>({ status: 'loading' });
  const busy = signal(false);
  const code = signal('');
  const fault = signal<SecurityFault | null>(null);
  const removal = createIdempotentRequest();
  const params = { userId: 'me' };

  async function load(step: SecurityStep = OVERVIEW): Promise<void> {
    try {
      const known = await send(listUserFactors, { params });
      state.value = { status: 'ready', known, step };
    } catch (error) {
      state.value = { status: 'failed', error };
    }
  }

  function show(step: SecurityStep): void {
    const now = state.peek();
    if (now.status !== 'ready') return;
    batch(() => {
      state.value = { ...now, step };
      fault.value = null;
      code.value = '';
    });
  }

  /** Runs one request at a time. */
  async function carryOut(work: () => Promise<void>): Promise<void> {
    if (busy.peek()) return;
    busy.value = true;
    fault.value = null;
    try {
      await work();
    } catch (error) {
      fault.value = isWrongCode(error) ? { kind: 'code', code: 'wrong' } : { kind: 'error', error };
    }
    busy.value = false;
  }

  return {
    state,
    busy,
    code,
    fault,
    load,
    show,
    type(typed: string): void {
      batch(() => {
        code.value = typed;
        fault.value = null;
      });
    },
    setUp: () => carryOut(async () => show({ kind: 'setUp', secret: await begin() })),
    async confirm(): Promise<void> {
      if (code.peek().trim() === '') {
        fault.value = { kind: 'code', code: 'required' };
        return;
      }
      await carryOut(async () => {
        const codes = await confirm(code.peek().trim());
        await load(codes.length > 0 ? { kind: 'codes', codes } : OVERVIEW);
        code.value = '';
      });
    },
    get mayAddPasskey(): boolean {
      const now = state.value;
      return addPasskey !== undefined && now.status === 'ready' && now.known.allowsPasskeys;
    },
    addPasskey: (name: string) =>
      carryOut(async () => {
        await addPasskey?.(name.trim());
        await load();
      }),
    newCodes: () =>
      carryOut(async () => {
        const { codes } = await send(createBackupCodes, {});
        await load({ kind: 'codes', codes });
      }),
    remove: ({ id }: Factor) =>
      carryOut(async () => {
        await removal.carryOut({ id }, (idempotencyKey) =>
          send(deleteUserFactor, { params: { ...params, factorId: id }, idempotencyKey }),
        );
        await load();
      }),
  };
}

export type SecurityStore = ReturnType<typeof createSecurityStore>;

const isWrongCode = (error: unknown): boolean =>
  error instanceof CognitoError &&
  (error.type === 'EnableSoftwareTokenMFAException' || error.type === 'CodeMismatchException');
