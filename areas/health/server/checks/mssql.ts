// Checks the result of a SQL Server query. Tested against a stand-in that implements the documented protocol.
import { DriverMissing, takeRows, withSqlServer } from "#areas/connections/server/index.ts";
import { CouldNotCheck, defineCheck } from "../check-kind.ts";
import { endpointOf } from "../spec/reaching.ts";
import { answerMsOf, judgeRows, queryOf, sqlSpec } from "./sql.ts";

export const mssql = defineCheck({
  type: "mssql",
  title: "SQL Server",
  icon: "sqlserver",
  group: "Databases",
  spec: sqlSpec("sql_server"),
  endpoint: endpointOf,

  async run(spec, run) {
    const rows = takeRows();
    const answerMs = answerMsOf(spec);
    try {
      await withSqlServer(await run.connection(spec), run, (ask) => ask(queryOf(spec), rows.add), { answerMs });
    } catch (error) {
      if (error instanceof DriverMissing) throw new CouldNotCheck(`${error.message}. ${error.fix}`);
      throw error;
    }
    return judgeRows(rows, spec);
  },
});
