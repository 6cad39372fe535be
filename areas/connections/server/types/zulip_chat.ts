import { z } from "zod";
import { connectionType } from "../connection/connection-type.ts";
import { credential, line } from "../connection/fields.ts";
import { hostIn, inAddress } from "./messenger.ts";
import { basic, needed, serviceCall } from "../clients/service-call.ts";

const me = z.object({ result: z.literal("success"), email: z.string(), full_name: z.string() });

export const zulipChat = connectionType({
  type: "zulip_chat",
  title: "Zulip Chat",
  icon: "zulip",
  group: "Messages",
  isForMessages: true,
  fields: {
    username: line("BotMail", "username").optional(),
    password: credential("BotKey", "password"),
    host: line("Host", "properties.host"),
  },
  url: ({ username, host }) => `zulip://${inAddress(username)}:$(password)@${hostIn(host)}/`,
  async test({ username, password, properties }, trial) {
    const [mail, key] = [needed(username, "BotMail"), needed(password, "BotKey")];
    const service = serviceCall(trial, {
      name: "Zulip",
      address: `https://${hostIn(needed(properties["host"], "Host"))}`,
      credential: "BotMail and BotKey",
      secrets: [key],
      headers: { authorization: basic(mail, key) },
    });
    const { full_name, email } = await service.ask("/api/v1/users/me", me);
    // The notification sets the channel, not the connection.
    const sent = trial.sends ? "; no message was sent, because the connection has no channel" : "";
    return `Zulip at ${service.host}, as ${full_name} (${email})${sent}`;
  },
});
