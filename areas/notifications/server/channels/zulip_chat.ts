// Zulip: a bot writes to a topic of a channel. A recovery is sent to the topic of the problem.
import { z } from "zod";
import { basic, hostIn, type Reply } from "#areas/connections/server/index.ts";
import { cut } from "../text/document.ts";
import { titleOf } from "../text/message-document.ts";
import { zulipMarkup } from "../text/render-markup.ts";
import { markupMessage } from "../text/render-message.ts";
import { DeliveryFailure } from "./channel.ts";
import { defineChannel, property, propertyOf, required } from "./channel-kind.ts";
import { channelService, unexpectedReply } from "./channel-service.ts";

/** https://zulip.com/api/send-message */
const limits = { topic: 60, content: 10_000 };

const sent = z.object({ result: z.literal("success"), id: z.int() });
const refused = z.object({ msg: z.string(), code: z.string().optional(), "retry-after": z.number().optional() });
const reference = z.object({ topic: z.string() });

export const zulipChat = defineChannel({
  type: "zulip_chat",
  title: "Zulip",
  icon: "zulip",
  aliases: ["zulip"],
  spec: z.object({ stream: property("Channel"), topic: property("Topic", "Default: the title of the message") }),
  async deliver(address, message, sending) {
    const [mail, key] = [required(address.username, "BotMail"), required(address.password, "BotKey")];
    const stream = propertyOf(address, "stream", "channel");
    if (stream === undefined)
      throw new DeliveryFailure("Zulip needs a channel. Set the property stream of the notification.", {
        isFinal: true,
      });
    const service = channelService(sending, {
      name: "Zulip",
      address: `https://${hostIn(required(propertyOf(address, "host"), "Host"))}`,
      credential: "BotMail and BotKey",
      secrets: [key],
      headers: { authorization: basic(mail, key) },
      right: `write to the channel ${stream}`,
    });
    const previous = message.purpose === "resolved" ? reference.safeParse(message.previous).data : undefined;
    const topic = previous?.topic ?? cut(propertyOf(address, "topic") ?? titleOf(message), limits.topic);
    const content = markupMessage(message, zulipMarkup, { limit: limits.content });
    const refusal = (reply: Reply) => {
      const said = refused.safeParse(reply.json).data;
      if (reply.status < 300 || reply.status === 401 || !said) return undefined;
      const seconds = said["retry-after"];
      return service.failure(reply, {
        message: `Zulip refuses the message: ${said.msg}`,
        retryAfterMs: seconds === undefined ? undefined : seconds * 1_000,
      });
    };
    const form = { type: "stream", to: stream, topic, content };
    const reply = await service.send("/api/v1/messages", { form }, refusal);
    const created = sent.safeParse(reply.json).data;
    if (!created) throw unexpectedReply("Zulip");
    return { reference: { topic, id: created.id } };
  },
});
