/** The Content-Security-Policy of everything that the server sends, in helmet's spelling. */
export const POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  fontSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
};

/** The policy of the application's pages, which may also fetch from these origins: those of the providers that people sign in by. */
export function pagePolicy(origins: readonly string[]): string {
  const directives = { ...POLICY, connectSrc: [...POLICY.connectSrc, ...origins] };
  return Object.entries(directives)
    .map(([name, values]) => [name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), ...values].join(' '))
    .join(';');
}
