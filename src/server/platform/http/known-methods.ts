import { METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Returns the methods of a path; empty if no route has it. */
export type MethodsAt = (path: string) => ReadonlySet<string>;

/** Records the paths of all routes added from here on, so that other methods are answered with 405. */
export function knownMethods(app: FastifyInstance): MethodsAt {
  // Fastify itself answers methods it does not know.
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
  const fixed = new Map<string, Set<string>>();
  const patterns = new Map<string, { readonly expression: RegExp; readonly methods: Set<string> }>();

  app.addHook('onRoute', ({ url, method }) => {
    const path = withoutSlash(url);
    // Application pages match every address; developer routes are hidden.
    if (path.includes('*') || path.startsWith('/dev')) return;
    const methods = methodsOf(path);
    for (const one of [method].flat()) methods.add(one);
  });

  function methodsOf(path: string): Set<string> {
    if (!path.includes(':')) {
      const known = fixed.get(path) ?? new Set<string>();
      fixed.set(path, known);
      return known;
    }
    const known = patterns.get(path) ?? { expression: expressionOf(path), methods: new Set<string>() };
    patterns.set(path, known);
    return known.methods;
  }

  return (path) => {
    const plain = withoutSlash(path);
    const found = [...patterns.values()].filter(({ expression }) => expression.test(plain));
    return new Set([...(fixed.get(plain) ?? []), ...found.flatMap(({ methods }) => [...methods])]);
  };
}

/** Removes trailing slashes from a path; in linear time, as anyone can send a request. */
export const withoutSlash = (path: string): string => path.replace(/(?<!\/)\/+$/, '') || path.slice(0, 1);

function expressionOf(path: string): RegExp {
  const escaped = path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/:\w+/g, '[^/]+')}$`);
}
