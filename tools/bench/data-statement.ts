// Returns the SQL statement that the data API generates for a request, for references that run the same SQL.
import type pg from "pg";
import { parse } from "#server/data-api/parse.ts";
import { parseAccept, parsePrefer } from "#server/data-api/parse/prefer.ts";
import { planRead, requireRelation } from "#server/data-api/plan.ts";
import { parametersOf, relationFrom, renderRead } from "#server/data-api/render.ts";
import { readCatalog } from "#server/db/relations.ts";
import { systemActor } from "#server/http/actor.ts";

export async function statementOf(
  client: pg.ClientBase,
  path: string,
  prefer?: string,
): Promise<{ text: string; values: unknown[] }> {
  const catalog = await readCatalog(client);
  const [name = "", search = ""] = path.split(/\?(.*)/s);
  const { query } = parse(search);
  const relation = requireRelation(catalog, name);
  const plan = planRead(systemActor, catalog, { name, relation }, query.shape);
  const options = { accept: parseAccept(undefined), count: parsePrefer(prefer).count, withBody: true };
  const statement = renderRead(plan, () => relationFrom(name), options);
  return { text: statement.text, values: parametersOf(statement, query.values) };
}
