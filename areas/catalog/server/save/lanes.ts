// Limits concurrency: `begin` waits while the maximum number of tasks is running.
export class Lanes {
  readonly #running = new Set<Promise<void>>();
  readonly #max: number;
  #failure: { error: unknown } | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  /** Resolves when the task has started; throws the error of an earlier task. */
  async begin(work: () => Promise<void>): Promise<void> {
    while (this.#running.size >= this.#max) await Promise.race(this.#running);
    this.#throwFailure();
    const task = work()
      .catch((error: unknown) => void (this.#failure ??= { error }))
      .finally(() => this.#running.delete(task));
    this.#running.add(task);
  }

  /** Resolves when all tasks have ended; throws the first error. */
  async end(): Promise<void> {
    await Promise.all(this.#running);
    this.#throwFailure();
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }
}
