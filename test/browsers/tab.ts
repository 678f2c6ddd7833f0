/** The non-text keys used in the journey. */
export type Key = 'Enter' | 'Escape' | 'Tab';

/** One window of a real browser, with the operations that every browser supports. Lengths are CSS pixels. */
export interface Tab {
  readonly version: string;
  /** Resolves when the page and its modules have loaded. */
  goto(url: string): Promise<void>;
  /** Runs a function in the page. It has no access to our variables; arguments and result are JSON. */
  run<A extends unknown[], T>(what: (...given: A) => T, ...given: A): Promise<T>;
  clickAt(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Errors of the pages' code so far: uncaught errors and Content-Security-Policy violations. */
  errors(): Promise<readonly string[]>;
  close(): Promise<void>;
}
