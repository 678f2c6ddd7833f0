// The one script tag of a page: it sees elements appear and fetches the code of each kind once. It imports nothing that a
// page without elements would have to wait for.
import type { DetailOf } from './shared/element/table/types.ts';
import type { VervaConfiguration } from './shared/session/index.ts';

type Root = Document | ShadowRoot;
type Get = () => Promise<unknown>;
interface Session {
  configureVerva(configuration: VervaConfiguration): void;
  logout(): Promise<void>;
}

/** One build of Verva on the page, and how to get its parts. All versions of this file agree on this shape and on Loader. */
interface Source {
  readonly version: string;
  /** By tag. */
  readonly widgets: Readonly<Record<string, Get>>;
  readonly shared: Get;
  readonly session: () => Promise<Session>;
}

interface Loader {
  /** In the order in which they came; the first one that works serves the page. */
  readonly sources: Source[];
  /** The trees in which it sees elements. */
  readonly roots: Iterable<WeakRef<Root>>;
  add(source: Source): void;
  observe(root: Root): void;
  session(): Promise<Session>;
}

const KEY = Symbol.for('verva.loader');
const LIMIT_MS = 120_000;
const LONGEST_PAUSE_MS = 60_000;
const WORDS: Readonly<Record<string, readonly [string, string]>> = {
  en: ['This part of the page could not be loaded.', 'Reload'],
  et: ['Seda lehe osa ei õnnestunud laadida.', 'Laadi uuesti'],
  ru: ['Не удалось загрузить эту часть страницы.', 'Обновить страницу'],
  zh: ['此部分内容加载失败。', '重新加载'],
};

const own: Source = {
  version: import.meta.env.VERVA_VERSION,
  widgets: Object.fromEntries(
    Object.entries(import.meta.glob<unknown>('./*/index.ts', { base: './widgets' })).map(([path, load]) => [
      `verva-${path.split('/')[1]}`,
      load,
    ]),
  ),
  shared: () => import('./shared/element/index.ts'),
  session: () => import('./shared/session/index.ts'),
};

const prefetch = () => import('./prefetch.ts');

function start(): Loader {
  const sources: Source[] = [];
  let waiting = '';
  /** The source that has served the page: two versions of one element's code never mix. */
  let works: Source | undefined;
  const started = new Set<string>();
  const pauses: Record<string, number> = {};
  // Weak: elements that are gone must not live on because they were looked into once.
  const roots = new Set<WeakRef<Root>>();

  /** Asks one source after the other. */
  async function first<T>(candidates: Source[], get: (source: Source) => Promise<T>): Promise<T> {
    let failure: unknown;
    for (const source of candidates.filter((one) => one === works || !candidates.includes(works as Source))) {
      try {
        const got = await inTime(get(source));
        works ??= source;
        return got;
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  function load({ localName: tag }: Element): void {
    if (started.has(tag)) return;
    started.add(tag);
    first(
      sources.filter(({ widgets }) => widgets[tag]),
      ({ widgets, shared }) => {
        // What every element needs travels beside the element's own code, not after it.
        shared().catch(() => {});
        return widgets[tag]!();
      },
    ).catch((error: unknown) => {
      started.delete(tag);
      all((element) => {
        if (element.localName !== tag) return;
        apologise(element);
        element.dispatchEvent(
          new CustomEvent<DetailOf<'verva-load-error'>>('verva-load-error', {
            detail: { tag, error },
            bubbles: true,
            composed: true,
          }),
        );
      });
      pauses[tag] = Math.min((pauses[tag] ?? 500) * 2, LONGEST_PAUSE_MS);
      setTimeout(all, pauses[tag], load);
    });
  }

  /** Every element whose code is not here yet. */
  function all(visit: (element: Element) => void): void {
    for (const weak of roots) {
      const root = weak.deref();
      if (root) root.querySelectorAll(waiting).forEach(visit);
      else roots.delete(weak);
    }
  }

  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes as NodeListOf<Element>) {
        // Not instanceof: what was adopted from a frame is of that frame's classes.
        if (node.nodeType !== 1) continue;
        if (node.matches(waiting)) load(node);
        node.querySelectorAll(waiting).forEach(load);
      }
  });

  return {
    sources,
    roots,
    add(source) {
      const version = sources[0]?.version ?? source.version;
      if (version !== source.version) console.warn(`Verva ${version} serves this page, ${source.version} is not used.`);
      sources.push(source);
      waiting = sources
        .flatMap(({ widgets }) => Object.keys(widgets))
        .map((tag) => `${tag}:not(:defined)`)
        .join();
      all(load);
    },
    observe(root) {
      for (const weak of roots) if (weak.deref() === root) return;
      roots.add(new WeakRef(root));
      observer.observe(root, { childList: true, subtree: true });
      root.querySelectorAll(waiting).forEach(load);
    },
    session: () => first(sources, (source) => source.session()),
  };
}

/** Rejects with a ChunkLoadError of type `missing` or `timeout` (LAY-14). */
function inTime<T>(code: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (type: string, cause?: unknown) =>
      reject(Object.assign(new Error(type, { cause }), { name: 'ChunkLoadError', type }));
    const timer = setTimeout(fail, LIMIT_MS, 'timeout');
    code.then(resolve, (cause) => fail('missing', cause)).finally(() => clearTimeout(timer));
  });
}

/** Says in the element's place that its code is missing; when it comes after all, the element draws itself there. */
function apologise(element: Element): void {
  if (element.shadowRoot) return;
  const language = (element.closest<HTMLElement>('[lang]') ?? document.documentElement).lang.slice(0, 2);
  const button = document.createElement('button');
  const line = document.createElement('p');
  const [text, label] = WORDS[language] ?? (WORDS.en as [string, string]);
  button.textContent = label;
  button.onclick = () => location.reload();
  line.role = 'alert';
  line.append(text, ' ', button);
  element.attachShadow({ mode: 'open' }).append(line);
}

const page = globalThis as unknown as Record<symbol, Loader>;

// A second script tag, or another version of this file, finds the first one at work and leaves the page to it.
page[KEY] ??= start();
page[KEY].add(own);
page[KEY].observe(document);

/** Lets elements inside of somebody else's shadow root be seen as well, also of a closed one. */
export function observe(root: Root): void {
  page[KEY]?.observe(root);
}

/** The one set-up call of a page: where the server is, how to get tokens, which language. Resolves when it holds. */
export async function configureVerva(configuration: VervaConfiguration): Promise<void> {
  const asked = prefetch().then(
    (code) => code.startPrefetch(configuration),
    () => configuration,
  );
  (await page[KEY]?.session())?.configureVerva(await asked);
}

/**
 * Empties all elements of the page, when the page's own sign-out says that the person leaves. Nobody is asked for tokens
 * any more until `configureVerva` names a function anew. Resolves when nothing of the person is left.
 */
export async function logout(): Promise<void> {
  await (await page[KEY]?.session())?.logout();
}
