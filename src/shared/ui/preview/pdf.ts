import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { getDocument, PDFWorker } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

export type Pdf = PDFDocumentProxy;
export type PdfPage = PDFPageProxy;

const HERE = import.meta.url;
/** Fonts, character maps and decoders that only some documents need; copied by build/pdf-files.ts. */
const files = (folder: string) => new URL(`../pdf/${folder}/`, HERE).href;

/** Opens a document; `close` ends its worker. Throws for a file that is not a PDF or has a password. */
export async function openPdf(content: Blob): Promise<{ pdf: Pdf; close: () => void }> {
  const port = await startWorker();
  const worker = port && PDFWorker.create({ port });
  const task = getDocument({
    data: new Uint8Array(await content.arrayBuffer()),
    cMapUrl: files('cmaps'),
    standardFontDataUrl: files('standard_fonts'),
    // Strict policies, including our own, forbid WebAssembly: scans use the JavaScript versions of the decoders.
    useWasm: false,
    wasmUrl: files('wasm'),
    // The worker of an embedded element has a blob address and cannot resolve relative ones.
    useWorkerFetch: false,
    ...(worker ? { worker } : {}),
  });
  const close = () => {
    void task.destroy();
    worker?.destroy();
    port?.terminate();
  };
  try {
    return { pdf: await task.promise, close };
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * The worker, also on pages of other origins; undefined where the page forbids workers: then its code runs in the page.
 */
async function startWorker(): Promise<Worker | undefined> {
  try {
    const worker = new Worker(trusted(await ownAddress(workerUrl)), { type: 'module' });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    worker.addEventListener('message', () => resolve(), { once: true });
    worker.addEventListener('error', () => reject(new Error('The worker did not start.')), { once: true });
    await promise;
    return worker;
  } catch {
    // Slower for large documents, but it works.
    const page = globalThis as { pdfjsWorker?: unknown };
    page.pdfjsWorker ??= await import(/* @vite-ignore */ workerUrl);
    return undefined;
  }
}

/** Workers must have the page's origin: code from another origin is fetched and given a blob address here. */
async function ownAddress(address: string): Promise<string> {
  const url = new URL(address, location.href);
  if (url.origin === location.origin) return url.href;
  const code = await (await fetch(url, { credentials: 'omit' })).text();
  return URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** Creates a trusted URL for the worker on pages with Trusted Types. Only called with our own worker's address. */
function trusted(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('verva-pdf', { createScriptURL: (url) => url });
  return policy ? policy.createScriptURL(address) : address;
}
