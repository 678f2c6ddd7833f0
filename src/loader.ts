// The one script tag of a page: it sees elements appear and fetches the code of each kind once.
import type { VervaConfiguration } from './shared/session/index.ts';

type ErrorDetail = { tag: string; error: unknown };

const widgets = import.meta.glob<unknown>('./widgets/*/index.ts');
const shared = () => import('./shared/element/index.ts');
const KEY = Symbol.for('verva.loader');

interface Loader {
  observe(root: Document | ShadowRoot): void;
}

const page = globalThis as unknown as Record<symbol, Loader | undefined>;

function start(): Loader {
  const sources = new Map(
    Object.entries(widgets).map(([path, load]) => [path.replace(/.*\/(.+)\/index\.ts$/, 'verva-$1'), load]),
  );
  const waiting = [...sources.keys()].map((tag) => `${tag}:not(:defined)`).join();
  const started = new Set<string>();
  let pause = 1000;

  const load = (tag: string) => {
    if (started.has(tag)) return;
    started.add(tag);
    // What every element needs travels beside the element's own code, not after it.
    shared().catch(() => undefined);
    sources
      .get(tag)?.()
      .catch((error: unknown) => {
        started.delete(tag);
        const detail: ErrorDetail = { tag, error };
        const event = () => new CustomEvent('verva-load-error', { detail, bubbles: true, composed: true });
        for (const root of seen()) for (const element of root.querySelectorAll(tag)) element.dispatchEvent(event());
        setTimeout(look, pause);
        pause = Math.min(pause * 2, 60000);
      });
  };
  // Weak: elements that are gone must not live on because they were looked into once.
  const roots = new Set<WeakRef<Document | ShadowRoot>>();
  const known = new WeakSet<Node>();
  const seen = () => [...roots].flatMap((root) => root.deref() ?? []);
  const look = () => {
    for (const root of seen()) for (const { localName } of root.querySelectorAll(waiting)) load(localName);
  };
  const observer = new MutationObserver(look);
  return {
    observe(root) {
      if (known.has(root)) return;
      known.add(root);
      roots.add(new WeakRef(root));
      observer.observe(root, { childList: true, subtree: true });
      look();
    },
  };
}

// A second script tag, or another version of this file, finds the first one at work and leaves it alone.
if (!page[KEY]) {
  page[KEY] = start();
  page[KEY].observe(document);
}

/** Lets elements inside of somebody else's shadow root be seen as well. */
export function observe(root: Document | ShadowRoot): void {
  page[KEY]?.observe(root);
}

/** The one set-up call of a page: where the server is, how to get tokens, which language. Resolves when it holds. */
export async function configureVerva(configuration: VervaConfiguration): Promise<void> {
  const session = await import('./shared/session/index.ts');
  session.configureVerva(configuration);
}
