// Runs a lookup and returns the values that its checks found.
import type { Json } from "#language/columns.ts";
import { asJson } from "#lib/json/json.ts";
import { runLookup, type LookupResult } from "#areas/health/server/index.ts";
import type { BuildContext } from "./build-context.ts";
import { BuildFault } from "./build-fault.ts";
import { withGroup } from "./group-by.ts";

type Spec = Readonly<Record<string, unknown>>;

/** Returns one value per check: a document, or plain text. Throws a BuildFault if a check fails. */
export async function lookUp(
  { system, topology, group, signal, scrubber, log }: BuildContext,
  spec: Spec,
): Promise<Json[]> {
  const { id, name, namespace, labels, trust } = topology;
  const owner = { id, name, namespace, labels, trust };
  const results = await runLookup(system, owner, group ? withGroup(spec, group) : spec, { signal, scrubber });
  log.lookedUp();
  if (results.length === 0) throw new BuildFault("The lookup has no checks.");
  const failed = results.filter(({ verdict }) => verdict !== "healthy");
  if (failed.length > 0)
    throw new BuildFault(failed.map((result) => `${result.name} (${result.type}): ${result.error}`).join("; "));
  return results.map((result) => scrubber.document(valueOf(result))).filter((value) => value !== null);
}

/** The display expression decides; without one, the found rows or the detail of the check. */
function valueOf({ type, displayed, detail, data }: LookupResult): Json {
  if (displayed !== undefined) return parsed(displayed);
  const { results } = data;
  if (type === "exec") {
    const { stdout } = (results ?? detail ?? {}) as { stdout?: unknown };
    return typeof stdout === "string" ? parsed(stdout) : null;
  }
  return Array.isArray(results) ? asJson(results) : detail;
}

/** Returns the document, or the text itself if it is not JSON; null if it is empty. */
export function parsed(text: string): Json {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  try {
    return JSON.parse(trimmed) as Json;
  } catch {
    return trimmed;
  }
}

/** Flattens lists, because several checks, or one check, may return several objects. */
export const flattened = (values: readonly Json[]): Json[] =>
  values.flatMap((value) => (Array.isArray(value) ? flattened(value as readonly Json[]) : [value]));
