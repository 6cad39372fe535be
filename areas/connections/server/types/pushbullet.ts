import { z } from "zod";
import { connectionType } from "../connection/connection-type.ts";
import { credential, line } from "../connection/fields.ts";
import { greeting, pathOf } from "./messenger.ts";
import { needed, serviceCall } from "../clients/service-call.ts";

const me = z.object({ email: z.string() });

/** Parses the target: a channel, a person by email, or a device by its id. */
function targetOf(target: string): Readonly<Record<string, string>> {
  if (target.startsWith("#")) return { channel_tag: target.slice(1) };
  return target.includes("@") ? { email: target } : { device_iden: target };
}

const targetsIn = (text: string) => text.split(/[,/\s]+/).filter(Boolean);

export const pushbullet = connectionType({
  type: "pushbullet",
  title: "Pushbullet",
  icon: "pushbullet",
  group: "Messages",
  isForMessages: true,
  fields: {
    password: credential("Token", "password"),
    targets: line("Targets", "properties.targets", { placeholder: "#channel, device or email" }),
  },
  url: ({ targets = "" }) => `pushbullet://$(password)${pathOf(...targetsIn(targets))}`,
  async test({ password, properties }, trial) {
    const token = needed(password, "Token");
    const service = serviceCall(trial, {
      name: "Pushbullet",
      address: "https://api.pushbullet.com/v2",
      isFixed: true,
      credential: "the token",
      secrets: [token],
      headers: { "access-token": token },
    });
    const { email } = await service.ask("/users/me", me);
    if (trial.sends)
      for (const target of targetsIn(needed(properties["targets"], "Targets")))
        await service.ask("/pushes", z.object({ iden: z.string() }), {
          json: { type: "note", title: greeting.title, body: greeting.message, ...targetOf(target) },
        });
    return `Pushbullet, as ${email}`;
  },
});
