// Rocket.Chat: an incoming webhook with a coloured attachment.
import { z } from "zod";
import { hostIn } from "#areas/connections/server/index.ts";
import { cutEscaped } from "../text/document.ts";
import { standingOf } from "../text/message-document.ts";
import { rocketMarkup } from "../text/render-markup.ts";
import { headlineOf, markupMessage } from "../text/render-message.ts";
import { DeliveryFailure } from "./channel.ts";
import { defineChannel, property, propertyOf, required } from "./channel-kind.ts";
import { channelService, unexpectedReply } from "./channel-service.ts";

/** The default limit of a message is 5000 characters. */
const limits = { title: 500, text: 4_000 };

const answer = z.object({ success: z.boolean(), error: z.string().optional() });

export const rocketchat = defineChannel({
  type: "rocketchat",
  title: "Rocket.Chat",
  icon: "rocketchat",
  spec: z.object({ channel: property("Channel", "#channel or @user"), user: property("Name of the sender") }),
  async deliver(address, message, sending) {
    const tokens = [required(address.username, "Token A"), required(address.password, "Token B")];
    const host = hostIn(required(propertyOf(address, "host"), "Host"));
    const port = propertyOf(address, "port");
    const [channel, user] = [propertyOf(address, "channel"), propertyOf(address, "user")];
    const service = channelService(sending, {
      name: "Rocket.Chat",
      address: `${address.insecureTls ? "http" : "https"}://${host}${port === undefined || host.includes(":") ? "" : `:${port}`}`,
      credential: "the tokens of the webhook",
      secrets: tokens,
    });
    const json = {
      text: `*${cutEscaped(headlineOf(message), limits.title, rocketMarkup.escape)}*`,
      attachments: [
        {
          color: standingOf(message).color,
          text: markupMessage(message, rocketMarkup, { limit: limits.text, withTitle: false }),
        },
      ],
      ...(channel === undefined ? {} : { channel }),
      ...(user === undefined ? {} : { alias: user }),
    };
    const path = `/hooks${tokens.map((token) => `/${encodeURIComponent(token)}`).join("")}`;
    const reply = await service.send(path, { json }, (said) =>
      // The status code of this response differs between versions.
      /Invalid integration id or token/i.test(said.text) ? service.failure({ ...said, status: 401 }) : undefined,
    );
    const said = answer.safeParse(reply.json).data;
    if (!said) throw unexpectedReply("Rocket.Chat");
    if (!said.success)
      throw new DeliveryFailure(`Rocket.Chat refuses the message: ${said.error ?? "unknown error"}`, { isFinal: true });
    return {};
  },
});
