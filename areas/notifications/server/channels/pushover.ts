// Pushover: a push message with a few HTML tags and one link.
import { z } from "zod";
import { cut } from "../text/document.ts";
import { pageOf, standingOf, type Standing, titleOf } from "../text/message-document.ts";
import { tagMarkup } from "../text/render-markup.ts";
import { markupMessage } from "../text/render-message.ts";
import { defineChannel, property, propertyOf, required } from "./channel-kind.ts";
import { channelService, unexpectedReply } from "./channel-service.ts";

/** https://pushover.net/api#limits */
const limits = { message: 1_024, title: 250, url: 512 };

const sent = z.object({ status: z.literal(1) });
const refused = z.object({ status: z.literal(0), errors: z.array(z.string()).default([]) });

/** -1 makes no sound. A rule can set 1, which bypasses the quiet hours of the phone. */
const priorities: Readonly<Record<Standing["name"], number>> = {
  problem: 0,
  warning: 0,
  resolved: -1,
  digest: 0,
  test: 0,
  news: 0,
};

export const pushover = defineChannel({
  type: "pushover",
  title: "Pushover",
  icon: "pushover",
  spec: z.object({
    priority: property("Priority", "From -2 (lowest) to 1"),
    sound: property("Sound"),
    device: property("Device", "Default: all devices of the user"),
  }),
  async deliver(address, message, sending) {
    const [user, token] = [required(address.username, "User"), required(address.password, "Token")];
    const service = channelService(sending, {
      name: "Pushover",
      address: "https://api.pushover.net/1",
      isFixed: true,
      credential: "the token of the application",
      // An application with a user's key can send messages to that user.
      secrets: [token, user],
    });
    const page = pageOf(message);
    const [sound, device] = [propertyOf(address, "sound"), propertyOf(address, "device", "devices")];
    const written = propertyOf(address, "priority");
    const reply = await service.send(
      "/messages.json",
      {
        form: {
          token,
          user,
          title: cut(titleOf(message), limits.title),
          message:
            markupMessage(message, tagMarkup, { limit: limits.message, withTitle: false, withLinks: false }) ||
            titleOf(message),
          html: "1",
          priority: /^(?:-[12]|0|1)$/.test(written ?? "") ? written! : `${priorities[standingOf(message).name]}`,
          timestamp: `${Math.floor(Date.parse(message.at) / 1_000)}`,
          ...(page !== undefined && page.length <= limits.url && { url: page, url_title: "Open" }),
          ...(sound !== undefined && { sound }),
          ...(device !== undefined && { device }),
        },
      },
      (answer) => {
        const no = refused.safeParse(answer.json).data;
        if (answer.status === 429) return service.failure(answer, { retryAfterMs: untilReset(answer.headers) });
        if (answer.status === 400 && no)
          return service.failure(answer, { message: `Pushover refuses the message: ${no.errors.join(", ")}` });
        return undefined;
      },
    );
    if (!sent.safeParse(reply.json).success) throw unexpectedReply("Pushover");
    return {};
  },
});

/** The monthly limit of an application ends at this time. */
function untilReset(headers: Readonly<Record<string, string>>): number | undefined {
  const seconds = Number(headers["x-limit-app-reset"]);
  return seconds > 0 ? seconds * 1_000 - Date.now() : undefined;
}
