import { z } from "zod";
import { connectionType } from "../connection/connection-type.ts";
import { countOf } from "#lib/text/words.ts";
import { ConnectionFailure } from "../connection/failure.ts";
import { credential, line } from "../connection/fields.ts";
import { greeting, inAddress } from "./messenger.ts";
import { needed, serviceCall } from "../clients/service-call.ts";

const me = z.object({ ok: z.literal(true), result: z.object({ username: z.string() }) });
const done = z.object({ ok: z.literal(true) });

const chatsIn = (text: string) =>
  text
    .split(",")
    .map((chat) => chat.trim())
    .filter(Boolean);

export const telegram = connectionType({
  type: "telegram",
  title: "Telegram",
  icon: "telegram",
  group: "Messages",
  isForMessages: true,
  fields: {
    password: credential("Token", "password"),
    username: line("Chats", "username", {
      placeholder: "@channel,-1001234567890",
      readFrom: "query.Chats",
    }),
  },
  url: ({ username = "" }) =>
    `telegram://$(password)@telegram/?Chats=${chatsIn(username)
      .map((chat) => inAddress(chat))
      .join(",")}`,
  async test({ username, password }, trial) {
    const token = needed(password, "Token");
    const service = serviceCall(trial, {
      name: "Telegram",
      address: "https://api.telegram.org",
      isFixed: true,
      credential: "the token of the bot",
      secrets: [token],
    });
    const at = `/bot${encodeURIComponent(token).replaceAll("%3A", ":")}`;
    const reply = await service.reply(`${at}/getMe`);
    // Telegram responds with 404 to a string that does not look like a token.
    if (reply.status === 404) throw service.refusal({ ...reply, status: 401 });
    const bot = service.read(reply, me).result.username;
    const chats = chatsIn(needed(username, "Chats"));
    for (const chat_id of chats) {
      const found = await service.reply(`${at}/getChat`, { json: { chat_id } });
      if (found.status === 400 || found.status === 403)
        throw new ConnectionFailure(
          `The bot ${bot} has no access to the chat ${chat_id}`,
          "Check Chats. The bot must be a member of the chat, or the user must write to it first.",
        );
      service.read(found, done);
      if (trial.sends) await service.ask(`${at}/sendMessage`, done, { json: { chat_id, text: greeting.message } });
    }
    return `Telegram, ${countOf(chats.length, "chat", "chats")}, as ${bot}`;
  },
});
