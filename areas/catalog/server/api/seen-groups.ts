// Limits groups of config items to the groups that an actor may see. Rules by tag, type, namespace and agent apply to
// whole groups. Rules by id, name or label do not, and need the items themselves.
import type { Claims, ClaimedRows } from "#server/db/pool.ts";
import type { Statement } from "#server/selector/condition.ts";

/** Returns a condition on config_groups with this alias; undefined if the rules do not apply to whole groups. */
export function seenGroups(claims: string | undefined, group: string, statement: Statement): string | undefined {
  if (claims === undefined) return "true";
  const rows = (JSON.parse(claims) as Claims).rows["config"]?.["read"];
  switch (rows?.shape) {
    case undefined:
      return "false";
    case "all":
      return "true";
    case "tags":
      return tagged(group, rows.tags, statement);
    case "alike":
      return alike(group, rows, statement);
    case "ids":
    case "all_but_ids":
    case "mixed":
      return undefined;
  }
}

function alike(group: string, rows: ClaimedRows, statement: Statement): string | undefined {
  const { ids = [], denied_ids = [], tags = [], denied_tags = [], documents = [], denied = [] } = rows;
  if (ids.length > 0 || denied_ids.length > 0) return undefined;
  const allowed = rows.all
    ? "true"
    : [tagged(group, tags, statement), contained(group, documents, statement)].join(" or ");
  const refused = [tagged(group, denied_tags, statement), contained(group, denied, statement)].join(" or ");
  return `(${allowed}) and (${refused}) is not true`;
}

const tagged = (group: string, tags: readonly object[] | undefined, statement: Statement) =>
  tags?.length ? `${group}.tags @> any (${documentsOf(tags, statement)})` : "false";

/** Builds the document that row policies compare from the columns of a group. */
const contained = (group: string, documents: readonly object[], statement: Statement) =>
  documents.length === 0
    ? "false"
    : `jsonb_build_object('agent', ${group}.agent_id, 'type', ${group}.type, 'namespace', ${group}.tags ->> 'namespace', 'tags', ${group}.tags) @> any (${documentsOf(documents, statement)})`;

const documentsOf = (documents: readonly object[], statement: Statement) =>
  statement.value(
    documents.map((document) => JSON.stringify(document)),
    "jsonb[]",
  );
