interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): string };
}
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/**
 * Parses markup into a document that is never rendered: scripts do not run and images are not fetched. Extract only allowed
 * content; never insert its nodes into the page.
 */
export function inertBody(html: string): HTMLElement {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('verva-manual', { createHTML: (text) => text });
  const markup = policy?.createHTML(`<body>${html}</body>`) ?? `<body>${html}</body>`;
  return new DOMParser().parseFromString(markup as string, 'text/html').body;
}
