// PagerDuty: Events API v2. A problem triggers an alert, and a recovery with the same dedup_key resolves it.
import { z } from "zod";
import { hostIn, type Reply } from "#areas/connections/server/index.ts";
import { cut } from "../text/document.ts";
import { attributesOf, linksOf, pageOf, standingOf, type Standing, titleOf } from "../text/message-document.ts";
import { plainMessage } from "../text/render-message.ts";
import { type Address, DeliveryFailure, type Message } from "./channel.ts";
import { alertKey } from "./subject-key.ts";
import { defineChannel, property, propertyOf, required } from "./channel-kind.ts";
import { channelService } from "./channel-service.ts";

/** https://developer.pagerduty.com/docs/events-api-v2/trigger-events/ */
const limits = { key: 255, summary: 1_024, text: 20_000, value: 2_000, links: 10 };

const accepted = z.object({ status: z.literal("success") });

const severities: Readonly<Record<Standing["name"], string>> = {
  problem: "critical",
  warning: "warning",
  resolved: "info",
  digest: "warning",
  test: "info",
  news: "info",
};

export const pagerduty = defineChannel({
  type: "pagerduty",
  title: "PagerDuty",
  icon: "pagerduty",
  keepsAlerts: true,
  spec: z.object({
    severity: property("Severity", "critical, error, warning or info"),
    component: property("Component"),
    group: property("Group"),
    class: property("Class"),
  }),
  async deliver(address, message, sending) {
    const key = required(address.password, "Integration Key");
    const service = channelService(sending, {
      name: "PagerDuty",
      address: `https://${hostIn(propertyOf(address, "host") ?? "events.pagerduty.com")}`,
      credential: "the integration key",
      secrets: [key],
    });
    const dedup_key = alertKey(message, limits.key);
    const event = message.purpose === "resolved" ? { event_action: "resolve" } : triggerOf(message, address);
    // PagerDuty responds with 400 to a key that it does not know.
    const wrongKey = (reply: Reply) =>
      reply.status === 400 && /routing.?key/i.test(reply.text) ? service.failure({ ...reply, status: 401 }) : undefined;
    const reply = await service.send("/v2/enqueue", { json: { routing_key: key, dedup_key, ...event } }, wrongKey);
    if (!accepted.safeParse(reply.json).success)
      throw new DeliveryFailure("The server does not respond like PagerDuty");
    return { reference: { dedup_key } };
  },
});

function triggerOf(message: Message, address: Address) {
  const severity = propertyOf(address, "severity")?.toLowerCase();
  const named = Object.fromEntries(
    ["component", "group", "class"].flatMap((name) => {
      const value = propertyOf(address, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const details = attributesOf(message.text).map(({ label, value }) => [label, cut(value, limits.value)]);
  return {
    event_action: "trigger",
    payload: {
      summary: cut(titleOf(message), limits.summary),
      source: "Quarterdeck",
      severity: /^(?:critical|error|warning|info)$/.test(severity ?? "")
        ? severity
        : severities[standingOf(message).name],
      timestamp: message.at,
      ...named,
      custom_details: {
        event: message.event,
        message: plainMessage(message, {
          limit: limits.text,
          withTitle: false,
          withLinks: false,
          withAttributes: false,
        }),
        ...Object.fromEntries(details),
      },
    },
    links: linksOf(message)
      .slice(0, limits.links)
      .map(({ label, url }) => ({ href: url, text: label.trim() })),
    client: "Quarterdeck",
    ...(pageOf(message) === undefined ? {} : { client_url: pageOf(message) }),
  };
}
