/** The Content-Security-Policy of every response, in helmet's spelling. */
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

/**
 * Returns the policy of the application's pages, which may also fetch from these origins of sign-in providers. They frame
 * only documents of this server, each of which frames the one origin that it is for (modules/menus/frame.page.ts).
 */
export function pagePolicy(origins: readonly string[]): string {
  const directives = { ...POLICY, connectSrc: [...POLICY.connectSrc, ...origins], frameSrc: ["'self'"] };
  return Object.entries(directives)
    .map(([name, values]) => [name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), ...values].join(' '))
    .join(';');
}
