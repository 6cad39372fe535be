import type { Redis } from "ioredis";
import { withRedis } from "../clients/redis.ts";
import { connectionType } from "../connection/connection-type.ts";
import { credential, insecureTls, line } from "../connection/fields.ts";

export const redis = connectionType({
  type: "redis",
  title: "Redis",
  icon: "redis",
  group: "Databases",
  fields: {
    db: line("Database", "properties.db"),
    url: line("URL", "url", { placeholder: "redis://host:6379, or rediss:// for TLS" }),
    username: credential("Username", "username").optional(),
    password: credential("Password", "password").optional(),
    insecure_tls: insecureTls,
  },
  test: (connection, trial) =>
    withRedis(
      connection,
      trial,
      async (client, { user, db }) => `${await product(client)}, database ${db}${user === "" ? "" : `, as ${user}`}`,
    ),
});

async function product(client: Redis): Promise<string> {
  // A user without the right to run INFO can still use the database.
  const info = await client.info("server").catch(() => "");
  const [, name = "Redis"] = /^server_name:(\S+)/m.exec(info) ?? [];
  const [, version] = /^(?:valkey|redis)_version:(\S+)/m.exec(info) ?? [];
  return version === undefined ? "Redis" : `${name === "valkey" ? "Valkey" : "Redis"} ${version}`;
}
