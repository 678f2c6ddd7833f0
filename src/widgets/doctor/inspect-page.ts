import type { ElementFacts, LoaderFacts, PageFacts, Violation } from './facts.ts';

/** What the active loader publishes about itself; older versions lack parts. */
interface LoaderAtWork {
  readonly sources?: readonly { readonly widgets: Readonly<Record<string, unknown>> }[];
  readonly roots?: Iterable<WeakRef<Node>>;
}

/** State shared by all copies of Verva on the page, of any version. */
const pageWide = <T>(name: string): T | undefined =>
  (globalThis as unknown as Record<symbol, T | undefined>)[Symbol.for(`verva.${name}`)];

/** Whether the page has its own token provider. */
export const hasTokenProvider = (): boolean => !!pageWide<{ readonly provider: unknown }>('session')?.provider;

/** Collects the facts that can be read from the page at once. `code` is the folder of the active loader. */
export function inspectPage({ server, code }: { readonly server: string; readonly code: string }): PageFacts {
  return {
    origin: globalThis.origin,
    isOnline: navigator.onLine,
    mayStore: mayStore(),
    server,
    code,
    loaders: loadersOf([server, code].map((address) => new URL(address).origin)),
  };
}

function mayStore(): boolean {
  try {
    // Reading is enough to be refused; nothing is written on third-party pages.
    return localStorage.length >= 0;
  } catch {
    return false;
  }
}

const LOADER_PATH = /^\/embed\/loader(?:-(.+)-[0-9a-f]{12})?\.js$/;

/** All loaders that the page includes by tag or import, one per address. */
function loadersOf(ours: readonly string[]): LoaderFacts[] {
  const tags = new Map([...document.scripts].map(({ src, integrity }) => [src, integrity !== ''] as const));
  const fetched = performance.getEntriesByType('resource').map(({ name }) => name);
  return [...new Set([...tags.keys(), ...fetched])].flatMap((url) => {
    const address = URL.parse(url);
    const match = LOADER_PATH.exec(address?.pathname ?? '');
    // Other sites may have files of the same name.
    if (!match || !ours.includes(address?.origin ?? '')) return [];
    return [{ url, hasIntegrity: tags.get(url) ?? null, version: match[1] ?? null }];
  });
}

/** Tags of Verva elements on the page. Waits until the code of each has loaded, failed, or timed out. */
export async function inspectElements(self: string, timeout: AbortSignal): Promise<ElementFacts> {
  const loader = pageWide<LoaderAtWork>('loader');
  const known = [...new Set((loader?.sources ?? []).flatMap(({ widgets }) => Object.keys(widgets)))];
  const places = new Map<string, Node[]>();
  for (const element of elementsOf(document)) {
    const { localName } = element;
    if (!localName.startsWith('verva-') || localName === self) continue;
    places.set(localName, [...(places.get(localName) ?? []), element.getRootNode()]);
  }
  const tags = [...places.keys()].sort();
  const isDefined = (tag: string) => customElements.get(tag) !== undefined;
  const unknownTags = tags.filter((tag) => !isDefined(tag) && known.length > 0 && !known.includes(tag));
  const seen = loader?.roots && new Set([...loader.roots].map((root) => root.deref()));
  const isUnseen = (tag: string) => seen !== undefined && !places.get(tag)?.some((root) => seen.has(root));
  const unseen = tags.filter((tag) => !isDefined(tag) && !unknownTags.includes(tag) && isUnseen(tag));
  const awaited = tags.filter((tag) => !isDefined(tag) && !unknownTags.includes(tag) && !unseen.includes(tag));
  await Promise.all(awaited.map((tag) => arrival(tag, timeout)));
  return {
    loaded: tags.filter(isDefined),
    missing: awaited.filter((tag) => !isDefined(tag)),
    unseen: unseen.filter((tag) => !isDefined(tag)),
    unknown: unknownTags,
    known,
  };
}

/** All elements of the page, including those in open shadow roots; of Verva elements only the outermost. */
function* elementsOf(root: ParentNode): Generator<Element> {
  for (const element of root.querySelectorAll('*')) {
    yield element;
    // The content of our own elements is not inspected.
    if (element.shadowRoot && !element.localName.startsWith('verva-')) yield* elementsOf(element.shadowRoot);
  }
}

/** Resolves when the code of a tag has loaded, or the loader reports that it failed. */
function arrival(tag: string, timeout: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const failed = (event: Event) => {
      if ((event as CustomEvent<{ tag: string }>).detail?.tag === tag) end();
    };
    const end = () => {
      document.removeEventListener('verva-load-error', failed);
      resolve();
    };
    document.addEventListener('verva-load-error', failed);
    timeout.addEventListener('abort', end, { once: true });
    if (timeout.aborted) end();
    void customElements.whenDefined(tag).then(end);
  });
}

/**
 * Reports all policy violations, including earlier ones where the browser keeps them. Returns the function that stops
 * it.
 */
export function watchViolations(report: (violation: Violation) => void): () => void {
  const take = (event: SecurityPolicyViolationEvent) =>
    report({
      directive: event.effectiveDirective,
      blocked: event.blockedURI,
      source: event.sourceFile,
      sample: event.sample,
      policy: event.originalPolicy,
      isReport: event.disposition === 'report',
    });
  document.addEventListener('securitypolicyviolation', take);
  const stop = () => document.removeEventListener('securitypolicyviolation', take);
  // Not in every browser. Without it, violations from before this element loaded are missing.
  if (typeof ReportingObserver === 'undefined') return stop;
  const observer = new ReportingObserver(
    (reports) => {
      for (const { body } of reports) report(reported(body as unknown as Readonly<Record<string, string | null>>));
    },
    { types: ['csp-violation'], buffered: true },
  );
  observer.observe();
  return () => {
    stop();
    observer.disconnect();
  };
}

function reported(body: Readonly<Record<string, string | null>>): Violation {
  return {
    directive: body.effectiveDirective ?? '',
    blocked: body.blockedURL ?? '',
    source: body.sourceFile ?? '',
    sample: body.sample ?? '',
    policy: body.originalPolicy ?? '',
    isReport: body.disposition === 'report',
  };
}

/** The smallest possible image. */
const DOT = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

/**
 * Loads an image of each kind that elements show, so that a policy that refuses one reports it. `refused` receives the
 * failed kinds other than files: only a policy can block those, and its report does not name the requester.
 */
export function probePictures(server: string, refused: (kind: 'data' | 'blob') => void): void {
  const blob = URL.createObjectURL(new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' }));
  const tried = [['data', DOT] as const, ['blob', blob] as const];
  for (const [kind, address] of tried) {
    const image = new Image();
    image.onload = () => URL.revokeObjectURL(address);
    image.onerror = () => {
      URL.revokeObjectURL(address);
      refused(kind);
    };
    image.src = address;
  }
  new Image().src = new URL('/favicon.svg', server).href;
}
