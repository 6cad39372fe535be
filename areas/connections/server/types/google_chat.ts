import { z } from "zod";
import { connectionType } from "../connection/connection-type.ts";
import { ConnectionFailure } from "../connection/failure.ts";
import { credential, line } from "../connection/fields.ts";
import { greeting, inAddress } from "./messenger.ts";
import { needed, serviceCall } from "../clients/service-call.ts";

const problem = z.object({ error: z.object({ message: z.string(), status: z.string().optional() }) });

export const googleChat = connectionType({
  type: "google_chat",
  title: "Google Chat",
  icon: "google-chat",
  group: "Messages",
  isForMessages: true,
  fields: {
    username: credential("Key", "username"),
    password: credential("Token", "password"),
    webhook: line("Webhook Name", "properties.webhook"),
  },
  url: ({ webhook }) =>
    `googlechat://chat.googleapis.com/v1/spaces/${inAddress(webhook)}/messages?key=$(username)&token=$(password)`,
  async test({ username, password, properties }, trial) {
    const [key, token] = [needed(username, "Key"), needed(password, "Token")];
    const space = needed(properties["webhook"], "Webhook Name");
    const service = serviceCall(trial, {
      name: "Google Chat",
      address: "https://chat.googleapis.com",
      isFixed: true,
      credential: "key and token of the webhook",
      secrets: [key, token],
      right: "write into the space",
    });
    const path = `/v1/spaces/${encodeURIComponent(space)}/messages?${new URLSearchParams({ key, token })}`;
    const reply = await service.reply(path, { json: trial.sends ? { text: greeting.message } : {} });
    const refusal = problem.safeParse(reply.json).data?.error;
    // Google Chat refuses an empty message with this error only if the webhook may write.
    if (!trial.sends && reply.status === 400 && /cannot be empty/i.test(refusal?.message ?? ""))
      return `Google Chat, space ${space}, with a valid webhook`;
    if (reply.status === 400 && /API key not valid/i.test(refusal?.message ?? ""))
      throw service.refusal({ ...reply, status: 401 });
    if (reply.status === 404)
      throw new ConnectionFailure(
        `The space ${space} does not exist in Google Chat`,
        "Check Webhook Name: the id of the space.",
      );
    if (!trial.sends && reply.status < 300) throw service.stranger(reply);
    service.read(reply, z.object({ name: z.string() }));
    return `Google Chat, space ${space}, message sent by the webhook`;
  },
});
