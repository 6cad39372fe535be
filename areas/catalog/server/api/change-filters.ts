// Translates request filters to SQL conditions on config_changes (alias ch) and on the changed items.
import { isExact, matches, parseMatch, splitItems, type Pattern } from "#lib/text/match.ts";
import { problem } from "#language/problem.ts";
import { isEmptySelector, toSelector } from "#language/resource-selector.ts";
import { parseSeverity, severities, type Severity } from "#language/severity.ts";
import type { System } from "#server/area.ts";
import { allowedColumns, claimsOf } from "#server/db/policy.ts";
import type { QueryClient } from "#server/db/pool.ts";
import type { Actor } from "#server/http/actor.ts";
import { Statement } from "#server/selector/condition.ts";
import { takeControls } from "#server/selector/controls.ts";
import { selectorCondition } from "#server/selector/selector-condition.ts";
import type { HistogramQuery } from "../../contract.ts";
import { selectableConfigs } from "../find-configs.ts";
import { isOfPresentItem, selectByGroups, selectByItems, type ItemsOfChanges } from "./items-of-changes.ts";
import { isUuid, matched, matchedBy, agentConditions, readable, selectedLabels } from "./matched.ts";
import { readChangeSpan, type ChangeSpan } from "./change-span.ts";
import { seenGroups } from "./seen-groups.ts";

export type ChangeFilters = Omit<HistogramQuery, "buckets">;

export interface MeantChanges {
  statement: Statement;
  /** Conditions on the changes. */
  conditions: readonly string[];
  /** The items whose changes are requested. Default: all items. */
  items: ItemsOfChanges | undefined;
  span: ChangeSpan;
  /** The conditions for the stored counts of all changes; undefined if the counts cannot answer the request. */
  countFilter: { kindConditions: readonly string[]; withDeleted: boolean } | undefined;
  /** The database client: either with the rights of the caller, or unlimited with conditions for the visible items. */
  reading(wanted: "page" | "all"): QueryClient;
}

/** The maximum number of items that a search may find. */
const maxFound = 200;

export async function meantChanges(system: System, actor: Actor, filters: ChangeFilters): Promise<MeantChanges> {
  const statement = new Statement();
  const span = readChangeSpan(filters, Date.now());
  const known = await vocabulary(system, filters);
  const claims = claimsOf(actor, "read");
  const seen = canFilterByGroups(filters, claims) ? seenGroups(claims, "r", statement) : undefined;
  const kindConditions = [
    ...oneOf("ch.config_type", filters.config_type, known.configTypes, statement),
    ...oneOf("ch.change_type", filters.type, known.changeTypes, statement),
    ...severityConditions(filters.severity, statement),
  ];
  const otherConditions = [
    ...(await configConditions(system, actor, filters, statement)),
    ...matched("ch.summary", filters.summary, statement),
    ...matched("ch.source", filters.source, statement),
    ...matched("ch.external_created_by", filters.external_created_by, statement),
    ...authorConditions(filters.created_by, statement),
  ];
  const conditions = [...kindConditions, ...otherConditions, ...span.conditions(statement)];
  const itemConditions = [
    ...agentConditions("r.agent_id", filters.agent_id, statement),
    ...selectedLabels(system, "tags", filters.tags, statement, "body.tags"),
    ...selectedLabels(system, "labels", filters.labels, statement, "body.labels"),
  ];
  const withDeleted = filters.include_deleted_configs ?? false;
  if (seen !== undefined)
    return {
      statement,
      conditions,
      items: selectByGroups([seen, ...itemConditions], { withDeleted }),
      span,
      countFilter: undefined,
      reading: () => system.db.pools.system,
    };
  const items = itemConditions.length > 0 ? selectByItems(itemConditions, { withDeleted }) : undefined;
  return {
    statement,
    conditions: items || withDeleted ? conditions : [...conditions, isOfPresentItem],
    items,
    span,
    countFilter:
      claims === undefined && !items && otherConditions.length === 0 && !span.isOfHearing
        ? { kindConditions, withDeleted }
        : undefined,
    reading: (wanted) => system.db.reading(claims, wanted),
  };
}

/**
 * Whether the requested and visible changes can be selected by item group. Filtering tags by group is faster than by
 * item, and the policy of a limited user need not be checked for each change. Types are copied into changes anyway. The
 * items around an item and search results are looked up with the rights of the caller.
 */
const canFilterByGroups = (filters: ChangeFilters, claims: string | undefined) =>
  !filters.id?.trim() && !filters.labels?.trim() && (claims !== undefined || Boolean(filters.tags?.trim()));

interface Vocabulary {
  configTypes: readonly string[];
  changeTypes: readonly string[];
}

/** Returns the existing types if the request filters by type, because an index supports a list of exact values. */
async function vocabulary({ db }: System, filters: ChangeFilters): Promise<Vocabulary> {
  // Reads without row policies. This leaks nothing, because the types only filter visible rows.
  const read = async (view: "config_types" | "change_types", column: string, text: string | null | undefined) =>
    text?.trim()
      ? (await db.pools.system.query<{ value: string }>(`select ${column} as value from ${view}`)).rows.map(
          ({ value }) => value,
        )
      : [];
  const [configTypes, changeTypes] = await Promise.all([
    read("config_types", "type", filters.config_type),
    read("change_types", "change_type", filters.type),
  ]);
  return { configTypes, changeTypes };
}

function oneOf(sql: string, text: string | null | undefined, known: readonly string[], statement: Statement): string[] {
  const match = parseMatch(text ?? "");
  if (match.include.length + match.exclude.length === 0) return [];
  const matching = known.filter((value) => matches(match, value));
  // For a single value the index returns rows in order of time.
  return matching.length === 1
    ? [`${sql} = ${statement.value(matching[0])}`]
    : [`${sql} = any (${statement.value(matching, "text[]")})`];
}

/** Selects the given severity and all higher severities; `!low` excludes only `low`. */
function severityConditions(text: string | null | undefined, statement: Statement): string[] {
  const items = splitItems(text ?? "").filter((item) => item.toLowerCase() !== "all");
  const known = (item: string): Severity => {
    const severity = parseSeverity(item);
    if (severity) return severity;
    throw problem.badParts([{ path: "body.severity", message: `must be one of ${severities.join(", ")}` }]);
  };
  const lowest = items.filter((item) => !item.startsWith("!")).map((item) => severities.indexOf(known(item)));
  const excluded = items.filter((item) => item.startsWith("!")).map((item) => known(item.slice(1)));
  return [
    ...(lowest.length > 0
      ? [`ch.severity = any (${statement.value(severities.slice(Math.min(...lowest)), "text[]")})`]
      : []),
    ...(excluded.length > 0 ? [`(ch.severity = any (${statement.value(excluded, "text[]")})) is not true`] : []),
  ];
}

/** Selects changes by user id, or by the name of the author in the source. */
function authorConditions(text: string | null | undefined, statement: Statement): string[] {
  return matchedBy(parseMatch(text ?? ""), (pattern) =>
    isExact(pattern) && isUuid(pattern[0]!)
      ? `ch.created_by = ${statement.value(pattern[0], "uuid")}`
      : matched("ch.external_created_by", printed(pattern), statement).join(" and "),
  );
}

const printed = (pattern: Pattern) => pattern.map((part) => encodeURIComponent(part)).join("*");

/** Selects one item with the items around it, several items, all items except some, or the results of a search. */
async function configConditions(
  system: System,
  actor: Actor,
  { id, recursive, depth, soft, include_deleted_configs: withDeleted }: ChangeFilters,
  statement: Statement,
): Promise<string[]> {
  const items = splitItems(id ?? "");
  if (items.length === 0) return [];
  const ids = items.filter((item) => !item.startsWith("!"));
  const others = items.filter((item) => item.startsWith("!")).map((item) => item.slice(1));
  if (!items.every((item) => isUuid(item.replace(/^!/, ""))))
    return [`ch.config_id in (${found(system, actor, id!, withDeleted ?? false, statement)})`];
  const conditions = others.length > 0 ? [`ch.config_id <> all (${statement.value(others, "uuid[]")})`] : [];
  if (ids.length !== 1 || recursive === "none")
    return ids.length === 0 ? conditions : [`ch.config_id = any (${statement.value(ids, "uuid[]")})`, ...conditions];
  const around = [
    statement.value(ids[0], "uuid"),
    statement.value(recursive || "downstream"),
    statement.value(depth ?? 5, "integer"),
    statement.value(soft ?? false, "boolean"),
  ];
  return [`ch.config_id = any ((select config_ids_around(${around.join(", ")}))::uuid[])`, ...conditions];
}

function found(
  { catalog }: System,
  actor: Actor,
  search: string,
  includeDeleted: boolean,
  statement: Statement,
): string {
  const relation = catalog.current.relations.get(selectableConfigs.relation)!;
  const columns = new Set(allowedColumns(actor, "select", relation));
  const selected = {
    kind: selectableConfigs,
    columns: new Map([...relation.columns].filter(([column]) => columns.has(column))),
  };
  const selector = { search, includeDeleted, agent: "all" };
  if (isEmptySelector(selector)) return "select null::uuid";
  return readable("body.id", () => {
    const { controls, rest } = takeControls(toSelector(selector), selected);
    const limit = Math.min(controls.limit ?? maxFound, maxFound);
    return `select r.id from config_items r where ${selectorCondition(selector, rest, selected, statement)}
            order by ${controls.order === undefined ? "" : `${controls.order}, `}r.name, r.id limit ${limit}`;
  });
}
