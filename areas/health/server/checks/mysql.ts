// What a query of MySQL or MariaDB gives.
import type { TypeCast } from "mysql2";
import { withMysql } from "../../../connections/server/index.ts";
import { defineCheck } from "../check-kind.ts";
import { endpointOf } from "./endpoint.ts";
import { answerMsOf, judgeRows, queryOf, sqlSpec } from "./sql.ts";

export const mysql = defineCheck({
  type: "mysql",
  title: "MySQL",
  icon: "mysql",
  spec: sqlSpec,
  endpoint: endpointOf,

  async run(spec, run) {
    const rows = await withMysql(await run.connection(spec), run, async (client) => {
      const [found] = await client.query({ sql: queryOf(spec), timeout: answerMsOf(spec), typeCast });
      // What changes rows instead of giving them answers with a report.
      return Array.isArray(found) ? (found as Record<string, unknown>[]) : [];
    });
    return judgeRows(rows, spec);
  },
});

/** Numbers are numbers, also those that the driver gives as texts. */
const typeCast: TypeCast = (field, next) => {
  if (field.type !== "NEWDECIMAL" && field.type !== "DECIMAL") return next();
  const text = field.string();
  return text === null ? null : Number(text);
};
