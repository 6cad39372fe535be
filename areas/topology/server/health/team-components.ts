// Keeps team_components equal to the components that `spec.components` of each team selects. Rows that people added
// themselves stay. The differences are read first, so that a selector that PostgreSQL refuses affects only its team,
// and then written by id. A write never waits long for a row that another writer has locked; it is tried again later.
import { CompiledQuery, sql } from "kysely";
import { isEmptySelector, mentions, toSelector, type ResourceSelector } from "#language/resource-selector.ts";
import type { System } from "#server/area.ts";
import { hasSqlState } from "#server/db/failures.ts";
import { isolated } from "#server/db/isolated.ts";
import type { Tx } from "#server/db/pool.ts";
import { Statement } from "#server/selector/condition.ts";
import { takeControls } from "#server/selector/controls.ts";
import { selectorCondition } from "#server/selector/selector-condition.ts";
import type { Selectable } from "#server/selector/selected.ts";
import { computedColumns } from "./inputs.ts";

const selectable: Selectable = { relation: "components", scope: { column: "topology_id", of: "topologies" } };

/** The selector_id of the rows that this module writes. */
const fromSpec = "spec";

interface Team {
  id: string;
  selectors: readonly ResourceSelector[];
  /** Whether a selector reads columns that the roll-up computes. */
  readsResults: boolean;
}

/** A row that is missing, or a row that no selector matches any longer. */
interface Difference {
  team_id: string;
  component_id: string;
  is_missing: boolean;
}

export interface Changed {
  /** Teams to match with all components. */
  teams: readonly string[];
  /** Components to match with all teams. */
  edited: readonly string[];
  /** Components whose results changed. */
  rolledUp: readonly string[];
}

export interface TeamMatcher {
  /** Records changes for the next call of `match`. */
  note(changed: Changed): void;
  /**
   * Matches the recorded changes; the first call matches everything. Returns false if rows were locked and `match` must
   * be called again.
   */
  match(): Promise<boolean>;
  /** Matches everything at the next call. */
  forget(): void;
}

export function createTeamMatcher({ db, catalog, log }: Pick<System, "db" | "catalog" | "log">): TeamMatcher {
  let known: readonly Team[] | undefined;
  let isAll = true;
  let [teams, edited, rolledUp] = [new Set<string>(), new Set<string>(), new Set<string>()];
  /** Each fault is logged once until the teams are read again. */
  const reported = new Set<string>();
  /** Teams whose statement fails; they are left out until the teams are read again. */
  const refused = new Set<string>();

  function report(team: Team, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (reported.has(`${team.id} ${reason}`)) return;
    reported.add(`${team.id} ${reason}`);
    log.warn({ team: team.id, reason }, "a team has a selector of components that cannot be used");
  }

  async function readTeams(): Promise<readonly Team[]> {
    const rows = await db.system.selectFrom("teams").select(["id", "spec"]).where("deleted_at", "is", null).execute();
    reported.clear();
    refused.clear();
    return rows.map(({ id, spec }) => {
      const written = (spec as { components?: unknown } | null)?.components;
      const selectors = (Array.isArray(written) ? written : []).filter(isSelector);
      return { id, selectors, readsResults: selectors.some(readsResults) };
    });
  }

  /** A selector that cannot be read selects nothing. */
  function conditionsOf(team: Team, statement: Statement): string[] {
    const { columns } = catalog.current.relations.get("components")!;
    const selected = { kind: selectable, columns };
    return team.selectors.flatMap((selector) => {
      const valueCount = statement.values.length;
      try {
        const { rest } = takeControls(toSelector(selector), selected);
        return [selectorCondition(selector, rest, selected, statement)];
      } catch (error) {
        statement.values.length = valueCount;
        report(team, error);
        return [];
      }
    });
  }

  /** Without `ids`, all components are matched. A team whose statement fails keeps its rows. */
  async function findDifferences(among: readonly Team[], ids?: readonly string[]): Promise<Difference[]> {
    const found: Difference[] = [];
    const find = async (some: readonly Team[]) => {
      const statement = new Statement();
      const listed = ids && statement.value(ids, "uuid[]");
      const parts = some.flatMap((team) => {
        const conditions = conditionsOf(team, statement);
        if (conditions.length === 0) return [];
        return [
          `select ${statement.value(team.id, "uuid")} as team_id, r.id as component_id from components r
           where ${listed ? `r.id = any (${listed}) and ` : ""}r.deleted_at is null and (${conditions.join(" or ")})`,
        ];
      });
      const owners = statement.value(
        some.map(({ id }) => id),
        "uuid[]",
      );
      const text = `
        with matched as materialized (
          ${parts.join("\nunion all\n") || "select null::uuid as team_id, null::uuid as component_id where false"}
        )
        select team_id::text, component_id::text, true as is_missing
        from   matched m
        where  not exists (select from team_components t where t.team_id = m.team_id and t.component_id = m.component_id)
        union  all
        select team_id::text, component_id::text, false
        from   team_components t
        where  t.team_id = any (${owners}) and t.selector_id = ${statement.value(fromSpec)}
        ${listed ? `and t.component_id = any (${listed})` : ""}
        and    not exists (select from matched m where m.team_id = t.team_id and m.component_id = t.component_id)`;
      const { rows } = await db.system.executeQuery(CompiledQuery.raw(text, statement.allValues()));
      found.push(...(rows as Difference[]));
    };
    await isolated(
      among.filter(({ id }) => !refused.has(id)),
      find,
      (team, error) => {
        refused.add(team.id);
        report(team, error);
      },
    );
    return found;
  }

  /** Returns the differences that could not be written because another writer had locked the rows. */
  async function write(differences: readonly Difference[]): Promise<readonly Difference[]> {
    if (differences.length === 0) return [];
    try {
      return await db.system.transaction().execute((tx) => writeUnlocked(tx, differences));
    } catch (error) {
      if (hasSqlState(error, "55P03", "40P01", "40001")) return differences;
      throw error;
    }
  }

  return {
    note(changed) {
      for (const id of changed.teams) teams.add(id);
      for (const id of changed.edited) edited.add(id);
      for (const id of changed.rolledUp) rolledUp.add(id);
    },
    async match() {
      const taken = { isAll, teams, edited, rolledUp };
      isAll = false;
      [teams, edited, rolledUp] = [new Set(), new Set(), new Set()];
      try {
        if (taken.isAll || taken.teams.size > 0 || known === undefined) known = await readTeams();
        const differences: Difference[] = [];
        if (taken.isAll) differences.push(...(await findDifferences(known)));
        else {
          const asked = known.filter(({ id }) => taken.teams.has(id));
          const byResult = known.filter((team) => team.readsResults);
          differences.push(...(await findDifferences(asked)));
          if (taken.edited.size > 0) differences.push(...(await findDifferences(known, [...taken.edited])));
          if (taken.rolledUp.size > 0) differences.push(...(await findDifferences(byResult, [...taken.rolledUp])));
        }
        const left = await write(distinct(differences));
        for (const { component_id: id } of left) edited.add(id);
        // A team may have been deleted, so the teams are read again.
        if (left.length > 0) known = undefined;
        return left.length === 0;
      } catch (error) {
        isAll = true;
        throw error;
      }
    },
    forget() {
      isAll = true;
    },
  };
}

const isSelector = (one: unknown): one is ResourceSelector =>
  typeof one === "object" && one !== null && !isEmptySelector(one);

function readsResults(selector: ResourceSelector): boolean {
  try {
    return mentions(toSelector(selector), computedColumns);
  } catch {
    return false;
  }
}

const keyOf = ({ team_id: team, component_id: component }: Omit<Difference, "is_missing">) => `${team} ${component}`;

const distinct = (differences: readonly Difference[]): Difference[] => [
  ...new Map(differences.map((one) => [keyOf(one), one])).values(),
];

/**
 * Skips rows that another writer has locked. The timeout is shorter than PostgreSQL's deadlock timeout, so that no
 * other writer fails because of this statement.
 */
async function writeUnlocked(tx: Tx, differences: readonly Difference[]): Promise<readonly Difference[]> {
  await sql`set local lock_timeout = '200ms'`.execute(tx);
  const unlocked = async (table: string, ids: readonly string[]) => {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where id = any (${[...new Set(ids)]}::uuid[]) and deleted_at is null
      order  by id
      for    key share skip locked`.execute(tx);
    return new Set(rows.map(({ id }) => id));
  };
  const [missing, stale] = [differences.filter((one) => one.is_missing), differences.filter((one) => !one.is_missing)];
  const teams = await unlocked(
    "teams",
    missing.map((one) => one.team_id),
  );
  const components = await unlocked(
    "components",
    missing.map((one) => one.component_id),
  );
  const isFree = (one: Difference) => teams.has(one.team_id) && components.has(one.component_id);
  const listed = (some: readonly Difference[]) =>
    sql`unnest(${some.map((one) => one.team_id)}::uuid[], ${some.map((one) => one.component_id)}::uuid[]) as d (team_id, component_id)`;
  await sql`
    insert into team_components (team_id, component_id, selector_id)
    select team_id, component_id, ${fromSpec} from ${listed(missing.filter(isFree))} order by 1, 2
    on conflict do nothing`.execute(tx);
  const { rows: deleted } = await sql<Omit<Difference, "is_missing">>`
    delete from team_components t
    using  (
             select c.team_id, c.component_id
             from   team_components c
             join   ${listed(stale)} using (team_id, component_id)
             where  c.selector_id = ${fromSpec}
             order  by 1, 2
             for    update of c skip locked
           ) g
    where  t.team_id = g.team_id and t.component_id = g.component_id
    returning t.team_id, t.component_id`.execute(tx);
  const gone = new Set(deleted.map(keyOf));
  return differences.filter((one) => !(one.is_missing ? isFree(one) : gone.has(keyOf(one))));
}
