// PagerDuty: Events API v2. A problem triggers an alert, and a recovery with the same dedup_key resolves it. Notices
// are sent as change events, which do not open alerts. A digest is an alert that is resolved at once, because no
// recovery follows.
import { z } from "zod";
import { hostIn, type Reply } from "#areas/connections/server/index.ts";
import { cut } from "../text/document.ts";
import { attributesOf, linksOf, pageOf, standingOf, type Standing, titleOf } from "../text/message-document.ts";
import { plainMessage } from "../text/render-message.ts";
import type { Address, Message } from "./channel.ts";
import { alertKey, canRecover } from "./subject-key.ts";
import { defineChannel, property, propertyOf, required } from "./channel-kind.ts";
import { channelService, unexpectedReply } from "./channel-service.ts";
import { oncePerPart } from "./delivered-parts.ts";

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
    // PagerDuty responds with 400 to an unknown key.
    const wrongKey = (reply: Reply) =>
      reply.status === 400 && /routing.?key/i.test(reply.text) ? service.failure({ ...reply, status: 401 }) : undefined;
    const post = async (path: string, event: object) => {
      const reply = await service.send(path, { json: { routing_key: key, ...event } }, wrongKey);
      if (!accepted.safeParse(reply.json).success) throw unexpectedReply("PagerDuty", { isRepeatable: true });
    };
    if (message.isNews) {
      await post("/v2/change/enqueue", changeOf(message));
      return {};
    }
    if (message.purpose !== "resolved")
      await oncePerPart(message, "trigger", () => post("/v2/enqueue", { dedup_key, ...triggerOf(message, address) }));
    if (!canRecover(message)) await post("/v2/enqueue", { dedup_key, event_action: "resolve" });
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
  return {
    event_action: "trigger",
    payload: {
      ...payloadOf(message),
      severity: /^(?:critical|error|warning|info)$/.test(severity ?? "")
        ? severity
        : severities[standingOf(message).name],
      ...named,
    },
    links: linksIn(message),
    client: "Quarterdeck",
    ...(pageOf(message) === undefined ? {} : { client_url: pageOf(message) }),
  };
}

/** https://developer.pagerduty.com/docs/events-api-v2/send-change-events/ */
const changeOf = (message: Message) => ({ payload: payloadOf(message), links: linksIn(message) });

function payloadOf(message: Message) {
  const details = attributesOf(message.text).map(({ label, value }) => [label, cut(value, limits.value)]);
  return {
    summary: cut(titleOf(message), limits.summary),
    source: "Quarterdeck",
    timestamp: message.at,
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
  };
}

const linksIn = (message: Message) =>
  linksOf(message)
    .slice(0, limits.links)
    .map(({ label, url }) => ({ href: url, text: label.trim() }));
