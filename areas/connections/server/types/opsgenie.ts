import { z } from "zod";
import { connectionType } from "../connection/connection-type.ts";
import { credential, line, port } from "../connection/fields.ts";
import { greeting, hostIn } from "./messenger.ts";
import { needed, serviceCall } from "../clients/service-call.ts";

const account = z.object({ data: z.object({ name: z.string() }) });

export const opsgenie = connectionType({
  type: "opsgenie",
  title: "OpsGenie",
  icon: "opsgenie",
  group: "Messages",
  isForMessages: true,
  fields: {
    host: line("Host", "properties.host").default("api.opsgenie.com"),
    port: port("properties.port", 443),
    password: credential("API Key", "password"),
  },
  url: ({ host, port = "443" }) => `opsgenie://${hostIn(host)}:${port}/$(password)`,
  async test({ password, properties }, trial) {
    const key = needed(password, "API Key");
    const service = serviceCall(trial, {
      name: "OpsGenie",
      address: `https://${hostIn(properties["host"] || "api.opsgenie.com")}:${properties["port"] || "443"}`,
      credential: "the API key",
      secrets: [key],
      headers: { authorization: `GenieKey ${key}` },
      right: "create alerts",
    });
    const reply = await service.reply("/v2/account");
    // Integration keys may create alerts but not read the account: OpsGenie responds to a valid integration key with
    // 403.
    const name = reply.status === 403 ? undefined : service.read(reply, account).data.name;
    if (trial.sends)
      await service.ask("/v2/alerts", z.object({ requestId: z.string() }), {
        json: { message: greeting.message, alias: "quarterdeck-connection-test", priority: "P5" },
      });
    return name === undefined
      ? `OpsGenie at ${service.host}, with a valid key that is not allowed to read the account`
      : `OpsGenie at ${service.host}, account ${name}`;
  },
});
