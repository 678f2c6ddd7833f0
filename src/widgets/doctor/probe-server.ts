import type { call } from '../../shared/api/index.ts';
import { ApiError } from '../../shared/api/index.ts';
import { getDoctor } from '../../shared/contracts/doctor.contract.ts';
import type { Answer, TokenClaims, TokenFacts } from './facts.ts';

export interface Probe {
  readonly send: typeof call;
  /** Resolves if a server answers, even if the browser hides the response; rejects otherwise. */
  readonly ping: (signal: AbortSignal) => Promise<unknown>;
  readonly getToken: (options: { readonly force: boolean }) => Promise<string | null>;
  /** Whether the page has a token provider. */
  readonly givesTokens: () => boolean;
  readonly now: () => number;
}

/** Calls the server without a token, which no preflight or origin list can block. Never rejects. */
export async function probeServer({ send, ping, now }: Probe, timeout: AbortSignal): Promise<Answer> {
  const before = now();
  try {
    const doctor = await send(getDoctor, { auth: false, signal: timeout });
    // A JSON response need not come from Verva.
    if (typeof doctor?.serverTime !== 'string') return { kind: 'error', status: 200, isVerva: false };
    const after = now();
    const clockOffsetMs = Math.round((before + after) / 2 - Date.parse(doctor.serverTime));
    return { kind: 'answered', doctor, clockOffsetMs };
  } catch (error) {
    if (timeout.aborted) return { kind: 'silent' };
    if (error instanceof ApiError && error.status > 0) {
      return { kind: 'error', status: error.status, isVerva: error.code !== 'unreadable' };
    }
    if (!(error instanceof ApiError)) return { kind: 'error', status: 200, isVerva: false };
  }
  return ping(timeout).then(
    () => ({ kind: 'unreadable' }) as const,
    () => ({ kind: timeout.aborted ? 'silent' : 'away' }) as const,
  );
}

/**
 * Inspects the token, and has the server check it if this page is allowed to. As in elements, a refused token is
 * renewed once. Never rejects.
 */
export async function inspectToken(probe: Probe, answer: Answer, timeout: AbortSignal): Promise<TokenFacts> {
  const first = await tokenFacts(probe, answer, timeout, false);
  const isRefused = first.kind === 'token' && first.doctor !== null && first.doctor.token !== 'accepted';
  if (!isRefused) return first;
  const renewed = await tokenFacts(probe, answer, timeout, true);
  return renewed.kind === 'token' && renewed.doctor?.token === 'accepted' ? renewed : first;
}

async function tokenFacts(probe: Probe, answer: Answer, timeout: AbortSignal, force: boolean): Promise<TokenFacts> {
  let token: string | null;
  try {
    token = await probe.getToken({ force });
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error) };
  }
  if (token === null) return { kind: probe.givesTokens() ? 'nothing' : 'none' };
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return { kind: 'shape', shape: shapeOf(token) };
  const claims = claimsOf(token);
  const mayAsk = answer.kind === 'answered' && answer.doctor.originAllowed !== false;
  if (!mayAsk) return { kind: 'token', claims, doctor: null };
  try {
    return { kind: 'token', claims, doctor: await probe.send(getDoctor, { signal: timeout }) };
  } catch {
    // The server has just answered without a token, so this failure says nothing about the token.
    return { kind: 'token', claims, doctor: null };
  }
}

/** The error of the page's own function is the cause of the session's error. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return String(cause instanceof Error ? cause.message : cause).slice(0, 200);
}

function shapeOf(text: string): 'page' | 'json' | 'other' {
  const start = text.trimStart()[0];
  if (start === '<') return 'page';
  return start === '{' || start === '[' ? 'json' : 'other';
}

function claimsOf(token: string): TokenClaims {
  const text = (value: unknown) => (Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : '?');
  try {
    const payload = token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/');
    const { iss, aud, origin } = JSON.parse(atob(payload)) as Record<string, unknown>;
    return { issuer: text(iss), audience: text(aud), origin: text(origin) };
  } catch {
    // Has three parts like a token but is none; the server reports that it refuses it.
    return { issuer: '?', audience: '?', origin: '?' };
  }
}
