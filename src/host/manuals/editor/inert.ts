interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): string };
}
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/**
 * Markup as nodes of a document that is never shown: no script in it runs and no picture is fetched. Read from it what is
 * allowed; never put its nodes on the page.
 */
export function inertBody(html: string): HTMLElement {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('verva-manual', { createHTML: (text) => text });
  const markup = policy?.createHTML(`<body>${html}</body>`) ?? `<body>${html}</body>`;
  return new DOMParser().parseFromString(markup as string, 'text/html').body;
}
