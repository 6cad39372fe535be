import { withMysql } from "../clients/mysql.ts";
import { connectionType } from "../connection/connection-type.ts";
import { line, signIn } from "../connection/fields.ts";

export const mysql = connectionType({
  type: "mysql",
  title: "MySQL",
  icon: "mysql",
  group: "Databases",
  fields: {
    url: line("URL", "url", { placeholder: "mysql://$(username):$(password)@host:3306/database" }),
    ...signIn,
  },
  test: (connection, trial) =>
    withMysql(connection, trial, async (client) => {
      const [rows] = await client.query("select version() as version, current_user() as user, database() as name");
      const { version, user, name } = (rows as { version: string; user: string; name: string | null }[])[0]!;
      return [product(version), ...(name === null ? [] : [`database ${name}`]), `as ${user}`].join(", ");
    }),
});

const product = (version: string) =>
  /mariadb/i.test(version) ? `MariaDB ${version.split("-")[0]}` : `MySQL ${version.split("-")[0]}`;
