import { withSqlServer } from "../clients/sql-server.ts";
import { tedious } from "../clients/tedious-driver.ts";
import { connectionType } from "../connection/connection-type.ts";
import { line, signIn } from "../connection/fields.ts";

export const sqlServer = connectionType({
  type: "sql_server",
  title: "SQL Server",
  icon: "sqlserver",
  group: "Databases",
  installCommand: () => tedious.installCommand(),
  fields: {
    url: line("URL", "url", { placeholder: "sqlserver://$(username):$(password)@host:1433?database=master" }),
    ...signIn,
  },
  test: (connection, trial) =>
    withSqlServer(connection, trial, async (ask) => {
      const [row] = await ask(
        "select cast(serverproperty('ProductVersion') as nvarchar(128)) as version, db_name() as name, suser_sname() as login",
      );
      const { version, name, login } = row as { version: string; name: string; login: string };
      return `SQL Server ${version}, database ${name}, as ${login}`;
    }),
});
