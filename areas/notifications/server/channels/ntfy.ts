// ntfy: publishes to a topic. Messages about one subject share a sequence id, so that a recovery replaces the problem
// on the phone (ntfy 2.16 and newer; older servers show both).
import { z } from "zod";
import { basic, hostIn } from "#areas/connections/server/index.ts";
import { cut } from "../text/document.ts";
import { linksOf, pageOf, standingOf, type Standing, titleOf } from "../text/message-document.ts";
import { bytesOf, plainMessage } from "../text/render-message.ts";
import { defineChannel, listIn, property, propertyOf, required } from "./channel-kind.ts";
import { channelService, unexpectedReply } from "./channel-service.ts";
import { threadKey } from "./subject-key.ts";

/** https://docs.ntfy.sh/publish/#limitations: a longer text becomes an attachment. */
const limits = { message: 4_000, title: 250, actions: 3, label: 60 };

const sent = z.object({ id: z.string() });

const looks: Readonly<Record<Standing["name"], { tag: string; priority: number }>> = {
  problem: { tag: "red_circle", priority: 4 },
  warning: { tag: "orange_circle", priority: 3 },
  resolved: { tag: "green_circle", priority: 3 },
  digest: { tag: "clipboard", priority: 3 },
  test: { tag: "large_blue_circle", priority: 3 },
  news: { tag: "white_circle", priority: 3 },
};

export const ntfy = defineChannel({
  type: "ntfy",
  title: "ntfy",
  icon: "ntfy",
  spec: z.object({
    topic: property("Topic"),
    priority: property("Priority", "From 1 (lowest) to 5"),
    tags: property("Tags", "Separated by commas"),
  }),
  async deliver(address, message, sending) {
    const { username, password } = address;
    const topic = required(propertyOf(address, "topic"), "Topic");
    const service = channelService(sending, {
      name: "ntfy",
      address: `${address.insecureTls ? "http" : "https"}://${hostIn(propertyOf(address, "host") ?? "ntfy.sh")}`,
      credential: "username and password",
      secrets: [password],
      // An access token is sent as a password with an empty user name.
      headers: username || password ? { authorization: basic(username ?? "", password ?? "") } : {},
      right: `write to the topic ${topic}`,
    });
    const { tag, priority } = looks[standingOf(message).name];
    const reply = await service.send("/", {
      json: {
        topic,
        title: cut(titleOf(message), limits.title),
        message: plainMessage(message, { limit: limits.message, measure: bytesOf, withTitle: false, withLinks: false }),
        tags: [tag, ...listIn(propertyOf(address, "tags"))],
        priority: priorityIn(propertyOf(address, "priority")) ?? priority,
        click: pageOf(message),
        actions: linksOf(message)
          .slice(0, limits.actions)
          .map(({ label, url }) => ({ action: "view", label: cut(label.trim(), limits.label), url })),
        sequence_id: threadKey(message),
      },
    });
    if (!sent.safeParse(reply.json).success) throw unexpectedReply("ntfy");
    return {};
  },
});

const words = ["min", "low", "default", "high", "urgent"];

function priorityIn(text: string | undefined): number | undefined {
  const number = /^[1-5]$/.test(text ?? "") ? Number(text) : words.indexOf(text?.toLowerCase() ?? "") + 1;
  return number > 0 ? number : undefined;
}
