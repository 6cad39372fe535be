// The insights of a page in groups. The server has them in the order of what they are grouped by.
import type { ArrangedLine } from "#console/widgets/table/arranged-rows.ts";
import { capitalise } from "#language/words.ts";
import { insightTypeLabel } from "../parts/insight-type.ts";
import type { Grouping } from "./insight-filters.ts";

interface Grouped {
  config_id: string;
  config_name: string;
  analysis_type: string | null;
  analyzer: string;
  severity: string | null;
}

export function arrangeInsights<Row extends Grouped>(rows: readonly Row[], by: Grouping): ArrangedLine<Row>[] {
  if (by === "none") return rows.map((row) => ({ type: "row", row }));
  // Items of one name are not one item.
  const groups = Map.groupBy(rows, (row) => (by === "config_name" ? row.config_id : (row[by] ?? "")));
  return [...groups].map(([key, of]) => ({
    type: "group",
    key: `${by} ${key}`,
    column: by,
    title: titleOf(of[0]!, by),
    rows: of,
  }));
}

function titleOf(row: Grouped, by: Exclude<Grouping, "none">): string {
  if (by === "analysis_type") return insightTypeLabel(row.analysis_type);
  return by === "severity" ? capitalise(row.severity ?? "none") : row[by];
}
