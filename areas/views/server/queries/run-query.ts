// Runs one query of a view: fills in its variables and reads its source.
import { faultText } from "#lib/expression/check.ts";
import { compile } from "#lib/expression/compile.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { isTemplateText } from "#lib/expression/template/header.ts";
import type { ResourceSelector } from "#language/resource-selector.ts";
import type { Reaching } from "#areas/connections/server/index.ts";
import { sqlWriter } from "#areas/playbooks/server/index.ts";
import { FillFault, filledSpec, filledText, type Filling } from "#server/spec/fill.ts";
import { secretTexts } from "#server/spec/secret-places.ts";
import { templatedPlaces, withTexts } from "#server/spec/templated-places.ts";
import { sources, sourcesIn, type QuerySpec, type Source } from "../spec/query-spec.ts";
import { readHttp } from "./http.ts";
import { readLogLines } from "./logs.ts";
import { readPrometheus } from "./prometheus.ts";
import type { OtherViews, QueryRun } from "./query-run.ts";
import { readResources } from "./resources.ts";
import type { ResourceSource } from "../spec/resource-sources.ts";
import { sendRows, type RowSink } from "./row-sink.ts";
import { readSql } from "./sql.ts";

export async function runQuery(query: QuerySpec, run: QueryRun, sink: RowSink): Promise<void> {
  const [source] = sourcesIn(query) as [Source];
  const written = query[source] as Readonly<Record<string, unknown>>;
  run.scrubber.know(...secretTexts(sources[source], written));
  const fill = (text: string) => filledText(text, fillingFor(run, written), { what: source });
  switch (source) {
    case "configs":
    case "changes":
    case "checks":
    case "components":
    case "incidents":
      return readResources(source satisfies ResourceSource, await filledSelector(written, fill), run, sink);
    case "viewTableSelector":
      return readOtherViews(await otherViewsIn(written, run), run, sink);
    case "prometheus":
      return readPrometheus((await filled(source, written, run)) as NonNullable<QuerySpec["prometheus"]>, run, sink);
    case "http":
      return readHttp((await filled(source, written, run)) as NonNullable<QuerySpec["http"]>, { ...run, fill }, sink);
    case "logs":
      return readLogLines((await filled(source, written, run)) as NonNullable<QuerySpec["logs"]>, run, sink);
    case "sql": {
      const spec = (await filled(source, written, run)) as NonNullable<QuerySpec["sql"]>;
      return readSql({ ...spec, ...(await boundQuery(spec.query, run)) }, run, sink);
    }
  }
}

/** Fills in the variables of a `viewTableSelector`. */
export const otherViewsIn = (written: NonNullable<QuerySpec["viewTableSelector"]>, run: QueryRun) =>
  filled("viewTableSelector", written, run) as Promise<OtherViews>;

const fillingFor = (run: QueryRun, spec: Reaching): Filling<string> => ({
  around: { var: run.variables },
  variables: new Map(),
  value: run.value,
  async credentials() {
    const found = await run.connection({ ...spec, url: undefined });
    const { username, password, name, namespace } = found;
    return { username: username ?? "", password: password ?? "", name, namespace };
  },
});

/** Fills in all templates, except in a SQL statement, where values are bound as parameters. */
async function filled(source: Source, written: Readonly<Record<string, unknown>>, run: QueryRun): Promise<unknown> {
  const places = templatedPlaces(sources[source], written).filter(
    ({ path }) => !(source === "sql" && path.length === 1 && path[0] === "query"),
  );
  return places.length === 0 ? written : filledSpec(written, places, fillingFor(run, written));
}

/** Fills in the variables in all texts of a selector. */
export async function filledSelector(
  selector: Readonly<Record<string, unknown>>,
  fill: (text: string) => Promise<string>,
): Promise<ResourceSelector> {
  const places = Object.entries(selector).flatMap(([key, value]) =>
    (Array.isArray(value) ? value.map((item, at) => [[key, at], item] as const) : [[[key], value] as const]).flatMap(
      ([path, text]) => (typeof text === "string" && isTemplateText(text) ? [{ path, text }] : []),
    ),
  );
  const texts = await Promise.all(places.map(async ({ path, text }) => ({ path, text: await fill(text) })));
  return withTexts(selector, texts);
}

async function boundQuery(text: string, { variables }: QueryRun) {
  if (!isTemplateText(text)) return { query: text, parameters: [] };
  try {
    const writer = sqlWriter();
    const template = await compile("template", text, { isScript: true });
    return { query: String(await template.run({ var: variables }, { writer })), parameters: writer.finish() };
  } catch (error) {
    if (error instanceof ExpressionFault) throw new FillFault(`query cannot be filled in: ${faultText(error)}`);
    throw error;
  }
}

async function readOtherViews(wanted: OtherViews, run: QueryRun, sink: RowSink): Promise<void> {
  let bytes = 0;
  const tables = await run.otherViews(wanted, ({ rows }) => sink.require(0, (bytes += rows.length)));
  const names = [...new Set(tables.flatMap(({ columns }) => columns))];
  await sink.columns(names);
  for (const { columns, rows } of tables) {
    const objects = rowsIn(columns, JSON.parse(rows.toString()) as unknown[][]);
    await sendRows(sink, names, objects, run.scrubber);
  }
}

function* rowsIn(columns: readonly string[], rows: readonly (readonly unknown[])[]) {
  for (const row of rows) yield Object.fromEntries(columns.map((name, at) => [name, row[at]]));
}
