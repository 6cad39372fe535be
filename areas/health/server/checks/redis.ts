// Whether Redis answers.
import { count, part, text, yes } from "#server/spec/parts.ts";
import { withRedis } from "../../../connections/server/index.ts";
import { plainCheck } from "../spec/check.ts";
import { reaching } from "../spec/reaching.ts";
import { CheckInvalid, defineCheck, healthy } from "../check-kind.ts";
import { endpointOf } from "./endpoint.ts";

export const redis = defineCheck({
  type: "redis",
  title: "Redis",
  icon: "redis",
  spec: plainCheck({
    addr: text.optional().meta({ label: "Address", placeholder: "host:port" }),
    db: count.optional().meta({ label: "Database" }),
    ...reaching,
    tlsConfig: part({
      enable: yes.optional().meta({ label: "With TLS" }),
      insecureSkipVerify: yes.optional().meta({ label: "Accept any certificate" }),
      ca: text.optional().meta({ label: "Certificate authority", field: "long-text" }),
    })
      .optional()
      .meta({ label: "TLS" }),
  }),
  endpoint: ({ addr, ...spec }) => addr || endpointOf(spec),

  async run({ addr, db, tlsConfig, ...spec }, run) {
    const url = spec.url || addr;
    if (!url && !spec.connection) throw new CheckInvalid("It needs an address, a URL or a connection.");
    const found = await run.connection({ ...spec, url });
    const isSecure = tlsConfig !== undefined && tlsConfig.enable !== false;
    const connection = {
      ...found,
      url: isSecure ? secured(found.url ?? "") : found.url,
      insecure_tls: found.insecure_tls || tlsConfig?.insecureSkipVerify === true,
      certificate: tlsConfig?.ca || found.certificate,
      properties: { ...found.properties, ...(db === undefined ? {} : { db: String(db) }) },
    };
    await withRedis(connection, run, async (client) => {
      const answer = await client.ping();
      if (answer !== "PONG") throw new Error(`It answers ${JSON.stringify(answer)} to a ping`);
    });
    return healthy();
  },
});

const secured = (url: string) => `rediss://${url.replace(/^rediss?:\/\//, "")}`;
