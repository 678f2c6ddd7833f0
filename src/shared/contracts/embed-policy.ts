/**
 * Sources that a page's Content-Security-Policy must allow for the elements of the server at `origin`, by directive.
 */
export function elementSources(origin: string): Readonly<Record<string, readonly string[]>> {
  return {
    'script-src': [origin],
    'connect-src': [origin],
    // Pictures of people and manuals, signatures and previews.
    'img-src': [origin, 'data:', 'blob:'],
  };
}

/** Directives that elements need, written for a page that otherwise uses only its own files. */
export function neededDirectives(origin: string): string[] {
  return Object.entries(elementSources(origin)).map(([name, sources]) => [name, "'self'", ...sources].join(' '));
}

/**
 * The strictest policy under which elements are guaranteed to work, as printed in docs/embedding.md. `mapHash` is that
 * of the import map of a page that pins its elements, `sha256-…`.
 */
export function strictPolicy(origin: string, mapHash?: string): string {
  const [scripts, ...others] = neededDirectives(origin);
  return [
    "default-src 'none'",
    mapHash === undefined ? scripts : `${scripts} '${mapHash}'`,
    "style-src 'self'",
    ...others,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
