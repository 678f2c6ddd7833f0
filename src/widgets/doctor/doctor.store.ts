import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { diagnose } from './diagnose.ts';
import type { ElementFacts, Facts, PageFacts, Violation } from './facts.ts';
import type { Finding } from './findings.ts';
import { inspectToken, type Probe, probeServer } from './probe-server.ts';

/** How long something is waited for before it counts as not coming. */
const PATIENCE_MS = 10_000;

export interface Surroundings extends Probe {
  readonly lookAtPage: () => PageFacts;
  readonly lookAtElements: (patience: AbortSignal) => Promise<ElementFacts>;
  readonly watchViolations: (tell: (violation: Violation) => void) => () => void;
  /** Has the page's policy refuse what it refuses of pictures; tells the kinds that it did. */
  readonly tryPictures: (refused: (kind: string) => void) => void;
}

export interface Doctor {
  /** In a fixed order. They follow what the page's policy refuses as long as the element stands there. */
  readonly findings: ReadonlySignal<readonly Finding[]>;
  readonly page: ReadonlySignal<PageFacts>;
  readonly isChecking: ReadonlySignal<boolean>;
  /** Looks at everything anew. Never rejects. */
  check(): Promise<void>;
  /** Begins to listen; gives what ends it. */
  watch(): () => void;
}

/** Finds out what is right and wrong on the page around an element. */
export function createDoctor(around: Surroundings): Doctor {
  const facts = signal<Facts>({ page: around.lookAtPage(), violations: [], refusedPictures: [] });
  const isChecking = signal(false);
  let isWanted = false;
  const learn = (more: Partial<Facts>) => {
    facts.value = { ...facts.peek(), ...more };
  };

  function refused(violation: Violation): void {
    const { violations } = facts.peek();
    const text = JSON.stringify(violation);
    // The browser tells of one and the same twice, as an event and as a report.
    if (violations.some((one) => JSON.stringify(one) === text)) return;
    learn({ violations: [...violations, violation].slice(-100) });
  }

  async function look(patience: AbortSignal): Promise<void> {
    await Promise.all([
      around.lookAtElements(patience).then((elements) => learn({ elements })),
      probeServer(around, patience).then(async (answer) => {
        learn({ answer });
        learn({ token: await inspectToken(around, answer, patience) });
      }),
    ]);
    learn({ page: around.lookAtPage() });
  }

  return {
    findings: computed(() => diagnose(facts.value)),
    page: computed(() => facts.value.page),
    isChecking,
    async check() {
      isWanted = true;
      if (isChecking.peek()) return;
      batch(() => {
        isChecking.value = true;
        learn({ page: around.lookAtPage(), answer: undefined, token: undefined, elements: undefined });
      });
      // Asked for again meanwhile, as when somebody has just signed in.
      while (isWanted) {
        isWanted = false;
        await look(AbortSignal.timeout(PATIENCE_MS));
      }
      isChecking.value = false;
    },
    watch() {
      const stop = around.watchViolations(refused);
      around.tryPictures((kind) => learn({ refusedPictures: [...facts.peek().refusedPictures, kind] }));
      return stop;
    },
  };
}
