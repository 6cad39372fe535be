// Checks the result of a SQL Server query. Tested against a stand-in that implements the documented protocol.
import { withSqlServer } from "../../../connections/server/index.ts";
import { defineCheck } from "../check-kind.ts";
import { endpointOf } from "./endpoint.ts";
import { answerMsOf, judgeRows, queryOf, sqlSpec, takeRows } from "./sql.ts";

export const mssql = defineCheck({
  type: "mssql",
  title: "SQL Server",
  icon: "sqlserver",
  spec: sqlSpec("sql_server"),
  endpoint: endpointOf,

  async run(spec, run) {
    const rows = takeRows();
    const answerMs = answerMsOf(spec);
    await withSqlServer(await run.connection(spec), run, (ask) => ask(queryOf(spec), rows.add), { answerMs });
    return judgeRows(rows, spec);
  },
});
