import { z } from "zod";
import { connectionType } from "../connection/connection-type.ts";
import { credential, line } from "../connection/fields.ts";
import { greeting, hostIn } from "./messenger.ts";
import { needed, serviceCall } from "../clients/service-call.ts";

const accepted = z.object({ status: z.literal("success"), dedup_key: z.string() });

export const pagerduty = connectionType({
  type: "pagerduty",
  title: "PagerDuty",
  icon: "pagerduty",
  group: "Messages",
  isForMessages: true,
  fields: {
    password: credential("Integration Key", "password", {
      description: "The key of an Events API v2 integration",
    }),
    host: line("Host", "properties.host").default("events.pagerduty.com"),
  },
  url: ({ host }) => `pagerduty://${hostIn(host)}/$(password)`,
  async test({ password, properties }, trial) {
    const key = needed(password, "Integration Key");
    const service = serviceCall(trial, {
      name: "PagerDuty",
      address: `https://${hostIn(properties["host"] || "events.pagerduty.com")}`,
      credential: "the integration key",
      secrets: [key],
    });
    const event = { routing_key: key, dedup_key: "quarterdeck-connection-test" };
    const send = async (more: object) => {
      const reply = await service.reply("/v2/enqueue", { json: { ...event, ...more } });
      // PagerDuty responds with 400 to an unknown key.
      if (reply.status === 400 && /routing.?key/i.test(reply.text)) throw service.refusal({ ...reply, status: 401 });
      return service.read(reply, accepted);
    };
    if (trial.sends)
      await send({
        event_action: "trigger",
        payload: { summary: greeting.message, source: "Quarterdeck", severity: "info" },
      });
    // Resolving an alert that does not exist changes nothing, and shows whether the key is valid.
    await send({ event_action: "resolve" });
    return `PagerDuty at ${service.host}, ${trial.sends ? "alert triggered and resolved" : "with a valid integration key"}`;
  },
});
