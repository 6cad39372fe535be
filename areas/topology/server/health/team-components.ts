// Keeps team_components equal to the components that `spec.components` of each team selects. Rows that people added
// themselves stay.
import { CompiledQuery } from "kysely";
import { isEmptySelector, mentions, toSelector, type ResourceSelector } from "#language/resource-selector.ts";
import { Unreadable } from "#lib/text/unreadable.ts";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import { Statement } from "#server/selector/condition.ts";
import { takeControls } from "#server/selector/controls.ts";
import { selectorCondition } from "#server/selector/selector-condition.ts";
import type { Selectable } from "#server/selector/selected.ts";

const selectable: Selectable = { relation: "components", scope: { column: "topology_id", of: "topologies" } };

/** The selector_id of the rows that this module writes. */
const fromSpec = "spec";

interface Team {
  id: string;
  selectors: readonly ResourceSelector[];
}

export interface TeamMatcher {
  /** Matches these teams with all components. */
  matchTeams(tx: Tx, ids: readonly string[]): Promise<void>;
  /** Matches all teams with these components. `rolledUp` are those whose health or status changed. */
  matchComponents(tx: Tx, edited: readonly string[], rolledUp: readonly string[]): Promise<void>;
  /** Reads the teams again at the next call. */
  forget(): void;
}

export function createTeamMatcher({ catalog, log }: Pick<System, "catalog" | "log">): TeamMatcher {
  let known: readonly Team[] | undefined;

  async function readTeams(tx: Tx): Promise<readonly Team[]> {
    const rows = await tx.selectFrom("teams").select(["id", "spec"]).where("deleted_at", "is", null).execute();
    return rows.flatMap(({ id, spec }) => {
      const written = (spec as { components?: unknown } | null)?.components;
      const selectors = (Array.isArray(written) ? written : []) as ResourceSelector[];
      return selectors.length > 0 ? [{ id, selectors }] : [];
    });
  }

  /** A selector that cannot be read selects nothing. */
  function conditionsOf(team: Team, statement: Statement): string[] {
    const { columns } = catalog.current.relations.get("components")!;
    const selected = { kind: selectable, columns };
    return team.selectors
      .filter((selector) => !isEmptySelector(selector))
      .flatMap((selector) => {
        const valueCount = statement.values.length;
        try {
          const { rest } = takeControls(toSelector(selector), selected);
          return [selectorCondition(selector, rest, selected, statement)];
        } catch (error) {
          if (!(error instanceof Unreadable)) throw error;
          statement.values.length = valueCount;
          log.warn({ team: team.id, reason: error.message }, "a team has a selector of components that cannot be read");
          return [];
        }
      });
  }

  /** Without `ids`, all components are matched. */
  async function match(tx: Tx, teams: readonly Team[], teamIds: readonly string[], ids?: readonly string[]) {
    const statement = new Statement();
    const among = ids && statement.value(ids, "uuid[]");
    const parts = teams.flatMap((team) => {
      const conditions = conditionsOf(team, statement);
      if (conditions.length === 0) return [];
      return [
        `select ${statement.value(team.id, "uuid")} as team_id, r.id as component_id from components r
         where ${among ? `r.id = any (${among}) and ` : ""}(${conditions.join(" or ")})`,
      ];
    });
    const owners = statement.value(teamIds, "uuid[]");
    const text = `
      with matched as (${parts.join("\nunion all\n") || "select null::uuid as team_id, null::uuid as component_id where false"}),
      gone as (
        delete from team_components t
        where  t.team_id = any (${owners}) and t.selector_id = ${statement.value(fromSpec)}
        ${among ? `and t.component_id = any (${among})` : ""}
        and    not exists (select from matched m where m.team_id = t.team_id and m.component_id = t.component_id)
      )
      insert into team_components (team_id, component_id, selector_id)
      select team_id, component_id, ${statement.value(fromSpec)} from matched
      on conflict do nothing`;
    await tx.executeQuery(CompiledQuery.raw(text, statement.values));
  }

  const readsResults = ({ selectors }: Team) =>
    selectors.some((selector) => {
      try {
        return mentions(toSelector(selector), ["health", "status", "summary"]);
      } catch (error) {
        if (error instanceof Unreadable) return false;
        throw error;
      }
    });

  return {
    async matchTeams(tx, ids) {
      if (ids.length === 0) return;
      known = await readTeams(tx);
      const asked = new Set(ids);
      await match(
        tx,
        known.filter(({ id }) => asked.has(id)),
        ids,
      );
    },
    async matchComponents(tx, edited, rolledUp) {
      if (edited.length + rolledUp.length === 0) return;
      known ??= await readTeams(tx);
      if (known.length > 0 && edited.length > 0)
        await match(
          tx,
          known,
          known.map(({ id }) => id),
          edited,
        );
      const byResult = known.filter(readsResults);
      if (byResult.length > 0 && rolledUp.length > 0)
        await match(
          tx,
          byResult,
          byResult.map(({ id }) => id),
          rolledUp,
        );
    },
    forget: () => {
      known = undefined;
    },
  };
}
