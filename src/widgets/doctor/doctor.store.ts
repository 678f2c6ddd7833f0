import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { diagnose } from './diagnose.ts';
import type { ElementFacts, Facts, PageFacts, Violation } from './facts.ts';
import type { Finding } from './findings.ts';
import { inspectToken, type Probe, probeServer } from './probe-server.ts';

/** Timeout of every probe. */
const TIMEOUT_MS = 10_000;

export interface PageEnvironment extends Probe {
  readonly inspectPage: () => PageFacts;
  readonly inspectElements: (timeout: AbortSignal) => Promise<ElementFacts>;
  readonly watchViolations: (report: (violation: Violation) => void) => () => void;
  /** Loads images so that the page's policy reports what it refuses; passes on the refused kinds. */
  readonly tryPictures: (refused: (kind: string) => void) => void;
}

export interface Doctor {
  /** In a fixed order. Updated with policy violations while the element is connected. */
  readonly findings: ReadonlySignal<readonly Finding[]>;
  readonly page: ReadonlySignal<PageFacts>;
  readonly isChecking: ReadonlySignal<boolean>;
  /** Repeats all checks. Never rejects. */
  check(): Promise<void>;
  /** Starts listening for violations; returns the function that stops it. */
  watch(): () => void;
}

/** Examines the page around an element. */
export function createDoctor(environment: PageEnvironment): Doctor {
  const facts = signal<Facts>({ page: environment.inspectPage(), violations: [], refusedPictures: [] });
  const isChecking = signal(false);
  let isWanted = false;
  const learn = (more: Partial<Facts>) => {
    facts.value = { ...facts.peek(), ...more };
  };

  function refused(violation: Violation): void {
    const { violations } = facts.peek();
    const text = JSON.stringify(violation);
    // The browser reports the same violation twice, as an event and as a report.
    if (violations.some((one) => JSON.stringify(one) === text)) return;
    learn({ violations: [...violations, violation].slice(-100) });
  }

  async function inspect(timeout: AbortSignal): Promise<void> {
    await Promise.all([
      environment.inspectElements(timeout).then((elements) => learn({ elements })),
      probeServer(environment, timeout).then(async (answer) => {
        learn({ answer });
        learn({ token: await inspectToken(environment, answer, timeout) });
      }),
    ]);
    learn({ page: environment.inspectPage() });
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
        learn({ page: environment.inspectPage(), answer: undefined, token: undefined, elements: undefined });
      });
      // Repeats if requested again meanwhile, for example after signing in.
      while (isWanted) {
        isWanted = false;
        await inspect(AbortSignal.timeout(TIMEOUT_MS));
      }
      isChecking.value = false;
    },
    watch() {
      const stop = environment.watchViolations(refused);
      environment.tryPictures((kind) => learn({ refusedPictures: [...facts.peek().refusedPictures, kind] }));
      return stop;
    },
  };
}
