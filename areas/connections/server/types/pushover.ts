import { z } from "zod";
import { connectionType } from "../connection/connection-type.ts";
import { countOf } from "#lib/text/words.ts";
import { ConnectionFailure } from "../connection/failure.ts";
import { credential, line } from "../connection/fields.ts";
import { greeting, inAddress } from "./messenger.ts";
import { needed, serviceCall } from "../clients/service-call.ts";

const valid = z.object({ status: z.literal(1), devices: z.array(z.string()).default([]) });
const invalid = z.object({ status: z.literal(0), token: z.string().optional(), user: z.string().optional() });

export const pushover = connectionType({
  type: "pushover",
  title: "Pushover",
  icon: "pushover",
  group: "Messages",
  isForMessages: true,
  fields: {
    username: line("User", "username", { readFrom: "host" }),
    password: credential("Token", "password"),
  },
  url: ({ username }) => `pushover://:$(password)@${inAddress(username)}/`,
  async test({ username, password }, trial) {
    const [user, token] = [needed(username, "User"), needed(password, "Token")];
    const service = serviceCall(trial, {
      name: "Pushover",
      address: "https://api.pushover.net/1",
      isFixed: true,
      credential: "the token of the application",
      // With the key of a user, an application can write to that user.
      secrets: [token, user],
    });
    const reply = await service.reply("/users/validate.json", { form: { token, user } });
    const wrong = invalid.safeParse(reply.json);
    if (wrong.data?.token) throw service.refusal({ ...reply, status: 401 });
    if (wrong.data?.user) throw new ConnectionFailure("Pushover has no user or group with this key", "Check User.");
    const { devices } = service.read(reply, valid);
    if (trial.sends) await service.ask("/messages.json", valid, { form: { token, user, ...greeting } });
    return `Pushover, ${countOf(devices.length, "device", "devices")} of the user`;
  },
});
