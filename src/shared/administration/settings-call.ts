import { useMemo, useRef } from 'react';
import { call } from '../api/index.ts';
import type { Endpoint } from '../contracts/endpoint.ts';

/** Kinds of settings by the beginning of their operations' paths. */
const KINDS = {
  '/api/identity/users': 'user',
  '/api/identity/groups': 'group',
  '/api/identity/tags': 'tag',
  '/api/departments': 'department',
  '/api/companies': 'company',
  '/api/dimensions': 'dimension',
  '/api/dropdowns': 'dropdown',
} as const;

/** Operations that change nothing which an element shows: checks, passwords, sessions, open tasks, and erasing, which waits. */
const NO_CHANGE = /\/(preview|password|recover|sign-out|sessions|hand-over|erase|sync)\b/;

export interface SettingsChange {
  readonly kind: (typeof KINDS)[keyof typeof KINDS];
  /** A user by username where the page knows it, else by key. */
  readonly id: string;
}

/** Returns which thing a successful request has changed; undefined: none. */
export function changedBy(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  params: Readonly<Record<string, unknown>>,
  reply: unknown,
): SettingsChange | undefined {
  if (method === 'GET' || NO_CHANGE.test(path)) return undefined;
  const prefix = (Object.keys(KINDS) as (keyof typeof KINDS)[]).find(
    (one) => path === one || path.startsWith(`${one}/`),
  );
  if (!prefix) return undefined;
  const [, name] = /\{(\w+)\}/.exec(path) ?? [];
  const id = name === undefined ? (reply as { id?: unknown } | null)?.id : params[name];
  return id === undefined ? undefined : { kind: KINDS[prefix], id: String(id) };
}

/** `call` of a settings element, which reports each saved change. `isDeactivation`: a user was deactivated. */
export function useSettingsCall(onChange: (change: SettingsChange, isDeactivation: boolean) => void): typeof call {
  const latest = useRef(onChange);
  latest.current = onChange;
  return useMemo<typeof call>(
    () => async (endpoint, options) => {
      const reply = await call(endpoint, options);
      const change = changedBy(endpoint, options.params ?? {}, reply);
      const isDeactivation = endpoint.method === 'DELETE' && endpoint.path === '/api/identity/users/{userId}';
      if (change) latest.current(change, isDeactivation);
      return reply;
    },
    [],
  );
}
