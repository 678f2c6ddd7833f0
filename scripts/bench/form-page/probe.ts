import type { SampleForm } from '../../../test/support/form-page/sample.ts';

/** A form engine on a page of the benchmark. */
export interface Engine {
  /** Draws the form; returns its shadow root. */
  draw(sample: SampleForm, main: HTMLElement): Promise<ShadowRoot> | ShadowRoot;
  /** Returns the input to type into, once it exists. */
  target(root: ShadowRoot, sample: SampleForm): HTMLInputElement | null;
  /** Returns the displayed value computed from the target, as text; empty when nothing is computed. */
  computed(root: ShadowRoot, sample: SampleForm): string;
}

/** Interface for the browser driver: `window.probe`. */
export interface Probe {
  /** Draws the form; returns the milliseconds until the frame with its target. */
  draw(sample: SampleForm): Promise<number>;
  /** Puts the caret at the end of the target. */
  focus(): void;
  /** Resolves after the frame of the key that was pressed last. */
  settled(): Promise<void>;
  /** Returns the milliseconds from each key to after its frame, since the last call. */
  taken(): number[];
  value(): string;
  computed(): string;
  nodes(): number;
}

/** Adds an empty shadow root to the page. */
export function emptyRoot(main: HTMLElement, css: string): ShadowRoot {
  const root = main.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  return root;
}

/** Runs `work` after the browser has drawn the next frame. */
function afterFrame(work: () => void): void {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = work;
    port2.postMessage(null);
  });
}

/** Prepares the page for measurement. */
export function offer(engine: Engine): void {
  let sample: SampleForm;
  let root: ShadowRoot;
  let times: number[] = [];
  let pressed = 0;
  let settle = () => {};
  let frame = Promise.resolve();

  // From the browser's key event to the frame that shows its character.
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      pressed = timeStamp;
      frame = new Promise((resolve) => {
        settle = resolve;
      });
    },
    true,
  );
  window.addEventListener(
    'input',
    () =>
      afterFrame(() => {
        times.push(performance.now() - pressed);
        settle();
      }),
    true,
  );

  const target = () => engine.target(root, sample);
  const probe: Probe = {
    async draw(form) {
      sample = form;
      const began = performance.now();
      root = await engine.draw(form, document.querySelector('main') as HTMLElement);
      for (;;) {
        await new Promise<void>((resolve) => afterFrame(resolve));
        if (target()) return performance.now() - began;
      }
    },
    focus() {
      const box = target() as HTMLInputElement;
      box.focus();
      // Number inputs do not support setting the selection.
      if (box.type !== 'number') box.setSelectionRange(box.value.length, box.value.length);
    },
    settled: () => frame,
    taken() {
      const before = times;
      times = [];
      return before;
    },
    value: () => target()?.value ?? '',
    computed: () => engine.computed(root, sample),
    nodes: () => root.querySelectorAll('*').length,
  };
  Object.assign(window, { probe });
}
