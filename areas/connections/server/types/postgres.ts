import { connectionType } from "../connection-type.ts";
import { ConnectionFailure } from "../failure.ts";
import { credential, line } from "../fields.ts";

export const postgres = connectionType({
  type: "postgres",
  title: "Postgres",
  icon: "postgres",
  group: "Databases",
  fields: {
    url: line("URL", "url", { placeholder: "postgres://$(username):$(password)@host:5432/database" }),
    username: credential("Username", "username"),
    password: credential("Password", "password"),
  },
  async test({ url, username, password, insecure_tls }, { outbound, signal }) {
    const at = new URL(url ?? "");
    const port = Number(at.port) || 5432;
    const { address } = await outbound.address({ host: at.hostname, port, signal });
    const { default: pg } = await import("pg");
    const mode = at.searchParams.get("sslmode") ?? "prefer";
    const isChecked = mode.startsWith("verify") && !insecure_tls;
    const client = new pg.Client({
      host: address,
      port,
      user: decodeURIComponent(at.username) || (username ?? undefined),
      password: decodeURIComponent(at.password) || (password ?? undefined),
      database: decodeURIComponent(at.pathname.slice(1)) || "postgres",
      ssl: ["disable", "prefer", "allow"].includes(mode)
        ? false
        : { servername: at.hostname, rejectUnauthorized: isChecked },
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
    });
    try {
      await client.connect();
      const { rows } = await client.query<{ version: string; database: string; user: string }>(
        "select current_setting('server_version') as version, current_database() as database, current_user as user",
      );
      const { version, database, user } = rows[0]!;
      return `PostgreSQL ${version}, database ${database}, as ${user}`;
    } catch (error) {
      if ((error as { code?: string }).code === "28P01")
        throw new ConnectionFailure("The server refuses this user or password", "Check username and password.");
      throw error;
    } finally {
      await client.end().catch(() => {});
    }
  },
});
