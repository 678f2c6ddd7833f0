import { WEB_CLIENT_ID } from '../../../platform/auth/built-in-issuer.ts';
import type { ProtocolCall } from '../service.ts';
import { CognitoError } from './errors.ts';

/** Returns a string of the body or of one of its objects. Throws InvalidParameterException for every other value. */
export function stringOf(values: Readonly<Record<string, unknown>>, name: string, max = 4096): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (typeof value !== 'string' || value === '') {
    throw new CognitoError('InvalidParameterException', `Missing required parameter ${name}`);
  }
  if (value.length > max) throw new CognitoError('InvalidParameterException', `${name} is too long`);
  // PostgreSQL cannot store this character.
  if (value.includes('\0')) throw new CognitoError('InvalidParameterException', `${name} cannot be read`);
  return value;
}

export function objectOf(values: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (!isObject(value)) throw new CognitoError('InvalidParameterException', `Missing required parameter ${name}`);
  return value;
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function assertClient({ body }: ProtocolCall): void {
  const clientId = stringOf(body, 'ClientId', 128);
  if (clientId !== WEB_CLIENT_ID) {
    throw new CognitoError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`);
  }
}

/** Normalises a username for comparison: trimmed and in lower case. */
export const loginName = (typed: string) => typed.trim().toLowerCase();
