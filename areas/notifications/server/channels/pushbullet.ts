// Pushbullet: sends a note, or a link if the message has a link, to each channel, person or device.
import { z } from "zod";
import { cut } from "../text/document.ts";
import { pageOf } from "../text/message-document.ts";
import { headlineOf, plainMessage } from "../text/render-message.ts";
import { defineChannel, property, propertyOf, required } from "./channel-kind.ts";
import { oncePerPart, reachedTargets } from "./delivered-parts.ts";
import { channelService, unexpectedReply } from "./channel-service.ts";
import { sendToEach } from "./each-target.ts";

/** Pushbullet documents no limits; phones show less than this. */
const limits = { title: 250, body: 4_000 };

const sent = z.object({ iden: z.string() });

/** Parses the target: a channel, a person by email, or a device by its id. */
function targetOf(target: string): Readonly<Record<string, string>> {
  if (target.startsWith("#")) return { channel_tag: target.slice(1) };
  return target.includes("@") ? { email: target } : { device_iden: target };
}

export const pushbullet = defineChannel({
  type: "pushbullet",
  title: "Pushbullet",
  icon: "pushbullet",
  spec: z.object({ targets: property("Targets", "#channel, email or device, separated by commas") }),
  async deliver(address, message, sending) {
    const token = required(address.password, "Token");
    const targets = required(propertyOf(address, "targets"), "Targets")
      .split(/[,/\s]+/)
      .filter(Boolean);
    const service = channelService(sending, {
      name: "Pushbullet",
      address: "https://api.pushbullet.com/v2",
      isFixed: true,
      credential: "the token",
      secrets: [token],
      headers: { "access-token": token },
    });
    const page = pageOf(message);
    const content = {
      type: page === undefined ? "note" : "link",
      title: cut(headlineOf(message), limits.title),
      body: plainMessage(message, { limit: limits.body, withTitle: false, withLinks: false }),
      ...(page !== undefined && { url: page }),
    };
    await sendToEach(reachedTargets(message, targets), sending, (target) =>
      oncePerPart(message, target, async () => {
        // The guid prevents duplicates after a retry.
        const json = { ...content, guid: `${message.id}/${target}`, ...targetOf(target) };
        const reply = await service.send("/pushes", { json }, (answer) =>
          answer.status === 429 ? service.failure(answer, { retryAfterMs: untilReset(answer.headers) }) : undefined,
        );
        if (!sent.safeParse(reply.json).success) throw unexpectedReply("Pushbullet", { isRepeatable: true });
      }),
    );
    return {};
  },
});

/** https://docs.pushbullet.com/#ratelimiting: a time in seconds. */
function untilReset(headers: Readonly<Record<string, string>>): number | undefined {
  const seconds = Number(headers["x-ratelimit-reset"]);
  return seconds > 0 ? seconds * 1_000 - Date.now() : undefined;
}
