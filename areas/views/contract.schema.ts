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
  /** Share of the range between min and max. */
  percent: z.number().optional(),
  /** The value from which the color applies; `percent` is converted to it if min and max are numbers. */
  value: z.number().optional(),
  color: z.string().optional(),
});

const gauge = z.object({
  /** A number, or a CEL expression, whose value for each row is in the attributes of the row. */
  min: z.union([z.number(), z.string()]).optional(),
  max: z.union([z.number(), z.string()]).optional(),
  unit: z.string().optional(),
  precision: z.number().optional(),
  thresholds: z.array(threshold).optional(),
});

/** The values of a cell that only the spec can compute, by column. */
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
  /** If set, `columnOptions` has the values to filter by. */
  filter: z.object({ type: z.literal("multiselect") }).optional(),
  gauge: gauge.optional(),
  /** Colors of badges: `auto` derives a color from each value, `map` names colors by value. */
  badge: z
    .object({
      color: z.object({ auto: z.boolean().optional(), map: z.record(z.string(), z.string()).optional() }).optional(),
    })
    .optional(),
  /** The position of the column on a card: title, subtitle, deck, body, footer or headerRight. */
  card: z.object({ position: z.string().optional(), useForAccent: z.boolean().optional() }).optional(),
});

/**
 * The rows of a panel have these keys: number, gauge, duration (nanoseconds) and text `value` (number also `label`);
 * piechart and bargauge `label` and `value`; table and properties `label` and `value`; timeseries the columns
 * `timeKey`, `valueKey` and any others as series labels; heatmap `date` and `value` (calendar) or `x`, `y` and `value`
 * (compact). The server adds `label` and `value` if the statement uses other names; its own columns stay.
 */
const panel = z.object({
  name: z.string(),
  description: z.string().optional(),
  type: z.enum(panelTypes),
  rows: z.array(z.record(z.string(), z.unknown())),
  /** The statement failed; `rows` are those of the last refresh that worked. */
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
  /** The selected value: the requested one if it is an option, else the default, else the first option. */
  default: z.string(),
  dependsOn: z.array(z.string()),
  /** The options could not be read. */
  error: z.string().optional(),
});

const section = z.object({
  title: z.string(),
  icon: z.string().optional(),
  type: z.enum(["view", "changes", "configs", "access", "accessLogs"]),
  viewRef: z.object({ namespace: z.string(), name: z.string() }).optional(),
  /** The filters of a list of the catalog. */
  uiRef: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
});

const refreshError = z.object({
  /** The part that failed. None of them is set if the whole refresh failed. */
  query: z.string().optional(),
  panel: z.string().optional(),
  column: z.string().optional(),
  variable: z.string().optional(),
  message: z.string(),
  hint: z.string().optional(),
  at: z.string().optional(),
});

const answer = z.object({
  /** Left out in the preview of a view that is not saved. */
  id: z.string().optional(),
  namespace: z.string(),
  name: z.string(),
  title: z.string(),
  icon: z.string().optional(),
  /** The time of the data; left out if they are incomplete, because no refresh has worked yet. */
  lastRefreshedAt: z.string().optional(),
  /** cache: the data were fresh enough; fresh: they were read for this request; error: the last refresh failed. */
  refreshStatus: z.enum(["cache", "fresh", "error"]),
  refreshError: z.string().optional(),
  errors: z.array(refreshError),
  /** Limits that were reached, such as a query with more rows than are read. */
  warnings: z.array(z.string()),
  /** A refresh is still running. */
  refreshing: z.boolean(),
  responseSource: z.enum(["cache", "fresh"]),
  /** Identifies the values of the variables. */
  requestFingerprint: z.string(),
  columns: z.array(column),
  rows: z.array(z.array(z.unknown())),
  panels: z.array(panel),
  variables: z.array(variable),
  /** The values of columns with a filter: a list, or for labels the values by key. */
  columnOptions: z.record(
    z.string(),
    z.object({
      list: z.array(z.string()).optional(),
      labels: z.record(z.string(), z.array(z.string())).optional(),
    }),
  ),
  /** Show rows as cards: the number of cards in a row, and whether cards are shown first. */
  card: z.object({ columns: z.number().optional(), default: z.boolean().optional() }).optional(),
  /** The first sort order of the table (`-cpu` descends), and its page size. */
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
  /** With config_id: the values of variables that the tab sets. */
  variables: z.record(z.string(), z.string()),
});

export const listViews = {
  query: z.strictObject({ config_id: z.guid("is not the id of a config item").optional() }),
  answer: z.array(listed),
};

export const previewView = {
  body: z.strictObject({
    /** The saved view that the draft replaces; it has the credentials in place of each ***. */
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
