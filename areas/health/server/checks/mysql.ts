// Checks the result of a MySQL or MariaDB query.
import type { TypeCast } from "mysql2";
import { eachMysqlRow, takeRows, withMysql } from "#areas/connections/server/index.ts";
import { defineCheck } from "../check-kind.ts";
import { endpointOf } from "../spec/reaching.ts";
import { answerMsOf, judgeRows, queryOf, sqlSpec } from "./sql.ts";

export const mysql = defineCheck({
  type: "mysql",
  title: "MySQL",
  icon: "mysql",
  group: "Databases",
  spec: sqlSpec("mysql"),
  endpoint: endpointOf,

  async run(spec, run) {
    const rows = takeRows();
    const ask = { sql: queryOf(spec), timeout: answerMsOf(spec), typeCast };
    await withMysql(await run.connection(spec), run, (client) => eachMysqlRow(client, ask, rows.add));
    return judgeRows(rows, spec);
  },
});

/** Converts decimals to numbers, because the driver returns them as strings. */
const typeCast: TypeCast = (field, next) => {
  if (field.type !== "NEWDECIMAL" && field.type !== "DECIMAL") return next();
  const text = field.string();
  return text === null ? null : Number(text);
};
