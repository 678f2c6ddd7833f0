/** The keys that the journey presses besides typing. */
export type Key = 'Enter' | 'Escape' | 'Tab';

/** One window of a real browser, with the little that every browser can be told from outside. Lengths are CSS pixels. */
export interface Tab {
  readonly version: string;
  /** Resolves when the page and its modules have loaded. */
  goto(url: string): Promise<void>;
  /** Runs a function in the page. It sees nothing of ours; arguments and result are JSON. */
  run<A extends unknown[], T>(what: (...given: A) => T, ...given: A): Promise<T>;
  clickAt(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** What the pages' code did wrong up to now: uncaught errors and refusals by the Content-Security-Policy. */
  errors(): Promise<readonly string[]>;
  close(): Promise<void>;
}
