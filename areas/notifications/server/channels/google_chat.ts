// Google Chat: a webhook sends a card. Messages about one subject are in one thread, and the request id prevents
// duplicates after a retry.
import { z } from "zod";
import type { Reply } from "#areas/connections/server/index.ts";
import { cut, type Document } from "../text/document.ts";
import { fit } from "../text/fit.ts";
import { documentOf, footerOf, linksOf, titleOf } from "../text/message-document.ts";
import { renderMarkup, tagMarkup } from "../text/render-markup.ts";
import { bytesOf, headlineOf } from "../text/render-message.ts";
import type { Message } from "./channel.ts";
import { defineChannel, required, propertyOf } from "./channel-kind.ts";
import { channelService, unexpectedReply } from "./channel-service.ts";
import { threadKey } from "./subject-key.ts";

/** A message has at most 32,000 bytes. */
const limits = { bytes: 28_000, title: 300, label: 60, buttons: 6 };

const sent = z.object({ name: z.string() });
const problem = z.object({ error: z.object({ message: z.string() }) });

export const googleChat = defineChannel({
  type: "google_chat",
  title: "Google Chat",
  icon: "google-chat",
  aliases: ["googlechat"],
  spec: z.object({}),
  async deliver(address, message, sending) {
    const [key, token] = [required(address.username, "Key"), required(address.password, "Token")];
    const space = required(propertyOf(address, "webhook"), "Webhook Name");
    const service = channelService(sending, {
      name: "Google Chat",
      address: "https://chat.googleapis.com",
      isFixed: true,
      credential: "key and token of the webhook",
      secrets: [key, token],
      right: "write into the space",
    });
    const query = new URLSearchParams({
      key,
      token,
      requestId: message.id,
      messageReplyOption: "REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD",
    });
    const wrongKey = (reply: Reply) =>
      reply.status === 400 && /API key not valid/i.test(problem.safeParse(reply.json).data?.error.message ?? "")
        ? service.failure({ ...reply, status: 401 })
        : undefined;
    const json = fit(documentOf(message), {
      limit: limits.bytes,
      render: (document) => cardOf(message, document),
      measure: (card) => bytesOf(JSON.stringify(card)),
    });
    const reply = await service.send(`/v1/spaces/${encodeURIComponent(space)}/messages?${query}`, { json }, wrongKey);
    const created = sent.safeParse(reply.json).data;
    if (!created) throw unexpectedReply("Google Chat", { isRepeatable: true });
    return { reference: { name: created.name } };
  },
});

function cardOf(message: Message, document: Document) {
  const buttons = linksOf(message)
    .slice(0, limits.buttons)
    .map(({ label, url }) => ({ text: cut(label.trim(), limits.label), onClick: { openLink: { url } } }));
  const text = renderMarkup(document, tagMarkup).replaceAll("\n", "<br>");
  return {
    fallbackText: cut(headlineOf(message), limits.title),
    thread: { threadKey: threadKey(message) },
    cardsV2: [
      {
        cardId: "message",
        card: {
          header: { title: cut(headlineOf(message), limits.title), subtitle: cut(footerOf(message), limits.title) },
          sections: [
            {
              widgets: [
                { textParagraph: { text: text || cut(titleOf(message), limits.title) } },
                ...(buttons.length > 0 ? [{ buttonList: { buttons } }] : []),
              ],
            },
          ],
        },
      },
    ],
  };
}
