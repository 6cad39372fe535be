// Reads the checks of a canary from its spec: lists by kind, in current and older notations. Every entry becomes a
// check, even if it cannot run.
import type { Json, Labels } from "#language/columns.ts";
import { parseSeverity, type Severity } from "#language/severity.ts";
import type { Row } from "#server/db/tables.ts";
import { maskText } from "#server/spec/masked-spec.ts";
import { kindNamed } from "../checks/index.ts";
import { namespaceIn } from "./check.ts";

export type Spec = Readonly<Record<string, unknown>>;

/** The columns of a stored canary. */
export type WrittenCanary = Pick<
  Row<"canaries">,
  "id" | "agent_id" | "name" | "namespace" | "labels" | "annotations" | "spec" | "deleted_at"
>;

export interface WrittenCheck {
  type: string;
  name: string;
  namespace: string | null;
  description: string | null;
  icon: string | null;
  labels: Labels | null;
  severity: Severity | null;
  owner: string | null;
  spec: Spec;
  dependsOn: readonly string[];
}

export const isRecord = (value: unknown): value is Spec =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textOf = (value: unknown) => (typeof value === "string" && value.trim() !== "" ? value.trim() : undefined);

/** The only kind that is a single entry instead of a list. */
const single = "webhook";

/** Returns the kinds in a spec, with the entries of each. */
export function listsOf(spec: unknown): readonly { type: string; items: readonly Spec[] }[] {
  if (!isRecord(spec)) return [];
  return Object.entries(spec).flatMap(([type, value]) => {
    if (type === single && isRecord(value)) return [{ type, items: [value] }];
    const items = Array.isArray(value) ? value.filter(isRecord) : [];
    return items.length > 0 ? [{ type, items }] : [];
  });
}

export function writtenChecks({ spec, namespace }: Pick<WrittenCanary, "spec" | "namespace">): WrittenCheck[] {
  const common = isRecord(spec) ? spec : {};
  const severity = parseSeverity(textOf(common["severity"]) ?? "") ?? null;
  const owner = textOf(common["owner"]) ?? null;
  return listsOf(spec).flatMap(({ type, items }) => {
    const taken = new Set<string>();
    return items.map((item) => {
      const name = uniqueName(taken, nameOf(type, item));
      taken.add(name);
      return {
        type,
        name,
        namespace: namespaceIn(item["namespace"]) ?? namespace,
        description: maskText(textOf(item["description"]) ?? "") || null,
        icon: textOf(item["icon"]) ?? textOf(common["icon"]) ?? null,
        labels: labelsOf(item["labels"]),
        severity,
        owner,
        spec: item,
        dependsOn: Array.isArray(item["dependsOn"]) ? item["dependsOn"].filter((item) => typeof item === "string") : [],
      };
    });
  });
}

/**
 * Returns the check that a path in the spec of a canary belongs to; undefined for a canary whose results are combined
 * into one check.
 */
export function checkAt(
  spec: unknown,
  [type, index]: readonly (string | number)[],
): { type: string; name: string } | undefined {
  const held = isRecord(spec) && typeof type === "string" ? spec[type] : undefined;
  const item: unknown = type === single ? held : Array.isArray(held) ? held[Number(index)] : undefined;
  if (!isRecord(item) || isFolded({ spec: spec as Json })) return undefined;
  const check = writtenChecks({ spec: spec as Json, namespace: "" }).find((written) => written.spec === item);
  return check && { type: check.type, name: check.name };
}

/** Whether the results of a canary are combined into one check. */
export const isFolded = ({ spec }: Pick<WrittenCanary, "spec">) => isRecord(spec) && spec["resultMode"] === "junit";

/** Returns the single check that represents all checks of a canary. */
export function foldedCheck(canary: Pick<WrittenCanary, "name" | "spec" | "namespace">): WrittenCheck[] {
  const [first] = writtenChecks(canary);
  if (!first) return [];
  const common = isRecord(canary.spec) ? canary.spec : {};
  return [
    {
      ...first,
      type: "junit",
      name: canary.name,
      namespace: canary.namespace,
      description: textOf(common["description"]) ?? null,
      icon: textOf(common["icon"]) ?? null,
      labels: null,
      spec: {},
      dependsOn: [],
    },
  ];
}

/** Returns a name for a check, because older manifests omit the name. */
function nameOf(type: string, item: Spec): string {
  const endpoint = () => {
    const kind = kindNamed(type);
    const parsed = kind?.endpoint && kind.spec.safeParse({ name: type, ...item });
    return parsed?.success ? kind!.endpoint!(parsed.data) : undefined;
  };
  // The value may be a URL with a password, and the name is public.
  return maskText(
    textOf(item["name"]) ??
      textOf(item["description"]) ??
      textOf(endpoint()) ??
      textOf(item["endpoint"]) ??
      textOf(item["url"]) ??
      textOf(item["host"]) ??
      textOf(item["connection"]) ??
      type,
  ).slice(0, 500);
}

/** Makes names unique, because rows are identified by name. */
function uniqueName(taken: ReadonlySet<string>, name: string): string {
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name} (${number})`)) number += 1;
  return `${name} (${number})`;
}

const labelsOf = (value: unknown): Labels | null =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, label]) => label !== null && typeof label !== "object")
          .map(([key, label]) => [key, String(label)]),
      )
    : null;
