import { connectionType } from "../connection/connection-type.ts";
import { secretLine } from "../connection/fields.ts";
import { greeting, onlyBySending } from "./messenger.ts";
import { needed, serviceCall } from "../clients/service-call.ts";

export const ifttt = connectionType({
  type: "ifttt",
  title: "IFTTT",
  icon: "ifttt",
  group: "Messages",
  isForMessages: true,
  fields: { username: secretLine("Webhook ID", "username") },
  // Anyone who knows the id can fire events, so the id is not part of the address.
  url: () => "ifttt://$(username)",
  async test({ username }, trial) {
    const key = needed(username, "Webhook ID");
    const service = serviceCall(trial, {
      name: "IFTTT",
      address: "https://maker.ifttt.com",
      isFixed: true,
      credential: "the webhook id",
      secrets: [key],
    });
    if (!trial.sends) {
      const reply = await service.reply("/");
      if (reply.status >= 500) throw service.refusal(reply);
      return onlyBySending("IFTTT responds, but it has no API to check a webhook");
    }
    const reply = await service.reply(`/trigger/quarterdeck_test/with/key/${encodeURIComponent(key)}`, {
      json: { value1: greeting.title, value2: greeting.message },
    });
    if (reply.status !== 200) throw service.refusal(reply);
    if (!/Congratulations/i.test(reply.text)) throw service.stranger(reply);
    return "IFTTT, with the event quarterdeck_test fired";
  },
});
