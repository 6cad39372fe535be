// What is wrong with manifests, in the history of jobs: a row of the folder and a row of each resource, whenever what is wrong
// changed, so that the page of a resource says where to look; and one more when it is mended.
import { newId } from "../db/new-id.ts";
import type { System } from "../area.ts";
import { recordEnd, statusOf } from "../jobs/history.ts";
import type { JobResource } from "../jobs/definition.ts";
import type { Json } from "#language/columns.ts";

export const historyName = "Manifests";

export interface Looked {
  startedAt: Date;
  /** How many resources are written. */
  successes: number;
  /** `shop/checks.yaml:12: spec.tcp.1.endpoint is required.` */
  errors: readonly string[];
  /** `shop/checks.yaml:9: spec.http.0.thresholdMilis: unknown field …` */
  warnings: readonly string[];
  /** The same of each resource that is there. */
  ofResources: ReadonlyMap<string, { resource: JobResource; errors: readonly string[]; warnings: readonly string[] }>;
  summary: Json;
  /** How many resources were deleted. */
  deleted: number;
}

const mostErrors = 100;

export function createFaults(system: Pick<System, "db">) {
  /** As they were last told; of a resource only while something is wrong with it. */
  const told = new Map<string, string>();
  const whole = "";

  async function tell(key: string, about: Parameters<typeof write>[0]) {
    const text = [...about.errors, ...about.warnings].join("\n");
    if ((told.get(key) ?? "") === text) return false;
    await write(about);
    if (text === "") told.delete(key);
    else told.set(key, text);
    return true;
  }

  async function write({
    startedAt,
    successes,
    errors,
    warnings,
    resource,
    summary,
    deleted = 0,
  }: Pick<Looked, "startedAt" | "successes" | "errors" | "warnings"> & {
    resource?: JobResource;
    summary?: Json;
    deleted?: number;
  }): Promise<void> {
    const reported = [...errors, ...warnings];
    const failures = reported.length;
    await recordEnd(
      system.db.system,
      { id: newId(), name: historyName, resource, startedAt },
      {
        status: statusOf({ successes, failures }),
        successes,
        failures,
        details: {
          ...(failures > 0 && { errors: reported.slice(0, mostErrors) }),
          ...(deleted > 0 && { deleted }),
          ...(summary !== undefined && { summary }),
        },
        durationMs: Date.now() - startedAt.getTime(),
      },
    );
  }

  return {
    /** `hasChanged` when something was written, so that there is news even if nothing is wrong. */
    async note(looked: Looked, hasChanged: boolean): Promise<void> {
      const { startedAt, successes, errors, warnings, ofResources, summary, deleted } = looked;
      for (const key of new Set([...told.keys(), ...ofResources.keys()])) {
        if (key === whole) continue;
        const known = ofResources.get(key);
        // One that is gone needs no word of having been mended.
        if (known)
          await tell(key, {
            startedAt,
            // With unknown fields it is applied all the same.
            successes: known.errors.length === 0 ? 1 : 0,
            ...known,
          });
        else told.delete(key);
      }
      const isTold = await tell(whole, { startedAt, successes, errors, warnings, summary, deleted });
      if (!isTold && hasChanged) await write({ startedAt, successes, errors, warnings, summary, deleted });
    },
  };
}
