// Arranges the insights of a page in groups. The server sorts them by group.
import type { ArrangedLine } from "#console/widgets/table/arranged-rows.ts";
import { capitalise } from "#lib/text/words.ts";
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
  // Items are grouped by id, because different items may have the same name.
  const groups = Map.groupBy(rows, (row) => (by === "config_name" ? row.config_id : (row[by] ?? "")));
  return [...groups].map(([key, members]) => ({
    type: "group",
    key: `${by} ${key}`,
    column: by,
    title: titleOf(members[0]!, by),
    rows: members,
  }));
}

function titleOf(row: Grouped, by: Exclude<Grouping, "none">): string {
  if (by === "analysis_type") return insightTypeLabel(row.analysis_type);
  return by === "severity" ? capitalise(row.severity ?? "none") : row[by];
}
