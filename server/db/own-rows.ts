// Applies the rules for generic writes to every table: the author is the actor, rows from a file or a cluster must be
// edited there, keys cannot change, and only agents write the rows of agents.
import { localAgent } from "#language/local-agent.ts";
import { problem } from "#language/problem.ts";
import { afterDeletion } from "#language/row-source.ts";
import type { Actor } from "../http/actor.ts";
import type { Relation } from "./relations.ts";
import type { Row, WriteVerb } from "./writes.ts";

/** Returns the column with the source of a row. `UI` or null means that the row can be edited here. */
const originOf = ({ columns }: Relation) => [...columns.values()].find(({ origin }) => origin)?.name;

/** Whether a row with this source can be edited here. */
export const isKeptHere = (origin: unknown) =>
  origin === null || origin === undefined || origin === "" || origin === "UI";

/** Whether the stored rows must be read before a write. */
export const needsStoredRows = (relation: Relation, verb: WriteVerb, rows: readonly Row[]) =>
  originOf(relation) !== undefined ||
  (verb === "update" && rows.some((row) => relation.primaryKey.some((key) => Object.hasOwn(row, key))));

export function refuseKeptElsewhere(
  actor: Actor,
  relation: Relation,
  before: readonly Row[],
  { isDeletion = false }: { isDeletion?: boolean } = {},
): void {
  const origin = originOf(relation);
  if (actor.kind === "system" || origin === undefined) return;
  const isDeletable = (row: Row) => afterDeletion({ id: row["id"], source: row[origin] }) !== undefined;
  const kept = before.find((row) => !isKeptHere(row[origin]) && !(isDeletion && isDeletable(row)));
  if (!kept) return;
  const name = typeof kept["name"] === "string" ? ` ${JSON.stringify(kept["name"])}` : "";
  throw problem.conflict(
    `This row of ${relation.name}${name} cannot be edited here: its source is ${String(kept[origin])}.`,
    {
      hint: whereToEdit(String(kept[origin])),
    },
  );
}

/** Returns instructions for a row that cannot be edited here. */
export function whereToEdit(origin: string): string {
  // The source may contain more details after a colon.
  switch (origin.split(":", 1)[0]) {
    case "KubernetesCRD":
    case "CRDSync":
      return "Edit the resource in its Kubernetes cluster; the change is applied here automatically.";
    case "ApplicationCRD":
      return "Edit the application that it came from.";
    case "ConfigFile":
      return "Edit the configuration file that it was read from.";
    case "Topology":
      return "Edit the topology that created it.";
    case "Push":
      return "Edit it in the system that pushed it here.";
    case "Upstream":
      return "Edit it on the server of this agent.";
    case "System":
      return "This row is part of the product.";
    default:
      return `Edit it at its source: ${origin}.`;
  }
}

/** Whether a column can contain the id of a person. */
const namesPerson = ({ columns }: Relation, name: string) => ["uuid", "text"].includes(columns.get(name)?.type ?? "");

/** Returns the row as this actor may write it. */
export function ownRows(actor: Actor, relation: Relation, verb: WriteVerb, row: Row, before: readonly Row[]): Row {
  if (actor.kind === "system" || verb === "delete") return row;
  const { columns, primaryKey } = relation;
  const own: Record<string, unknown> = { ...row };
  if (namesPerson(relation, "updated_by")) own["updated_by"] = actor.id;
  if (namesPerson(relation, "created_by")) {
    if (verb === "insert") own["created_by"] = actor.id;
    // Clients send back whole rows; the author must not change.
    else delete own["created_by"];
  }
  const origin = originOf(relation);
  if (origin !== undefined) {
    if (!isKeptHere(own[origin])) throw notOurs(relation, origin);
    if (verb === "insert") own[origin] = "UI";
    else delete own[origin];
  }
  if (Object.hasOwn(own, "agent_id") && origin === undefined && columns.has("agent_id")) {
    const isSame =
      verb === "update" && before.length > 0 && before.every((stored) => stored["agent_id"] === own["agent_id"]);
    if (own["agent_id"] !== localAgent && own["agent_id"] !== null && !isSame)
      throw problem.badParts([{ path: "agent_id", message: "is set by the agent that sends the row" }]);
    delete own["agent_id"];
  }
  if (verb === "update")
    for (const key of primaryKey) {
      if (!Object.hasOwn(own, key)) continue;
      if (before.some((stored) => String(stored[key]) !== String(own[key])))
        throw problem.badParts([{ path: key, message: "is the key of the row and cannot be changed" }]);
      delete own[key];
    }
  return own;
}

const notOurs = (relation: Relation, origin: string) =>
  problem.badParts([
    {
      path: origin,
      message: `must be UI here; rows of ${relation.name} with other sources cannot be written through this API`,
    },
  ]);
