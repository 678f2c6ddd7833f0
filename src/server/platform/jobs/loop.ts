/** Repeats work without overlap: at an interval, and at once when woken. */
export class Loop {
  readonly #everyMs: number;
  /** Returns true when there is more to do at once. */
  readonly #work: (stopping: AbortSignal) => Promise<boolean>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isWoken = false;
  #isStopped = true;
  #stopping = new AbortController();

  constructor(everyMs: number, work: (stopping: AbortSignal) => Promise<boolean>) {
    this.#everyMs = everyMs;
    this.#work = work;
  }

  start(): void {
    this.#isStopped = false;
    this.#stopping = new AbortController();
    this.wake();
  }

  wake(): void {
    if (this.#isStopped) return;
    this.#isWoken = true;
    if (this.#running) return;
    clearTimeout(this.#timer);
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
      if (this.#isStopped) return;
      if (this.#isWoken) this.wake();
      else this.#timer = setTimeout(() => this.wake(), this.#everyMs).unref();
    });
  }

  /** Aborts the signal of the running work, and waits for its end. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    let hasMore = true;
    while ((hasMore || this.#isWoken) && !this.#isStopped) {
      this.#isWoken = false;
      hasMore = await this.#work(this.#stopping.signal);
    }
  }
}
