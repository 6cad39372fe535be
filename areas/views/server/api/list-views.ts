// Lists all views that the caller may read, or the views that appear as tabs on the page of a config item.
import { problem } from "#language/problem.ts";
import { isEmptySelector, toSelector, type ResourceSelector } from "#language/resource-selector.ts";
import { Unreadable } from "#lib/text/unreadable.ts";
import type { System } from "#server/area.ts";
import { claimsOf, mayUse } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import { Statement } from "#server/selector/condition.ts";
import { takeControls } from "#server/selector/controls.ts";
import { selectorCondition } from "#server/selector/selector-condition.ts";
import { FillFault, filledText } from "#server/spec/fill.ts";
import { selectableConfigs } from "#areas/catalog/server/index.ts";
import type { ListedView } from "../../contract.schema.ts";
import { findViews, requireViews, type ViewRow } from "../refresh/view-row.ts";

interface Display {
  title?: unknown;
  icon?: unknown;
  plugins?: readonly { configTab?: ResourceSelector; variables?: Readonly<Record<string, string>> }[];
}

const displayOf = ({ spec }: ViewRow): Display => (spec as { display?: Display } | null)?.display ?? {};

function listed(view: ViewRow, variables: Readonly<Record<string, string>> = {}): ListedView {
  const { id, name, namespace, spec } = view;
  const { title, icon } = displayOf(view);
  const older = (spec ?? {}) as { title?: unknown; icon?: unknown };
  const text = (...values: readonly unknown[]) =>
    values.find((value): value is string => typeof value === "string" && value !== "");
  return {
    id,
    name,
    namespace,
    title: text(title, older.title) ?? name,
    icon: text(icon, older.icon) ?? null,
    variables: { ...variables },
  };
}

export async function listViews(system: System, actor: Actor, configId: string | undefined): Promise<ListedView[]> {
  await requireViews(system, actor);
  const views = await findViews(system, actor);
  if (configId === undefined) return views.map((view) => listed(view));
  const relation = system.catalog.current.relations.get(selectableConfigs.relation)!;
  if (!mayUse(actor, "select", relation)) throw problem.forbidden("read", relation.resource);
  const tabs = views.flatMap((view) =>
    (displayOf(view).plugins ?? []).flatMap(({ configTab, variables }) =>
      configTab && !isEmptySelector(configTab) ? [{ view, configTab, variables }] : [],
    ),
  );
  const statement = new Statement();
  const id = statement.value(configId, "uuid");
  const conditions = tabs.map(({ configTab }) => conditionOf(system, configTab, statement));
  const { rows } = await system.db.reading(claimsOf(actor, "read"), "page").query<{ item: object; fits: boolean[] }>(
    `select jsonb_build_object('id', r.id, 'name', r.name, 'type', r.type, 'tags', r.tags, 'labels', r.labels,
                               'namespace', r.tags ->> 'namespace', 'status', r.status, 'health', r.health) as item,
            array[${conditions.map((condition) => `coalesce(${condition}, false)`).join(", ")}]::boolean[] as fits
     from   config_items r
     where  r.id = ${id}`,
    statement.allValues(),
  );
  const [found] = rows;
  if (!found) throw problem.notFound("config item", configId);
  const fitting = tabs.filter((_, at) => found.fits[at]);
  const once = fitting.filter(({ view }, at) => fitting.findIndex((other) => other.view.id === view.id) === at);
  return Promise.all(once.map(async ({ view, variables }) => listed(view, await filled(variables, found.item))));
}

/** A selector that cannot be parsed selects nothing. The editor reports the error when the view is saved. */
function conditionOf({ catalog }: System, selector: ResourceSelector, statement: Statement): string {
  const { columns } = catalog.current.relations.get(selectableConfigs.relation)!;
  const selected = { kind: selectableConfigs, columns };
  try {
    const everywhere = { ...selector, agent: selector.agent || "all", includeDeleted: true };
    return selectorCondition(everywhere, takeControls(toSelector(selector), selected).rest, selected, statement);
  } catch (error) {
    if (error instanceof Unreadable) return "false";
    throw error;
  }
}

/** Fills in the templates of variable values, such as `$(config.name)`. */
async function filled(variables: Readonly<Record<string, string>> | undefined, config: object) {
  const filling = {
    around: { config },
    variables: new Map<string, string>(),
    value: async (text: string) => text,
    credentials: async () => ({ username: "", password: "", name: "", namespace: "" }),
  };
  const texts: Record<string, string> = {};
  for (const [key, text] of Object.entries(variables ?? {}))
    try {
      texts[key] = await filledText(text, filling, { what: key });
    } catch (error) {
      if (!(error instanceof FillFault)) throw error;
    }
  return texts;
}
