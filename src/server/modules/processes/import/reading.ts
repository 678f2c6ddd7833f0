import type { Expressions } from './expressions.ts';
import type { Findings } from './problems.ts';
import type { Vendor } from './vendor.ts';

/** Shared state while one document is read. */
export interface Reading {
  findings: Findings;
  expressions: Expressions;
  prefixes: Map<string, Vendor>;
}

/** Returns the text of an expression element. */
export function bodyOf(expression: unknown): string | undefined {
  const body = (expression as { body?: unknown } | undefined)?.body;
  return typeof body === 'string' && body.trim() !== '' ? body : undefined;
}

export function languageOf(expression: unknown): string | undefined {
  const own = expression as { language?: string; $attrs?: Record<string, string> } | undefined;
  return own?.language ?? own?.$attrs?.language;
}
