// Finds the resources that selectors match, many selectors per statement.
import { isEmptySelector, toSelector, type ResourceSelector } from "#language/resource-selector.ts";
import { Unreadable } from "#lib/text/unreadable.ts";
import type { System } from "#server/area.ts";
import { isolated } from "#server/db/isolated.ts";
import { Statement } from "#server/selector/condition.ts";
import { takeControls } from "#server/selector/controls.ts";
import type { Selectable, Selected } from "#server/selector/selected.ts";
import { selectorCondition } from "#server/selector/selector-condition.ts";
import type { Candidate, Candidates } from "./candidates.ts";

/** A selector of a component. */
export interface Owned {
  component: string;
  selector: ResourceSelector;
  selectorId: string;
  /** Whether the matches of the selector can depend on columns that `link_dirt` does not track. */
  readsUntracked: boolean;
}

export interface Pair {
  component: string;
  target: string;
  selectorId: string;
}

export interface Selection {
  pairs: Pair[];
  /** A message for each selector that was not evaluated, or only in part. */
  faults: string[];
  /** The keys of the selectors that were evaluated completely, so that all other resources do not match them. */
  evaluated: ReadonlySet<string>;
}

/** Identifies a selector of a component. */
export const selectorKey = ({ component, selectorId }: Pick<Owned, "component" | "selectorId">) =>
  `${component} ${selectorId}`;

/** Maximum number of matches. A selector that matches more resources is a mistake in the manifest. */
const maxMatches = 5_000;
const perStatement = 100;
/**
 * A selector with more candidates gets its own subselect, because otherwise each pair of a selector and a candidate is
 * a row.
 */
const fewCandidates = 200;

/**
 * Returns the matches among the candidates, and for selectors with a limit also other matches; default: all matches. A
 * selector that cannot be read, that matches too many resources, or that PostgreSQL refuses is reported, and does not
 * affect the other selectors.
 */
export async function selectedBy(
  system: Pick<System, "db" | "catalog">,
  kind: Selectable,
  owned: readonly Owned[],
  among?: Candidates,
): Promise<Selection> {
  const pairs: Pair[] = [];
  const faults: string[] = [];
  const evaluated = new Set<string>();
  await isolated(
    [...Map.groupBy(owned, ({ selectorId }) => selectorId).values()],
    async (groups) => {
      const found = await selectTogether(system, kind, groups, among);
      for (const pair of found.pairs) pairs.push(pair);
      for (const key of found.evaluated) evaluated.add(key);
      faults.push(...found.faults);
    },
    ([one], error) =>
      void faults.push(
        `A selector cannot be used, so its links are not changed: ${error instanceof Error ? error.message : String(error)} In: ${JSON.stringify(one!.selector).slice(0, 1_000)}`,
      ),
  );
  return { pairs, faults, evaluated };
}

/** Evaluates groups of selectors together; the selectors of a group are equal. */
async function selectTogether(
  { db, catalog }: Pick<System, "db" | "catalog">,
  kind: Selectable,
  all: readonly (readonly Owned[])[],
  among?: Candidates,
): Promise<Selection> {
  const { columns } = catalog.current.relations.get(kind.relation)!;
  const selected = { kind, columns };
  const groups = all.filter(
    ([one]) => !isEmptySelector(one!.selector) && (among === undefined || among.of(one!.selector).length > 0),
  );
  const pairs: Pair[] = [];
  const faults: string[] = [];
  const evaluated = new Set(all.flat().map(selectorKey));
  const report = (group: readonly Owned[], fault: string) => {
    faults.push(`${fault} In: ${JSON.stringify(group[0]!.selector)}`);
    for (const each of group) evaluated.delete(selectorKey(each));
  };
  for (let at = 0; at < groups.length; at += perStatement) {
    const statement = new Statement();
    let everyId: string | undefined;
    const idsOf = (rows: readonly Candidate[]) => {
      const value = () =>
        statement.value(
          rows.map(({ id }) => id),
          "uuid[]",
        );
      return rows === among?.rows ? (everyId ??= value()) : value();
    };
    const parts: string[] = [];
    const few: { at: number[]; ids: string[]; conditions: string[] } = { at: [], ids: [], conditions: [] };
    for (const [offset, group] of groups.slice(at, at + perStatement).entries()) {
      const { selector } = group[0]!;
      try {
        const { controls, rest } = takeControls(toSelector(selector), selected);
        // Reads one row more than the limit, to detect that there are more matches.
        const { order, limit = selector.limit || maxMatches + 1 } = controls;
        // The first rows of a selector with a limit are known only if all its rows are compared.
        const candidates = isLimited(selector, kind, columns) ? undefined : among?.of(selector);
        const condition = selectorCondition(selector, rest, selected, statement);
        if (candidates && candidates.length <= fewCandidates) {
          few.conditions.push(`when ${at + offset} then ${condition}`);
          for (const { id } of candidates) {
            few.at.push(at + offset);
            few.ids.push(id);
          }
          continue;
        }
        parts.push(
          [
            `(select ${at + offset} as at, r.id from ${kind.relation} r`,
            ` where ${condition}${candidates ? ` and r.id = any (${idsOf(candidates)})` : ""}`,
            ` order by ${order === undefined ? "" : `${order}, `}r.name, r.id`,
            ` limit ${statement.value(Math.min(limit, maxMatches + 1), "integer")})`,
          ].join("\n"),
        );
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        report(group, `A selector cannot be read, so its links are not changed: ${error.message}`);
      }
    }
    // PostgreSQL takes longer to plan a subselect than to evaluate the condition for a few rows.
    if (few.conditions.length > 0)
      parts.push(
        [
          `(select p.at, r.id`,
          ` from unnest(${statement.value(few.at, "integer[]")}, ${statement.value(few.ids, "uuid[]")}) as p (at, id)`,
          ` join ${kind.relation} r on r.id = p.id`,
          ` where case p.at ${few.conditions.join("\n")} end)`,
        ].join("\n"),
      );
    if (parts.length === 0) continue;
    const { rows } = await db
      .reading(undefined)
      .query<{ at: number; id: string }>(parts.join("\nunion all\n"), statement.allValues());
    for (const [index, matches] of Map.groupBy(rows, (row) => row.at)) {
      const group = groups[index]!;
      if (matches.length > maxMatches)
        report(group, `A selector matches more than ${maxMatches} resources; only the first ones are linked.`);
      for (const { id } of matches.slice(0, maxMatches))
        for (const { component, selectorId } of group) pairs.push({ component, target: id, selectorId });
    }
  }
  return { pairs, faults, evaluated };
}

/** Whether the selector matches only its first rows, so that another row can replace one of these rows. */
export function isLimited(selector: ResourceSelector, kind: Selectable, columns: Selected["columns"]): boolean {
  if (selector.limit) return true;
  if (typeof selector.search !== "string" || !selector.search.includes("limit")) return false;
  try {
    return takeControls(toSelector(selector), { kind, columns }).controls.limit !== undefined;
  } catch (error) {
    if (error instanceof Unreadable) return false;
    throw error;
  }
}
