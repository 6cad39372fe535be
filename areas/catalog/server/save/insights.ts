// Saves insights: a new insight is opened, and a known insight gets the time of the observation. A silenced insight
// stays silenced.
import { sql } from "kysely";
import { parseSeverity } from "#language/severity.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { Row } from "#server/db/tables.ts";
import type { FoundInsight } from "../scrape/found.ts";
import { seenNow, type SaveTransaction } from "./save-run.ts";
import type { PlacedInsight } from "./stages.ts";

type InsightKey = Pick<Row<"config_analysis">, "config_id" | "analyzer" | "summary"> & { analysis_type: string };

interface InsightRow
  extends
    InsightKey,
    Pick<Row<"config_analysis">, "id" | "status" | "severity" | "source" | "message" | "analysis" | "properties"> {
  is_new: boolean;
}

const types = new Set(
  "availability compliance cost integration other performance recommendation reliability security technical_debt".split(
    " ",
  ),
);

/** Insights with the same key are the same insight. */
const keyOf = ({ config_id, analyzer, analysis_type, summary }: InsightKey) =>
  JSON.stringify([config_id, analyzer, analysis_type, summary]);

export async function saveInsights(
  { tx, run, tally }: SaveTransaction,
  placed: readonly PlacedInsight[],
): Promise<void> {
  if (placed.length === 0) return;
  const found = await sql<InsightKey & Pick<InsightRow, "id" | "status">>`
    select a.id, a.config_id, a.analyzer, coalesce(a.analysis_type, 'other') as analysis_type, a.summary, a.status
    from   config_analysis a
    where  a.scraper_id = ${run.scraper.id} and a.config_id = any (${[...new Set(placed.map(({ id }) => id))]}::uuid[])
    order  by a.first_observed desc
    for    no key update of a`.execute(tx);
  const known = new Map(found.rows.map((row) => [keyOf(row), row]));
  const rows = new Map<string, InsightRow>();
  for (const { id, type, insight } of placed) {
    const row = rowOf(id, insight);
    const key = keyOf(row);
    const before = known.get(key);
    if (insight.severity && row.severity === null)
      tally.warn(`${JSON.stringify(insight.severity)} is not a severity.`, { type });
    if (before) {
      row.id = before.id;
      row.is_new = false;
      if (before.status === "silenced") row.status = "silenced";
      // A closed insight that the source reports as resolved stays closed.
      else if (before.status === "closed" && row.status === "resolved") row.status = "closed";
    }
    rows.set(key, row);
    if (row.status === "resolved" && before?.status === "open") tally.insights.resolved += 1;
    else if (row.status === "open" && before?.status !== "open") tally.insights.opened += 1;
    else tally.insights.observed += 1;
  }
  const shape = sql`
    id uuid, config_id uuid, analyzer text, analysis_type text, summary text, status text, is_new boolean, severity text,
    source text, message text, analysis jsonb, properties jsonb`;
  const all = [...rows.values()];
  const [fresh, seen] = [all.filter((row) => row.is_new), all.filter((row) => !row.is_new)];
  if (fresh.length > 0)
    await sql`
      insert into config_analysis (id, config_id, scraper_id, analyzer, analysis_type, summary, status, severity, source, message, analysis, properties, last_observed)
      select g.id, g.config_id, ${run.scraper.id}, g.analyzer, g.analysis_type, g.summary, g.status, g.severity, g.source, g.message, g.analysis, g.properties, ${seenNow(run)}
      from   jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as g (${shape})`.execute(tx);
  if (seen.length > 0)
    await sql`
      update config_analysis a
      set    status = g.status, severity = g.severity, source = g.source, message = g.message, analysis = g.analysis,
             properties = g.properties, last_observed = ${seenNow(run)}
      from   jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as g (${shape})
      where  a.id = g.id`.execute(tx);
}

function rowOf(configId: string, insight: FoundInsight): InsightRow {
  const type = insight.type.replaceAll(/[A-Z]/g, (letter, at: number) => (at === 0 ? "" : "_") + letter.toLowerCase());
  // Sources report resolved insights as "closed". In Quarterdeck the status "closed" is only set later.
  const status = insight.status?.toLowerCase().replace("closed", "resolved") ?? "open";
  return {
    id: newId(),
    config_id: configId,
    analyzer: insight.analyzer,
    analysis_type: types.has(type) ? type : "other",
    summary: insight.summary ?? null,
    status: status === "resolved" || status === "silenced" ? status : "open",
    is_new: true,
    severity: parseSeverity(insight.severity ?? "") ?? null,
    source: insight.source ?? null,
    message: insight.message ?? null,
    analysis: insight.analysis ?? null,
    properties: insight.properties ?? null,
  };
}
