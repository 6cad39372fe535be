// Evaluates the health and status expressions of components. An expression that fails or returns an unusable result is
// ignored; expressions that are known to be invalid are refused when they are saved. Slow expressions share a limited
// time per round, so that they delay only their own components.
import { compile } from "#lib/expression/compile.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { storable } from "#server/db/sql-text.ts";
import { isHealth, type Health } from "./fold.ts";
import type { ComponentInputs } from "./inputs.ts";

type Values = Readonly<Record<string, unknown>>;

export interface Evaluated {
  health: Health | undefined;
  status: string | undefined;
}

interface Kept extends Evaluated {
  ms: number;
}

export interface ExpressionOptions {
  /** Called when a component becomes unknown because the evaluation itself failed. */
  report?: (componentId: string, error: unknown) => void;
  /** Time per round for expressions that are not known to be quick. */
  budgetMs?: number;
  /** Expressions that took less time than this are always evaluated. */
  quickMs?: number;
}

export class Expressions {
  /** The last results, first by the root of the computed tree, then by the id of the component with the expressions. */
  readonly #kept = new WeakMap<object, Map<string, Kept>>();
  readonly #report: (componentId: string, error: unknown) => void;
  readonly #budgetMs: number;
  readonly #quickMs: number;
  #spentMs = 0;
  /** Components that were postponed in an earlier round. They are evaluated first. */
  #first = new Set<string>();
  #later = new Set<string>();

  constructor({ report = () => {}, budgetMs = 1_000, quickMs = 20 }: ExpressionOptions = {}) {
    this.#report = report;
    this.#budgetMs = budgetMs;
    this.#quickMs = quickMs;
  }

  /** Components with postponed expressions, which must be computed again. */
  get postponed(): readonly string[] {
    return [...this.#first, ...this.#later];
  }

  /** Begins a round. */
  begin(): void {
    this.#spentMs = 0;
    if (this.#first.size > 0) return;
    this.#first = this.#later;
    this.#later = new Set();
  }

  /** Removes a component that no longer exists, or whose expressions were all evaluated. */
  settle(id: string): void {
    this.#first.delete(id);
    this.#later.delete(id);
  }

  /**
   * Returns the results for a component in the tree of `root`. A postponed expression keeps its last result;
   * `isPostponed` is then set.
   */
  async evaluate(
    root: { inputs: { id: string } },
    { id, healthExpr, statusExpr, stored }: ComponentInputs,
    values: Values,
  ): Promise<Evaluated & { isPostponed: boolean }> {
    const known = this.#kept.get(root)?.get(id);
    const isQuick = known !== undefined && known.ms < this.#quickMs;
    if (!isQuick && !this.#hasTimeFor(root.inputs.id)) {
      if (!this.#first.has(root.inputs.id)) this.#later.add(root.inputs.id);
      const { health, status } = known ?? { health: stored.health ?? undefined, status: stored.status || undefined };
      return {
        health: healthExpr === null ? undefined : health,
        status: statusExpr === null ? undefined : status,
        isPostponed: true,
      };
    }
    const startedAt = performance.now();
    const found = await this.#run(id, healthExpr, statusExpr, values);
    const ms = performance.now() - startedAt;
    if (ms >= this.#quickMs) this.#spentMs += ms;
    const ofRoot = this.#kept.get(root);
    if (ofRoot) ofRoot.set(id, { ...found, ms });
    else this.#kept.set(root, new Map([[id, { ...found, ms }]]));
    return { ...found, isPostponed: false };
  }

  #hasTimeFor(id: string): boolean {
    return this.#spentMs < this.#budgetMs && (this.#first.size === 0 || this.#first.has(id));
  }

  async #run(id: string, healthExpr: string | null, statusExpr: string | null, values: Values): Promise<Evaluated> {
    try {
      const health = await run(healthExpr, values);
      return { health: isHealth(health) ? health : undefined, status: statusIn(await run(statusExpr, values)) };
    } catch (error) {
      // A failure of the evaluation itself is not a failure of the component, and must not stop the evaluation of other
      // components.
      this.#report(id, error);
      return { health: "unknown", status: "unknown" };
    }
  }
}

async function run(text: string | null, values: Values): Promise<unknown> {
  if (text === null || text.trim() === "") return undefined;
  try {
    return await (await compile("cel", text)).run(values);
  } catch (error) {
    if (error instanceof ExpressionFault) return undefined;
    throw error;
  }
}

const maxStatusLength = 200;

function statusIn(found: unknown): string | undefined {
  if (typeof found !== "string") return undefined;
  return storable(found.slice(0, maxStatusLength)) || undefined;
}
