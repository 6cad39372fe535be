// Runs a lookup and returns the values that its checks found.
import type { Json } from "#language/columns.ts";
import { asJson } from "#lib/json/json.ts";
import { runLookup, type LookupResult } from "#areas/health/server/index.ts";
import type { BuildContext } from "./build-context.ts";
import { BuildFault } from "./build-fault.ts";
import { withGroup } from "./group-by.ts";

type Spec = Readonly<Record<string, unknown>>;

export interface LookedUp {
  /** One value per check: a document, or plain text. */
  values: Json[];
  /** Why the values are incomplete; undefined if they are complete. */
  partial: string | undefined;
}

/**
 * Throws a BuildFault if a check fails or returns nothing: an empty list means that there are no components, but an
 * empty text means that the lookup is broken. With `namesItems`, an object whose id is the id of a found config item
 * gets this id as its `config_id`.
 */
export async function lookUp(
  { system, topology, group, signal, scrubber, log }: BuildContext,
  spec: Spec,
  { namesItems = false }: { namesItems?: boolean } = {},
): Promise<LookedUp> {
  const { id, name, namespace, labels, trust, isDraft } = topology;
  const owner = { id, name, namespace, labels, trust, isDraft };
  const results = await runLookup(system, owner, group ? withGroup(spec, group) : spec, { signal, scrubber });
  log.lookedUp();
  if (results.length === 0) throw new BuildFault("The lookup has no checks.");
  const failed = results.filter(({ verdict }) => verdict !== "healthy");
  if (failed.length > 0)
    throw new BuildFault(failed.map((result) => `${result.name} (${result.type}): ${result.error}`).join("; "));
  const cut = results.filter(({ isPartial }) => isPartial);
  return {
    values: results.map((result) => {
      const value = valueOf(result);
      if (value !== null) return scrubber.document(namesItems ? withItems(value, result) : value);
      throw new BuildFault(
        `${result.name} (${result.type}) returned nothing. Let it return an empty list, [], if there is nothing.`,
      );
    }),
    partial:
      cut.length === 0
        ? undefined
        : `${cut.map((result) => `${result.name} (${result.type})`).join(", ")} could not read everything. Select fewer items, or use several lookups.`,
  };
}

/**
 * The display expression determines the value; without an expression, the value is the rows that the check found, or
 * its detail.
 */
function valueOf({ type, displayed, detail, data }: LookupResult): Json {
  if (displayed !== undefined) return parsed(displayed);
  const { results } = data;
  if (type === "exec") {
    const { stdout } = (results ?? detail ?? {}) as { stdout?: unknown };
    return typeof stdout === "string" ? parsed(stdout) : null;
  }
  return Array.isArray(results) ? asJson(results) : detail;
}

/** A display expression usually passes on the id of the item, which then also becomes the id of the component. */
function withItems(value: Json, { type, data: { results } }: LookupResult): Json {
  if (type !== "catalog" || !Array.isArray(results)) return value;
  const ids = new Set(results.map((item) => (item as { id?: unknown }).id));
  const withItem = (one: Json): Json => {
    if (Array.isArray(one)) return one.map((part) => withItem(part as Json));
    if (typeof one !== "object" || one === null) return one;
    const fields = one as Readonly<Record<string, Json>>;
    const isItem = typeof fields["id"] === "string" && ids.has(fields["id"]);
    return isItem && (fields["config_id"] ?? fields["configID"]) === undefined
      ? { ...fields, config_id: fields["id"]! }
      : one;
  };
  return withItem(value);
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

/** Flattens lists, because a check may return several objects. */
export const flattened = (values: readonly Json[]): Json[] =>
  values.flatMap((value) => (Array.isArray(value) ? flattened(value as readonly Json[]) : [value]));
