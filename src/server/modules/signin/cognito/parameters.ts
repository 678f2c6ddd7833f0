import { WEB_CLIENT_ID } from '../../../platform/auth/built-in-issuer.ts';
import type { WireCall } from '../service.ts';
import { CognitoError } from './errors.ts';

/** A string of the body, or of one of its objects. Everything else is InvalidParameterException, never a thrown TypeError. */
export function stringOf(values: Readonly<Record<string, unknown>>, name: string, max = 4096): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (typeof value !== 'string' || value === '') {
    throw new CognitoError('InvalidParameterException', `Missing required parameter ${name}`);
  }
  if (value.length > max) throw new CognitoError('InvalidParameterException', `${name} is too long`);
  // PostgreSQL has no such character; it would be an error of the database.
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

export function assertClient({ body }: WireCall): void {
  const clientId = stringOf(body, 'ClientId', 128);
  if (clientId !== WEB_CLIENT_ID) {
    throw new CognitoError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`);
  }
}

/** How names are compared: without outer spaces and case. */
export const loginName = (typed: string) => typed.trim().toLowerCase();
