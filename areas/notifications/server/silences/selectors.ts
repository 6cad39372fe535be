// Finds the silences whose selectors match resources. PostgreSQL evaluates the selectors. All resources that are
// requested in the same turn of the event loop are compared with all selectors in one statement per kind.
import { isEmptySelector, toSelector, type ResourceSelector } from "#language/resource-selector.ts";
import { Unreadable } from "#lib/text/unreadable.ts";
import type { System } from "#server/area.ts";
import { isolated } from "#server/db/isolated.ts";
import { Statement, UnknownField } from "#server/selector/condition.ts";
import { takeControls } from "#server/selector/controls.ts";
import type { Selectable, Selected } from "#server/selector/selected.ts";
import { selectorCondition } from "#server/selector/selector-condition.ts";
import { selectableConfigs } from "#areas/catalog/server/index.ts";
import type { Silence } from "./silence.ts";
import { subjectKinds, type SubjectKind } from "./subject.ts";

const selectables: Readonly<Record<SubjectKind, Selectable>> = {
  config: selectableConfigs,
  component: { relation: "components", scope: { column: "topology_id", of: "topologies" } },
  check: { relation: "checks", fields: { health: ["status"] }, scope: { column: "canary_id", of: "canaries" } },
  canary: { relation: "canaries" },
};

type Parts = Pick<System, "db" | "catalog" | "log">;

const selectedOf = ({ catalog }: Pick<System, "catalog">, kind: SubjectKind): Selected => {
  const selectable = selectables[kind];
  return { kind: selectable, columns: catalog.current.relations.get(selectable.relation)!.columns };
};

/**
 * Renders a condition; undefined if resources of this kind do not have a field of the selector. A message is about a
 * single resource, which may be deleted, so limits and the default condition on deleted rows do not apply.
 */
function conditionOf(selector: ResourceSelector, selected: Selected, statement: Statement): string | undefined {
  if (isEmptySelector(selector)) return undefined;
  const valueCount = statement.values.length;
  try {
    const { rest } = takeControls(toSelector(selector), selected);
    return selectorCondition({ ...selector, includeDeleted: true }, rest, selected, statement);
  } catch (error) {
    statement.values.length = valueCount;
    if (error instanceof UnknownField) return undefined;
    throw error;
  }
}

/** Returns the reason why a selector cannot match any kind of resource; undefined if it can match. */
export function faultOfSelector(system: Pick<System, "catalog">, selector: ResourceSelector): string | undefined {
  if (isEmptySelector(selector)) return "is empty, and would match nothing";
  try {
    const isKnown = subjectKinds.some(
      (kind) => conditionOf(selector, selectedOf(system, kind), new Statement()) !== undefined,
    );
    return isKnown ? undefined : "has a field that no config item, component, check or canary has";
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    throw error;
  }
}

const statementTimeout = "57014";

/** A timeout may only mean that the database is busy, and an error without a SQLSTATE is not about the values. */
function isFaultOfSelector(error: unknown): boolean {
  if (error instanceof Unreadable) return true;
  const { code } = error as { code?: unknown };
  return typeof code === "string" && code !== statementTimeout;
}

/** Limits the parameters of a statement, and the work to repeat if the database refuses one selector. */
const perStatement = 100;
const maxResources = 1_000;

export interface SelectorBatches {
  /** Returns the silences whose selectors match the resource. */
  matching(kind: SubjectKind, id: string): Promise<ReadonlySet<Silence>>;
}

export function createSelectorBatches(
  system: Parts,
  silences: readonly Silence[],
  /** Called once for each silence with a selector that cannot be evaluated. */
  report: (silence: Silence, fault: string) => void,
): SelectorBatches {
  const usable = new Set(silences);
  const waiting = new Map<SubjectKind, Map<string, PromiseWithResolvers<ReadonlySet<Silence>>>>();

  function refuse(silence: Silence, error: unknown): void {
    if (!isFaultOfSelector(error)) {
      system.log.warn(
        { err: error, silence: silence.id },
        "the selectors of a silence could not be evaluated this time",
      );
      return;
    }
    if (usable.delete(silence)) report(silence, error instanceof Error ? error.message : String(error));
  }

  async function flush(kind: SubjectKind): Promise<void> {
    const asked = [...(waiting.get(kind) ?? [])];
    waiting.delete(kind);
    for (let at = 0; at < asked.length; at += maxResources) {
      const part = asked.slice(at, at + maxResources);
      try {
        const found = await compare(
          kind,
          part.map(([id]) => id),
        );
        for (const [id, { resolve }] of part) resolve(found.get(id) ?? new Set());
      } catch (error) {
        for (const [, { reject }] of part) reject(error);
      }
    }
  }

  async function compare(kind: SubjectKind, ids: readonly string[]): Promise<Map<string, Set<Silence>>> {
    const found = new Map(ids.map((id) => [id, new Set<Silence>()]));
    const all = [...usable];
    for (let at = 0; at < all.length; at += perStatement)
      await isolated(
        all.slice(at, at + perStatement),
        async (some) => {
          for (const { id, matched } of await select(kind, ids, some))
            for (const index of matched) found.get(id)?.add(some[index]!);
        },
        refuse,
      );
    return found;
  }

  async function select(kind: SubjectKind, ids: readonly string[], some: readonly Silence[]) {
    const selected = selectedOf(system, kind);
    const statement = new Statement();
    const listed = statement.value(ids, "uuid[]");
    const cases = some.flatMap(({ selectors }, index) => {
      const conditions = selectors.flatMap((selector) => conditionOf(selector, selected, statement) ?? []);
      return conditions.length === 0 ? [] : [`case when ${conditions.join(" or ")} then ${index} end`];
    });
    if (cases.length === 0) return [];
    const text = `
      select r.id::text as id, array_remove(array[${cases.join(", ")}]::integer[], null) as matched
      from   ${selectables[kind].relation} r
      where  r.id = any (${listed})`;
    const { rows } = await system.db
      .reading(undefined)
      .query<{ id: string; matched: number[] }>(text, statement.allValues());
    return rows;
  }

  return {
    matching(kind, id) {
      let asked = waiting.get(kind);
      if (!asked) {
        waiting.set(kind, (asked = new Map()));
        setImmediate(() => void flush(kind));
      }
      const known = asked.get(id) ?? Promise.withResolvers<ReadonlySet<Silence>>();
      asked.set(id, known);
      return known.promise;
    },
  };
}
