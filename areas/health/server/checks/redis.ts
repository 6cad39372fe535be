// Checks whether Redis responds.
import type { Redis } from "ioredis";
import { count, part, text, yes } from "#server/spec/parts.ts";
import { tlsFields, tlsTargetOf, withRedis } from "#areas/connections/server/index.ts";
import { check } from "../spec/check.ts";
import { reaching, endpointOf } from "../spec/reaching.ts";
import { CheckInvalid, defineCheck, healthy } from "../check-kind.ts";

export const redis = defineCheck({
  type: "redis",
  title: "Redis",
  icon: "redis",
  group: "Databases",
  spec: check({
    addr: text.optional().meta({ label: "Address", placeholder: "host:port" }),
    db: count.optional().meta({ label: "Database" }),
    ...reaching("redis"),
    tlsConfig: part({ enable: yes.optional().meta({ label: "Use TLS" }), ...tlsFields })
      .optional()
      .meta({ label: "TLS" }),
  }),
  endpoint: ({ addr, ...spec }) => addr || endpointOf(spec),

  async run({ addr, db, tlsConfig, ...spec }, run) {
    const url = spec.url || addr;
    if (!url && !spec.connection) throw new CheckInvalid("A Redis check needs an address, a URL or a connection.");
    const found = await run.connection({ ...spec, url });
    const isSecure = tlsConfig !== undefined && tlsConfig.enable !== false;
    const connection = {
      ...found,
      url: isSecure ? secured(found.url ?? "") : found.url,
      properties: { ...found.properties, ...(db === undefined ? {} : { db: String(db) }) },
    };
    const tls = await tlsTargetOf(tlsConfig, found, run);
    const ping = async (client: Pick<Redis, "ping">) => {
      const answer = await client.ping();
      if (answer !== "PONG") throw new Error(`Redis responded to PING with ${JSON.stringify(answer)} instead of PONG`);
    };
    await withRedis(connection, run, ping, { tls });
    return healthy();
  },
});

const secured = (url: string) => `rediss://${url.replace(/^rediss?:\/\//, "")}`;
