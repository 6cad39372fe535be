// Finds the config items of an application: one statement evaluates all selectors of its mapping.
import { selectableConfigs } from "#areas/catalog/server/index.ts";
import { isEmptySelector, toSelector, type ResourceSelector } from "#language/resource-selector.ts";
import { Unreadable } from "#lib/text/unreadable.ts";
import type { System } from "#server/area.ts";
import { Statement } from "#server/selector/condition.ts";
import { takeControls } from "#server/selector/controls.ts";
import { selectorCondition } from "#server/selector/selector-condition.ts";
import type { ApplicationSpec } from "../spec/application-spec.ts";
import type { ReportReader } from "./reader.ts";

/** The maximum number of config items per selector. */
export const maxItems = 20_000;

export interface Item {
  id: string;
  name: string;
  type: string;
  tags: Readonly<Record<string, string>> | null;
  /**
   * Null unless the labels contain a version or a region, because there can be thousands of items and most have
   * neither.
   */
  labels: Readonly<Record<string, string>> | null;
  created_at: string;
  updated_at: string | null;
  cost_total_1d: number | null;
  cost_total_30d: number | null;
  /** Like `config`, null except for logins, access reviews and authentication. */
  external_id: readonly string[] | null;
  config: unknown;
}

type Group = "logins" | "accessReviews" | "authentication" | "datasources" | "roles" | "environments";

interface Mapped {
  group: Group;
  /** The path of the selector in the spec. */
  path: string;
  selector: ResourceSelector;
  /** The name of the environment or the role; otherwise empty. */
  of: string;
  purpose: string;
}

/** The config items that one selector matches. */
export interface Match extends Omit<Mapped, "selector" | "path"> {
  items: readonly Item[];
}

/** Groups whose documents the report reads. */
const withDocuments: ReadonlySet<Group> = new Set(["logins", "accessReviews", "authentication"]);

/** The fields of documents that the report reads (access-control.ts), in lower case without `_` and `-`. */
const documentFields = [
  "email mail emailaddress userprincipalname displayname fullname role roles authtype authenticationtype",
  "lastlogin lastloginat lastsignin lastsignindatetime passwordlastused lastaccessreview",
  "user userid account login date reviewedat completedat type domain provider mfa passwordpolicy",
]
  .join(" ")
  .split(" ");

/** Longer fields are not read. Names, times and settings are shorter. */
const maxFieldLength = 1_000;

/** Reads only these fields of a document, because documents can be large and thousands of them are read. */
const readFields = `
  case when f.is_whole and jsonb_typeof(r.config) = 'object' then (
    select coalesce(jsonb_object_agg(field.key, field.value), '{}')
    from   jsonb_each(r.config) as field
    where  lower(translate(field.key, '_-', '')) = any (array[${documentFields.map((name) => `'${name}'`).join(", ")}])
    and    length(field.value::text) <= ${maxFieldLength}) end`;

export async function findItems(
  { catalog }: Pick<System, "catalog">,
  reader: ReportReader,
  mapping: ApplicationSpec["mapping"],
): Promise<Match[]> {
  const mapped = selectorsOf(mapping);
  if (mapped.length === 0) return [];
  if (!reader.opens("Config items", "config_items")) return [];
  const { columns } = catalog.current.relations.get(selectableConfigs.relation)!;
  const selected = { kind: selectableConfigs, columns };
  const statement = new Statement();
  const parts: string[] = [];
  const render = ({ selector, group }: Mapped, index: number, into: Statement) => {
    const { controls, rest } = takeControls(toSelector(selector), selected);
    const { order, offset = 0, limit = selector.limit || maxItems } = controls;
    return [
      `(select ${index} as number, ${withDocuments.has(group)} as is_whole, r.id from config_items r`,
      `where  ${selectorCondition(selector, rest, selected, into)}`,
      ...(order === undefined && limit >= maxItems
        ? []
        : [`order by ${order === undefined ? "" : `${order}, `}r.name`]),
      `limit ${Math.min(limit, maxItems)} offset ${offset})`,
    ].join("\n");
  };
  for (const [index, one] of mapped.entries())
    try {
      // Renders the selector into a separate statement first: if it fails, it must not leave unused parameters in the
      // real statement.
      render(one, index, new Statement());
      parts.push(render(one, index, statement));
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      reader.omit(`mapping.${one.path}`, error.message);
    }
  if (parts.length === 0) return [];
  const found = await reader.rows<{ number: number; item: Item }>(
    `with found as (${parts.join("\nunion all\n")})
     select jsonb_build_object('number', f.number, 'item', jsonb_build_object(
              'id', r.id, 'name', r.name, 'type', r.type, 'tags', r.tags,
              'external_id', case when f.is_whole then to_jsonb(r.external_id) end,
              'labels', case when r.labels ?| array['app.kubernetes.io/version', 'version', 'topology.kubernetes.io/region'] then r.labels end,
              'created_at', r.created_at, 'updated_at', r.updated_at, 'cost_total_1d', r.cost_total_1d,
              'cost_total_30d', r.cost_total_30d, 'config', ${readFields})) as row
     from   found f
     join   config_items r on r.id = f.id
     order  by r.name, r.id`,
    statement.allValues(),
  );
  return mapped.map(({ group, of, purpose, path }, index) => {
    const items = found.filter(({ number }) => number === index).map(({ item }) => item);
    if (items.length >= maxItems)
      reader.omit(`mapping.${path}`, `Only the first ${maxItems.toLocaleString("en")} config items are included.`);
    return { group, of, purpose, items };
  });
}

/** Lists all selectors of a mapping, except empty selectors, which select nothing. */
function selectorsOf(mapping: ApplicationSpec["mapping"] = {}): Mapped[] {
  const plain = (["logins", "accessReviews", "authentication", "datasources"] as const).flatMap((group) =>
    (mapping[group] ?? []).map((selector, index) => ({
      group,
      path: `${group}.${index}`,
      selector,
      of: "",
      purpose: "",
    })),
  );
  const environments = Object.entries(mapping.environments ?? {}).flatMap(([of, selectors]) =>
    selectors.map(({ purpose = "", ...selector }, index) => ({
      group: "environments" as const,
      path: `environments.${of}.${index}`,
      selector,
      of,
      purpose,
    })),
  );
  const roles = (mapping.roles ?? []).map(({ role = "", ...selector }, index) => ({
    group: "roles" as const,
    path: `roles.${index}`,
    selector,
    of: role,
    purpose: "",
  }));
  return [...plain, ...environments, ...roles].filter(({ selector }) => !isEmptySelector(selector as ResourceSelector));
}

/** Returns the config items without duplicates, because several selectors can match the same item. */
export function distinctItems(matches: readonly Match[], ...groups: readonly Group[]): Item[] {
  const byId = new Map<string, Item>();
  for (const { group, items } of matches)
    if (groups.includes(group)) for (const item of items) if (!byId.has(item.id)) byId.set(item.id, item);
  return [...byId.values()];
}
