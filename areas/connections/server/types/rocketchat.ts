import { z } from "zod";
import { connectionType } from "../connection/connection-type.ts";
import { credential, line } from "../connection/fields.ts";
import { greeting, hostIn, pathOf, whoIn } from "./messenger.ts";
import { needed, serviceCall } from "../clients/service-call.ts";

const done = z.object({ success: z.literal(true) });

export const rocketchat = connectionType({
  type: "rocketchat",
  title: "Rocket.Chat",
  icon: "rocketchat",
  group: "Messages",
  isForMessages: true,
  fields: {
    user: line("Username", "properties.user").optional(),
    host: line("Host", "properties.host"),
    port: line("Port", "properties.port"),
    username: credential("Token A", "username"),
    password: credential("Token B", "password"),
    channel: line("Channel", "properties.channel"),
  },
  url: ({ user, host, port = "", channel }) =>
    `rocketchat://${whoIn(user)}${hostIn(host)}:${port}${pathOf("$(username)", "$(password)", channel)}`,
  async test({ username, password, properties }, trial) {
    const tokens = [needed(username, "Token A"), needed(password, "Token B")];
    const host = hostIn(needed(properties["host"], "Host"));
    const service = serviceCall(trial, {
      name: "Rocket.Chat",
      address: `https://${host}:${needed(properties["port"], "Port")}`,
      credential: "the tokens of the webhook",
      secrets: tokens,
    });
    const path = tokens.map((token) => `/${encodeURIComponent(token)}`).join("");
    const reply = await service.reply(`/hooks/info${path}`);
    // The status of this response differs between versions.
    if (/Invalid integration id or token/i.test(reply.text)) throw service.refusal({ ...reply, status: 401 });
    service.read(reply, done);
    const { user, channel } = properties;
    if (trial.sends)
      await service.ask(`/hooks${path}`, done, {
        json: { text: greeting.message, ...(user ? { username: user } : {}), ...(channel ? { channel } : {}) },
      });
    return `Rocket.Chat at ${service.host}, with a valid webhook`;
  },
});
