// Describes the subject and the resource of a permission in words. No side effects.
import { globalObjects } from "#language/permissions.ts";
import { capitalise } from "#lib/text/words.ts";
import type { PermissionRow } from "./permission-draft.ts";

export const objectWords = (object: string) =>
  object === "*" ? "Everything" : capitalise(object.replaceAll(/[-_]/g, " "));

export const objectOptions = Object.keys(globalObjects).map((value) => ({ value, label: objectWords(value) }));

type Subject = Pick<
  PermissionRow,
  | "subject_type"
  | "subject"
  | "person"
  | "team"
  | "group"
  | "notification"
  | "scraper"
  | "topology"
  | "canary"
  | "playbook"
  | "component"
>;

/** The name of the subject, and its kind if the name alone is ambiguous. */
export function subjectWords(row: Subject): { kind: string | undefined; name: string } {
  const { subject_type: type, subject } = row;
  const unknown = subject ?? "nobody";
  if (type === "group") {
    if (subject === "everyone") return { kind: undefined, name: "Everyone" };
    return row.group ? { kind: "Group", name: row.group.name } : { kind: "Role", name: unknown };
  }
  const named = row[type];
  if (type === "person" || type === "team") return { kind: undefined, name: named?.name ?? unknown };
  const place = named && "namespace" in named && named.namespace ? `${named.namespace}/` : "";
  return { kind: capitalise(type), name: named ? place + named.name : unknown };
}

/** The single resource of a rule; undefined for whole kinds and for selectors. */
export function thingOf(row: PermissionRow): { kind: string; id: string; name: string } | undefined {
  const { config_id, component_id, canary_id, playbook_id, connection_id } = row;
  const found = [
    { kind: "config", id: config_id, thing: row.catalog },
    { kind: "component", id: component_id, thing: row.component },
    { kind: "canary", id: canary_id, thing: row.canary },
    { kind: "playbook", id: playbook_id, thing: row.playbook },
    { kind: "connection", id: connection_id, thing: row.connection },
  ].find(({ id }) => id !== null);
  return found && { kind: found.kind, id: found.id!, name: found.thing?.title ?? found.thing?.name ?? found.id! };
}

/** Describes rules that do not refer to exactly one resource. */
export function resourceWords({ object, object_selector: selector, tags, agents }: PermissionRow): string {
  const about = selector ? selectorWords(selector) : objectWords(object || "*");
  const narrowed = [
    ...(tags ? [pairWords(tags)] : []),
    ...(agents?.length ? [`agent ${agents.join(" or ")}`] : []),
  ].filter(Boolean);
  return narrowed.length === 0 ? about : `${about} with ${narrowed.join(", ")}`;
}

/** `{configs: [{name: "a", types: ["b"]}]}` as "Configs where name is a and types is b". */
export function selectorWords(selector: Readonly<Record<string, unknown>>): string {
  return Object.entries(selector)
    .map(([kind, selectors]) => {
      const all = (Array.isArray(selectors) ? selectors : [selectors]).map(oneSelector);
      return all.some((words) => words === "") ? capitalise(kind) : `${capitalise(kind)} where ${all.join(", or ")}`;
    })
    .join("; ");
}

function oneSelector(selector: unknown): string {
  if (typeof selector !== "object" || selector === null) return String(selector);
  return Object.entries(selector)
    .filter(([, value]) => value !== "*" && value !== "" && value !== null)
    .map(([field, value]) => `${field} is ${valueWords(value)}`)
    .join(" and ");
}

function valueWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(" or ");
  return typeof value === "object" && value !== null ? pairWords(value) : String(value);
}

const pairWords = (pairs: object) =>
  Object.entries(pairs)
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(", ");
