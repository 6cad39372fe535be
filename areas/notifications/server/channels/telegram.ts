// Telegram: a bot sends to each chat, in several messages if the text is long. A recovery replies to the message about
// the problem.
import { z } from "zod";
import type { Reply } from "#areas/connections/server/index.ts";
import { cut } from "../text/document.ts";
import { telegramMarkup } from "../text/render-markup.ts";
import { markupPieces } from "../text/render-message.ts";
import type { Message } from "./channel.ts";
import { defineChannel, listIn, property, propertyOf, required } from "./channel-kind.ts";
import { oncePerPart, reachedTargets } from "./delivered-parts.ts";
import { channelService, unexpectedReply } from "./channel-service.ts";
import { sendToEach } from "./each-target.ts";

/** https://core.telegram.org/bots/api#sendmessage */
const maxLength = 4_096;
const maxPieces = 4;

const sent = z.object({ ok: z.literal(true), result: z.object({ message_id: z.int() }) });
const refused = z.object({
  ok: z.literal(false),
  description: z.string().default(""),
  parameters: z.object({ retry_after: z.number().optional(), migrate_to_chat_id: z.int().optional() }).default({}),
});
const references = z.record(z.string(), z.int());

export const telegram = defineChannel({
  type: "telegram",
  title: "Telegram",
  icon: "telegram",
  spec: z.object({ chats: property("Chats", "Chats separated by commas; -100123:45 is the topic 45 of a chat") }),
  async deliver(address, message, sending) {
    const token = required(address.password, "Token");
    const all = listIn(required(propertyOf(address, "chats", "channels") ?? address.username, "Chats"));
    const chats = reachedTargets(message, all, (chat) => `${chat} 0`);
    const service = channelService(sending, {
      name: "Telegram",
      address: "https://api.telegram.org",
      isFixed: true,
      credential: "the token of the bot",
      secrets: [token],
    });
    const path = `/bot${encodeURIComponent(token).replaceAll("%3A", ":")}/sendMessage`;
    const failure = (reply: Reply) => {
      const { description, parameters } = refused.safeParse(reply.json).data ?? { description: "", parameters: {} };
      // Telegram responds with 404 to a string that does not look like a token.
      const answer = reply.status === 404 ? { ...reply, status: 401 } : reply;
      return service.failure(answer, {
        ...(description && reply.status !== 401 && reply.status !== 404
          ? { message: `Telegram refuses the message: ${description}` }
          : {}),
        retryAfterMs: parameters.retry_after === undefined ? undefined : parameters.retry_after * 1_000,
      });
    };
    const post = async (json: Content, plain: string, isRepeated = false): Promise<number> => {
      const reply = await service.reply(path, { json });
      const done = sent.safeParse(reply.json).data;
      if (done) return done.result.message_id;
      const no = refused.safeParse(reply.json).data;
      if (!isRepeated && no?.parameters.migrate_to_chat_id !== undefined)
        return post({ ...json, chat_id: no.parameters.migrate_to_chat_id }, plain, true);
      // Sends plain text instead of no message.
      if (!isRepeated && json.parse_mode !== undefined && /can't parse entities/i.test(no?.description ?? ""))
        return post({ ...json, parse_mode: undefined, text: cut(plain, maxLength) }, plain, true);
      if (reply.status >= 200 && reply.status < 300) throw unexpectedReply("Telegram");
      throw failure(reply);
    };
    const previous = message.purpose === "resolved" ? (references.safeParse(message.previous).data ?? {}) : {};
    const pieces = markupPieces(message, telegramMarkup, { limit: maxLength, maxPieces });
    const sentTo = await sendToEach(chats, sending, async (chat) => {
      const ids: number[] = [];
      for (const [index, { text, plain }] of pieces.entries()) {
        const json = { ...chatIn(chat), ...contentOf(text, message), ...(index === 0 && answerTo(previous[chat])) };
        ids.push(await oncePerPart(message, `${chat} ${index}`, () => post(json, plain)));
      }
      return [chat, ids[0]!] as const;
    });
    return { reference: Object.fromEntries(sentTo) };
  },
});

interface Content {
  chat_id: string | number;
  text: string;
  parse_mode?: "MarkdownV2" | undefined;
}

function chatIn(chat: string) {
  const [, id = chat, topic] = /^(-?\d+|@\w+):(\d+)$/.exec(chat) ?? [];
  return { chat_id: id, ...(topic === undefined ? {} : { message_thread_id: Number(topic) }) };
}

const contentOf = (text: string, { purpose }: Message) => ({
  text,
  parse_mode: "MarkdownV2" as const,
  link_preview_options: { is_disabled: true },
  // Recoveries appear without a sound.
  ...(purpose === "resolved" && { disable_notification: true }),
});

const answerTo = (id: number | undefined) =>
  id === undefined ? {} : { reply_parameters: { message_id: id, allow_sending_without_reply: true } };
