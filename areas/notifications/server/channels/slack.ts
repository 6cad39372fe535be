// Slack: the Web API with a bot token, or an incoming webhook. When a problem is resolved, the message about it is
// edited, and its thread gets a reply.
import { z } from "zod";
import { type Reply, secretsInUrl, slackRefusal } from "#areas/connections/server/index.ts";
import { renderSlack, type SlackMessage } from "../text/render-slack.ts";
import type { Delivery, Sending } from "./channel.ts";
import { defineChannel, property, propertyOf, required } from "./channel-kind.ts";
import { oncePerPart } from "./delivered-parts.ts";
import { channelService, unexpectedReply } from "./channel-service.ts";
import { shownWebhook } from "./exchange.ts";

const answer = z.object({
  ok: z.boolean(),
  error: z.string().optional(),
  needed: z.string().optional(),
  channel: z.string().optional(),
  ts: z.string().optional(),
});

const posted = z.object({ channel: z.string(), ts: z.string() });

/** https://api.slack.com/methods/chat.postMessage#errors; all other errors are final. */
const temporary = new Set([
  "accesslimited",
  "fatal_error",
  "internal_error",
  "message_limit_exceeded",
  "rate_limited",
  "ratelimited",
  "request_timeout",
  "service_unavailable",
]);

/** The message can no longer be edited, so a new message is sent. */
const gone = new Set(["message_not_found", "cant_update_message", "edit_window_closed", "channel_not_found"]);

export const slack = defineChannel({
  type: "slack",
  title: "Slack",
  icon: "slack",
  aliases: ["slackwebhook"],
  spec: z.object({
    channel: property("Channel", "The id of a channel, such as C0123456789"),
    BotName: property("Bot name"),
  }),
  async deliver(address, message, sending) {
    const content = renderSlack(message);
    if (isWebhook(address.url) && !address.password) return sendToWebhook(address.url, content, sending);
    const token = required(address.password, "Bot Token");
    const channel = required(propertyOf(address, "channel") ?? address.username, "Channel");
    const name = propertyOf(address, "BotName");
    const service = channelService(sending, {
      name: "Slack",
      address: "https://slack.com/api",
      isFixed: true,
      credential: "the bot token",
      secrets: [token],
      headers: { authorization: `Bearer ${token}` },
      right: "post to the channel",
    });
    const call = async (method: string, json: object) => {
      // Slack responds with 200 to every well-formed request.
      const reply = await service.send(`/${method}`, { json });
      const said = answer.safeParse(reply.json).data;
      if (!said) throw unexpectedReply("Slack");
      if (!said.ok && !(method === "chat.update" && gone.has(said.error ?? "")))
        throw service.failure(reply, {
          message: sentences(said),
          isFinal: !temporary.has(said.error ?? ""),
        });
      return said;
    };
    const look = { ...(name === undefined ? {} : { username: name }), unfurl_links: false, unfurl_media: false };
    const previous = message.purpose === "resolved" ? posted.safeParse(message.previous).data : undefined;
    const isUpdated =
      previous && (await oncePerPart(message, "update", () => call("chat.update", { ...previous, ...content }))).ok;
    if (isUpdated) {
      const { text } = content;
      await call("chat.postMessage", {
        channel: previous.channel,
        thread_ts: previous.ts,
        text,
        mrkdwn: false,
        ...look,
      });
      return { reference: previous };
    }
    const sent = await call("chat.postMessage", { channel, ...content, ...look });
    return sent.ts === undefined ? {} : { reference: { channel: sent.channel ?? channel, ts: sent.ts } };
  },
});

const sentences = (said: z.output<typeof answer>) => {
  const { message, fix } = slackRefusal(said);
  return fix === undefined ? message : `${message}. ${fix}`;
};

const isWebhook = (url: string | undefined): url is string =>
  /^https:\/\/hooks\.slack(?:-gov)?\.com\//i.test(url ?? "");

/** https://api.slack.com/messaging/webhooks. A webhook returns no reference. */
async function sendToWebhook(url: string, { text, blocks }: SlackMessage, sending: Sending): Promise<Delivery> {
  const at = new URL(url);
  const service = channelService(sending, {
    name: "Slack",
    address: at.origin,
    isFixed: true,
    credential: "the address of the webhook",
    secrets: secretsInUrl(url, "slackwebhook"),
    show: (shown) => shownWebhook(shown, "slackwebhook"),
  });
  const isTemporary = (reply: Reply) => reply.status >= 500 || reply.text.includes("rollup_error");
  await service.send(`${at.pathname}${at.search}`, { json: { text, blocks } }, (reply) =>
    reply.status === 200 && reply.text.trim() === "ok"
      ? undefined
      : service.failure(reply, reply.status === 429 ? {} : { isFinal: !isTemporary(reply) }),
  );
  return {};
}
