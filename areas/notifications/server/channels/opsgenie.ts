// Opsgenie: a problem creates an alert with the subject as its alias, and a recovery closes it. Retries update the same
// alert. The alert for a digest or a notice is closed immediately, because no recovery follows.
import { z } from "zod";
import { hostIn } from "#areas/connections/server/index.ts";
import { cut } from "../text/document.ts";
import { attributesOf, standingOf, type Standing, titleOf } from "../text/message-document.ts";
import { plainMessage } from "../text/render-message.ts";
import type { Message } from "./channel.ts";
import { defineChannel, listIn, property, propertyOf, required } from "./channel-kind.ts";
import { alertKey, canRecover } from "./subject-key.ts";
import { channelService } from "./channel-service.ts";
import { oncePerPart } from "./delivered-parts.ts";

/** https://docs.opsgenie.com/docs/alert-api#create-alert */
const limits = {
  message: 130,
  alias: 512,
  description: 15_000,
  tags: 20,
  tag: 50,
  detail: 1_000,
  details: 7,
  note: 25_000,
};

const priorities: Readonly<Record<Standing["name"], string>> = {
  problem: "P2",
  warning: "P3",
  resolved: "P5",
  digest: "P3",
  test: "P5",
  news: "P5",
};

const notOpen = "Quarterdeck closed this alert, because no recovery message will follow.";

export const opsgenie = defineChannel({
  type: "opsgenie",
  title: "Opsgenie",
  icon: "opsgenie",
  keepsAlerts: true,
  spec: z.object({
    priority: property("Priority", "P1 to P5"),
    tags: property("Tags", "Separated by commas"),
  }),
  async deliver(address, message, sending) {
    const key = required(address.password, "API Key");
    const host = hostIn(propertyOf(address, "host") ?? "api.opsgenie.com");
    const service = channelService(sending, {
      name: "Opsgenie",
      address: `https://${host}${host.includes(":") ? "" : `:${propertyOf(address, "port") ?? "443"}`}`,
      credential: "the API key",
      secrets: [key],
      headers: { authorization: `GenieKey ${key}` },
      right: "create alerts",
    });
    const alias = alertKey(message, limits.alias);
    if (message.purpose !== "resolved")
      await oncePerPart(message, "create", () =>
        service.send("/v2/alerts", { json: { alias, ...alertOf(message, address.properties) } }),
      );
    if (canRecover(message)) return { reference: { alias } };
    const note = message.purpose === "resolved" ? plainMessage(message, { limit: limits.note }) : notOpen;
    const path = `/v2/alerts/${encodeURIComponent(alias)}/close?identifierType=alias`;
    const reply = await service.reply(path, { json: { source: "Quarterdeck", note } });
    // If somebody already closed the alert, the request succeeds.
    if (reply.status > 299 && reply.status !== 404) throw service.failure(reply);
    return {};
  },
});

function alertOf(message: Message, properties: Readonly<Record<string, string>>) {
  const priority = propertyOf({ properties }, "priority")?.toUpperCase();
  return {
    message: cut(titleOf(message), limits.message),
    description: plainMessage(message, { limit: limits.description, withTitle: false, withAttributes: false }),
    details: Object.fromEntries(
      attributesOf(message.text)
        .slice(0, limits.details)
        .map(({ label, value }) => [cut(label, 60), cut(value, limits.detail)]),
    ),
    tags: listIn(propertyOf({ properties }, "tags"))
      .slice(0, limits.tags)
      .map((tag) => cut(tag, limits.tag)),
    priority: /^P[1-5]$/.test(priority ?? "") ? priority : priorities[standingOf(message).name],
    source: "Quarterdeck",
  };
}
