// The spec of a view: its queries, the columns and panels that show their results, and the display settings of the
// page.
import { z } from "zod";
import {
  cel,
  count,
  duration,
  filled,
  filledIn,
  icon,
  list,
  longText,
  number,
  part,
  selector,
  templated,
  text,
  texts,
  yes,
} from "#server/spec/parts.ts";
import { levelsOf } from "./variable-levels.ts";
import { columnSpec } from "./column-spec.ts";
import { panelSpec } from "./panel-spec.ts";
import { queryName, querySpec } from "./query-spec.ts";

/** The view views_summary converts `ordinal` to an integer to sort the menu. */
const maxOrdinal = 1_000_000;

const display = part({
  title: text.optional().meta({ label: "Title" }),
  icon: icon.optional(),
  ordinal: number
    .min(-maxOrdinal, `must be at least -${maxOrdinal}`)
    .max(maxOrdinal, `must be at most ${maxOrdinal}`)
    .optional()
    .meta({ label: "Order in the menu" }),
  sidebar: yes.optional().meta({ label: "Show in the menu" }),
  plugins: list(
    part({
      configTab: selector.optional().meta({ label: "Show as a tab of these config items" }),
      variables: z
        .record(z.string(), templated, "must be an object")
        .optional()
        .meta({ label: "Variables", field: "key-values" }),
    }),
  )
    .optional()
    .meta({ label: "Tabs on other pages" }),
  card: part({
    columns: count.optional().meta({ label: "Cards in a row" }),
    default: yes.optional().meta({ label: "Show cards first" }),
  })
    .optional()
    .meta({ label: "Cards" }),
  table: part({
    sort: text.optional().meta({ label: "Sort", placeholder: "-updated_at" }),
    size: count.optional().meta({ label: "Rows per page" }),
  })
    .optional()
    .meta({ label: "Table" }),
});

const variable = part({
  key: filled.regex(/^[A-Za-z_]\w*$/, "must consist of letters, digits and _").meta({ label: "Key" }),
  label: text.optional().meta({ label: "Label" }),
  values: texts.max(100, "has more than 100 values").optional().meta({ label: "Values" }),
  valueFrom: part({
    config: filledIn(selector).meta({ label: "Configs" }),
    label: cel.optional().meta({ label: "Label (CEL)", placeholder: "config.name" }),
    value: cel.optional().meta({ label: "Value (CEL)", placeholder: "config.name" }),
  })
    .optional()
    .meta({ label: "Values from config items" }),
  default: text.optional().meta({ label: "Default" }),
  dependsOn: texts.optional().meta({ label: "Depends on" }),
}).superRefine(({ values, valueFrom }, context) => {
  if ((values === undefined) === (valueFrom === undefined))
    context.addIssue({ code: "custom", path: ["values"], message: "must have exactly one of values and valueFrom" });
});
export type VariableSpec = z.output<typeof variable>;

const catalogLists = ["changes", "configs", "access", "accessLogs"] as const;
const filters = z.record(z.string(), z.unknown(), "must be an object").meta({ isOpen: true });

const section = part({
  title: text.optional().meta({ label: "Title" }),
  icon: icon.optional(),
  viewRef: part({ namespace: text.optional(), name: filled }).optional().meta({ label: "View" }),
  uiRef: part({
    changes: filters.optional().meta({ label: "Changes", isOpen: true }),
    configs: filters.optional().meta({ label: "Configs", isOpen: true }),
    access: filters.optional().meta({ label: "Access", isOpen: true }),
    accessLogs: filters.optional().meta({ label: "Access logs", isOpen: true }),
  })
    .optional()
    .meta({ label: "Catalog list" }),
}).superRefine(({ viewRef, uiRef }, context) => {
  const lists = catalogLists.filter((name) => uiRef?.[name] !== undefined);
  if ((viewRef === undefined) === (uiRef === undefined) || (uiRef && lists.length !== 1))
    context.addIssue({
      code: "custom",
      message: `must have either viewRef, or uiRef with one of ${catalogLists.join(", ")}`,
    });
});
export type SectionSpec = z.output<typeof section>;

const [maxQueries, maxPanels, maxColumns, maxSections] = [50, 100, 200, 50];

const fields = part({
  title: text.optional().meta({ label: "Title", deprecated: true }),
  icon: icon.optional().meta({ deprecated: true }),
  display: display.optional().meta({ label: "Display" }),
  queries: z.record(queryName, querySpec, "must be an object").optional().meta({ label: "Queries" }),
  merge: longText.optional().meta({ label: "Merge (SQL)", field: "long-text" }),
  columns: list(columnSpec).optional().meta({ label: "Columns" }),
  mapping: z
    .record(z.string(), cel, "must be an object")
    .optional()
    .meta({ label: "Mapping (CEL)", field: "key-values" }),
  panels: list(panelSpec).optional().meta({ label: "Panels" }),
  cache: part({
    maxAge: duration.optional().meta({ label: "Max age", description: "Default: 15m.", field: "duration" }),
    minAge: duration.optional().meta({ label: "Min age", description: "Default: 10s.", field: "duration" }),
    refreshTimeout: duration
      .optional()
      .meta({ label: "Refresh timeout", description: "Default: 5s.", field: "duration" }),
  })
    .optional()
    .meta({ label: "Cache" }),
  templating: list(variable).optional().meta({ label: "Variables" }),
  sections: list(section).optional().meta({ label: "Sections" }),
});
type Fields = z.output<typeof fields>;

/** Reports parts of the spec that contradict each other, or that exceed limits. */
function validateSpec(spec: Fields, context: z.RefinementCtx): void {
  const { columns = [], panels = [], mapping = {} } = spec;
  const names = Object.keys(spec.queries ?? {});
  const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
  const isBare = columns.length === 0 && panels.length === 0;
  if (names.length === 0 && !isBare) refuse(["queries"], "must have at least one query");
  if (names.length > 0 && isBare) refuse(["columns"], "is required unless there are panels");
  if (names.length > maxQueries) refuse(["queries"], `has more than ${maxQueries} queries`);
  if (panels.length > maxPanels) refuse(["panels"], `has more than ${maxPanels} panels`);
  if (columns.length > maxColumns) refuse(["columns"], `has more than ${maxColumns} columns`);
  if ((spec.sections ?? []).length > maxSections) refuse(["sections"], `has more than ${maxSections} sections`);
  if (columns.length > 0 && !columns.some(({ primaryKey }) => primaryKey))
    refuse(["columns"], "must have a column with primaryKey: true");
  if (columns.length > 0 && names.length > 1 && panels.length === 0 && !spec.merge)
    refuse(["merge"], "is required, because the table reads several queries");
  for (const [at, name] of duplicates(names.map((each) => each.toLowerCase())))
    refuse(["queries", names[at]!], `has the same name as another query, apart from case: ${name}`);
  for (const [at] of duplicates(columns.map(({ name }) => name)))
    refuse(["columns", at, "name"], "is the name of another column");
  for (const [at] of duplicates(panels.map(({ name }) => name)))
    refuse(["panels", at, "name"], "is the name of another panel");
  const known = new Set(columns.map(({ name }) => name));
  for (const name of Object.keys(mapping))
    if (!known.has(name)) refuse(["mapping", name], "is not the name of a column");
  validateVariables(spec.templating ?? [], refuse);
}

function validateVariables(
  variables: readonly VariableSpec[],
  refuse: (path: (string | number)[], message: string) => void,
): void {
  const keys = variables.map(({ key }) => key);
  for (const [at] of duplicates(keys)) refuse(["templating", at, "key"], "is the key of another variable");
  for (const [at, { dependsOn = [] }] of variables.entries())
    for (const [index, key] of dependsOn.entries())
      if (!keys.includes(key)) refuse(["templating", at, "dependsOn", index], "is not the key of a variable");
  const { circular } = levelsOf(variables);
  if (circular.length > 0)
    refuse(["templating"], `has variables that depend on each other in a circle: ${circular.join(", ")}`);
}

const duplicates = (names: readonly string[]) =>
  [...names.entries()].filter(([at, name]) => names.indexOf(name) !== at);

export const viewSpec = fields.superRefine(validateSpec);
export type ViewSpec = z.output<typeof viewSpec>;
