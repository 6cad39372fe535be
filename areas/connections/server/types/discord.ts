import { z } from "zod";
import { connectionType } from "../connection/connection-type.ts";
import { ConnectionFailure } from "../connection/failure.ts";
import { credential, line } from "../connection/fields.ts";
import { greeting, inAddress } from "./messenger.ts";
import { needed, serviceCall } from "../clients/service-call.ts";

const webhook = z.object({ id: z.string(), name: z.string().nullable(), channel_id: z.string().nullable() });

export const discord = connectionType({
  type: "discord",
  title: "Discord",
  icon: "discord",
  group: "Messages",
  isForMessages: true,
  fields: {
    username: line("Webhook ID", "username", { readFrom: "host" }),
    password: credential("Token", "password"),
  },
  url: ({ username }) => `discord://$(password)@${inAddress(username)}`,
  async test({ username, password }, trial) {
    const [id, token] = [needed(username, "Webhook ID"), needed(password, "Token")];
    const service = serviceCall(trial, {
      name: "Discord",
      address: "https://discord.com/api/v10",
      isFixed: true,
      credential: "the token of the webhook",
      secrets: [token],
    });
    const path = `/webhooks/${encodeURIComponent(id)}/${encodeURIComponent(token)}`;
    const reply = await service.reply(path);
    if (reply.status === 404)
      throw new ConnectionFailure(
        "Discord has no webhook with this id",
        "Check Webhook ID: the webhook may be deleted.",
      );
    const { name, channel_id } = service.read(reply, webhook);
    if (trial.sends) await service.ask(`${path}?wait=true`, z.object({}), { json: { content: greeting.message } });
    return `Discord, channel ${channel_id ?? "?"}, as ${name ?? "a webhook without a name"}`;
  },
});
