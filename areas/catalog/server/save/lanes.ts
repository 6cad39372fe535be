// A few things at once, and no more: whoever brings the next one waits until there is room.
export class Lanes {
  readonly #underway = new Set<Promise<void>>();
  readonly #most: number;
  #failure: { error: unknown } | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  /** Settles when the work has begun; throws what an earlier one threw. */
  async begin(work: () => Promise<void>): Promise<void> {
    while (this.#underway.size >= this.#most) await Promise.race(this.#underway);
    this.#complain();
    const one = work()
      .catch((error: unknown) => void (this.#failure ??= { error }))
      .finally(() => this.#underway.delete(one));
    this.#underway.add(one);
  }

  /** Settles when nothing is underway any more; throws what any of it threw. */
  async end(): Promise<void> {
    await Promise.all(this.#underway);
    this.#complain();
  }

  #complain(): void {
    if (this.#failure) throw this.#failure.error;
  }
}
