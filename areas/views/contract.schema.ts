import { z } from "zod";

export const columnTypes = [
  "string",
  "number",
  "boolean",
  "datetime",
  "duration",
  "health",
  "status",
  "gauge",
  "bytes",
  "decimal",
  "millicore",
  "config_item",
  "labels",
  "url",
] as const;

export const panelTypes = [
  "piechart",
  "number",
  "gauge",
  "text",
  "table",
  "duration",
  "bargauge",
  "properties",
  "timeseries",
  "heatmap",
] as const;

const threshold = z.object({
  /** A percentage of the range between min and max. */
  percent: z.number().optional(),
  /** The lowest value with this color. The server computes it from `percent` if min and max are numbers. */
  value: z.number().optional(),
  color: z.string().optional(),
});

const gauge = z.object({
  /** A number or a CEL expression. The attributes of each row contain the value of the expression. */
  min: z.union([z.number(), z.string()]).optional(),
  max: z.union([z.number(), z.string()]).optional(),
  unit: z.string().optional(),
  precision: z.number().optional(),
  thresholds: z.array(threshold).optional(),
});

/** Values that expressions in the spec compute for a cell, and its config item. */
const cellAttributes = z.object({
  url: z.string().optional(),
  icon: z.string().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  config: z
    .object({
      id: z.string(),
      name: z.string().optional(),
      health: z.string().optional(),
      status: z.string().optional(),
      type: z.string().optional(),
      class: z.string().optional(),
    })
    .optional(),
});
const rowAttributes = z.record(z.string(), cellAttributes);

const column = z.object({
  name: z.string(),
  type: z.enum([...columnTypes, "row_attributes"]),
  primaryKey: z.boolean().optional(),
  hidden: z.boolean().optional(),
  width: z.string().optional(),
  description: z.string().optional(),
  unit: z.string().optional(),
  icon: z.string().optional(),
  /** If set, `columnOptions` has the options of the filter. */
  filter: z.object({ type: z.literal("multiselect") }).optional(),
  gauge: gauge.optional(),
  /** Badge colors: `auto` derives a color from each value, `map` has a color for each value. */
  badge: z
    .object({
      color: z.object({ auto: z.boolean().optional(), map: z.record(z.string(), z.string()).optional() }).optional(),
    })
    .optional(),
  /** The position of the column on a card: title, subtitle, deck, body, footer or headerRight. */
  card: z.object({ position: z.string().optional(), useForAccent: z.boolean().optional() }).optional(),
});

/**
 * The keys of a row depend on the panel type. number, gauge, duration (nanoseconds) and text: `value`; number also
 * `label`. piechart, bargauge, table and properties: `label` and `value`. timeseries: the columns that `timeKey` and
 * `valueKey` name; all other columns are labels of the series. heatmap: `date` and `value` (calendar) or `x`, `y` and
 * `value` (compact). If the statement uses other names, the server adds `label` and `value` as copies of its columns.
 */
const panel = z.object({
  name: z.string(),
  description: z.string().optional(),
  type: z.enum(panelTypes),
  rows: z.array(z.record(z.string(), z.unknown())),
  /** The reason why the panel could not be computed; `rows` is then empty. */
  error: z.string().optional(),
  number: z.object({ unit: z.string().optional(), precision: z.number().optional() }).optional(),
  gauge: gauge.optional(),
  bargauge: gauge
    .extend({
      group: z.string().optional(),
      /** How values are shown: percent (of the range), multiplier or none. */
      format: z.string().optional(),
    })
    .optional(),
  piechart: z
    .object({ showLabels: z.boolean().optional(), colors: z.record(z.string(), z.string()).optional() })
    .optional(),
  timeseries: z
    .object({
      timeKey: z.string(),
      valueKey: z.string(),
      style: z.enum(["lines", "area", "points", "bars"]),
      legend: z.boolean().optional(),
      unit: z.string().optional(),
    })
    .optional(),
  heatmap: z.object({ mode: z.enum(["calendar", "compact"]), unit: z.string().optional() }).optional(),
});

const variable = z.object({
  key: z.string(),
  label: z.string().optional(),
  options: z.array(z.string()),
  optionItems: z.array(z.object({ label: z.string(), value: z.string() })),
  /** The selected value: the requested value if it is an option, else the default, else the first option. */
  default: z.string(),
  dependsOn: z.array(z.string()),
  /** The reason why the options could not be read. */
  error: z.string().optional(),
});

const section = z.object({
  title: z.string(),
  icon: z.string().optional(),
  type: z.enum(["view", "changes", "configs", "access", "accessLogs"]),
  viewRef: z.object({ namespace: z.string(), name: z.string() }).optional(),
  /** The filters of a catalog list, by the name of the list. */
  uiRef: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
});

const refreshError = z.object({
  /**
   * One of `query`, `panel`, `column` and `variable` names the failed part. All four are left out if the whole refresh
   * failed.
   */
  query: z.string().optional(),
  panel: z.string().optional(),
  column: z.string().optional(),
  variable: z.string().optional(),
  message: z.string(),
  hint: z.string().optional(),
  at: z.string().optional(),
});

const answer = z.object({
  /** Left out if the view is not saved. */
  id: z.string().optional(),
  namespace: z.string(),
  name: z.string(),
  title: z.string(),
  icon: z.string().optional(),
  /** The time of the last successful refresh; left out if no refresh has succeeded yet. */
  lastRefreshedAt: z.string().optional(),
  /**
   * cache: the stored data were fresh enough; fresh: the data were read for this request; error: the last refresh
   * failed.
   */
  refreshStatus: z.enum(["cache", "fresh", "error"]),
  refreshError: z.string().optional(),
  errors: z.array(refreshError),
  /** Messages about rows that were left out, such as rows with a repeated primary key. */
  warnings: z.array(z.string()),
  /** A refresh is still running. */
  refreshing: z.boolean(),
  responseSource: z.enum(["cache", "fresh"]),
  /** A hash of the variable values. */
  requestFingerprint: z.string(),
  columns: z.array(column),
  rows: z.array(z.array(z.unknown())),
  panels: z.array(panel),
  variables: z.array(variable),
  /** The options of column filters: a list of values, or the values of each label key. */
  columnOptions: z.record(
    z.string(),
    z.object({
      list: z.array(z.string()).optional(),
      labels: z.record(z.string(), z.array(z.string())).optional(),
    }),
  ),
  /** Settings for cards: the number of cards in a row, and whether the page shows cards before the user chooses. */
  card: z.object({ columns: z.number().optional(), default: z.boolean().optional() }).optional(),
  /** The initial sort order of the table (`-cpu` sorts in descending order), and its page size. */
  table: z.object({ sort: z.string().optional(), size: z.number().optional() }).optional(),
  sections: z.array(section),
});

const named = z.object({ namespace: z.string().min(1).max(253), name: z.string().min(1).max(253) });
const maxVariables = 50;
const variables = z
  .record(z.string().max(100), z.string("must be a string").max(2_000), "must be an object")
  .refine((all) => Object.keys(all).length <= maxVariables, `has more than ${maxVariables} variables`);

export const viewData = { params: named, answer };

export const viewDataWith = {
  params: named,
  body: z.strictObject({ variables: variables.optional() }),
  answer,
};

const listed = z.object({
  id: z.string(),
  name: z.string(),
  namespace: z.string(),
  title: z.string(),
  icon: z.string().nullable(),
  /** If the request has config_id, the variable values that the tab sets. */
  variables: z.record(z.string(), z.string()),
});

export const listViews = {
  query: z.strictObject({ config_id: z.guid("is not the id of a config item").optional() }),
  answer: z.array(listed),
};

export const previewView = {
  body: z.strictObject({
    /** The id of the saved view that the draft replaces. Its stored credentials replace each *** in the spec. */
    id: z.guid("is not the id of a view").optional(),
    namespace: z.string().max(253).default("default"),
    name: z.string().max(253).default("draft"),
    spec: z.record(z.string(), z.unknown(), "must be an object"),
    variables: variables.optional(),
  }),
  answer,
};

const galleryView = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  icon: z.string(),
  spec: z.record(z.string(), z.unknown()),
});

export const galleryOfViews = { answer: z.array(galleryView) };

export type ViewAnswer = z.output<typeof answer>;
export type ViewColumn = z.output<typeof column>;
export type ViewPanel = z.output<typeof panel>;
export type ViewVariable = z.output<typeof variable>;
export type ViewSection = z.output<typeof section>;
export type RefreshError = z.output<typeof refreshError>;
export type CellAttributes = z.output<typeof cellAttributes>;
export type RowAttributes = z.output<typeof rowAttributes>;
export type ListedView = z.output<typeof listed>;
export type GalleryView = z.output<typeof galleryView>;
