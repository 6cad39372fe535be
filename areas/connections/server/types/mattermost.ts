import { randomUUID } from "node:crypto";
import { z } from "zod";
import { connectionType } from "../connection/connection-type.ts";
import { ConnectionFailure } from "../connection/failure.ts";
import { credential, line } from "../connection/fields.ts";
import { greeting, hostIn, pathOf, whoIn } from "./messenger.ts";
import { needed, serviceCall } from "../clients/service-call.ts";

const problem = z.object({ id: z.string(), message: z.string() });

export const mattermost = connectionType({
  type: "mattermost",
  title: "Mattermost",
  icon: "mattermost",
  group: "Messages",
  isForMessages: true,
  fields: {
    username: line("Username", "username", { description: "Override webhook user" }).optional(),
    host: line("Host", "properties.host", { description: "Mattermost server host (host:port)" }),
    password: credential("Token", "password"),
    channel: line("Channel", "properties.channel", { description: "Override webhook channel" }).optional(),
  },
  url: ({ username, host, channel }) =>
    `mattermost://${whoIn(username)}${hostIn(host)}${pathOf("$(password)", channel)}`,
  async test({ username, password, properties }, trial) {
    const token = needed(password, "Token");
    const service = serviceCall(trial, {
      name: "Mattermost",
      address: `https://${hostIn(needed(properties["host"], "Host"))}`,
      credential: "the token of the webhook",
      secrets: [token],
    });
    const write = (channel: string | undefined) =>
      service.reply(`/hooks/${encodeURIComponent(token)}`, {
        json: { text: greeting.message, ...(username ? { username } : {}), ...(channel ? { channel } : {}) },
      });
    // A webhook cannot be queried, so the test sends to a channel that cannot exist. The error that the channel is
    // missing proves that the token is valid.
    const reply = await write(trial.sends ? properties["channel"] : `quarterdeck-${randomUUID()}`);
    if (reply.status === 200 && trial.sends) return `Mattermost at ${service.host}, message sent by the webhook`;
    const refused = problem.safeParse(reply.json);
    if (!refused.success) throw reply.status < 300 ? service.stranger(reply) : service.refusal(reply);
    if (refused.data.id.endsWith("incoming_webhook.invalid.app_error"))
      throw new ConnectionFailure(
        "Mattermost has no webhook with this token",
        "Check Token: the webhook may be deleted.",
      );
    if (refused.data.id.endsWith("incoming_webhook.disabled.app_error"))
      throw new ConnectionFailure(
        "Incoming webhooks are disabled in Mattermost",
        "Turn them on in the Mattermost system console.",
      );
    const isMissing = /incoming_webhook\.channel(?:_locked)?\.app_error$/.test(refused.data.id);
    if (!isMissing) throw service.refusal(reply);
    if (trial.sends)
      throw new ConnectionFailure("Mattermost does not allow the webhook to write to the channel", "Check Channel.");
    return `Mattermost at ${service.host}, with a valid webhook`;
  },
});
