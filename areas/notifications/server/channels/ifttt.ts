// IFTTT: fires events of the Webhooks service with title, text and link as their three values.
import { z } from "zod";
import { pageOf, titleOf } from "../text/message-document.ts";
import { plainMessage } from "../text/render-message.ts";
import { cut } from "../text/document.ts";
import { defineChannel, listIn, property, propertyOf, required } from "./channel-kind.ts";
import { oncePerPart, reachedTargets } from "./delivered-parts.ts";
import { channelService, unexpectedReply } from "./channel-service.ts";
import { sendToEach } from "./each-target.ts";

const limits = { title: 250, text: 4_000 };
const defaultEvent = "quarterdeck";

export const ifttt = defineChannel({
  type: "ifttt",
  title: "IFTTT",
  icon: "ifttt",
  spec: z.object({ events: property("Events", "Names separated by commas. Default: quarterdeck") }),
  async deliver(address, message, sending) {
    const key = required(address.username, "Webhook ID");
    const events = listIn(propertyOf(address, "events") ?? defaultEvent);
    const service = channelService(sending, {
      name: "IFTTT",
      address: "https://maker.ifttt.com",
      isFixed: true,
      credential: "the webhook id",
      secrets: [key],
    });
    const json = {
      value1: cut(titleOf(message), limits.title),
      value2: plainMessage(message, { limit: limits.text, withTitle: false, withLinks: false }),
      value3: pageOf(message) ?? "",
    };
    await sendToEach(reachedTargets(message, events), sending, (event) =>
      oncePerPart(message, event, async () => {
        const path = `/trigger/${encodeURIComponent(event)}/with/key/${encodeURIComponent(key)}`;
        const reply = await service.send(path, { json });
        if (!/Congratulations/i.test(reply.text)) throw unexpectedReply("IFTTT");
      }),
    );
    return {};
  },
});
