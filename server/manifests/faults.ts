// Reports the errors of manifests in the job history. The folder and each resource get a row whenever their errors
// change and when they are fixed, so that the page of a resource shows where to look.
import { newId } from "#lib/uuid/new-id.ts";
import type { System } from "../area.ts";
import { recordEnd, statusOf } from "../jobs/history.ts";
import type { JobResource } from "../jobs/queue.ts";
import type { Json } from "#language/columns.ts";

export const historyName = "Manifests";

export interface ScanResult {
  startedAt: Date;
  /** The number of resources in the files. */
  successes: number;
  /** Errors such as `shop/checks.yaml:12: spec.tcp.1.endpoint is required.` */
  errors: readonly string[];
  /** Warnings such as `shop/checks.yaml:9: spec.http.0.thresholdMilis: unknown field …` */
  warnings: readonly string[];
  /** Errors and warnings by resource. */
  byResource: ReadonlyMap<string, { resource: JobResource; errors: readonly string[]; warnings: readonly string[] }>;
  summary: Json;
  /** The number of deleted resources. */
  deleted: number;
}

const maxErrors = 100;

export function createFaults(system: Pick<System, "db">) {
  /** The errors and warnings last recorded, by resource; resources without errors and warnings are not in the map. */
  const recorded = new Map<string, string>();
  const folderKey = "";

  async function recordIfChanged(key: string, about: Parameters<typeof write>[0]) {
    const text = [...about.errors, ...about.warnings].join("\n");
    if ((recorded.get(key) ?? "") === text) return false;
    await write(about);
    if (text === "") recorded.delete(key);
    else recorded.set(key, text);
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
  }: Pick<ScanResult, "startedAt" | "successes" | "errors" | "warnings"> & {
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
          ...(failures > 0 && { errors: reported.slice(0, maxErrors) }),
          ...(deleted > 0 && { deleted }),
          ...(summary !== undefined && { summary }),
        },
        durationMs: Date.now() - startedAt.getTime(),
      },
    );
  }

  return {
    /**
     * Records a scan. `hasChanged` means that resources were written, so the run is recorded even if the errors are the
     * same.
     */
    async record(result: ScanResult, hasChanged: boolean): Promise<void> {
      const { startedAt, successes, errors, warnings, byResource, summary, deleted } = result;
      for (const key of new Set([...recorded.keys(), ...byResource.keys()])) {
        if (key === folderKey) continue;
        const known = byResource.get(key);
        // A deleted resource needs no row that reports its errors as fixed.
        if (known)
          await recordIfChanged(key, {
            startedAt,
            // A resource with unknown fields is still applied.
            successes: known.errors.length === 0 ? 1 : 0,
            ...known,
          });
        else recorded.delete(key);
      }
      const isRecorded = await recordIfChanged(folderKey, { startedAt, successes, errors, warnings, summary, deleted });
      if (!isRecorded && hasChanged) await write({ startedAt, successes, errors, warnings, summary, deleted });
    },
  };
}
