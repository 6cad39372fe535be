// Collects the errors and warnings of a build, and its progress.

import { TreeTooLarge } from "./build-fault.ts";

/** Maximum number of components. A larger tree is a mistake in the manifest, and too large to show. */
const maxInTree = 100_000;

/** Maximum number of stored errors. Further errors are only counted. */
const maxKept = 200;

export class BuildLog {
  readonly errors: string[] = [];
  readonly warnings: string[] = [];
  /** The number of errors, including those that are not kept. */
  failures = 0;
  components = 0;
  lookups = 0;
  /** Whether the build found everything, so that a missing component can be deleted. */
  isWhole = true;
  readonly #notify: () => void;

  readonly #maxComponents: number;

  constructor(notify: () => void = () => {}, { maxComponents = maxInTree }: { maxComponents?: number } = {}) {
    this.#notify = notify;
    this.#maxComponents = maxComponents;
  }

  /** Records an error. `keeps`: part of the tree is unknown, so no component may be deleted. */
  fail(error: string, { keeps }: { keeps: boolean }): void {
    this.failures += 1;
    if (this.errors.length < maxKept) this.errors.push(error);
    if (keeps) this.keepMissing();
    this.#notify();
  }

  /** Records that part of the tree is unknown. */
  keepMissing(): void {
    this.isWhole = false;
  }

  warn(warning: string): void {
    if (this.warnings.length < maxKept && !this.warnings.includes(warning)) this.warnings.push(warning);
    this.#notify();
  }

  lookedUp(): void {
    this.lookups += 1;
    this.#notify();
  }

  /** Throws a TreeTooLarge if there are too many components. */
  found(count: number): void {
    this.components += count;
    if (this.components > this.#maxComponents)
      throw new TreeTooLarge(
        `The topology has more than ${this.#maxComponents} components. Narrow its lookups, or split the topology.`,
      );
    this.#notify();
  }
}
