// Builds the response of a view from the head, which is stored with the rows, and the state of the data.
import type { ViewAnswer, ViewColumn, ViewPanel } from "../../contract.schema.ts";
import type { ColumnSpec } from "../spec/column-spec.ts";
import type { PanelSpec } from "../spec/panel-spec.ts";
import type { SectionSpec, ViewSpec } from "../spec/view-spec.ts";
import type { Refreshed } from "./refresh.ts";
import type { StoredResult } from "./stored-results.ts";
import { defaultNamespace } from "./view-row.ts";

type State = Pick<
  ViewAnswer,
  "lastRefreshedAt" | "refreshStatus" | "refreshError" | "errors" | "refreshing" | "responseSource"
>;
type Head = Omit<ViewAnswer, keyof State | "rows">;

export interface Named {
  id?: string;
  namespace: string;
  name: string;
}

export function headOf(view: Named, spec: ViewSpec, fingerprint: string, refreshed: Refreshed): Head {
  const { display = {}, columns = [], panels = [], sections = [] } = spec;
  const { variables, computed, errors } = refreshed;
  const icon = display.icon || spec.icon;
  const rowsOf = new Map(computed?.result.panels.map(({ name, rows }) => [name, rows]));
  const failed = errors.flatMap(({ query }) => query ?? []);
  return {
    ...view,
    title: display.title || spec.title || view.name,
    ...(icon && { icon }),
    requestFingerprint: fingerprint,
    warnings: [...(computed?.result.warnings ?? [])],
    columns: [
      ...columns.map(columnOf),
      ...(computed?.result.hasAttributes
        ? [{ name: "__row__attributes", type: "row_attributes" as const, hidden: true }]
        : []),
    ],
    panels: panels.map((panel) => {
      const error = errors.find((each) => each.panel === panel.name)?.message ?? missingQuery(panel, failed);
      if (error !== undefined) return { ...panelOf(panel), rows: [], error };
      return { ...panelOf(panel), rows: [...(rowsOf.get(panel.name) ?? [])] };
    }),
    variables,
    columnOptions: { ...computed?.result.columnOptions },
    ...(display.card && { card: display.card }),
    ...(display.table && { table: display.table }),
    sections: sections.map(sectionOf),
  };
}

/**
 * Returns an error for a panel that reads a failed query. The table of that query is empty, so the panel would show
 * wrong numbers.
 */
function missingQuery({ query }: PanelSpec, failed: readonly string[]): string | undefined {
  const words = new Set(query.toLowerCase().match(/[a-z_]\w*/g));
  const missing = failed.find((name) => words.has(name.toLowerCase()));
  return missing === undefined ? undefined : `The query ${missing} failed.`;
}

function columnOf(column: ColumnSpec): ViewColumn {
  const { name, type, primaryKey, hidden, width, description, unit, filter, gauge, badge, card } = column;
  return {
    name,
    type,
    ...(primaryKey && { primaryKey }),
    ...(hidden && { hidden }),
    ...(width !== undefined && { width: String(width) }),
    ...(description && { description }),
    ...(unit && { unit }),
    ...(filter && { filter: { type: "multiselect" as const } }),
    ...(gauge && { gauge: gaugeOf(gauge) }),
    ...(badge && { badge }),
    ...(card && { card }),
  };
}

type Gauge = NonNullable<ColumnSpec["gauge"]>;

const numberOr = (limit: Gauge["min"]) =>
  typeof limit === "string" && limit.trim() !== "" && Number.isFinite(Number(limit)) ? Number(limit) : limit;

/** Computes `value` from `percent`, because existing consoles read `value`. */
function gaugeOf<G extends Gauge>(gauge: G): G {
  const [min, max] = [numberOr(gauge.min), numberOr(gauge.max)];
  const [from, to] = [min ?? 0, max];
  const valueOf = (percent: number) =>
    typeof from === "number" && typeof to === "number" ? from + ((to - from) * percent) / 100 : undefined;
  return {
    ...gauge,
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(gauge.thresholds && {
      thresholds: gauge.thresholds.map((threshold) => {
        const value = threshold.value ?? (threshold.percent === undefined ? undefined : valueOf(threshold.percent));
        return { ...threshold, ...(value !== undefined && { value }) };
      }),
    }),
  };
}

function panelOf(panel: PanelSpec): Omit<ViewPanel, "rows"> {
  const { name, type, description, number, gauge, bargauge, piechart, timeseries, heatmap } = panel;
  const legend = timeseries?.legend;
  return {
    name,
    type,
    ...(description && { description }),
    ...(number && { number }),
    ...(gauge && { gauge: gaugeOf(gauge) }),
    ...(bargauge && { bargauge: gaugeOf(bargauge) }),
    ...(piechart && { piechart }),
    ...(type === "timeseries" && {
      timeseries: {
        timeKey: timeseries?.timeKey || "timestamp",
        valueKey: timeseries?.valueKey || "value",
        style: timeseries?.style ?? "lines",
        ...(legend !== undefined && { legend: typeof legend === "boolean" ? legend : (legend.enable ?? true) }),
        ...(timeseries?.unit && { unit: timeseries.unit }),
      },
    }),
    ...(type === "heatmap" && {
      heatmap: { mode: heatmap?.mode ?? "calendar", ...(heatmap?.unit && { unit: heatmap.unit }) },
    }),
  };
}

function sectionOf({ title, icon, viewRef, uiRef = {} }: SectionSpec): ViewAnswer["sections"][number] {
  const shown = { ...(icon && { icon }) };
  if (viewRef) {
    const ref = { namespace: viewRef.namespace || defaultNamespace, name: viewRef.name };
    return { title: title || ref.name, ...shown, type: "view", viewRef: ref };
  }
  const type = (["changes", "configs", "access", "accessLogs"] as const).find((name) => uiRef[name] !== undefined)!;
  return { title: title || type, ...shown, type, uiRef: { [type]: { ...uiRef[type] } } };
}

const sentenceOf = (errors: ViewAnswer["errors"]) =>
  errors
    .map(({ query, panel, column, variable, message }) => {
      const part = query ?? panel ?? column ?? variable;
      return part === undefined ? message : `${part}: ${message}`;
    })
    .join(" ");

export type ShownResult = Pick<StoredResult, "refreshedAt" | "isComplete" | "errors" | "head" | "rows">;

export interface Shown {
  source: "cache" | "fresh";
  /** The message that the refresh takes longer than the timeout and is still running. */
  late?: string | undefined;
}

function stateOf(
  { refreshedAt, isComplete, errors }: Pick<StoredResult, "refreshedAt" | "isComplete" | "errors">,
  { source, late }: Shown,
): State {
  const all = [...errors, ...(late === undefined ? [] : [{ message: late }])];
  return {
    ...(isComplete && { lastRefreshedAt: new Date(refreshedAt).toISOString() }),
    refreshStatus: all.length > 0 ? "error" : source,
    ...(all.length > 0 && { refreshError: sentenceOf(all) }),
    errors: all,
    refreshing: late !== undefined,
    responseSource: source,
  };
}

/** Builds the response. The rows are large and already JSON, so they are not parsed. */
export function bodyOf(result: ShownResult, shown: Shown): Buffer {
  const state = JSON.stringify(stateOf(result, shown));
  return Buffer.concat([
    Buffer.from(`${state.slice(0, -1)},${result.head.slice(1, -1)},"rows":`),
    result.rows,
    Buffer.from("}"),
  ]);
}
