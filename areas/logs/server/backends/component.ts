// Finds the log selector of a component, with the rights of the reader, and fills in the templates of its labels.
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { claimsOf, reachOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import { FillFault, filledText } from "#server/spec/fill.ts";
import type { RoutedRequest } from "./route.ts";
import type { Labels } from "../source/reader.ts";

interface ComponentRow {
  id: string;
  name: string;
  external_id: string;
  type: string | null;
  namespace: string | null;
  labels: Labels | null;
  properties_values: Readonly<Record<string, unknown>> | null;
  log_selectors: unknown;
}

interface Selector {
  name?: string;
  type?: string;
  labels?: Labels;
}

export async function requestOfComponent(
  system: Pick<System, "db" | "features">,
  actor: Actor,
  { id, name, labels }: { id: string; name?: string | undefined; labels: Labels },
): Promise<RoutedRequest & { component: string }> {
  const component = await readComponent(system, actor, id);
  const selector = findSelector(component, name);
  return {
    component: component.name,
    id: component.external_id,
    type: selector.type || component.type || "",
    labels: mergeLabels(await filledLabels(component, selector), labels),
  };
}

async function readComponent(
  { db, features }: Pick<System, "db" | "features">,
  actor: Actor,
  id: string,
): Promise<ComponentRow> {
  await features.require("topology", "the log of a component");
  if (reachOf(actor, "read", "topologies") === "none") throw problem.forbidden("read", "topologies");
  const { rows } = await db.reading(claimsOf(actor, "read")).query<ComponentRow>(
    `select id, name, external_id, type, namespace, labels, properties_values, log_selectors
     from   components
     where  id = $1 and deleted_at is null`,
    [id],
  );
  const [row] = rows;
  if (!row) throw problem.notFound("component", id);
  return row;
}

function findSelector({ name: component, log_selectors: stored }: ComponentRow, name: string | undefined): Selector {
  const selectors = (Array.isArray(stored) ? stored : []) as readonly Selector[];
  if (selectors.length === 0)
    throw problem.invalid(`The component ${JSON.stringify(component)} has no logs.`, {
      hint: "Add a selector to the field logs of the component in its topology.",
    });
  if (!name) return selectors[0]!;
  const found = selectors.find((selector) => selector.name === name);
  if (found) return found;
  throw problem.notFound("log selector", name, {
    hint: `The component has ${selectors.map((selector) => selector.name).join(", ")}.`,
  });
}

async function filledLabels(component: ComponentRow, { labels = {} }: Selector): Promise<Labels> {
  const values = { ...component, component, properties: component.properties_values ?? {} };
  const filling = { around: values, variables: new Map(), value: async () => "", credentials: noCredentials };
  const filled: Record<string, string> = {};
  for (const [name, text] of Object.entries(labels))
    try {
      filled[name] = await filledText(text, filling, { what: `the label ${name}` });
    } catch (error) {
      if (error instanceof FillFault) throw problem.invalid(`The log selector is not valid: ${error.message}`);
      throw error;
    }
  return filled;
}

const noCredentials = async () => ({ username: "", password: "", name: "", namespace: "" });

/** A request can add labels, but cannot change the labels of the selector. */
function mergeLabels(fixed: Labels, added: Labels): Labels {
  const other = Object.entries(added).find(([name, value]) => fixed[name] !== undefined && fixed[name] !== value);
  if (other)
    throw problem.badParts([{ path: `body.labels.${other[0]}`, message: `is ${fixed[other[0]]} for this selector` }]);
  return { ...added, ...fixed };
}
