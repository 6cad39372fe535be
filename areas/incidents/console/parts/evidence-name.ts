// The linked resource of a piece of evidence: its name, kind and current state.
import type { Evidence } from "./incident-query.ts";
import type { Json } from "#language/columns.ts";

export interface LinkedResource {
  /** The kind in links. */
  kind: string;
  id: string;
  name: string;
  /** The current health or status; undefined if the resource has neither. */
  state: string | undefined;
  detail: string | undefined;
}

type Fields = Readonly<Record<string, Json | undefined>>;

/** The stored document of the evidence; empty if it is not an object. */
export const fieldsOf = ({ evidence }: Pick<Evidence, "evidence">): Fields =>
  typeof evidence === "object" && evidence !== null && !Array.isArray(evidence) ? (evidence as Fields) : {};

/** Undefined if no resource is linked, the resource was deleted, or the person is not allowed to read it. */
export function linkedResource({
  type,
  check,
  component,
  config,
  change,
  analysis,
}: Evidence): LinkedResource | undefined {
  if (type === "check" && check)
    return { kind: "check", id: check.id, name: check.name, state: check.status ?? undefined, detail: check.type };
  if (type === "config_change" && change)
    return {
      kind: "config_change",
      id: change.id,
      name: config ? `${change.change_type} of ${config.name}` : change.change_type,
      state: undefined,
      detail: change.summary ?? undefined,
    };
  if (type === "config_analysis" && analysis)
    return {
      kind: "config_analysis",
      id: analysis.id,
      name: config ? `${config.name} / ${analysis.analyzer}` : analysis.analyzer,
      state: analysis.status ?? undefined,
      detail: analysis.summary ?? analysis.message ?? undefined,
    };
  if (type === "config" && config)
    return {
      kind: "config",
      id: config.id,
      name: config.name,
      state: config.health ?? config.status ?? undefined,
      detail: config.type,
    };
  if (component)
    return {
      kind: "component",
      id: component.id,
      name: component.name,
      state: component.health ?? component.status ?? undefined,
      detail: undefined,
    };
  return undefined;
}

/** A short name for lists and dialogs. */
export function evidenceName(evidence: Evidence): string {
  const linked = linkedResource(evidence);
  if (linked) return linked.name;
  const fields = fieldsOf(evidence);
  const { comment, configName, lines } = fields;
  if (typeof comment === "string" && comment !== "") return comment;
  if (typeof configName === "string") return configName;
  if (Array.isArray(lines)) return lines.length === 1 ? "1 log line" : `${lines.length.toLocaleString("en")} log lines`;
  return evidence.description || "A resource that no longer exists";
}
