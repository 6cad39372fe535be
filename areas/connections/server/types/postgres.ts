import { withPostgres } from "../clients/postgres.ts";
import { connectionType } from "../connection/connection-type.ts";
import { line, signIn } from "../connection/fields.ts";

export const postgres = connectionType({
  type: "postgres",
  title: "Postgres",
  icon: "postgres",
  group: "Databases",
  fields: {
    url: line("URL", "url", { placeholder: "postgres://$(username):$(password)@host:5432/database" }),
    ...signIn,
  },
  test: (connection, trial) =>
    withPostgres(connection, trial, async (client) => {
      const { rows } = await client.query<{ version: string; database: string; user: string }>(
        "select current_setting('server_version') as version, current_database() as database, current_user as user",
      );
      const { version, database, user } = rows[0]!;
      return `PostgreSQL ${version.split(" ")[0]}, database ${database}, as ${user}`;
    }),
});
