// Reads components from lookup results and from pushed trees. Field names may be spelled as in specs or as in the API.
import type { Json, Labels } from "#language/columns.ts";
import { isRefused, storableValue } from "#server/db/sql-text.ts";
import { BuildFault } from "./build-fault.ts";
import { emptyComponent, type BuiltComponent, type BuiltProperty, type Health } from "./component.ts";

type Fields = Readonly<Record<string, Json>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const healths: ReadonlySet<string> = new Set(["healthy", "unhealthy", "warning", "unknown"]);

/** Throws a BuildFault if the value is not a component. Removes characters that the database refuses. */
export const readComponent = (value: Json): BuiltComponent =>
  read(isRefused(JSON.stringify(value)) ? storableValue(value) : value);

function read(value: Json): BuiltComponent {
  if (!isFields(value))
    throw new BuildFault(`A component must be an object with a name, not ${JSON.stringify(value).slice(0, 100)}.`);
  const name = textIn(value, "name");
  if (name === undefined) throw new BuildFault(`A component has no name: ${JSON.stringify(value).slice(0, 200)}`);
  const health = textIn(value, "health")?.toLowerCase();
  return {
    ...emptyComponent(name),
    type: textIn(value, "type"),
    externalId: textIn(value, "external_id", "externalID", "id") ?? name,
    text: textIn(value, "text"),
    namespace: textIn(value, "namespace"),
    icon: textIn(value, "icon"),
    tooltip: textIn(value, "tooltip"),
    owner: textIn(value, "owner"),
    description: textIn(value, "description"),
    lifecycle: textIn(value, "lifecycle"),
    labels: labelsIn(value["labels"]),
    hidden: typeof value["hidden"] === "boolean" ? value["hidden"] : undefined,
    order: numberIn(value["order"]),
    configId: textIn(value, "config_id", "configID"),
    health: health !== undefined && healths.has(health) ? (health as Health) : undefined,
    status: textIn(value, "status"),
    statusReason: textIn(value, "status_reason", "statusReason"),
    statusExpr: textIn(value, "status_expr", "statusExpr"),
    healthExpr: textIn(value, "health_expr", "healthExpr"),
    properties: readProperties(value["properties"]),
    selectors: objectsIn(value["selectors"]),
    configs: objectsIn(value["configs"]),
    checks: objectsIn(value["checks"] ?? value["componentChecks"]).flatMap((check) =>
      isFields(check["selector"]) || isFields(check["inline"]) ? [{ ...check, isExternal: true }] : [],
    ),
    logs: objectsIn(value["logs"] ?? value["log_selectors"]),
    parentLookup: isFields(value["parentLookup"]) ? value["parentLookup"] : undefined,
    ...(value["keeps_properties"] === true && { keepsProperties: true }),
    ...(value["is_incomplete"] === true && { isIncomplete: true }),
    components: Array.isArray(value["components"]) ? value["components"].map((one) => read(one as Json)) : [],
  };
}

const objectsIn = (value: Json | undefined): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

function textIn(fields: Fields, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = fields[key];
    if (typeof value === "string" && value.trim() !== "") return value;
    if (typeof value === "number" || typeof value === "boolean") return String(value);
  }
  return undefined;
}

function numberIn(value: Json | undefined): number | undefined {
  const found = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}

const labelsIn = (value: Json | undefined): Labels =>
  isFields(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, label]) => label !== null && typeof label !== "object")
          .map(([key, label]) => [key, printed(label)]),
      )
    : {};

/** Reads a list of properties, or an object whose keys are the names. */
export function readProperties(value: Json | undefined): BuiltProperty[] {
  if (Array.isArray(value)) return value.filter(isFields).flatMap((one) => readProperty(one) ?? []);
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, held]): BuiltProperty | readonly BuiltProperty[] =>
    held === null ? [] : isFields(held) ? (readProperty({ name, ...held }) ?? []) : [{ name, text: printed(held) }],
  );
}

const printed = (value: Json) => (typeof value === "string" ? value : JSON.stringify(value));

export function readProperty(fields: Fields): BuiltProperty | undefined {
  const name = textIn(fields, "name");
  if (name === undefined) return undefined;
  const property: Record<string, Json> & { name: string } = { ...fields, name };
  for (const field of Object.keys(property)) if (property[field] === null) delete property[field];
  if (property["text"] !== undefined) property["text"] = printed(property["text"]);
  return property;
}
