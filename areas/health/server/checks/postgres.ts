// Checks the result of a PostgreSQL query.
import { eachPostgresRow, postgresReader, takeRows, withPostgres } from "#areas/connections/server/index.ts";
import { defineCheck } from "../check-kind.ts";
import { endpointOf } from "../spec/reaching.ts";
import { answerMsOf, judgeRows, queryOf, sqlSpec } from "./sql.ts";

export const postgres = defineCheck({
  type: "postgres",
  title: "PostgreSQL",
  icon: "postgres",
  group: "Databases",
  spec: sqlSpec("postgres"),
  endpoint: endpointOf,

  async run(spec, run) {
    const rows = takeRows();
    const ask = { text: queryOf(spec), types: { getTypeParser: postgresReader }, answerMs: answerMsOf(spec) };
    await withPostgres(await run.connection(spec), run, (client) => eachPostgresRow(client, ask, rows.add), {
      answerMs: undefined,
    });
    return judgeRows(rows, spec);
  },
});
