// Mattermost: an incoming webhook with a coloured attachment.
import { z } from "zod";
import { hostIn, type Reply } from "#areas/connections/server/index.ts";
import { cut, cutEscaped } from "../text/document.ts";
import { attributesOf, footerOf, pageOf, standingOf, templateOf } from "../text/message-document.ts";
import { mattermostMarkup } from "../text/render-markup.ts";
import { headlineOf, markupMessage } from "../text/render-message.ts";
import type { Message } from "./channel.ts";
import { defineChannel, property, propertyOf, required } from "./channel-kind.ts";
import { channelService } from "./channel-service.ts";

/** Mattermost truncates messages above 16,383 characters. */
const limits = { title: 500, text: 7_000, fields: 10, name: 100, value: 500 };

/** These refusals are permanent, although their status code suggests a temporary failure. */
const lasting = /incoming_webhook\.(?:disabled|invalid|channel|channel_locked|permissions|text)\.app_error$/;

const problem = z.object({ id: z.string(), message: z.string() });

export const mattermost = defineChannel({
  type: "mattermost",
  title: "Mattermost",
  icon: "mattermost",
  spec: z.object({ channel: property("Channel"), username: property("Name of the sender") }),
  async deliver(address, message, sending) {
    const token = required(address.password, "Token");
    const channel = propertyOf(address, "channel");
    const username = propertyOf(address, "username") ?? address.username;
    const service = channelService(sending, {
      name: "Mattermost",
      address: `${address.insecureTls ? "http" : "https"}://${hostIn(required(propertyOf(address, "host"), "Host"))}`,
      credential: "the token of the webhook",
      secrets: [token],
    });
    const refusal = (reply: Reply) => {
      const said = problem.safeParse(reply.json).data;
      return reply.status > 299 && said && lasting.test(said.id)
        ? service.failure(reply, { message: `Mattermost refuses the message: ${said.message}`, isFinal: true })
        : undefined;
    };
    const json = {
      ...(channel === undefined ? {} : { channel }),
      ...(username ? { username } : {}),
      attachments: [attachmentOf(message)],
    };
    await service.send(`/hooks/${encodeURIComponent(token)}`, { json }, refusal);
    return {};
  },
});

function attachmentOf(message: Message) {
  const fields = templateOf(message) ? [] : attributesOf(message.text);
  const { escape } = mattermostMarkup;
  return {
    fallback: cut(headlineOf(message), limits.title),
    color: standingOf(message).color,
    title: cutEscaped(headlineOf(message), limits.title, escape),
    title_link: pageOf(message),
    text: markupMessage(message, mattermostMarkup, { limit: limits.text, withTitle: false, withAttributes: false }),
    fields: fields.slice(0, limits.fields).map(({ label, value }) => ({
      title: cutEscaped(label, limits.name, escape),
      value: cutEscaped(value, limits.value, escape),
      short: value.length < 40,
    })),
    footer: footerOf(message),
  };
}
