// Converts built components to rows: flattens the tree, and computes a hash of everything that is written.
import { hash } from "node:crypto";
import type { Json } from "#language/columns.ts";
import { isRefused, storableValue } from "#server/db/sql-text.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { maskSpec } from "#server/spec/masked-spec.ts";
import type { BuiltTree } from "../build/build.ts";
import type { BuildLog } from "../build/build-log.ts";
import type { BuiltCheck, BuiltComponent } from "../build/component.ts";
import { componentCheck } from "../spec.ts";
import { cutKeys } from "./cut-keys.ts";

/** The columns that a build sets, except the key and the position in the tree. */
export interface ComponentValues {
  external_id: string;
  config_id: string | null;
  text: string | null;
  topology_type: string | null;
  namespace: string | null;
  icon: string | null;
  owner: string | null;
  labels: Json;
  status_expr: string | null;
  status_reason: string | null;
  stated_status: string | null;
  stated_health: string | null;
  health_expr: string | null;
  description: string | null;
  lifecycle: string | null;
  tooltip: string | null;
  hidden: boolean | null;
  display_order: number | null;
  schedule: string | null;
  selectors: Json;
  log_selectors: Json;
  component_checks: Json;
  configs: Json;
  properties: Json;
}

export interface ComponentColumns {
  name: string;
  type: string | null;
  values: ComponentValues;
}

export interface BuiltRow extends ComponentColumns {
  component: BuiltComponent;
  parent: BuiltRow | undefined;
  /** The id of a parent in a different topology. */
  foreignParent: string | undefined;
  children: BuiltRow[];
  /** 1 for a root. */
  depth: number;
  /** Filled in when the row is matched with the stored rows. */
  id?: string;
}

/** The maximum number of levels of a tree. The index of `components.path` holds about 70 ids. */
export const maxDepth = 64;

interface RowOptions {
  topologyType: string | undefined;
  log: BuildLog;
  scrubber: Pick<Scrubber, "document">;
}

/** Returns the rows level by level, so that parents come first. The first of equal siblings is used. */
export function rowsOf({ roots, foreignParents }: BuiltTree, { topologyType, log, scrubber }: RowOptions): BuiltRow[] {
  const rows: BuiltRow[] = [];
  const add = (components: readonly BuiltComponent[], parent: BuiltRow | undefined, foreignParent?: string) => {
    const known = new Set<string>(parent?.children.map(keyOf));
    const depth = (parent?.depth ?? 0) + 1;
    if (depth > maxDepth && components.length > 0)
      return log.fail(
        `${parent!.name} is on level ${maxDepth}, and a tree has at most ${maxDepth} levels: the components below it are left out.`,
        { keeps: true },
      );
    for (const component of components) {
      const { name, type = null } = component;
      // Secrets are removed after refused characters are removed, and before keys are truncated.
      const { columns, cut } = cutKeys(
        scrubber.document(storableColumns({ name, type, values: valuesOf(component, topologyType) })),
      );
      if (columns.name === "") {
        log.fail(`${parent ? `${parent.name} has` : "The topology has"} a component without a name. It is left out.`, {
          keeps: true,
        });
        continue;
      }
      if (cut !== undefined) log.fail(cut, { keeps: false });
      const row: BuiltRow = {
        ...columns,
        component,
        parent,
        foreignParent,
        children: [],
        depth,
      };
      const key = keyOf(row);
      if (known.has(key)) {
        log.warn(
          `${parent ? `${parent.name} has` : foreignParent === undefined ? "The topology has" : "A parent in a different topology has"} more than one component ${row.name}${row.type ? ` of the type ${row.type}` : ""}; the first one is used.`,
        );
        continue;
      }
      known.add(key);
      parent?.children.push(row);
      rows.push(row);
    }
  };
  add(roots, undefined);
  // Components with the same parent are added in one call, so that equal components are detected.
  for (const [id, placed] of Map.groupBy(foreignParents, ([, parentId]) => parentId))
    add(
      placed.map(([component]) => component),
      undefined,
      id,
    );
  for (const row of rows) add(row.component.components, row);
  return rows;
}

export const keyOf = ({ name, type }: { name: string; type: string | null }) => `${type ?? ""}\0${name}`;

/** Rounds to the next number that the column can store. */
const integer = (value: number) => Math.max(-(2 ** 31), Math.min(Math.round(value), 2 ** 31 - 1));

const listOrNull = (list: readonly unknown[]): Json => (list.length > 0 ? (list as Json) : null);

function maskedCheck(check: BuiltCheck): unknown {
  const { isExternal: _isExternal, ...written } = check;
  return maskSpec(componentCheck, written).masked;
}

function valuesOf(component: BuiltComponent, topologyType: string | undefined): ComponentValues {
  const { checks, properties } = component;
  return {
    external_id: component.externalId,
    config_id: component.configId ?? null,
    text: component.text ?? null,
    topology_type: topologyType ?? null,
    namespace: component.namespace ?? null,
    icon: component.icon ?? null,
    owner: component.owner ?? null,
    labels: Object.keys(component.labels).length > 0 ? component.labels : null,
    status_expr: component.statusExpr ?? null,
    status_reason: component.statusReason ?? null,
    stated_status: component.status ?? null,
    stated_health: component.health ?? null,
    health_expr: component.healthExpr ?? null,
    description: component.description ?? null,
    lifecycle: component.lifecycle ?? null,
    tooltip: component.tooltip ?? null,
    hidden: component.hidden ?? null,
    display_order: component.order === undefined ? null : integer(component.order),
    schedule: component.schedule ?? null,
    selectors: listOrNull(component.selectors),
    log_selectors: listOrNull(component.logs),
    // Everyone who can read components can read this column, so the credentials of inline canaries are masked.
    component_checks: listOrNull(checks.map(maskedCheck)),
    configs: listOrNull(component.configs),
    properties: properties.length > 0 ? (properties as unknown as Json) : null,
  };
}

const storableColumns = (columns: ComponentColumns): ComponentColumns =>
  isRefused(JSON.stringify(columns)) ? storableValue(columns) : columns;

/** The hash also covers inline canaries with their credentials, which are not part of the row. */
export const hashOf = ({ name, type, values, component: { checks } }: BuiltRow): string =>
  hash("md5", JSON.stringify([name, type, values, checks]), "hex").replace(
    /^(.{8})(.{4})(.{4})(.{4})(.{12})$/,
    "$1-$2-$3-$4-$5",
  );
