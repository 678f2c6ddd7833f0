// The only script tag of a page: detects elements and loads the code of each kind once. It imports nothing that a page
// without elements would have to wait for.
import type { DetailOf } from './shared/element/table/types.ts';
import type { VervaConfiguration } from './shared/session/index.ts';

type Root = Document | ShadowRoot;
type Get = () => Promise<unknown>;
interface Session {
  configureVerva(configuration: VervaConfiguration): void;
  logout(): Promise<void>;
}

/**
 * One build of Verva on the page, and how to load its parts. All versions of this file agree on this interface and on
 * Loader.
 */
interface Source {
  readonly version: string;
  /** By tag. */
  readonly widgets: Readonly<Record<string, Get>>;
  readonly shared: Get;
  readonly session: () => Promise<Session>;
}

interface Loader {
  /** In order of registration; the first one that works serves the page. */
  readonly sources: Source[];
  /** The trees that it observes. */
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

const widgets: Record<string, Get> = {};
// The build writes the map as a list of file names (build/element-list.ts).
for (const [path, load] of Object.entries(import.meta.glob<unknown>('./*/index.ts', { base: './widgets' })))
  widgets[`verva-${path.split('/')[1]}`] = load;
// The element's former name, for one release.
widgets['verva-dropdowns'] = widgets['verva-settings-dropdowns'] as Get;

const own: Source = {
  version: import.meta.env.VERVA_VERSION,
  widgets,
  shared: () => import('./shared/define-widget/define-widget.tsx'),
  session: () => import('./shared/session/index.ts'),
};

const prefetch = () => import('./prefetch.ts');

function start(): Loader {
  const sources: Source[] = [];
  let waiting = '';
  /** The source that serves the page: versions of one element's code must never mix. */
  let works: Source | undefined;
  const started = new Set<string>();
  const pauses: Record<string, number> = {};
  // Weak: removed elements must not be kept alive by having been observed.
  const roots = new Set<WeakRef<Root>>();

  /** Tries one source after the other. */
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
        // Code shared by all elements loads in parallel with the element's own code.
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

  /** Every element whose code has not loaded yet. */
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
        // Not instanceof: nodes adopted from a frame have that frame's classes.
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

/** Shows a message in an element whose code is missing; if the code loads later, the element renders in its place. */
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

// A second script tag, or another version of this file, finds the first loader and leaves the page to it.
page[KEY] ??= start();
page[KEY].add(own);
page[KEY].observe(document);

/** Observes elements inside a third-party shadow root, also a closed one. */
export function observe(root: Root): void {
  page[KEY]?.observe(root);
}

/** The only configuration call of a page: server, token provider, language. Resolves when it is applied. */
export async function configureVerva(configuration: VervaConfiguration): Promise<void> {
  const asked = prefetch().then(
    (code) => code.startPrefetch(configuration),
    () => configuration,
  );
  (await page[KEY]?.session())?.configureVerva(await asked);
}

/**
 * Clears all elements of the page on the page's own sign-out. No tokens are requested until `configureVerva` names a
 * function again. Resolves when no user data is left.
 */
export async function logout(): Promise<void> {
  await (await page[KEY]?.session())?.logout();
}
