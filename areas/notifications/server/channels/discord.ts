// Discord: a webhook. When a problem is resolved, the message about it is edited, and a new message reports the
// recovery.
import { z } from "zod";
import { cut, cutEscaped } from "../text/document.ts";
import { attributesOf, pageOf, sourceOf, standingOf, templateOf } from "../text/message-document.ts";
import { discordMarkup } from "../text/render-markup.ts";
import { headlineOf, markupMessage } from "../text/render-message.ts";
import type { Message } from "./channel.ts";
import { defineChannel, property, propertyOf, required } from "./channel-kind.ts";
import { oncePerPart } from "./delivered-parts.ts";
import { channelService } from "./channel-service.ts";

/**
 * https://discord.com/developers/docs/resources/message#embed-object-embed-limits; at most 6000 characters in total.
 */
const limits = { title: 256, description: 3_000, fields: 9, name: 60, value: 200, footer: 200, username: 80 };

const sent = z.object({ id: z.string() });
const limited = z.object({ retry_after: z.number() });

export const discord = defineChannel({
  type: "discord",
  title: "Discord",
  icon: "discord",
  spec: z.object({ username: property("Name of the sender"), thread: property("Thread", "The id of a thread") }),
  async deliver(address, message, sending) {
    const [id, token] = [required(address.username, "Webhook ID"), required(address.password, "Token")];
    const name = propertyOf(address, "username");
    const thread = propertyOf(address, "thread", "thread_id");
    const service = channelService(sending, {
      name: "Discord",
      address: "https://discord.com/api/v10",
      isFixed: true,
      credential: "the webhook id and its token",
      secrets: [token],
    });
    const path = `/webhooks/${encodeURIComponent(id)}/${encodeURIComponent(token)}`;
    const inThread = thread === undefined ? "" : `thread_id=${encodeURIComponent(thread)}`;
    const content = { embeds: [embedOf(message)], allowed_mentions: { parse: [] } };
    const previous = message.purpose === "resolved" ? sent.safeParse(message.previous).data : undefined;
    if (previous)
      await oncePerPart(message, "edit", async () => {
        const reply = await service.reply(
          `${path}/messages/${encodeURIComponent(previous.id)}${inThread && `?${inThread}`}`,
          { method: "PATCH", json: content },
        );
        // Other errors are ignored: a deleted message cannot be edited, and the new message also reports the recovery.
        if (reply.status === 429 || reply.status >= 500) throw service.failure(reply, waitIn(reply.json));
      });
    const json = { ...content, ...(name === undefined ? {} : { username: cut(name, limits.username) }) };
    const reply = await service.send(
      `${path}?${["wait=true", inThread].filter(Boolean).join("&")}`,
      { method: "POST", json },
      (answer) => (answer.status === 429 ? service.failure(answer, waitIn(answer.json)) : undefined),
    );
    const created = sent.safeParse(reply.json).data;
    return created ? { reference: { id: created.id } } : {};
  },
});

/** The body has the exact time in seconds; the header has a rounded value. */
const waitIn = (json: unknown) => {
  const seconds = limited.safeParse(json).data?.retry_after;
  return seconds === undefined ? {} : { retryAfterMs: seconds * 1_000 };
};

function embedOf(message: Message) {
  const fields = templateOf(message) ? [] : attributesOf(message.text);
  return {
    title: cutEscaped(headlineOf(message), limits.title, discordMarkup.escape),
    url: pageOf(message),
    description: markupMessage(message, discordMarkup, {
      limit: limits.description,
      withTitle: false,
      withAttributes: false,
    }),
    color: Number.parseInt(standingOf(message).color.slice(1), 16),
    fields: fields.slice(0, limits.fields).map(({ label, value }) => ({
      name: cutEscaped(label, limits.name, discordMarkup.escape),
      value: cutEscaped(value, limits.value, discordMarkup.escape),
      inline: true,
    })),
    footer: { text: cut(sourceOf(message), limits.footer) },
    timestamp: message.at,
  };
}
