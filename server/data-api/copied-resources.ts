// Columns with copies of other resources, such as the state of a check in evidence. Rows keep the copy of a deleted
// resource, so the row policy of the resource is not sufficient to protect the copy.
import type { Resource } from "#language/roles.ts";
import { reachOf } from "../db/policy.ts";
import { literal, quote } from "../db/sql-text.ts";
import type { Row } from "../db/writes.ts";
import type { Actor } from "../http/actor.ts";

/** The rows in which a column is null for an actor. */
export interface HiddenCopies {
  relation: string;
  /** The resources that the actor may not read. */
  resources: readonly Resource[];
}

interface Copies {
  columns: readonly string[];
  /** The resource of which a row has a copy, as SQL conditions on the row. */
  has: Readonly<Partial<Record<Resource, (alias: string) => string>>>;
  /** Whether a row contains the copy of a deleted row. Actors who are limited to certain rows do not see the copy. */
  isGone: (alias: string) => string;
}

const isOneOf = (text: string, values: readonly string[]) => `${text} in (${values.map(literal).join(", ")})`;

/** Whether evidence has one of these types, or a copy of one of these kinds. Log lines also copy their component. */
const isEvidenceOf = (types: readonly string[], kinds: readonly string[]) => (alias: string) =>
  `(${isOneOf(`${alias}.type`, types)}${kinds.length > 0 ? ` or ${isOneOf(`(${alias}.evidence -> 'then' ->> 'kind')`, kinds)}` : ""})`;

const links = ["check_id", "component_id", "config_id", "config_change_id", "config_analysis_id"];

const copies: Readonly<Record<string, Copies>> = {
  evidences: {
    columns: ["evidence", "script_result"],
    has: {
      canaries: isEvidenceOf(["check"], ["check"]),
      topologies: isEvidenceOf(["topology"], ["component"]),
      config_scrapers: isEvidenceOf(
        ["config", "config_change", "config_analysis"],
        ["config", "config_change", "config_analysis"],
      ),
      logging_backends: isEvidenceOf(["log"], []),
    },
    isGone: (alias) =>
      `${alias}.evidence ? 'then' and coalesce(${links.map((link) => `${alias}.${quote(link)}`).join(", ")}) is null`,
  },
};

export function hiddenCopies(actor: Actor, relation: string, column: string): HiddenCopies | undefined {
  const known = copies[relation];
  if (!known?.columns.includes(column)) return undefined;
  const resources = (Object.keys(known.has) as Resource[]).filter(
    (resource) => reachOf(actor, "read", resource) === "none",
  );
  return { relation, resources };
}

/** Returns a row without its copies, for responses that do not check the reader's rights to the copied resources. */
export function withoutCopies(relation: string, row: Row): Row {
  const columns = copies[relation]?.columns ?? [];
  return Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)));
}

/** Renders whether the columns of a row are hidden. Plans are shared, so the limits of the actor are read from the claims. */
export function isHidden({ relation, resources }: HiddenCopies, alias: string): string {
  const { has, isGone } = copies[relation]!;
  return [...resources.map((resource) => has[resource]!(alias)), `(select has_claims()) and ${isGone(alias)}`].join(
    " or ",
  );
}
