// Runs the SQL of the merge and of the panels when the tables of a view are filled.
import { messageOf } from "./expressions.ts";
import { maxPanelRows, PanelRows } from "./panel-rows.ts";
import type { ComputeError, ComputePlan, ComputeResult, FoundItems } from "./plan.ts";
import { TableRows } from "./table-rows.ts";
import type { Tables } from "./tables.ts";

/** Returns the result, and separately the rows of the table as JSON. */
export async function runPlan(
  plan: ComputePlan,
  tables: Tables,
  loadErrors: readonly ComputeError[],
  findItems: (ids: readonly string[]) => Promise<FoundItems>,
): Promise<{ result: ComputeResult; rows: Buffer }> {
  const errors: ComputeError[] = [...loadErrors];
  const warnings: string[] = [];
  const panelRows = new PanelRows();
  const panels = plan.panels.map(({ name, type, query }) => {
    try {
      const { rows, isCut } = panelRows.shape(type, tables.select(query));
      if (isCut)
        warnings.push(
          `The panel ${name} has more than ${maxPanelRows.toLocaleString("en")} rows. Only the first rows are shown.`,
        );
      return { name, rows };
    } catch (error) {
      errors.push({ panel: name, message: explained(error) });
      return { name, rows: [] };
    }
  });
  const table = new TableRows(plan);
  let json = { text: "[]", hasAttributes: false };
  let columnOptions: ComputeResult["columnOptions"] = {};
  if (plan.columns.length > 0)
    try {
      for (const selected of plan.merge ? [tables.select(plan.merge)] : plan.tables.map((name) => tables.all(name)))
        table.add(selected);
      const ids = table.itemIds();
      if (ids.length > 0) table.showItems(await findItems(ids));
      json = table.json();
      columnOptions = table.columnOptions();
    } catch (error) {
      errors.push({ ...(plan.merge && { query: "merge" }), message: explained(error) });
    }
  const rows = Buffer.from(json.text);
  return {
    rows,
    result: {
      panels,
      columnOptions,
      hasAttributes: json.hasAttributes,
      rowCount: json.text === "[]" ? 0 : table.count,
      rowsBytes: rows.length,
      errors: [...errors, ...table.errors],
      warnings: [...warnings, ...table.warnings()],
    },
  };
}

const outOfMemory = 7;

function explained(error: unknown): string {
  const { errcode } = error as { errcode?: number };
  if (errcode === outOfMemory) return "The SQL needs more memory than a view may use.";
  const message = messageOf(error);
  if (/not authorized|prohibited/i.test(message)) return "The SQL of a view can only read the results of its queries.";
  return message;
}
